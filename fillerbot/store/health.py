"""Whether a database file is sound, and copies of it that can be made while a bot uses it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from fillerbot.store import StoreError

KEPT: Final = 7
"""Nightly copies that are kept."""
_NIGHT: Final = 3
"""The hour from which on a day's copy is made."""


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of one's own that cannot change the file. Raises StoreError."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"the database {path} cannot be read: {error}") from error


def check(path: Path) -> None:
    """See whether a file is a sound database, without changing it. Raises StoreError."""
    with reading(path) as connection:
        try:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
    if found != ["ok"]:
        raise StoreError(
            f"the database {path} is damaged, and nothing was changed in it ({'; '.join(found)}). "
            "Keep a copy of it, and put the newest backup in its place."
        )


def backup(source: Path, target: Path) -> None:
    """Copy a database, also while a bot uses it, and see whether the copy is sound. Raises StoreError."""
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} is there already; nothing was overwritten")
    if not target.parent.is_dir():
        raise StoreError(f"no backup was made: there is no folder {target.parent}")
    # Only a whole copy gets the name of one.
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with reading(source) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        check(unfinished)
        with unfinished.open("rb") as copy:
            os.fsync(copy.fileno())
        unfinished.rename(target)
    except (StoreError, OSError) as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise StoreError(f"no backup was made: {error}") from error


def backups(database: Path) -> list[Path]:
    """The nightly copies of a database, oldest first."""
    pattern = f"{database.stem}-????-??-??{database.suffix}"
    return sorted(database.parent.glob(pattern))


def nightly(database: Path, now: datetime) -> Path | None:
    """Make the copy of a day beside the database if it is time and it is missing, and drop the oldest.

    Raises StoreError.
    """
    target = database.with_name(f"{database.stem}-{now:%Y-%m-%d}{database.suffix}")
    if now.hour < _NIGHT or target.exists():
        return None
    # A process that was killed in the middle of another night's copy has left what it had.
    for left in database.parent.glob(f"{database.stem}-????-??-??{database.suffix}.unfinished*"):
        left.unlink(missing_ok=True)
    backup(database, target)
    for old in backups(database)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target
