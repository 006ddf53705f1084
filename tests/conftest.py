"""What holds for all tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("FILLERBOT_SHARED") or Path(__file__).parent.parent / ".." / "shared").resolve()


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Where everything is at hand, a skipped test is a failed one."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not SHARED.is_dir():
        return
    if skipped := reporter.stats.get("skipped", []):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line(f"{len(skipped)} tests were skipped although {SHARED.name} is there", red=True)
