"""The bot's absence costs nobody time: restarts, and a host clock that is wrong."""

import asyncio
from pathlib import Path

import pytest

from fillerbot import absence
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.match import Terms
from fillerbot.lanes import SETTLE
from fillerbot.live import Live, Refused
from tests.service.test_survival import Failing
from tests.service.world import ANN, BEN, PATIENCE, World, deadlines, world_on

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
NOON = 1_700_000_000_000
HALF_A_MINUTE = Terms("quick", "30+0", rated=False, length=2)
DAYS = Terms("quick", "days3", rated=False, length=2)


async def killed_in_a_turn(path: Path, terms: Terms = HALF_A_MINUTE) -> Live:
    """The bot dies 14 s into a turn, 4 s after its last heartbeat."""
    async with world_on(path, now=NOON) as world:
        live = await world.timed(terms)
        world.wait(10_000)
        await world.service.beat()
        return live


async def back(world: World) -> Live:
    await world.service.wake()
    await world.service.connected()
    return await world.next_told()


async def test_after_a_restart_the_turn_is_charged_up_to_the_last_heartbeat(path: Path) -> None:
    before = await killed_in_a_turn(path)
    async with world_on(path, now=NOON + 7 * MINUTE) as world:
        told = await back(world)
        player = before.match.game.to_move
        assert told.match.budgets[player] == 30_000 - 10_000 + 15_000
        assert told.match.budgets[1 - player] == 35_000
        async with deadlines(world):
            world.wait(MINUTE)
            await world.deadlines_were_served()
            assert world.told.empty()
            # It runs again only now.
            await world.show(told)
            world.wait(36_000 + SETTLE)
            assert (await world.next_told()).match.by == player


async def test_the_absence_is_stored_so_that_another_restart_finds_the_same(path: Path) -> None:
    await killed_in_a_turn(path)
    async with world_on(path, now=NOON + 7 * MINUTE) as world:
        told = await back(world)
    async with world_on(path, now=NOON + 7 * MINUTE + 1) as world:
        again = await back(world)
    assert again == told


async def test_after_more_than_ten_minutes_a_match_waits_until_all_have_pressed_resume(path: Path) -> None:
    await killed_in_a_turn(path)
    async with world_on(path, now=NOON + 10_000 + 10 * MINUTE + 1) as world:
        live = await back(world)
        assert live.match.paused == world.time
        with pytest.raises(Refused, match="paused"):
            await world.move(live)
        live = await world.service.resume(live.id, ANN.id, world.at(5))
        assert live.match.paused
        live = await world.service.resume(live.id, BEN.id, world.at(6))
        assert live.match.paused is None
        assert sorted(live.match.budgets) == [35_000, 35_000]
        assert (await world.move(await world.show(live))).match.moves == 3


async def test_a_paused_match_is_called_off_after_a_day(path: Path) -> None:
    await killed_in_a_turn(path)
    async with world_on(path, now=NOON + HOUR) as world:
        await back(world)
        world.wait(DAY + SETTLE)
        async with deadlines(world):
            told = await world.next_told()
    assert (told.match.closing, told.match.standings()) == (Closing.ABORTED, None)


async def test_a_correspondence_deadline_moves_by_the_outage_and_its_board_can_wait(path: Path) -> None:
    before = await killed_in_a_turn(path, DAYS)
    due = before.match.timeout()
    assert due
    async with world_on(path, now=NOON + 30 * HOUR) as world:
        await world.service.wake()
        await world.service.connected()
        assert world.told.empty()
        assert await world.store.next_deadline() == (before.id, due[0] + 30 * HOUR - 10_000)


async def test_a_match_without_a_clock_is_not_called_off_because_the_bot_was_away(path: Path) -> None:
    await killed_in_a_turn(path, Terms("quick", "none", rated=False, length=2))
    async with world_on(path, now=NOON + 15 * DAY) as world:
        await world.service.wake()
        await world.service.connected()
        async with deadlines(world):
            await world.deadlines_were_served()
            assert world.told.empty()
            world.wait(14 * DAY)
            assert (await world.next_told()).match.closing is Closing.ABORTED


