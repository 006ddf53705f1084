"""`fillerbot best` answers records line by line."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fillerbot.__main__ import main
from fillerbot.engine.record import GameRecord, Record, write
from fillerbot.engine.standings import Player
from tests.computer.positions import game


def record(*, plies: int | None) -> dict[str, Any]:
    """A Quick game after some plies, None for all."""
    positions = game("quick", 1)
    moves = tuple(after.held[before.turn] for before, after in pairwise(positions))
    games = (GameRecord((Player(0), Player(1)), moves[:plies]),)
    return write(Record("quick", positions[0].board, games, 1))


def test_every_record_has_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [record(plies=0), record(plies=4), {"format": "x"}, record(plies=None)]
    illegal = record(plies=2)
    illegal["games"][0]["moves"].append(9)
    file = tmp_path / "records.jsonl"
    file.write_text("\n".join([*map(json.dumps, records), "", "{", json.dumps(illegal)]))
    assert main(["best", str(file), "--seconds", "0.05"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(one) for one in answers[:2]] == [{"best", "colours", "depth", "nodes", "seconds"}] * 2
    assert answers[1]["best"] == answers[1]["colours"][0]["colour"]
    assert set(answers[1]["colours"][0]) == {"colour", "margin", "exact"}
    plies = len(record(plies=None)["games"][0]["moves"])
    assert answers[2:] == [
        {"error": {"reason": "bad-record", "path": "format"}},
        {"error": {"game": 0, "ply": plies + 1, "reason": "game-over"}},
        {"error": {"reason": "bad-record", "path": ""}},
        {"error": {"game": 0, "ply": 3, "reason": "no-such-colour"}},
    ]


@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--seconds", "nan"], ["--level", "8"]])
def test_options_out_of_range_are_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["best", *wrong])


def test_another_program_is_answered_before_it_asks_again() -> None:
    command = [sys.executable, "-m", "fillerbot", "best", "--level", "3"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for plies in (0, 1, 2):
            process.stdin.write(json.dumps(record(plies=plies)).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["best"]
        process.stdin.close()
        assert process.wait(timeout=20) == 0
