"""Transactions that share a visit to the disk: each is whole or not at all, and fails only for itself."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fillerbot.live import MatchId
from fillerbot.store import Change, StoreError
from fillerbot.store.sqlite import _BUSY, SqliteStore, open_store
from tests.store.stored import ONE, TWO, look, opened, shown
from tests.store.test_sqlite import in_transaction
from tests.store.test_trouble import locked, read_only, small_disk

THREE = MatchId(3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@asynccontextmanager
async def busy(store: SqliteStore) -> AsyncIterator[None]:
    """What is committed in here shares one group: the disk is slow just now."""
    go_on = threading.Event()

    def work(_: sqlite3.Connection) -> None:
        go_on.wait()

    slow = asyncio.create_task(store._write(work))
    await in_transaction(store)
    yield
    go_on.set()
    await slow


async def together(store: SqliteStore, *commits: Sequence[Change]) -> list[str]:
    """Commit at the same time; what each caller was told."""
    async with busy(store):
        tasks = [asyncio.create_task(store.commit(*changes)) for changes in commits]
        await asyncio.sleep(0)
        assert len(store._writer._waiting) == len(commits)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(result is None or isinstance(result, StoreError) for result in results)
    return ["stored" if result is None else str(result) for result in results]


def events(path: Path) -> list[tuple[object, ...]]:
    return look(path, "SELECT match, number FROM events ORDER BY match, number")


async def test_a_transaction_that_breaks_a_rule_fails_and_its_neighbours_are_stored(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), shown(1))
        told = await together(
            store,
            [opened(TWO), shown(1, TWO)],
            [opened(MatchId(7)), shown(1, at=9)],
            [shown(1, MatchId(99))],
            [opened(THREE), shown(1, THREE)],
        )
        await store.commit(shown(2))
    assert told[0] == told[3] == "stored"
    assert "UNIQUE" in told[1]
    assert "FOREIGN KEY" in told[2]
    assert events(path) == [(1, 1), (1, 2), (2, 1), (3, 1)]
    assert look(path, "SELECT id FROM matches") == [(1,), (2,), (3,)]


async def test_work_that_is_wrong_in_itself_fails_alone(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
        async with busy(store):
            wrong = asyncio.create_task(store.commit(shown(1, at=2**70)))
            right = asyncio.create_task(store.commit(shown(1)))
            await asyncio.sleep(0)
        with pytest.raises(OverflowError):
            await wrong
        await right
    assert events(path) == [(1, 1)]


async def test_a_group_waits_once_for_whoever_locks_the_file(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(*(opened(MatchId(number)) for number in range(1, 9)))
        async with locked(store, path):
            async with busy_with_nothing(store):
                tasks = [asyncio.create_task(store.commit(shown(1, MatchId(n)))) for n in range(1, 9)]
            began = time.perf_counter()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            took = time.perf_counter() - began
        assert {str(result) for result in results} == {"the database refused to write: database is locked"}
        # Everybody else waits meanwhile, and Discord waits three seconds.
        assert took < 2 * _BUSY
        assert events(path) == []
        await store.commit(shown(1))
    assert events(path) == [(1, 1)]


@asynccontextmanager
async def busy_with_nothing(store: SqliteStore) -> AsyncIterator[None]:
    """As `busy`, without a transaction of its own."""
    async with store._lock:
        yield
        await asyncio.sleep(0.01)


async def test_a_read_only_file_refuses_a_group_as_a_whole(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), opened(TWO))
        async with read_only(store, path):
            results = await asyncio.gather(
                *(store.commit(shown(1, match)) for match in (ONE, TWO)), return_exceptions=True
            )
        assert {str(result) for result in results} == {
            "the database refused to write: attempt to write a readonly database"
        }
        await store.commit(shown(1))
    assert events(path) == [(1, 1)]


async def test_on_a_full_disk_what_was_said_to_be_stored_is_and_the_rest_is_not(path: Path) -> None:
    many = [MatchId(number) for number in range(1, 41)]
    async with open_store(path) as store:
        for match in many:
            await store.commit(opened(match))
        with small_disk(30_000, path):
            told = await together(store, *([shown(n, match) for n in range(1, 30)] for match in many))
        stored = [match for match, said in zip(many, told, strict=True) if said == "stored"]
        assert stored
        assert len(stored) < len(many)
        assert {said for said in told if said != "stored"} <= {
            "the database refused to write: disk I/O error",
            "the database refused to write: database or disk is full",
        }
        expected = [(match, number) for match in stored for number in range(1, 30)]
        assert events(path) == expected
        # With room again the same changes are stored.
        late = next(match for match in many if match not in stored)
        await store.commit(*(shown(n, late) for n in range(1, 30)))
    async with open_store(path) as store:
        assert len(events(path)) == len(expected) + 29
    assert look(path, "PRAGMA integrity_check") == [("ok",)]


async def test_a_damaged_page_fails_what_needs_it_and_nothing_else(path: Path) -> None:
    async with open_store(path) as store:
        for match in (ONE, TWO):
            await store.commit(opened(match), *(shown(number, match) for number in range(1, 400)))
    leaves = "SELECT pageno, pgsize FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY path"
    page, size = look(path, leaves)[0]
    assert isinstance(page, int)
    assert isinstance(size, int)
    async with open_store(path) as store:
        with path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
        broken = [[shown(number, ONE)] for number in range(1, 400, 10)]
        *told, two, three = await together(store, *broken, [shown(400, TWO)], [opened(THREE)])
        assert "the database refused to write: database disk image is malformed" in told
        assert two == three == "stored"
        with pytest.raises(StoreError, match=r"the database cannot be read: .* malformed"):
            await store.load(ONE)
        loaded = await store.load(TWO)
        assert loaded
        assert len(loaded[1]) == 400
    with pytest.raises(StoreError, match=r"is damaged, and nothing was changed"):
        async with open_store(path):
            pass


async def test_who_is_sent_away_before_his_turn_to_store_goes_when_all_is_stored(path: Path) -> None:
    async with open_store(path) as store:
        async with busy(store):
            leaving = asyncio.create_task(store.commit(opened()))
            looking = asyncio.create_task(_number_after(leaving, store))
            await asyncio.sleep(0)
            leaving.cancel()
            for _ in range(5):
                await asyncio.sleep(0)
        # Else the next match would get the same number.
        assert await looking == ONE


async def _number_after(leaving: asyncio.Task[None], store: SqliteStore) -> MatchId:
    """The highest number of a match for whoever looks when somebody has left."""
    with pytest.raises(asyncio.CancelledError):
        await leaving
    return await store.last_id()


async def test_a_store_that_is_closed_in_a_hurry_has_stored_what_it_was_given(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
        tasks = [asyncio.create_task(store.commit(shown(number))) for number in range(1, 30)]
        await asyncio.sleep(0)
    assert await asyncio.gather(*tasks) == [None] * 29
    assert len(events(path)) == 29


async def test_what_no_answer_waits_for_is_stored_with_what_comes_next_or_soon_by_itself(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
        statements: list[str] = []
        await store._db.set_trace_callback(statements.append)
        board_seen = asyncio.create_task(store.commit(shown(1)))
        await asyncio.sleep(0)
        await store.commit(opened(TWO))
        await board_seen
        assert statements.count("BEGIN IMMEDIATE") == 1
        await asyncio.wait_for(store.commit(shown(2)), 1)
    assert events(path) == [(1, 1), (1, 2)]