async def test_the_boards_whose_clocks_are_shortest_appear_first(path: Path) -> None:
    async with world_on(path, now=NOON) as world:
        terms = [Terms("quick", clock, rated=False, length=2) for clock in ("slow", "normal", "blitz")]
        ids = [(await world.timed(each)).id for each in terms]
        unseen = await world.match(DAYS)
        await world.service.beat()
    async with world_on(path, now=NOON + MINUTE) as world:
        told = [(await back(world)).id] + [(await world.next_told()).id for _ in range(3)]
    assert told == [*reversed(ids), unseen.id]


async def test_a_flag_that_fell_before_the_bot_went_has_fallen(path: Path) -> None:
    async with world_on(path, now=NOON) as world:
        live = await world.timed()
        world.wait(181_000 + SETTLE)
        await world.service.beat()
    async with world_on(path, now=NOON + HOUR) as world:
        await world.service.wake()
        await world.service.connected()
        told = await world.next_told()
    assert (told.id, told.match.closing) == (live.id, Closing.FLAG)


async def test_without_a_heartbeat_from_before_nothing_is_charged(path: Path) -> None:
    async with world_on(path, now=NOON) as world:
        await world.timed()
    async with world_on(path, now=NOON + HOUR) as world:
        told = await back(world)
    assert (told.match.budgets, told.match.paused) == ((180_000, 180_000), None)


@pytest.mark.parametrize("ahead", [5 * MINUTE, -5 * MINUTE])
async def test_a_host_clock_that_is_minutes_wrong_flags_nobody(path: Path, ahead: int) -> None:
    async with world_on(path, now=NOON + ahead) as world:
        # Discord's time is told by interactions and messages, some of them late.
        for late in (400, 90, 3_000):
            world.time += late
            world.service.heard(Instant(world.time - ahead - late))
        assert abs(world.service.now() - (world.time - ahead)) <= 90
        live = await world.service.challenge(
            HALF_A_MINUTE, (ANN, BEN), (await world.challenge()).table, Instant(world.time - ahead)
        )
        live = await world.service.accept(live.id, BEN.id, Instant(world.time - ahead))
        live = await world.move(await world.move(live, at=world.time - ahead), at=world.time - ahead)
        world.service.shown(live, Instant(world.time - ahead))
        await world.service.settled()
        await world.service.beat()
        async with deadlines(world):
            world.wait(31_000)
            await world.deadlines_were_served()
            assert world.told.empty()
            world.wait(SETTLE + 90)
            assert (await world.next_told()).match.closing is Closing.FLAG


async def test_the_heartbeat_is_by_discords_clock_and_remembers_what_the_hosts_is_worth(path: Path) -> None:
    async with world_on(path, now=NOON + 5 * MINUTE) as world:
        world.service.heard(Instant(NOON))
        await world.timed()
        world.service.heard(Instant(NOON))
        live = (await world.service.running(ANN.id))[-1]
        await world.service.beat()
    async with world_on(path, now=NOON + 6 * MINUTE) as world:
        told = await back(world)
        assert world.service.now() == NOON + MINUTE
        assert (told.id, told.match.paused) == (live.id, None)


async def test_an_old_delay_is_forgotten_as_clocks_drift(world: World) -> None:
    world.service.heard(Instant(world.time))
    for _ in range(3):
        world.time += HOUR
        world.service.heard(Instant(world.time - 700))
    assert world.service.now() == world.time - 700


async def test_a_flag_that_fell_days_ago_is_shown_all_the_same(path: Path) -> None:
    async with world_on(path, now=NOON) as world:
        live = await world.timed()
        world.wait(181_000 + SETTLE)
        await world.service.beat()
    async with world_on(path, now=NOON + 3 * DAY) as world:
        await world.service.wake()
        await world.service.connected()
        told = await world.next_told()
    assert (told.id, told.match.closing) == (live.id, Closing.FLAG)


