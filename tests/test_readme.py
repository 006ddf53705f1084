"""The README's bot and its test, saved and run as a reader would."""

import re
import socket
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_bot_of_the_readme_counts_presses(tmp_path: Path) -> None:
    bot, trial = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    # The port that the README names may be taken.
    port = str(free_port())
    for name, code in (("bot.py", bot), ("trial.py", trial)):
        assert "8080" in code
        tmp_path.joinpath(name).write_text(code.replace("8080", port))
    ran = subprocess.run(
        [sys.executable, "trial.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
