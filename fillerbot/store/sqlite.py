"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import aiosqlite
from filelock import FileLock, Timeout

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import NO_RESULT, Closing, Rose, Sat
from fillerbot.live import MatchId, Person, PersonId, Table
from fillerbot.resources import data
from fillerbot.scoring import Standing
from fillerbot.store import Aim, Append, Change, Finish, Open, Past, Restore, StoreError, Void, health
from fillerbot.store.archive import Archive, restore
from fillerbot.store.codec import encode
from fillerbot.store.deadlines import Deadlines
from fillerbot.store.ratings import finish, read_standing, void
from fillerbot.store.writing import Writer

_BUSY = 1.0
"""Seconds that somebody else may lock the file before a click is answered with an apology."""


class SqliteStore(Deadlines, Archive):
    """A database file with a single writing connection; `open_store` makes one."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._db = connection
        self._lock = asyncio.Lock()
        self._writer = Writer(connection, self._lock, path)
        self._write = self._writer.write

    async def aclose(self) -> None:
        """Let running transactions end; the connection is closed by who opened it."""
        await self._writer.aclose()

    async def _read(self, query: str, *values: object, **named: object) -> list[Any]:
        return await self._look(lambda db: db.execute(query, named or values).fetchall())

    async def _look(self, look: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        """Read something in one visit to the connection's thread."""
        try:
            # The connection is shared with the writer: do not look into the middle of a transaction.
            async with self._lock:
                found: list[Any] = await self._db._execute(look, self._db._conn)  # type: ignore[no-untyped-call]  # noqa: SLF001
        except sqlite3.Error as error:
            raise StoreError(f"the database cannot be read: {error}") from error
        return found

    async def commit(self, *changes: Change) -> None:
        appends = [change for change in changes if isinstance(change, Append)]

        def work(db: sqlite3.Connection) -> None:
            for change in changes:
                if isinstance(change, Open):
                    _open(db, change)
            if appends:
                _append(db, appends)
            for change in changes:
                match change:
                    case Aim():
                        _aim(db, change.match, change.deadline)
                    case Finish():
                        finish(db, change)
                    case Void():
                        void(db, change)
                    case Restore():
                        restore(db, change)

        await self._write(work, single=_is_single(changes))

    async def last_id(self) -> MatchId:
        rows = await self._read("SELECT coalesce(max(id), 0) FROM matches")
        return MatchId(rows[0][0])

    async def running(self, person: PersonId) -> list[MatchId]:
        rows = await self._read(
            "SELECT id FROM matches JOIN players ON match = id "
            "WHERE person = ? AND closed IS NULL ORDER BY id",
            person,
        )
        return [MatchId(row[0]) for row in rows]

    async def past(self, person: PersonId, limit: int) -> list[Past]:
        rows = await self._read(
            "SELECT id, variant, person, name FROM ("
            "SELECT id, variant FROM matches JOIN players ON match = id "
            "WHERE person = ? AND closing IN (?, ?, ?) ORDER BY id DESC LIMIT ?) "
            "JOIN players ON match = id ORDER BY id DESC, player",
            person,
            *(closing.value for closing in Closing if closing not in NO_RESULT),
            limit,
        )
        return [
            Past(MatchId(match), variant, tuple(Person(PersonId(row[2]), row[3]) for row in seated))
            for (match, variant), seated in groupby(rows, key=lambda row: row[:2])
        ]

    async def unseen(self, since: Instant) -> list[MatchId]:
        rows = await self._read(
            "SELECT id FROM matches WHERE closed >= ? AND NOT EXISTS (SELECT 1 FROM events AS seen "
            "WHERE seen.match = id AND (seen.kind = 'succeeded' OR seen.kind = 'shown' AND seen.number > "
            "(SELECT max(number) FROM events WHERE match = id AND kind <> 'shown'))) ORDER BY id",
            since,
        )
        return [MatchId(row[0]) for row in rows]

    async def aborts(self, person: PersonId, since: Instant) -> list[Instant]:
        rows = await self._read(
            "SELECT closed FROM matches WHERE closer = ? AND closing = ? AND closed >= ? AND EXISTS "
            "(SELECT 1 FROM players WHERE match = id AND person > 0 AND person <> closer) ORDER BY closed",
            person,
            Closing.ABORTED.value,
            since,
        )
        return [Instant(row[0]) for row in rows]

    async def standing(self, person: PersonId, scale: str) -> Standing:
        rows = await self._read(
            "SELECT rating, rd, sigma, matches, last FROM ratings WHERE person = ? AND scale = ?",
            person,
            scale,
        )
        return read_standing(*rows[0]) if rows else Standing()

    async def review(self, match: MatchId) -> str | None:
        rows = await self._read("SELECT data FROM reviews WHERE match = ?", match)
        return rows[0][0] if rows else None

    async def save_review(self, match: MatchId, text: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO reviews (match, data) VALUES (?, ?)", (match, text))

        await self._write(work)

    async def note(self, name: str) -> str | None:
        rows = await self._read("SELECT text FROM notes WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def save_note(self, name: str, text: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO notes (name, text) VALUES (?, ?)", (name, text))

        await self._write(work)

    async def save_table(self, match: MatchId, table: Table) -> None:
        def work(db: sqlite3.Connection) -> None:
            _save_table(db, match, table)

        await self._write(work)


def _is_single(changes: Sequence[Change]) -> bool:
    """Whether all changes are but events that no other table has to know of."""
    told = [
        change
        for change in changes
        if isinstance(change, Append) and change.closing is None and not isinstance(change.event, Sat | Rose)
    ]
    return len(told) == len(changes) and not any(change.aims for change in _newest(told))


def _newest(appends: Iterable[Append]) -> list[Append]:
    """The last event of each match."""
    return list({change.match: change for change in appends}.values())


def _open(db: sqlite3.Connection, change: Open) -> None:
    setup = change.setup
    terms = setup.terms
    db.execute(
        "INSERT INTO matches (id, opened, variant, clock, rated, length, origin, places, guild) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            setup.id,
            setup.opened,
            terms.variant,
            terms.clock,
            terms.rated,
            terms.length,
            setup.origin,
            len(setup.people) if setup.is_table else None,
            change.table.guild,
        ),
    )
    for player, person in enumerate(setup.people):
        if person is not None:
            _seat(db, setup.id, player, person.id, person.name)
    _save_table(db, setup.id, change.table)
    _aim(db, setup.id, change.deadline)


