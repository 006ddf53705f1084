"""What is stored stays stored, whole or not at all."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing, Shown
from fillerbot.figures import Symbols
from fillerbot.live import MatchId, PersonId, Table, computer
from fillerbot.store import Append, Open, Pending, StoreError
from fillerbot.store.sqlite import SqliteStore, open_store
from tests.store.stored import ANN, BEN, EVENTS, ONE, TABLE, TWO, ended, look, opened, setup, shown


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    async with open_store(path) as store:
        yield store


async def test_a_match_with_events_of_every_kind_survives_closing_and_reopening(path: Path) -> None:
    changes = [Append(ONE, number, event, None) for number, event in enumerate(EVENTS, 1)]
    async with open_store(path) as store:
        await store.commit(opened(), *changes)
    async with open_store(path) as store:
        loaded = await store.load(ONE)
        assert loaded
        assert loaded[0] == setup()
        assert tuple(loaded[1]) == EVENTS
        assert await store.table(ONE) == TABLE
        assert await store.last_id() == ONE


async def test_what_was_committed_can_be_seen_in_the_file_at_once(store: SqliteStore, path: Path) -> None:
    await store.commit(opened(), shown(1))
    assert look(path, "SELECT match, number, at, kind FROM events") == [(1, 1, 1, "shown")]


async def test_the_same_event_number_twice_is_refused_and_nothing_of_that_commit_is_kept(
    store: SqliteStore,
) -> None:
    await store.commit(opened(), shown(1, at=10))
    with pytest.raises(StoreError):
        await store.commit(opened(TWO, deadline=99), shown(2, at=20), shown(1, at=30, deadline=98))
    loaded = await store.load(ONE)
    assert loaded
    assert loaded[1] == [Shown(Instant(10))]
    assert await store.load(TWO) is None
    assert await store.next_deadline() is None
    # The store can be used afterwards.
    await store.commit(shown(2, at=40))
    loaded = await store.load(ONE)
    assert loaded
    assert loaded[1] == [Shown(Instant(10)), Shown(Instant(40))]


async def test_an_event_of_a_match_that_was_never_opened_is_refused(store: SqliteStore) -> None:
    with pytest.raises(StoreError):
        await store.commit(shown(1))
    assert await store.last_id() == 0


async def test_a_match_number_is_given_once(store: SqliteStore) -> None:
    await store.commit(opened())
    with pytest.raises(StoreError):
        await store.commit(opened())


async def test_a_rematch_knows_the_match_it_comes_from(store: SqliteStore) -> None:
    await store.commit(opened())
    await store.commit(Open(setup(TWO, origin=ONE), TABLE, None))
    loaded = await store.load(TWO)
    assert loaded
    assert loaded[0].origin == ONE


async def in_transaction(store: SqliteStore) -> None:
    """Wait until the store is in the middle of something."""
    for _ in range(1_000_000):
        if store._lock.locked():
            return
        await asyncio.sleep(0)
    pytest.fail("nothing is being written")


async def test_cancelled_callers_do_not_tear_transactions(path: Path) -> None:
    rng = random.Random(7)
    answered: set[MatchId] = set()

    async def save(store: SqliteStore, match: MatchId) -> None:
        rest = [shown(number, match, deadline=match) for number in (1, 2, 3)]
        await store.commit(opened(match, deadline=match), *rest)
        answered.add(match)

    async with open_store(path) as store:
        tasks: list[asyncio.Task[None]] = []
        for wave in range(60):
            started = [asyncio.create_task(save(store, MatchId(3 * wave + number))) for number in (1, 2, 3)]
            tasks += started
            # Sometimes before anything was begun, sometimes in the middle, sometimes in that of another.
            if wave % 3:
                await in_transaction(store)
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            rng.choice(started).cancel()
            if wave % 2:
                await asyncio.wait(tasks)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(result) for result in results} == {type(None), asyncio.CancelledError}
    assert look(path, "PRAGMA integrity_check") == [("ok",)]
    assert look(path, "PRAGMA foreign_key_check") == []
    stored = {match for (match,) in look(path, "SELECT id FROM matches")}
    assert answered <= stored
    # Whole or not at all.
    for table in ("deadlines", "tables"):
        assert {match for (match,) in look(path, f"SELECT match FROM {table}")} == stored
    counts = look(path, "SELECT match, count(*) FROM events GROUP BY match")
    assert {match for match, _ in counts} == stored
    assert {count for _, count in counts} == {3}


async def test_a_transaction_whose_caller_gives_up_in_the_middle_is_finished(path: Path) -> None:
    async with open_store(path) as store:
        task = asyncio.create_task(store.commit(opened(), shown(1)))
        await in_transaction(store)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # Who reads next waits for it.
        loaded = await store.load(ONE)
        assert loaded
        assert len(loaded[1]) == 1


async def test_closing_waits_for_transactions_that_nobody_waits_for_any_more(path: Path) -> None:
    async with open_store(path) as store:
        tasks = [asyncio.create_task(store.commit(opened(MatchId(number)))) for number in range(1, 21)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    assert look(path, "SELECT count(*) FROM matches") == [(20,)]


async def test_the_earliest_deadline_is_the_next_and_an_event_moves_or_removes_it(store: SqliteStore) -> None:
    await store.commit(opened(ONE, deadline=500))
    await store.commit(opened(TWO, deadline=400))
    assert await store.next_deadline() == (TWO, 400)
    await store.commit(shown(1, TWO, deadline=900))
    assert await store.next_deadline() == (ONE, 500)
    await store.commit(shown(1, ONE))
    assert await store.next_deadline() == (TWO, 900)
    await store.commit(shown(2, TWO))
    assert await store.next_deadline() is None


async def test_running_are_somebodys_matches_that_are_not_over(store: SqliteStore) -> None:
    three = MatchId(3)
    await store.commit(*(opened(match) for match in (ONE, TWO, three)))
    await store.commit(ended(1, TWO, 5, Closing.EXPIRED))
    assert await store.running(ANN.id) == await store.running(BEN.id) == [ONE, three]
    assert await store.running(PersonId(7)) == []
    assert await store.everything() == [ONE, TWO, three]


async def test_pending_are_all_that_are_not_over_the_first_due_at_the_beginning(store: SqliteStore) -> None:
    three = MatchId(3)
    await store.commit(opened(ONE, deadline=500), opened(TWO), opened(three, deadline=400))
    await store.commit(ended(1, TWO, 5, Closing.EXPIRED))
    assert await store.pending() == [
        Pending(three, setup().terms.clock, Instant(400), begun=False),
        Pending(ONE, setup().terms.clock, Instant(500), begun=False),
    ]


async def test_aborts_are_those_a_person_made_since_an_instant(store: SqliteStore) -> None:
    endings = [
        (Closing.ABORTED, ANN.id, 100),
        (Closing.ABORTED, ANN.id, 300),
        (Closing.ABORTED, BEN.id, 310),
        (Closing.ABORTED, None, 320),
        (Closing.RESIGNED, ANN.id, 330),
        (Closing.ABORTED, ANN.id, 200),
    ]
    for number, (closing, by, at) in enumerate(endings, 1):
        match = MatchId(number)
        await store.commit(opened(match), ended(1, match, at, closing, by))
    assert await store.aborts(ANN.id, Instant(200)) == [200, 300]
    assert await store.aborts(BEN.id, Instant(0)) == [310]
    # Nobody else is bothered by a game against the computer.
    seven = MatchId(7)
    practice = Open(replace(setup(seven), people=(ANN, computer(1))), TABLE, None)
    await store.commit(practice, ended(1, seven, 400, Closing.ABORTED, ANN.id))
    assert await store.aborts(ANN.id, Instant(200)) == [200, 300]


async def test_the_table_of_a_match_and_notes_are_replaced(store: SqliteStore) -> None:
    moved = Table(guild=2**62, channel=2**62 + 1, message=2**62 + 2, locale="en", symbols=Symbols.LARGE)
    await store.commit(opened())
    await store.save_table(ONE, moved)
    assert await store.table(ONE) == moved
    assert await store.table(TWO) is None
    assert await store.note("emoji") is None
    await store.save_note("emoji", "a")
    await store.save_note("emoji", "b")
    assert await store.note("emoji") == "b"


async def test_the_past_of_a_person_is_what_has_a_result_the_newest_first(store: SqliteStore) -> None:
    hows = [Closing.PLAYED, Closing.ABORTED, Closing.RESIGNED, Closing.DECLINED, Closing.FLAG]
    for number, how in enumerate(hows, 1):
        match = MatchId(number)
        await store.commit(opened(match), ended(1, match, 10, how))
    await store.commit(opened(MatchId(6)))
    past = await store.past(ANN.id, 10)
    assert [one.match for one in past] == [5, 3, 1]
    assert past[0].people == (ANN, BEN)
    assert past[0].variant == "quick"
    assert [one.match for one in await store.past(BEN.id, 2)] == [5, 3]
    assert await store.past(PersonId(7), 10) == []


async def test_an_event_that_does_not_aim_leaves_the_deadline_and_of_several_only_the_last_one_counts(
    store: SqliteStore,
) -> None:
    await store.commit(opened(ONE, deadline=500))
    await store.commit(replace(shown(1, deadline=900), aims=False))
    assert await store.next_deadline() == (ONE, 500)
    await store.commit(shown(2, deadline=700), replace(shown(3, deadline=900), aims=False))
    assert await store.next_deadline() == (ONE, 500)
    await store.commit(replace(shown(4, deadline=700), aims=False), shown(5, deadline=900))
    assert await store.next_deadline() == (ONE, 900)
