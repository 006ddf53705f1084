"""Records that are right by themselves and wrong for the database that they come into."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from fillerbot.archive.restore import Outcome
from fillerbot.engine.match import Phase
from fillerbot.live import MatchId
from tests.service.world import BEN, world_on
from tests.test_import import LATER, taken, written


@pytest.fixture
async def lines(tmp_path: Path) -> list[dict[str, Any]]:
    """The records of a match that is over, and of one that goes on."""
    async with world_on(tmp_path / "old.sqlite3") as world:
        over = await world.match()
        await world.service.resign(over.id, BEN.id, world.at())
        await world.match()
    return list(map(json.loads, (await written(tmp_path / "old.sqlite3")).splitlines()))


async def test_a_number_so_high_that_none_would_be_left_gives_way(
    lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    new = tmp_path / "new.sqlite3"
    line = json.dumps(lines[0] | {"match_id": 10**15 - 1}).encode()
    assert await taken(line, new) == (Outcome(stored=1), [])
    assert await taken(line, new) == (Outcome(there=1), [])
    async with world_on(new, LATER) as world:
        assert [(await world.service.live(MatchId(1))).id, (await world.challenge()).id] == [1, 2]
    assert json.loads((await written(new)).splitlines()[0])["first_id"] == 10**15 - 1


async def test_a_match_that_goes_on_has_no_rematch_whatever_a_record_says(
    lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    new = tmp_path / "new.sqlite3"
    claims = [lines[1], lines[0] | {"rematch_of": 2}]
    assert await taken("\n".join(map(json.dumps, claims)).encode(), new) == (Outcome(stored=2), [])
    async with world_on(new, LATER) as world:
        assert (await world.service.live(MatchId(2))).match.phase is Phase.PLAYING


async def test_a_match_whose_place_is_not_known_goes_from_database_to_database(
    lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    del lines[0]["table"]
    await taken(json.dumps(lines[0]).encode(), tmp_path / "new.sqlite3")
    again = await written(tmp_path / "new.sqlite3")
    assert await taken(again, tmp_path / "third.sqlite3") == (Outcome(stored=1), [])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to send")
def test_an_import_can_be_interrupted_and_done_again(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    command = [sys.executable, "-m", "fillerbot", "import", "--database", str(new)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        while not new.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.communicate(json.dumps(lines[0]).encode()) == (b"", b"")
    assert process.returncode == 130
    outcome, said = asyncio.run(taken(json.dumps(lines[0]).encode(), new))
    assert (outcome.stored + outcome.there, said) == (1, [])
