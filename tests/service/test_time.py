"""Deadlines: what falls when, and what a press just before is worth."""

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.match import Phase, Terms
from fillerbot.lanes import SETTLE
from fillerbot.live import Live, Refused
from tests.service.world import ANN, BEN, World, deadlines, mover

EXPIRY = 600_000
FLAG = 181_000
"""A budget of three minutes, and the second that is free."""


async def refusal_of_a_move(world: World, live: Live, at: int) -> str:
    with pytest.raises(Refused) as refused:
        await world.move(live, at=at)
    return refused.value.reason


async def test_a_challenge_expires_by_itself(world: World) -> None:
    live = await world.challenge()
    world.time += EXPIRY + SETTLE - 1
    async with deadlines(world):
        await world.deadlines_were_served()
        assert (await world.service.live(live.id)).match.phase is Phase.CHALLENGED
        world.time += 1
        told = await world.next_told()
    assert (told.id, told.match.closing) == (live.id, Closing.EXPIRED)
    assert await world.store.next_deadline() is None


async def test_a_flag_falls_only_some_time_after_its_deadline(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    live = await world.timed()
    loser = live.match.game.to_move
    due = world.time + FLAG
    world.time = due + SETTLE - 1
    async with deadlines(world):
        await world.deadlines_were_served()
        assert (await world.service.live(live.id)).match.phase is Phase.PLAYING
        world.time = due + SETTLE
        told = await world.next_told()
    assert (told.match.closing, told.match.by) == (Closing.FLAG, loser)
    assert not caplog.records
    # It fell at its deadline, whenever it was served.
    stored = await world.store.load(live.id)
    assert stored
    assert stored[1][-1].at == due
    standings = told.match.standings()
    assert standings
    assert standings.ranking == ((1 - loser,), (loser,))


async def test_a_press_made_before_the_deadline_that_arrives_after_it_counts(world: World) -> None:
    live = await world.timed()
    player = live.match.game.to_move
    due = world.time + FLAG
    async with deadlines(world):
        world.time = due + SETTLE - 1
        await world.deadlines_were_served()
        moved = await world.move(live, at=due - 1)
        assert moved.match.budgets[player] == 1 + 5_000
        # The deadline that was, is none any more.
        world.time = due + 10 * SETTLE
        await world.move(await world.show(moved))
        assert world.told.empty()


@pytest.mark.parametrize("late", [0, 1, SETTLE - 1])
async def test_a_press_made_after_the_deadline_is_refused_while_the_flag_has_not_fallen(
    world: World, late: int
) -> None:
    live = await world.timed()
    due = world.time + FLAG
    world.time = due + late
    assert await refusal_of_a_move(world, live, due) == "time-up"
    # Nothing is decided by it: what the same player pressed in time may still arrive.
    assert (await world.move(live, at=due - 1)).match.moves == 3


async def test_a_press_when_the_flag_should_have_fallen_lets_it_fall(world: World) -> None:
    live = await world.timed()
    loser = live.match.game.to_move
    due = world.time + FLAG
    world.time = due + SETTLE
    after = await world.move(live, at=due + 5)
    assert (after.match.closing, after.match.by, after.match.moves) == (Closing.FLAG, loser, 2)
    assert await refusal_of_a_move(world, live, due - 1) == "match-over"


async def test_whoever_presses_the_flag_is_the_one_whose_time_is_up(world: World) -> None:
    live = await world.timed()
    loser = live.match.game.to_move
    world.time += FLAG + SETTLE
    other = next(person for person in (ANN, BEN) if person != mover(live))
    after = await world.service.resign(live.id, other.id, world.at())
    assert (after.match.closing, after.match.by) == (Closing.FLAG, loser)


async def test_a_match_is_called_off_when_a_first_move_does_not_come(world: World) -> None:
    await world.show(await world.match())
    world.time += 60_000 + SETTLE
    async with deadlines(world):
        told = await world.next_told()
    assert (told.match.closing, told.match.by) == (Closing.ABORTED, None)
    # That is nobody's abort.
    assert await world.store.aborts(ANN.id, Instant(0)) == await world.store.aborts(BEN.id, Instant(0)) == []


async def test_who_is_not_ready_for_the_next_game_runs_out_of_time(world: World) -> None:
    live = await world.show(await world.between())
    await world.service.ready(live.id, BEN.id, world.at())
    world.time += 60_000 + 180_000 + SETTLE
    async with deadlines(world):
        told = await world.next_told()
    assert (told.match.closing, told.match.by) == (Closing.FLAG, 0)


async def test_the_earliest_of_many_deadlines_is_served_first(world: World) -> None:
    slow = await world.timed(Terms("quick", "slow", rated=False, length=2))
    quick = await world.timed(Terms("quick", "blitz", rated=False, length=2))
    world.time += 24 * 3_600_000
    async with deadlines(world):
        told = [await world.next_told(), await world.next_told()]
    assert [live.id for live in told] == [quick.id, slow.id]


async def test_a_deadline_made_while_another_is_waited_for_is_served_in_time(world: World) -> None:
    slow = await world.timed(Terms("quick", "days7", rated=False, length=2))
    async with deadlines(world):
        await world.deadlines_were_served()
        # Nothing but the new match tells the service to look again.
        world.time -= EXPIRY + SETTLE
        quick = await world.service.challenge(slow.setup.terms, (ANN, BEN), slow.table, world.at())
        world.time += EXPIRY + SETTLE
        told = await world.next_told()
    assert told.id == quick.id


async def test_what_was_shown_late_starts_no_clock_of_a_newer_position(world: World) -> None:
    first = await world.match()
    second = await world.move(first)
    await world.show(first)
    assert (await world.service.live(first.id)) == second
    assert (await world.show(second)).match.shown == world.time


async def test_the_time_of_a_turn_counts_from_when_it_was_shown(world: World) -> None:
    live = await world.timed()
    player = live.match.game.to_move
    world.time += 4_200
    assert (await world.move(live)).match.budgets[player] == 181_800
