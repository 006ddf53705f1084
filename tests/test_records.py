"""The stored matches on the command line."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted
from fillerbot.engine.match import Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.store import Append, Open
from fillerbot.store.sqlite import open_store

NOW = Instant(1_800_000_000_000)
MANY = 300


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "fillerbot.sqlite3"
    table = Table(1, 2, 3, "en-US")
    terms = Terms("classic", "normal", rated=True, length=2)
    people = (Person(PersonId(1), "Лиса"), Person(PersonId(2), "Öwl 🦉"))
    begun = Accepted(NOW, deal(VARIANTS["classic"], 1), (Player(0), Player(1)))
    async with open_store(path) as store:
        for number in map(MatchId, range(1, MANY + 1)):
            setup = Setup(number, NOW, terms, people)
            await store.commit(Open(setup, table, None), Append(number, 1, begun, None))
    return path


def command(database: Path) -> list[str]:
    return [sys.executable, "-m", "fillerbot", "records", "--database", str(database)]


def test_whoever_reads_only_the_first_record_is_not_kept_waiting(database: Path) -> None:
    with subprocess.Popen(command(database), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"filler-record/1" in process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=20)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


def test_names_are_written_whatever_the_terminal_speaks(database: Path) -> None:
    settings = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command(database), capture_output=True, check=True, timeout=60, env=settings)
    lines = run.stdout.decode("utf-8").splitlines()
    assert len(lines) == MANY
    assert "Лиса" in lines[0]


def test_a_match_that_cannot_be_read_is_told_of_and_the_others_are_written(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE events SET kind = 'danced' WHERE match = 2")
        db.execute("UPDATE matches SET clock = 'sundial' WHERE id = 3")
    run = subprocess.run(command(database), capture_output=True, check=False, timeout=60, text=True)
    assert [json.loads(line)["match_id"] for line in run.stdout.splitlines()] == [1, *range(4, MANY + 1)]
    assert run.returncode == 1
    assert [line.split(" has")[0] for line in run.stderr.splitlines()] == [
        "fillerbot: match 2",
        "fillerbot: match 3",
    ]
