"""One match that cannot be read harms no other."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fillerbot.engine.match import Phase
from fillerbot.lanes import SETTLE
from fillerbot.store import StoreError
from tests.service.world import ANN, PATIENCE, World, deadlines, world_on

HOUR = 3_600_000


def break_events(path: Path, match: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET kind = 'danced' WHERE match = ?", (match,))


async def test_who_plays_a_match_that_cannot_be_read_can_begin_others_and_play_them(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world_on(path) as world:
        broken, other = await world.match(), await world.match()
    break_events(path, broken.id)
    async with world_on(path) as world:
        assert [live.id for live in await world.service.running(ANN.id)] == [other.id]
        assert (await world.match()).match.phase is Phase.PLAYING
    assert f"match {broken.id} has an event that cannot be read" in caplog.text


async def test_a_match_whose_moves_make_no_sense_is_one_that_cannot_be_read(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.match()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET number = number + 1 WHERE match = ?", (live.id,))
        db.execute("INSERT INTO events SELECT match, 1, at, kind, data FROM events")
    async with world_on(path) as world:
        assert await world.service.running(ANN.id) == []


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET clock = 'sundial'",
        "UPDATE events SET data = json_set(data, '$.seats', json('[]')) WHERE kind = 'accepted'",
        "UPDATE events SET kind = 'conceded', data = '{\"player\": 9}' WHERE kind = 'moved'",
    ],
)
async def test_whatever_is_wrong_with_a_match_its_players_begin_others(path: Path, damage: str) -> None:
    async with world_on(path) as world:
        await world.move(await world.match())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(damage)
    async with world_on(path) as world:
        assert await world.service.running(ANN.id) == []
        assert (await world.match()).match.phase is Phase.PLAYING


async def test_the_flag_of_a_match_that_cannot_be_read_is_tried_again_only_after_an_hour(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.timed()
    break_events(path, live.id)
    async with world_on(path) as world:
        _, due = await world.store.next_deadline() or (0, 0)
        world.time = due + SETTLE
        async with deadlines(world), asyncio.timeout(PATIENCE):
            while await world.store.next_deadline() == (live.id, due):
                await world.service.save_note("any", "thing")
        assert await world.store.next_deadline() == (live.id, world.time + HOUR)


async def test_an_end_that_cannot_be_read_does_not_keep_others_from_being_shown(path: Path) -> None:
    async with world_on(path) as world:
        ended = []
        for _ in range(3):
            live = await world.match()
            ended.append((await world.service.resign(live.id, ANN.id, world.at())).id)
    break_events(path, ended[0])
    async with world_on(path) as world:
        await world.service.wake()
        await world.service.connected()
        await world.service.settled()
        assert [world.told.get_nowait().id for _ in range(world.told.qsize())] == ended[1:]


async def test_a_database_that_cannot_be_read_is_not_taken_for_one_without_matches(world: World) -> None:
    await world.match()
    world.service._lanes.clear()
    await world.store._db.execute("ALTER TABLE events RENAME TO gone")
    with pytest.raises(StoreError):
        await world.service.running(ANN.id)
