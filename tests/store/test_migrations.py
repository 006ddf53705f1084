"""A database of every earlier version comes up with what it holds."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fillerbot.live import MatchId, Person, PersonId
from fillerbot.resources import data
from fillerbot.store.codec import encode
from fillerbot.store.sqlite import open_store
from tests.store.stored import EVENTS, look

MIGRATIONS = sorted(data("migrations").glob("*.sql"))
ONE = MatchId(1)


def made_by(version: int, path: Path) -> None:
    """A file as that version has left it, with a match in it."""
    with closing(sqlite3.connect(path)) as db:
        for number, migration in enumerate(MIGRATIONS[:version], 1):
            db.executescript(f"{migration.read_text(encoding='utf-8')}\nPRAGMA user_version = {number};")
        db.execute(
            "INSERT INTO matches (id, opened, variant, clock, rated, length, closed, closing, closer) "
            "VALUES (1, 1000, 'quick', 'normal', 1, 2, 900, 'aborted', 11)"
        )
        db.executemany(
            "INSERT INTO players (match, player, person, name) VALUES (1, ?, ?, ?)",
            [(0, 11, "Ann"), (1, 12, "Ben")],
        )
        for number, event in enumerate(EVENTS, 1):
            kind, text = encode(event)
            text = text.replace('"since":null', "").replace("{,", "{")
            db.execute("INSERT INTO events VALUES (1, ?, ?, ?, ?)", (number, event.at, kind, text))
        db.execute("INSERT INTO deadlines VALUES (1, 77)")
        db.execute("INSERT INTO notes VALUES ('commands', 'told')")
        db.execute("INSERT INTO tables VALUES (1, 5, 6, 7, 'de', 'large')")
        db.commit()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
async def test_every_earlier_version_comes_up_with_what_it_holds(version: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    made_by(version, path)
    async with open_store(path) as store:
        loaded = await store.load(ONE)
        assert loaded
        setup, events = loaded
        assert setup.people == (Person(PersonId(11), "Ann"), Person(PersonId(12), "Ben"))
        assert not setup.is_table
        assert tuple(events) == EVENTS
        assert await store.next_deadline() == (ONE, 77)
        assert await store.note("commands") == "told"
        table = await store.table(ONE)
        assert table
        assert (table.guild, table.channel, table.message, table.symbols) == (5, 6, 7, "large")
        assert len(await store.aborts(PersonId(11), setup.opened)) == 0
        assert (await store.standing(PersonId(11), "quick")).matches == 0
    assert look(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert look(path, "PRAGMA foreign_key_check") == []
    with closing(sqlite3.connect(":memory:")) as fresh:
        for migration in MIGRATIONS:
            fresh.executescript(migration.read_text(encoding="utf-8"))
        schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
        assert look(path, schema) == fresh.execute(schema).fetchall()


async def test_a_migration_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.sqlite3"
    made_by(len(MIGRATIONS), path)
    bad = tmp_path / "9999_bad.sql"
    bad.write_text("CREATE TABLE half (x); INSERT INTO nowhere VALUES (1);", encoding="utf-8")
    monkeypatch.setattr("fillerbot.store.sqlite._migrations", lambda: [*MIGRATIONS, bad])
    with pytest.raises(Exception, match="nowhere"):
        async with open_store(path):
            pass
    assert look(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert look(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == [(0,)]
