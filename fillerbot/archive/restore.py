"""Records back into a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from fillerbot.archive.reading import understood
from fillerbot.engine.clock import Instant
from fillerbot.engine.record import BadRecordError
from fillerbot.live import MatchId
from fillerbot.store import Identity, Restore, Returning
from fillerbot.store.sqlite import SqliteStore, open_store

_BATCH = 100
"""Matches that are stored together: the disk is waited for once for all of them."""

_HIGHEST = 10**12
"""Matches with a higher number get another one: those that are opened later still need some."""


@dataclass(slots=True)
class Outcome:
    """How many records were stored, were there already, and were refused."""

    stored: int = 0
    there: int = 0
    refused: int = 0


async def restore(
    lines: Iterable[bytes], database: Path, now: Instant, complain: Callable[[str], object]
) -> Outcome:
    """Put the matches of a file of records back; what is wrong is told, and the others are stored.

    Raises StoreError.
    """
    async with open_store(database) as store:
        run = _Run(store, await store.identities())
        for number, data in _values(lines):
            try:
                returning = understood(data, now)
            except BadRecordError as error:
                run.outcome.refused += 1
                complain(f"line {number} is not stored: {error}")
                continue
            await run.take(returning)
        await run.store()
    return run.outcome


def _values(lines: Iterable[bytes]) -> Iterator[tuple[int, object]]:
    """What each line has in JSON, with its number; None, which is no record, for what is no JSON.

    Where not even the first line has anything, it may be one object on many lines.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    for number, line in islice(numbered, 1):
        data = _json(line)
        if data is None:
            others = list(numbered)
            if whole := _json(b"".join([line, *(other for _, other in others)])):
                yield number, whole
                return
            numbered = (entry for entry in others)
        yield number, data
    for number, line in numbered:
        yield number, _json(line)


def _json(raw: bytes) -> object:
    try:
        data: object = json.loads(raw)
        # What cannot be written as a record again was none.
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return data


class _Run:
    """Matches on their way into a store, and the numbers that they get there."""

    def __init__(self, store: SqliteStore, known: dict[Identity, MatchId]) -> None:
        self.outcome = Outcome()
        self._store = store
        self._known = known
        self._taken = set(known.values())
        self._newest = max(self._taken, default=0)
        self._renumbered: dict[MatchId, MatchId] = {}
        self._waiting: list[Returning] = []

    async def take(self, match: Returning) -> None:
        """Put a match back unless it is there."""
        setup = match.kept.setup
        first = match.kept.first_id or setup.id
        identity = (first, setup.opened, tuple(person.id for person in setup.people if person))
        if there := self._known.get(identity):
            self._renumbered[setup.id] = there
            self.outcome.there += 1
            return
        free = setup.id not in self._taken and setup.id <= _HIGHEST
        number = setup.id if free else MatchId(self._newest + 1)
        self._known[identity] = self._renumbered[setup.id] = number
        self._taken.add(number)
        self._newest = max(self._newest, number)
        self._waiting.append(self._numbered(match, number, first))
        self.outcome.stored += 1
        if len(self._waiting) == _BATCH:
            await self.store()

    def _numbered(self, match: Returning, number: MatchId, first: int) -> Returning:
        """A match with the numbers that it and the one before it have here."""
        kept, origin = match.kept, match.kept.setup.origin
        extra = kept.extra
        if origin is not None:
            before, origin = origin, self._renumbered.get(origin)
            if origin is None:
                extra = json.dumps(json.loads(extra or "{}") | {"rematch_of": before}, separators=(",", ":"))
        setup = replace(kept.setup, id=number, origin=origin)
        first_id = None if first == number else MatchId(first)
        return replace(match, kept=replace(kept, setup=setup, first_id=first_id, extra=extra))

    async def store(self) -> None:
        """Store what waits."""
        if self._waiting:
            await self._store.commit(Restore(tuple(self._waiting)))
            self._waiting = []
