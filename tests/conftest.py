"""What holds for all tests."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("FILLERBOT_SHARED") or Path(__file__).parent.parent / ".." / "shared").resolve()


NO_CHROMIUM = "Chromium is not installed"


def chromium() -> str | None:
    """The browser for the tests of the page."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


def _excused(report: pytest.TestReport) -> bool:
    return chromium() is None and NO_CHROMIUM in str(report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Where everything is at hand, a skipped test is a failed one; a browser may be missing."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not SHARED.is_dir():
        return
    if skipped := [report for report in reporter.stats.get("skipped", []) if not _excused(report)]:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line(f"{len(skipped)} tests were skipped although {SHARED.name} is there", red=True)