def _append(db: sqlite3.Connection, appends: list[Append]) -> None:
    rows = [(change.match, change.number, change.event.at, *encode(change.event)) for change in appends]
    # One statement for all: after each one the thread has to wait for Python's lock.
    marks = ", ".join(["(?, ?, ?, ?, ?)"] * len(rows))
    db.execute(
        f"INSERT INTO events (match, number, at, kind, data) VALUES {marks}",  # noqa: S608 — only marks
        list(chain.from_iterable(rows)),
    )
    for change in appends:
        match change.event:
            case Sat(player=player, person=person, name=name):
                _seat(db, change.match, player, person, name)
            case Rose(player=player):
                db.execute("DELETE FROM players WHERE match = ? AND player = ?", (change.match, player))
        if change.closing is not None:
            db.execute(
                "UPDATE matches SET closed = ?, closing = ?, closer = ? WHERE id = ?",
                (change.event.at, change.closing.value, change.closer, change.match),
            )
    for change in _newest(appends):
        if change.aims:
            _aim(db, change.match, change.deadline)


def _seat(db: sqlite3.Connection, match: MatchId, player: int, person: int, name: str) -> None:
    db.execute(
        "INSERT INTO players (match, player, person, name) VALUES (?, ?, ?, ?)", (match, player, person, name)
    )


def _aim(db: sqlite3.Connection, match: MatchId, deadline: Instant | None) -> None:
    if deadline is None:
        db.execute("DELETE FROM deadlines WHERE match = ?", (match,))
    else:
        db.execute(
            "INSERT INTO deadlines (match, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
            (match, deadline),
        )


def _save_table(db: sqlite3.Connection, match: MatchId, table: Table) -> None:
    db.execute(
        "INSERT OR REPLACE INTO tables (match, guild, channel, message, locale, symbols) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (match, table.guild, table.channel, table.message, table.locale, table.symbols),
    )


@asynccontextmanager
async def open_store(path: Path) -> AsyncIterator[SqliteStore]:
    """The store in a file, made if there is none, and closed to other processes.

    Raises StoreError if another process uses it, it is newer than this program, it is damaged, or it cannot
    be opened.
    """
    # Another name for the same file must not be another lock.
    lock = FileLock(f"{path.resolve()}.lock")  # noqa: ASYNC240 — once, at start
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise StoreError(f"another process is using the database {path}") from error
    except OSError as error:
        raise StoreError(f"the database {path} cannot be opened: {error}") from error
    try:
        if path.is_file() and path.stat().st_size:  # noqa: ASYNC240 — once, at start
            # Before anything is written: what is damaged stays as it is.
            await asyncio.to_thread(health.check, path)
        async with _connected(path, "rwc") as connection:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                await connection.execute(f"PRAGMA {pragma}")
            await _migrate(connection, path)
            async with aclosing(SqliteStore(connection, path)) as store:
                yield store
    finally:
        lock.release()


@asynccontextmanager
async def read_store(path: Path) -> AsyncIterator[SqliteStore]:
    """The store in a file that a running bot may be using, as it is now, to read from only.

    What is written meanwhile is not seen: it would not fit what was read before. Raises StoreError.
    """
    if not path.is_file():  # noqa: ASYNC240 — once
        raise StoreError(f"there is no database {path}")
    async with _connected(path, "ro") as connection:
        await connection.execute("BEGIN")
        if await _version(connection) != newest_version():
            raise StoreError(
                f"the database {path} is of another version; start the bot once to bring it up to date"
            )
        async with aclosing(SqliteStore(connection, path)) as store:
            yield store


@asynccontextmanager
async def _connected(path: Path, mode: str) -> AsyncIterator[aiosqlite.Connection]:
    address = f"{path.absolute().as_uri()}?mode={mode}"  # noqa: ASYNC240 — once, at start
    try:
        # Where aiosqlite cannot connect, its thread may outlive the event loop and fail: find out before.
        sqlite3.connect(address, uri=True).close()
        async with aiosqlite.connect(address, uri=True, isolation_level=None, timeout=_BUSY) as connection:
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"the database {path} cannot be used: {error}") from error


def _migrations() -> list[Path]:
    return sorted(data("migrations").glob("*.sql"))


def newest_version() -> int:
    """The version that this program brings a database to."""
    return len(_migrations())


async def _version(connection: aiosqlite.Connection) -> int:
    async with connection.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    return int(row[0]) if row else 0


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    """Bring the schema up to date, each numbered file once and in a transaction of its own."""
    version, migrations = await _version(connection), _migrations()
    if version > len(migrations):
        raise StoreError(f"the database {path} was written by a newer fillerbot")
    for number, migration in enumerate(migrations[version:], version + 1):
        script = migration.read_text(encoding="utf-8")
        await connection.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
