"""Stored matches in the interchange format."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import Any

from fillerbot.engine.clock import clock_of
from fillerbot.engine.events import Accepted, Event, Interrupted, Succeeded
from fillerbot.engine.match import Match
from fillerbot.engine.record import write
from fillerbot.engine.step import step
from fillerbot.live import Person, Table
from fillerbot.rating import Rating
from fillerbot.store import BROKEN, Kept, UnreadableError
from fillerbot.store.codec import NAMES, values_of
from fillerbot.store.sqlite import read_store

_log = logging.getLogger(__name__)

Json = dict[str, Any]


async def records(database: Path, complain: Callable[[str], object] = _log.error) -> AsyncGenerator[Json]:
    """Every match that has a board, oldest first; of those that cannot be read is told. Raises StoreError."""
    async with read_store(database) as store:
        for number in await store.everything():
            try:
                kept = await store.kept(number)
                record = None if kept is None else full_record(kept)
            except UnreadableError as error:
                complain(str(error))
            except BROKEN as error:
                complain(f"match {number} has an event that cannot happen: {error!r}")
            else:
                if record is not None:
                    yield record


def full_record(kept: Kept) -> Json | None:
    """A match in the interchange format, None if it has no board."""
    events = told(kept.events)
    if not any(isinstance(event, Accepted) for event in events):
        return None
    record = record_of(kept, events, played(kept.setup.beginning(), events))
    return record if kept.extra is None else with_rest(record, json.loads(kept.extra))


def told(events: Sequence[Event]) -> list[Event]:
    """The events that a record tells of.

    The rematch tells of itself; and that the board must be shown again goes without saying at an import.
    """
    found: list[Event] = [event for event in events if not isinstance(event, Succeeded)]
    while found and found[-1] == Interrupted(found[-1].at):
        found.pop()
    return found


def played(match: Match, events: Sequence[Event]) -> list[Match]:
    """A match after each of its events."""
    return [match := step(match, event) for event in events]


def record_of(kept: Kept, events: Sequence[Event], after: Sequence[Match]) -> Json:
    """The record of a match that has a board, all but what it had besides; `after` is it after each event."""
    setup, match = kept.setup, after[-1]
    clock = clock_of(setup.terms.clock)
    optional = {
        "first_id": kept.first_id,
        "rematch_of": setup.origin,
        "ratings": [{"before": _rating(c.before), "after": _rating(c.after)} for c in kept.changes] or None,
        "voided": kept.voided,
    }
    return write(match.record()) | {
        "match_id": setup.id,
        "players": [_person(person) for person in setup.people if person],
        "rated": setup.terms.rated,
        "clock": None
        if clock is None
        else {"budget": clock.budget, "increment": clock.increment, "per_move": clock.per_move},
        "opened": setup.opened,
        "times": _times(events, after),
        "closing": match.closing,
        "closed_by": match.by,
        "guild": _text(kept.guild),
        "table": _table(kept.table),
        **{key: value for key, value in optional.items() if value is not None},
        "events": [_event(event) for event in events],
    }


def _times(events: Sequence[Event], after: Sequence[Match]) -> list[list[int]]:
    times: list[list[int]] = []
    for event, match in zip(events, after, strict=True):
        times += [[] for _ in match.games[len(times) :]]
        for game, instants in zip(match.games, times, strict=True):
            # What was taken back takes its instants along.
            del instants[len(game.entries) :]
            instants.extend([event.at] * (len(game.entries) - len(instants)))
    return times


def _person(person: Person) -> Json:
    return {"id": str(person.id), "name": person.name}


def _rating(rating: Rating) -> list[float]:
    return [rating.rating, rating.rd, rating.sigma]


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _table(table: Table) -> Json:
    return {
        "guild": _text(table.guild),
        "channel": str(table.channel),
        "message": _text(table.message),
        "locale": table.locale,
        "symbols": table.symbols,
    }


def _event(event: Event) -> Json:
    values = {} if isinstance(event, Accepted) else values_of(event)
    if "person" in values:
        values["person"] = str(values["person"])
    return {"at": event.at, "kind": NAMES[type(event)], **values}


def rest(given: object, known: object) -> Json:
    """What a JSON value has besides what is known: its further keys; of lists by their entries' numbers."""
    if given == known:
        return {}
    if isinstance(given, dict) and isinstance(known, dict):
        further = {key: value for key, value in given.items() if key not in known}
        shared = {key: found for key in known if key in given and (found := rest(given[key], known[key]))}
        return further | shared
    if isinstance(given, list) and isinstance(known, list):
        pairs = enumerate(zip(given, known, strict=False))
        return {str(i): found for i, (one, other) in pairs if (found := rest(one, other))}
    return {}


def with_rest(known: Json, further: Json) -> Json:
    """A record with what else it had, where that is not known by now."""
    return {key: _with_rest(value, further.get(key)) for key, value in known.items()} | {
        key: value for key, value in further.items() if key not in known
    }


def _with_rest(known: object, further: object) -> object:
    if not isinstance(further, dict):
        return known
    if isinstance(known, list):
        return [_with_rest(value, further.get(str(i))) for i, value in enumerate(known)]
    return with_rest(known, further) if isinstance(known, dict) else known
