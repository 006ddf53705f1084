"""Copies of the database: by hand and every night, while it is in use."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fillerbot.store import StoreError, health
from fillerbot.store.sqlite import open_store, read_store
from tests.store.stored import ONE, TWO, opened, shown
from tests.store.test_opening import damage

NIGHT = datetime(2026, 11, 30, 3, 1, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fillerbot.sqlite3"


async def test_a_backup_can_be_made_while_the_bot_writes_and_holds_all_that_was_stored(path: Path) -> None:
    target = path.with_name("copy.sqlite3")
    async with open_store(path) as store:
        await store.commit(opened(), shown(1))
        health.backup(path, target)
        await store.commit(opened(TWO))
    async with read_store(target) as copy:
        assert await copy.everything() == [ONE]
    # It can take the place of the database.
    async with open_store(target) as again:
        await again.commit(shown(2))


async def test_a_backup_overwrites_nothing(path: Path) -> None:
    async with open_store(path):
        pass
    other = path.with_name("letter.txt")
    other.write_text("dear", encoding="utf-8")
    with pytest.raises(StoreError, match="nothing was overwritten"):
        health.backup(path, other)
    assert other.read_text(encoding="utf-8") == "dear"


async def test_what_is_damaged_is_not_taken_for_a_backup(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened(), *(shown(number) for number in range(1, 400)))
    damage(path)
    with pytest.raises(StoreError, match="no backup was made"):
        health.backup(path, path.with_name("copy.sqlite3"))
    assert list(path.parent.glob("copy*")) == []


def test_without_a_database_or_a_folder_there_is_no_backup(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        health.backup(path, path.with_name("copy.sqlite3"))


async def test_a_folder_that_is_not_there_is_said_to_be_missing(path: Path) -> None:
    async with open_store(path):
        pass
    with pytest.raises(StoreError, match=r"no backup was made: there is no folder .*nowhere$"):
        health.backup(path, path.parent / "nowhere" / "copy.sqlite3")


async def test_every_night_one_copy_is_made_and_seven_are_kept(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
        assert health.nightly(path, NIGHT - timedelta(hours=1)) is None
        for night in range(10):
            made = health.nightly(path, NIGHT + timedelta(days=night))
            assert made == path.with_name(f"fillerbot-{NIGHT + timedelta(days=night):%Y-%m-%d}.sqlite3")
            assert health.nightly(path, NIGHT + timedelta(days=night, hours=5)) is None
    kept = health.backups(path)
    assert len(kept) == 7
    assert kept[0].name == "fillerbot-2026-12-03.sqlite3"
    for copy in kept:
        health.check(copy)


async def test_a_night_whose_copy_fails_costs_no_older_one(path: Path) -> None:
    async with open_store(path):
        for night in range(7):
            health.nightly(path, NIGHT + timedelta(days=night))
    damage(path)
    with pytest.raises(StoreError):
        health.nightly(path, NIGHT + timedelta(days=7))
    assert len(health.backups(path)) == 7


async def test_what_a_killed_backup_leaves_behind_goes_with_the_next_night(path: Path) -> None:
    async with open_store(path) as store:
        await store.commit(opened())
        left = path.with_name("fillerbot-2026-11-20.sqlite3.unfinished")
        for name in (left.name, f"{left.name}-journal"):
            left.with_name(name).write_bytes(b"half of it")
        others = path.with_name("mine.sqlite3.unfinished")
        others.write_bytes(b"somebody's own")
        assert health.nightly(path, NIGHT)
    assert sorted(found.name for found in path.parent.glob("*unfinished*")) == [others.name]
