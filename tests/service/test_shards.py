"""Several shards: an absence is that of the servers of one of them, and costs nobody time."""

from dataclasses import replace
from pathlib import Path

from fillerbot.engine.events import Closing
from fillerbot.live import Live, Table
from tests.service.world import ANN, BEN, CASUAL, TABLE, World, deadlines, world_on


def elsewhere(shard: int) -> Table:
    """A table in a server of one of two shards."""
    return replace(TABLE, guild=shard << 22)


async def timed_at(world: World, table: Table) -> Live:
    live = await world.service.challenge(CASUAL, (ANN, BEN), table, world.at())
    live = await world.service.accept(live.id, BEN.id, world.at())
    return await world.show(await world.move(await world.move(live)))


async def two_shards(world: World) -> tuple[Live, Live]:
    """A match on each of two shards, both of which are there."""
    await world.service.wake(2)
    for shard in (0, 1):
        await world.service.connected(shard)
    return await timed_at(world, elsewhere(0)), await timed_at(world, elsewhere(1))


async def test_who_plays_on_another_shard_is_neither_credited_nor_paused(world: World) -> None:
    here, there = await two_shards(world)
    await world.service.beat()
    world.service.disconnected(1)
    for _ in range(24):
        world.wait(4_000)
        await world.service.beat()
    here = await world.service.live(here.id)
    assert here.match.budgets == (180_000, 180_000)
    assert here.match.shown is not None
    async with deadlines(world):
        world.wait(100_000)
        told = await world.next_told()
        assert (told.id, told.match.closing) == (here.id, Closing.FLAG)
        await world.deadlines_were_served()
        assert world.told.empty()
        await world.service.connected(1)
        told = await world.next_told()
    assert told.id == there.id
    assert told.match.budgets[told.match.game.to_move] == 195_000


async def test_a_shard_that_goes_while_another_is_away_costs_nobody_time_either(world: World) -> None:
    here, _ = await two_shards(world)
    await world.service.beat()
    world.service.disconnected(1)
    world.wait(4_000)
    await world.service.beat()
    here = await world.show(await world.move(await world.service.live(here.id)))
    player = here.match.game.to_move
    world.service.disconnected(0)
    world.wait(100_000)
    await world.service.connected(0)
    told = await world.next_told()
    assert told.id == here.id
    assert told.match.budgets[player] == 195_000


async def test_after_a_restart_the_shard_that_was_away_longest_counts_for_all(path: Path) -> None:
    async with world_on(path) as world:
        here, there = await two_shards(world)
        await world.service.beat()
        then = world.time
        world.service.disconnected(1)
        for _ in range(5):
            world.wait(4_000)
            await world.service.beat()
    async with world_on(path, now=then + 60_000) as world:
        await world.service.wake(2)
        for shard, live in enumerate((here, there)):
            await world.service.connected(shard)
            told = await world.next_told()
            assert told.id == live.id
            assert told.match.budgets[told.match.game.to_move] == 195_000
