"""Transactions of many callers, which share visits to the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import aiosqlite

from fillerbot.store import StoreError

Work = Callable[[sqlite3.Connection], None]


class _Waiting(NamedTuple):
    """Something to be done, and who waits for it."""

    work: Work
    single: bool
    done: asyncio.Future[None]


class _NoTransactionError(StoreError):
    """Nothing can be written now, whatever it is."""


class Writer:
    """The one who writes with a connection to a file; who reads with it takes the lock, too."""

    def __init__(self, connection: aiosqlite.Connection, lock: asyncio.Lock, file: Path) -> None:
        self._db = connection
        self._lock = lock
        self._file = file
        self._identity = _identity(file)
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def aclose(self) -> None:
        """Let running transactions end."""
        if self._writing is not None:
            await self._writing

    async def write(self, work: Work, *, single: bool = False) -> None:
        """Do something in a transaction, which a cancelled caller cannot tear apart.

        What comes in while another one runs shares the next: the disk is waited for once for all of them.
        What is a `single` statement needs no transaction if nothing else has come in.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, single, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:
            # It is stored all the same: whoever looks after that must see it.
            await asyncio.wait({done})
            raise

    async def _write_all(self) -> None:
        while self._waiting:
            async with self._lock:
                group, self._waiting = self._waiting, []
                try:
                    # One visit to the connection's thread, where each of its own calls would be one.
                    outcomes = await self._db._execute(self._together, self._db._conn, group)  # type: ignore[no-untyped-call]  # noqa: SLF001
                except Exception as error:  # noqa: BLE001 — they are those of the callers
                    outcomes = [error] * len(group)
            for waiting, wrong in zip(group, outcomes, strict=True):
                if wrong is None:
                    waiting.done.set_result(None)
                else:
                    waiting.done.set_exception(wrong)

    def _together(self, db: sqlite3.Connection, group: Sequence[_Waiting]) -> list[Exception | None]:
        if _identity(self._file) != self._identity:
            # What is written to a file without a name is lost with the process.
            raise StoreError(
                f"the database {self._file} was moved, deleted or replaced while it was in use, and nothing "
                "more is written to it. Put it back, or start the bot again."
            )
        works = [waiting.work for waiting in group]
        return _together(db, works, single=len(group) == 1 and group[0].single)


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file has a name, None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _together(
    db: sqlite3.Connection, works: Sequence[Work], *, single: bool = False
) -> list[Exception | None]:
    """Do everything in one transaction, or where that fails each in its own; returns what was wrong."""
    try:
        _transaction(db, works, single=single)
    except _NoTransactionError as error:
        # Each for itself would wait as long for the same answer.
        return [error] * len(works)
    except Exception as error:  # noqa: BLE001 — it is its caller's
        if len(works) == 1:
            return [error]
        return [wrong for work in works for wrong in _together(db, [work])]
    return [None] * len(works)


def _transaction(db: sqlite3.Connection, works: Sequence[Work], *, single: bool) -> None:
    try:
        if not single:
            db.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise _NoTransactionError(f"the database refused to write: {error}") from error
    try:
        for work in works:
            work(db)
        if not single:
            db.commit()
    except BaseException as error:
        if db.in_transaction:
            db.rollback()
        if isinstance(error, sqlite3.Error):
            raise StoreError(f"the database refused to write: {error}") from error
        raise
