"""Opening a database: empty, in use, damaged, or of another version."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fillerbot.resources import data
from fillerbot.store import StoreError
from fillerbot.store.sqlite import open_store, read_store
from tests.store.stored import ONE, look, opened, shown

MIGRATIONS = sorted(data("migrations").glob("*.sql"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "matches.sqlite3"


def execute(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def damage(path: Path) -> None:
    """Overwrite all pages but the first, which says what tables there are."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))


def read(path: Path) -> bytes:
    return path.read_bytes()


async def test_a_new_file_is_brought_up_to_date_by_all_migrations(path: Path) -> None:
    async with open_store(path):
        pass
    assert look(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    expected = sqlite3.connect(":memory:")
    with closing(expected):
        for migration in MIGRATIONS:
            expected.executescript(read(migration).decode())
        schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
        assert look(path, schema) == expected.execute(schema).fetchall()


async def test_an_empty_file_is_a_database_without_matches(path: Path) -> None:
    write(path, b"")
    async with open_store(path) as store:
        assert await store.everything() == []


async def test_the_file_is_written_so_that_a_crash_loses_nothing(path: Path) -> None:
    async with open_store(path) as store:
        for pragma, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            async with store._db.execute(f"PRAGMA {pragma}") as cursor:
                assert await cursor.fetchone() == (expected,)


async def test_numbers_of_migrations_have_no_gaps() -> None:
    assert [int(file.name.split("_")[0]) for file in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


async def test_a_second_writer_is_refused_until_the_first_has_closed(path: Path) -> None:
    async with open_store(path) as store:
        with pytest.raises(StoreError, match="another process"):
            async with open_store(path):
                pass
        # The first is not disturbed.
        await store.commit(opened())
    async with open_store(path) as store:
        assert await store.everything() == [ONE]


async def test_a_file_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
    newer = len(MIGRATIONS) + 1
    execute(path, f"PRAGMA user_version = {newer}")
    with pytest.raises(StoreError, match="newer"):
        async with open_store(path):
            pass
    assert look(path, "PRAGMA user_version") == [(newer,)]
    execute(path, f"PRAGMA user_version = {len(MIGRATIONS)}")
    # The lock was given back.
    async with open_store(path) as store:
        assert await store.everything() == [ONE]


@pytest.mark.parametrize("content", [b"This is no database. " * 400, b"SQLite format 3\0" + b"\xff" * 8_000])
async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    write(path, content)
    for opener in (open_store, read_store):
        with pytest.raises(StoreError, match=r"matches\.sqlite3"):
            async with opener(path):
                pass
    assert read(path) == content


async def test_a_damaged_file_is_refused_at_the_start_and_left_alone(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), *(shown(number) for number in range(1, 400)))
    damage(path)
    damaged = read(path)
    with pytest.raises(StoreError, match="is damaged, and nothing was changed in it"):
        async with open_store(path):
            pass
    assert read(path) == damaged


async def test_a_page_that_is_damaged_meanwhile_is_reported_when_it_is_read(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), *(shown(number) for number in range(1, 400)))
    async with open_store(path) as store:
        damage(path)
        with pytest.raises(StoreError):
            await store.load(ONE)
        with pytest.raises(StoreError):
            await store.commit(shown(400))


async def test_a_folder_in_the_place_of_the_file_is_refused(path: Path) -> None:
    with pytest.raises(StoreError):
        async with open_store(path.parents[1]):
            pass


async def test_matches_are_read_as_they_are_at_one_moment_while_the_bot_goes_on(path: Path) -> None:
    async with open_store(path) as writer:
        await writer.commit(opened(), shown(1))
        async with read_store(path) as reader:
            # The writer does not wait for readers.
            await writer.commit(shown(2))
            loaded = await reader.load(ONE)
            assert loaded
            assert len(loaded[1]) == 1
        async with read_store(path) as reader:
            loaded = await reader.load(ONE)
            assert loaded
            assert len(loaded[1]) == 2


async def test_a_reader_cannot_write(path: Path) -> None:
    async with open_store(path):
        pass
    async with read_store(path) as reader:
        with pytest.raises(StoreError):
            await reader.commit(opened())


@pytest.mark.parametrize("version", [0, len(MIGRATIONS) + 1])
async def test_a_reader_refuses_a_file_of_another_version(path: Path, version: int) -> None:
    async with open_store(path):
        pass
    execute(path, f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match="another version"):
        async with read_store(path):
            pass


async def test_a_reader_does_not_make_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError):
        async with read_store(path):
            pass
    with pytest.raises(FileNotFoundError):
        read(path)


async def test_another_name_for_the_same_file_is_no_way_in(path: Path) -> None:
    async with open_store(path):
        other = path.parent.parent / "link.sqlite3"
        other.symlink_to(path)
        with pytest.raises(StoreError, match="another process"):
            async with open_store(other):
                pass


async def test_an_event_that_cannot_be_read_is_named(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), shown(1))
        execute(path, "UPDATE events SET kind = 'danced'")
        with pytest.raises(StoreError, match="danced"):
            await store.load(ONE)
