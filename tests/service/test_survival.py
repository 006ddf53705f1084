"""Restarts, failing databases and callers that go away."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from fillerbot import lanes, practice
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing, Moved, Shown
from fillerbot.engine.match import Phase
from fillerbot.engine.standings import Player
from fillerbot.lanes import SETTLE
from fillerbot.live import Refused
from fillerbot.practice import Exercise, Practice
from fillerbot.store import Append, Change, StoreError
from fillerbot.store.sqlite import read_store
from tests.service.world import ANN, BEN, PATIENCE, TABLE, World, deadlines, mover, world_on

HOUR = 3_600_000


async def test_after_a_restart_a_match_goes_on_and_no_clock_runs_until_it_is_shown_again(path: Path) -> None:
    async with world_on(path) as world:
        before = await world.timed()
        then = world.time
    async with world_on(path, now=then + HOUR) as world:
        await world.service.wake()
        await world.service.connected()
        told = await world.next_told()
        now = Instant(world.time)
        assert told.match == replace(before.match, shown=None, changed=now, touched=now)
        assert (told.setup, told.table) == (before.setup, before.table)
        async with deadlines(world):
            # Nothing is due for a fortnight, however late it is.
            due = await world.store.next_deadline()
            assert due == (told.id, world.time + 14 * 24 * HOUR)
            world.wait(HOUR)
            await world.service.save_note("any", "thing")
            shown = await world.show(told)
            player = shown.match.game.to_move
            world.wait(4_200)
            moved = await world.move(shown)
        assert moved.match.budgets[player] == 181_800
        assert moved.match.moves == before.match.moves + 1


async def test_after_a_restart_clocks_run_again_once_the_board_was_shown(path: Path) -> None:
    async with world_on(path) as world:
        await world.timed()
        then = world.time
    async with world_on(path, now=then + HOUR) as world:
        await world.service.wake()
        await world.service.connected()
        await world.show(await world.next_told())
        world.wait(181_000 + SETTLE)
        async with deadlines(world):
            assert (await world.next_told()).match.closing is Closing.FLAG


async def test_a_challenge_expires_during_an_absence_all_the_same(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.challenge()
        then = world.time
    async with world_on(path, now=then + HOUR) as world:
        await world.service.wake()
        await world.service.connected()
        assert world.told.empty()
        world.wait(SETTLE)
        async with deadlines(world):
            told = await world.next_told()
    assert (told.id, told.match.closing) == (live.id, Closing.EXPIRED)


async def test_a_match_whose_end_was_seen_is_not_woken_by_a_restart(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.match()
        over = await world.service.resign(live.id, ANN.id, world.at())
        world.service.shown(over, world.at(1))
        await world.service.settled()
        seen = await world.service.live(live.id)
    async with world_on(path) as world:
        await world.service.wake()
        await world.service.connected()
        await world.service.settled()
        assert world.told.empty()
        assert await world.service.live(live.id) == seen


async def test_an_end_that_nobody_saw_is_shown_after_a_restart(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.match()
        over = await world.service.resign(live.id, ANN.id, world.at())
    async with world_on(path) as world:
        await world.service.wake()
        await world.service.connected()
        await world.service.settled()
        assert world.told.get_nowait() == over
        assert world.told.empty()


async def test_a_wish_for_a_rematch_that_nobody_saw_is_shown_after_a_restart_and_then_no_more(
    path: Path,
) -> None:
    async with world_on(path) as world:
        live = await world.match()
        await world.show(await world.service.resign(live.id, ANN.id, world.at()))
        await world.service.rematch(live.id, BEN.id, world.at())
    for told in (1, 0):
        async with world_on(path) as world:
            await world.service.wake()
            await world.service.connected()
            await world.service.settled()
            assert world.told.qsize() == told
            if told:
                assert (await world.next_told()).match.wants_rematch == {Player(1)}
                await world.show(await world.service.live(live.id))


async def test_a_match_that_was_played_again_is_not_woken_by_a_restart(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.match()
        await world.show(await world.service.resign(live.id, ANN.id, world.at()))
        await world.service.rematch(live.id, ANN.id, world.at())
        again = await world.show(await world.service.rematch(live.id, BEN.id, world.at()))
    async with world_on(path) as world:
        await world.service.wake()
        await world.service.connected()
        await world.service.settled()
        assert world.told.qsize() == 1
        assert (await world.next_told()).id == again.id


async def test_where_a_match_is_shown_survives_a_restart_and_a_move(path: Path) -> None:
    async with world_on(path) as world:
        live = await world.match()
        before, now = await world.service.set_table(live.id, lambda table: replace(table, message=77))
        assert (before, now.table.message) == (live.table, 77)
        assert (await world.move(live)).table == now.table
    async with world_on(path) as world:
        assert (await world.service.live(live.id)).table == now.table


class Failing:
    """A commit that fails as often as it is told to, before or after the changes were really stored.

    So many as are `good` go well first.
    """

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, *, stores: bool = False) -> None:
        self.times = 0
        self.good = 0
        self._commit = world.store.commit
        self._stores = stores
        monkeypatch.setattr(world.store, "commit", self)

    async def __call__(self, *changes: Change) -> None:
        if not self.times:
            return await self._commit(*changes)
        if self.good:
            self.good -= 1
            return await self._commit(*changes)
        self.times -= 1
        if self._stores:
            await self._commit(*changes)
        raise StoreError("the disk is full")


async def test_a_store_that_fails_leaves_the_match_as_it_was_and_the_next_try_works(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(world, monkeypatch)
    live = await world.match()
    failing.times = 1
    with pytest.raises(StoreError):
        await world.move(live, seq=0)
    assert await world.service.live(live.id) == live
    assert (await world.move(live, seq=0)).match.moves == 1


async def test_a_move_that_was_stored_though_the_store_said_no_counts_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(world, monkeypatch, stores=True)
    live = await world.match()
    failing.times = 1
    with pytest.raises(StoreError):
        await world.move(live, seq=0)
    assert (await world.service.live(live.id)).match.moves == 1
    with pytest.raises(Refused, match="stale"):
        await world.move(live, seq=0)


async def test_a_flag_that_could_not_be_stored_for_a_moment_falls_soon_after(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = Failing(world, monkeypatch)
    live = await world.timed()
    due = await world.store.next_deadline()
    assert due
    world.time = due[1] + SETTLE
    failing.times = 1
    async with deadlines(world):
        for _ in range(1_000_000):
            if "the disk is full" in caplog.text:
                break
            await asyncio.sleep(0)
        assert world.told.empty()
        world.wait(15_000)
        told = await world.next_told()
    assert (told.id, told.match.closing, told.match.changed) == (live.id, Closing.FLAG, due[1])


async def test_a_challenge_that_could_not_be_stored_is_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(world, monkeypatch)
    failing.times = 1
    with pytest.raises(StoreError):
        await world.challenge()
    assert await world.service.running(ANN.id) == []
    assert (await world.challenge()).id == 1


async def test_a_rematch_that_could_not_be_stored_can_be_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing(world, monkeypatch)
    live = await world.match()
    await world.service.resign(live.id, ANN.id, world.at())
    await world.service.rematch(live.id, ANN.id, world.at())
    failing.times = 1
    with pytest.raises(StoreError):
        await world.service.rematch(live.id, BEN.id, world.at())
    assert await world.store.everything() == [live.id]
    old = await world.service.live(live.id)
    assert (old.match.successor, old.match.wants_rematch) == (None, frozenset({Player(0)}))
    new = await world.service.rematch(live.id, BEN.id, world.at())
    assert new.match.phase is Phase.PLAYING


async def test_what_could_not_be_shown_in_the_store_is_logged_and_starts_no_clock(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = Failing(world, monkeypatch)
    live = await world.match()
    failing.times = 1
    assert await world.show(live) == live
    assert "the disk is full" in caplog.text
    assert (await world.show(live)).match.shown == world.time


async def test_a_clock_runs_from_when_the_board_was_shown_although_that_could_be_stored_only_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "AGAIN", 0)
    failing = Failing(world, monkeypatch)
    live = await world.match()
    failing.times = 2
    then = world.at()
    world.service.shown(live, then)
    world.wait(5_000)
    async with asyncio.timeout(PATIENCE):
        while (await world.service.live(live.id)).match.shown is None:
            await world.service.settled()
            await asyncio.sleep(0)
    assert (await world.service.live(live.id)).match.shown == then


async def test_that_a_board_was_shown_is_stored_together_with_the_next_move(
    world: World, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, stored = await world.timed(), list[tuple[Change, ...]]()
    commit = world.store.commit
    live = await world.move(live)

    async def noted(*changes: Change) -> None:
        stored.append(changes)
        await commit(*changes)

    monkeypatch.setattr(world.store, "commit", noted)
    world.service.shown(live, world.at())
    await world.seen(live)
    world.wait(7_000)
    moved = await world.move(live)
    await world.service.settled()
    assert [
        [type(change.event) for change in changes if isinstance(change, Append)] for changes in stored
    ] == [[Shown, Moved]]
    async with read_store(path) as store:
        again = await World(store, world.time).service.live(live.id)
    assert again.match == moved.match


async def test_a_move_that_could_not_be_stored_does_not_stop_the_clock_of_who_is_to_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "AGAIN", 0)
    failing = Failing(world, monkeypatch)
    live, then = await world.match(), world.at()
    world.service.shown(live, then)
    await world.seen(live)
    world.wait(7_000)
    failing.times = 1
    with pytest.raises(StoreError):
        await world.move(live)
    assert (await world.seen(live)).match.shown == then


async def test_a_caller_that_goes_away_in_the_middle_leaves_a_match_that_can_be_played(world: World) -> None:
    live = await world.match()
    task = asyncio.create_task(world.move(live, seq=0))
    for _ in range(1_000_000):
        if world.store._lock.locked():
            break
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    now = await world.service.live(live.id)
    # The transaction had begun, so the move counts, in memory as in the file.
    assert now.match.moves == 1
    stored = await world.store.load(live.id)
    assert stored
    assert len(stored[1]) == now.version
    assert mover(now) != mover(live)
    assert (await world.move(now, seq=1)).match.moves == 2


async def test_a_caller_that_goes_away_as_a_match_moves_to_another_message_leaves_it_there(
    world: World,
) -> None:
    live = await world.match()
    moving = asyncio.create_task(world.service.set_table(live.id, lambda table: replace(table, message=77)))
    for _ in range(1_000_000):
        if world.store._lock.locked():
            break
        await asyncio.sleep(0)
    moving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await moving
    stored = await world.store.table(live.id)
    assert stored
    assert stored.message == 77
    assert (await world.service.live(live.id)).table == stored


async def test_a_computer_that_was_kept_from_moving_moves_after_a_restart(path: Path) -> None:
    async with world_on(path) as world:
        await world.service.connected()
        exercise = Exercise("quick", 1, 1)
        live = await world.service.practise(exercise, ANN, TABLE, world.at())
        moved = Moved(world.at(), Player(0), live.match.game.position.legal()[0])
        # Somebody has seen the board before the computer had moved, and then the bot was killed.
        await world.show(
            await super(Practice, world.service)._act(live.id, ANN.id, world.at(), lambda *_: moved)
        )
    async with world_on(path) as world:
        await world.service.wake()
        await world.service.connected()
        await world.service.settled()
        told = await world.next_told()
    assert told.match.moves > 1
    assert mover(told) == ANN


@pytest.mark.parametrize("stores", [False, True])
async def test_a_move_stands_that_the_computer_could_not_answer_and_it_answers_later(
    world: World, monkeypatch: pytest.MonkeyPatch, *, stores: bool
) -> None:
    monkeypatch.setattr(practice, "_AGAIN", 0.01)
    failing = Failing(world, monkeypatch, stores=stores)
    live = await world.service.practise(Exercise("quick", 2, 1), ANN, TABLE, world.at())
    failing.good, failing.times = 1, 2 - stores
    moved = await world.move(live, seq=0)
    # Whoever moved is shown what is stored.
    assert moved.match.moves == 1
    answered = await world.next_told()
    assert answered.match.moves == 2
    assert (await world.move(answered, seq=2)).match.moves == 4
    assert failing.times == 0
