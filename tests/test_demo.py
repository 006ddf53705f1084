"""The demonstration, as a newcomer runs it."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import aiohttp
import pytest
from PIL import Image

from fillerbot.engine.replay import answer
from fillerbot.sandbox.client import People
from tests.bot.conftest import button, shown

ROOT = Path(__file__).parent.parent


def demo(out: Path, seed: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fillerbot", "demo", "--auto", "--out", str(out), "--seed", str(seed)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_two_scripted_people_play_a_whole_match(tmp_path: Path) -> None:
    run = demo(tmp_path, 3)
    assert run.returncode == 0, run.stderr
    last = run.stdout.splitlines()[-1]
    assert "match" in last
    assert "Playing" in run.stderr
    pictures = sorted(tmp_path.glob("board-*.png"))
    assert len(pictures) >= 20
    assert all(Image.open(io.BytesIO(picture.read_bytes())).width == 694 for picture in pictures)
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    replayed = answer(record)
    moves = sum(len(game["plies"]) for game in replayed["games"])
    assert len(pictures) == moves + 2
    winner = replayed["match"]["ranking"][0]
    assert len(winner) == 2 or last.startswith(record["players"][winner[0]]["name"])
    requests = [
        json.loads(line) for line in (tmp_path / "requests.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert all(request["status"] < 300 for request in requests)


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    games = []
    for folder in ("one", "two"):
        assert demo(tmp_path / folder, 7).returncode == 0
        record = json.loads((tmp_path / folder / "record.json").read_text(encoding="utf-8"))
        games.append((record["board"], record["games"]))
    assert games[0] == games[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_the_demonstration_says_what_runs_where_and_ends_on_ctrl_c() -> None:
    command = [sys.executable, "-m", "fillerbot", "demo", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(7)]
        assert said[-1] == "Stop with Ctrl-C.\n"
        assert "http://127.0.0.1:" in said[0]
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=15)
        assert time.monotonic() - before < 10
    assert process.returncode == 0, err
    assert out == "Stopped.\n"
    assert "Traceback" not in err


def begun(command: list[str]) -> subprocess.Popen[str]:
    """As a terminal begins something: a group that Ctrl-C is sent to."""
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
async def test_ctrl_c_does_not_tell_boards_that_the_bot_comes_back() -> None:
    command = [sys.executable, "-m", "fillerbot", "demo", "--no-browser"]
    with begun(command) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().split() for _ in range(7)]
        async with People(next(line[2] for line in said if line[:2] == ["its", "people"])) as people:
            owl = next(person for person in await people.people() if person.name == "owl")
            challenge = shown(await people.invoke("fox", "filler challenge", opponent=owl))
            channel = challenge.raw["channel_id"]
            await people.press("owl", challenge, button(challenge, "accept"))
            # As a terminal does it, to everybody.
            os.killpg(process.pid, signal.SIGINT)
            seen = ""
            with contextlib.suppress(aiohttp.ClientError):
                while True:
                    seen = (await people.messages("fox", channel))[0].text
        process.communicate(timeout=15)
    assert process.returncode == 0
    assert "▶" in seen
    assert "restarted" not in seen


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_the_sandbox_alone_says_what_a_bot_needs() -> None:
    command = [sys.executable, "-m", "fillerbot", "sandbox", "--token", "made-up", "--locale", "de"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = dict(process.stdout.readline().rsplit(maxsplit=1) for _ in range(6))
        assert said["token"] == "made-up"
        assert said["REST"].endswith("/api/v10")
        assert said["gateway"].startswith("ws://")
        assert process.stdout.readline() == "Stop with Ctrl-C.\n"
        with urllib.request.urlopen(said["their page"]) as page:
            assert b"<!doctype html>" in page.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=15)
    assert process.returncode == 0, err
    assert out == "Stopped.\n"
    assert not err


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = [
        line
        for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("python3 -m venv")
    ]
    assert len(commands) == 2
    assert commands[0].endswith("/fillerbot demo")
    assert commands[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
