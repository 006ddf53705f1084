"""What is lost without a restart costs nobody time: the connection, the host's attention, the disk."""

import pytest

from fillerbot.engine.match import Phase
from fillerbot.live import Refused
from fillerbot.presence import HEARTBEAT
from fillerbot.store import StoreError
from tests.service.world import ANN, World, deadlines

MINUTE, HOUR = 60_000, 3_600_000


async def test_no_flag_falls_while_the_bot_is_not_connected(world: World) -> None:
    live = await world.timed()
    await world.service.beat()
    world.service.disconnected()
    world.time += 5 * MINUTE
    async with deadlines(world):
        await world.deadlines_were_served()
        assert world.told.empty()
        await world.service.connected()
        told = await world.next_told()
    player = live.match.game.to_move
    assert told.match.phase is Phase.PLAYING
    assert told.match.budgets[player] == 195_000


async def test_a_line_that_breaks_for_a_moment_changes_nothing(world: World) -> None:
    live = await world.timed()
    await world.service.beat()
    world.time += 4_000
    world.service.disconnected()
    world.service.disconnected()
    world.time += 5_000
    await world.service.connected()
    assert await world.service.live(live.id) == live
    assert world.told.empty()


async def test_a_press_that_was_on_its_way_when_the_line_broke_comes_before_the_flag(world: World) -> None:
    live = await world.timed()
    due = world.time + 181_000
    world.wait(175_000)
    await world.service.beat()
    world.service.disconnected()
    world.time += 9_000
    with pytest.raises(Refused, match="time-up"):
        await world.service.ready(live.id, ANN.id, world.at())
    await world.service.connected()
    async with deadlines(world):
        await world.deadlines_were_served()
        # The gateway brings now what was pressed then.
        assert (await world.move(live, at=due - 1)).match.moves == 3


async def test_a_press_during_an_outage_is_told_of_it_first_and_only_once(world: World) -> None:
    live = await world.timed()
    await world.service.beat()
    world.service.disconnected()
    world.time += 5 * MINUTE
    player = live.match.game.to_move
    moved = await world.move(live, at=world.time - MINUTE)
    assert moved.match.budgets[player] == 180_000 + 15_000 + 5_000
    await world.show(moved)
    await world.service.connected()
    await world.service.settled()
    assert (await world.service.live(live.id)).match.budgets == moved.match.budgets


async def test_what_began_during_an_outage_has_missed_nothing(world: World) -> None:
    await world.service.beat()
    world.service.disconnected()
    world.time += HOUR
    live = await world.match()
    await world.service.connected()
    assert (await world.service.live(live.id)).match.paused is None


async def test_a_host_that_slept_was_away(world: World) -> None:
    live = await world.timed()
    await world.service.beat()
    world.time += 5 * MINUTE
    async with deadlines(world):
        await world.deadlines_were_served()
        assert world.told.empty()
        await world.service.beat()
        told = await world.next_told()
    assert told.match.budgets[live.match.game.to_move] == 195_000


async def test_nobody_is_flagged_or_charged_while_nothing_can_be_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    live = await world.timed()
    await world.service.beat()
    with monkeypatch.context() as patched:
        patched.setattr(world.store, "save_note", full)
        patched.setattr(world.store, "commit", full)
        async with deadlines(world):
            for _ in range(100):
                world.time += HEARTBEAT
                with pytest.raises(StoreError):
                    await world.service.beat()
                await world.deadlines_were_served()
            assert world.told.empty()
    await world.service.beat()
    told = await world.next_told()
    assert (told.id, told.match.phase) == (live.id, Phase.PLAYING)
    assert told.match.budgets[told.match.game.to_move] == 180_000 + 15_000


async def test_a_line_that_is_dead_without_a_word_counts_from_what_was_last_heard(world: World) -> None:
    live = await world.timed()
    player = live.match.game.to_move
    world.wait(100_000)
    await world.service.beat()
    world.wait(40_000)
    await world.service.beat()
    world.wait(10_000)
    world.service.silence = lambda _: 50_000
    await world.service.beat()
    async with deadlines(world):
        world.time += 5 * MINUTE
        await world.deadlines_were_served()
        assert world.told.empty()
        world.service.silence = lambda _: 0
        await world.service.beat()
        told = await world.next_told()
    assert told.match.budgets[player] == 180_000 - 100_000 + 15_000


async def test_a_line_that_goes_again_while_its_return_is_noted_costs_nobody_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await world.timed()
    player = live.match.game.to_move
    await world.service.beat()
    world.time += 4_000
    world.service.disconnected()
    world.time += 5_000
    save = world.store.save_note

    async def gone_meanwhile(name: str, text: str) -> None:
        await save(name, text)
        if world.service.presences[0].connected:
            world.service.disconnected()
            world.time += 9_000

    monkeypatch.setattr(world.store, "save_note", gone_meanwhile)
    await world.service.connected()
    monkeypatch.undo()
    assert not world.service.presences[0].there
    world.time += MINUTE
    await world.service.connected()
    told = await world.next_told()
    assert told.match.budgets[player] == live.match.budgets[player] + 15_000