async def test_before_a_stop_nothing_new_begins_and_what_is_played_goes_on(world: World) -> None:
    live = await world.timed()
    open_challenge = await world.challenge()
    parting = await world.service.part()
    assert parting == [live.id]
    for refused in (world.challenge(), world.service.accept(open_challenge.id, BEN.id, world.at())):
        with pytest.raises(Refused, match="stopping"):
            await refused
    assert (await world.move(live)).match.moves == 3


async def test_boards_that_say_back_soon_are_drawn_again_even_if_their_clocks_are_slow(path: Path) -> None:
    async with world_on(path, now=NOON) as world:
        live = await world.timed(DAYS)
        await world.service.beat()
        await world.service.part()
        await world.service.parted([live.id])
    async with world_on(path, now=NOON + MINUTE) as world:
        # Stopped again before anything could be drawn.
        await world.service.wake()
        await world.service.part()
        await world.service.parted([])
    async with world_on(path, now=NOON + 2 * MINUTE) as world:
        assert (await back(world)).id == live.id
        await world.service.wake()
        await world.service.connected()
        assert world.told.empty()


async def back_before_anybody_is_told(world: World) -> None:
    await world.service.wake()
    world.service.presences[0].find()
    await world.service._make_up(0)


async def test_the_bot_is_there_again_before_all_matches_know_that_it_was_away(path: Path) -> None:
    before = await killed_in_a_turn(path, DAYS)
    async with world_on(path, now=NOON + 30 * HOUR) as world:
        await back_before_anybody_is_told(world)
        # Whoever plays on lets his match know first.
        assert world.service.presences[0].there
        world.time += 5_000
        live = await world.service.live(before.id)
        assert (live.match.shown, live.match.moves) == (NOON + 30 * HOUR - 10_000, 2)


async def test_matches_that_were_not_told_of_one_absence_learn_of_it_after_the_next(path: Path) -> None:
    first = await killed_in_a_turn(path)
    async with world_on(path, now=NOON + 10_000) as world:
        second = await world.timed(HALF_A_MINUTE)
        await world.service.beat()
    at = NOON + 7 * MINUTE
    async with world_on(path, now=at) as world:
        await back_before_anybody_is_told(world)
        # Killed when only one of them knew.
        await world.show(await world.service.live(second.id))
        world.time += 4_000
        await world.service.beat()
    async with world_on(path, now=at + 5 * MINUTE) as world:
        await world.service.wake()
        await world.service.connected()
        budgets = [(await world.service.live(each.id)).match.budgets for each in (first, second)]
        assert budgets[0][first.match.game.to_move] == 30_000 - 10_000 + 15_000
        assert budgets[1][second.match.game.to_move] == 30_000 + 15_000 - 4_000 + 15_000
        await world.service.settled()
        assert world.service.presences[0].past == []
    async with world_on(path, now=at + 5 * MINUTE) as world:
        await world.service.wake()
        assert world.service.presences[0].past == []


async def test_a_match_that_could_not_be_told_of_an_absence_for_a_moment_is_told_soon_after(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "AGAIN", 0)
    before = await killed_in_a_turn(path)
    async with world_on(path, now=NOON + 7 * MINUTE) as world:
        Failing(world, monkeypatch).times = 2
        told = await back(world)
        assert told.match.budgets[before.match.game.to_move] == 30_000 - 10_000 + 15_000
        await world.service.settled()
        assert world.service.presences[0].past == []


async def test_a_flag_that_is_due_for_a_match_that_knows_of_no_absence_does_not_fall(path: Path) -> None:
    live = await killed_in_a_turn(path)
    async with world_on(path, now=NOON + HOUR) as world:
        await back_before_anybody_is_told(world)
        world.wait(5_000)
        async with deadlines(world), asyncio.timeout(PATIENCE):
            # It is paused since the absence ended, however late it learns of that.
            while await world.store.next_deadline() != (live.id, NOON + HOUR + DAY):
                await world.deadlines_were_served()
        assert (await world.service.live(live.id)).match.paused == NOON + HOUR
        assert world.told.empty()
