"""The bot, and it dies at a moment of its own: `python -m bench.mortal MOMENT COUNT SEED` for `bench.faults`.

It is the real one in every other way; the moments are in places that cannot be hit from outside.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fillerbot import app
from fillerbot.__main__ import main
from fillerbot.absence import Absence
from fillerbot.store import health, writing

_STARTS, _RECOVERS, _COPIES, _WRITES, _SLOW = 1.2, 0.4, 0.03, 0.002, 0.3
"""About how many seconds these take."""


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_within(seconds: float, rng: random.Random) -> None:
    timer = threading.Timer(rng.uniform(0, seconds), _die)
    timer.daemon = True
    timer.start()


def _writing(count: int, wrap: Callable[[sqlite3.Connection, list[writing.Work]], None], least: int) -> None:
    """Let the transaction of that number, of those with so many parts, end otherwise."""
    transaction, left = writing._transaction, count  # noqa: SLF001 — where it hurts

    def counted(db: sqlite3.Connection, works: Sequence[writing.Work], *, single: bool) -> None:
        nonlocal left
        left -= len(works) >= least
        if left == 0:
            wrap(db, list(works))
        transaction(db, works, single=single)
        if left == 0:
            _die()

    writing._transaction = counted  # noqa: SLF001


def _by_another(_: int, __: random.Random) -> None:
    """Live until somebody else ends it."""


def _before_storing(count: int, rng: random.Random) -> None:
    """On a slow disk: whoever does not wait for it answers meanwhile."""

    def wrap(*_: object) -> None:
        time.sleep(rng.uniform(0, _SLOW))
        _die()

    _writing(count, wrap, least=1)


def _after_storing(count: int, _: random.Random) -> None:
    _writing(count, lambda *_: None, least=1)


def _in_a_group(count: int, rng: random.Random) -> None:
    """Between two of a group's parts, or while it goes to the disk."""

    def wrap(db: sqlite3.Connection, works: list[writing.Work]) -> None:
        if rng.random() < 0.5:  # noqa: PLR2004 — either
            db.execute("BEGIN IMMEDIATE")
            for work in works[: rng.randrange(1, len(works))]:
                work(db)
            _die()
        _die_within(_WRITES, rng)

    _writing(count, wrap, least=2)


def _starting(_: int, rng: random.Random) -> None:
    _die_within(_STARTS, rng)


def _recovering(_: int, rng: random.Random) -> None:
    make_up = Absence._make_up  # noqa: SLF001

    async def dying(self: Absence, shard: int) -> Any:  # noqa: ANN401 — as it is
        _die_within(_RECOVERS, rng)
        return await make_up(self, shard)

    Absence._make_up = dying  # type: ignore[method-assign]  # noqa: SLF001


def _copying(count: int, rng: random.Random) -> None:
    """In a nightly backup, where every moment is another night."""
    nights = (
        datetime(2030, 1, 1, 4).astimezone() + timedelta(days=count * 1000 + day) for day in range(1000)
    )
    backup, left = health.backup, rng.randrange(1, 6)

    def dying(source: Path, target: Path) -> None:
        nonlocal left
        left -= 1
        if not left:
            _die_within(_COPIES, rng)
        backup(source, target)

    clock: Any = SimpleNamespace(now=lambda: next(nights))
    app.datetime = clock  # type: ignore[attr-defined]
    app._COPY = 0.1  # noqa: SLF001
    health.backup = dying


MOMENTS: dict[str, Callable[[int, random.Random], None]] = {
    "before storing": _before_storing,
    "stored, not answered": _after_storing,
    "in a group": _in_a_group,
    "in an answer": _by_another,
    "at start": _starting,
    "in the recovery": _recovering,
    "in a backup": _copying,
}

NEVER = "never"

if __name__ == "__main__":
    MOMENTS.get(sys.argv[1], _by_another)(int(sys.argv[2]), random.Random(sys.argv[3]))
    sys.exit(main(["run"]))
