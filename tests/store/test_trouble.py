"""A disk that is full, a file that cannot be written, somebody else who locks it: nothing half is kept."""

import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from fillerbot.store import StoreError
from fillerbot.store.sqlite import SqliteStore, open_store
from tests.store.stored import ONE, opened, shown


async def pragma(store: SqliteStore, text: str) -> int:
    async with store._db.execute(f"PRAGMA {text}") as cursor:
        row = await cursor.fetchone()
    return int(row[0]) if row else 0


@asynccontextmanager
async def full(store: SqliteStore, _: Path) -> AsyncIterator[None]:
    """No page more fits on the disk."""
    await pragma(store, f"max_page_count = {await pragma(store, 'page_count')}")
    yield
    await pragma(store, "max_page_count = 1000000")


@asynccontextmanager
async def read_only(store: SqliteStore, _: Path) -> AsyncIterator[None]:
    await pragma(store, "query_only = ON")
    yield
    await pragma(store, "query_only = OFF")


@asynccontextmanager
async def locked(_: SqliteStore, path: Path) -> AsyncIterator[None]:
    """Another program has begun to write, and takes its time."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@contextmanager
def small_disk(room: int, path: Path) -> Iterator[None]:
    """A disk on which so many bytes more fit into what is written before it goes to the database file."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = path.with_name(f"{path.name}-wal").stat().st_size + room
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


TROUBLES = {"full": full, "readonly": read_only, "locked": locked}


@pytest.mark.parametrize("why", TROUBLES)
async def test_what_cannot_be_stored_is_refused_with_the_reason_and_works_again_afterwards(
    why: str, tmp_path: Path
) -> None:
    path = tmp_path / "matches.sqlite3"
    async with open_store(path) as store:
        await store.commit(opened(), shown(1))
        async with TROUBLES[why](store, path):
            # Enough events to need a new page.
            with pytest.raises(StoreError, match=f"the database refused to write: .*{why}"):
                await store.commit(*(shown(number) for number in range(2, 600)))
            loaded = await store.load(ONE)
            assert loaded
            assert len(loaded[1]) == 1
        await store.commit(shown(2))


@pytest.mark.skipif(sys.platform == "win32", reason="there a file in use cannot be moved")
async def test_nothing_is_written_to_a_file_that_was_moved_away(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "matches.sqlite3", tmp_path / "elsewhere.sqlite3"
    async with open_store(path) as store:
        await store.commit(opened(), shown(1))
        path.rename(elsewhere)
        with pytest.raises(StoreError, match="was moved, deleted or replaced"):
            await store.commit(shown(2))
        path.write_bytes(elsewhere.read_bytes())
        with pytest.raises(StoreError, match="was moved, deleted or replaced"):
            await store.commit(shown(2))
        elsewhere.rename(path)
        await store.commit(shown(2))
