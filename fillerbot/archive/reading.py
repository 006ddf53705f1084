"""Records of whole matches, understood and judged before anything of them is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from fillerbot import scoring
from fillerbot.archive import values
from fillerbot.archive.export import record_of, rest
from fillerbot.archive.values import INSTANTS, NUMBERS, Reader, item, listed, need, number, text
from fillerbot.engine.board import COLOURS
from fillerbot.engine.clock import PRESETS, Clock, Instant, Millis, clock_of
from fillerbot.engine.events import Accepted, Closing, Dropped, Event, Interrupted, Sat, Succeeded
from fillerbot.engine.match import Match, Terms
from fillerbot.engine.record import BadRecordError, Record, read, write
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.figures import Symbols
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.rating import Rating
from fillerbot.scoring import RatingChange
from fillerbot.store import BROKEN, Kept, Returning
from fillerbot.store.codec import KINDS

_FIELDS: Final = {
    name: [field.name for field in fields(kind) if field.name != "at"]
    for name, kind in KINDS.items()
    if kind is not Succeeded
}
"""What the events say that a record tells of."""
_MOST_CELLS: Final = 10_000
"""More than on any board that is played on; to read them would take long, and much memory."""
_LEAVING: Final = (Closing.RESIGNED, Closing.FLAG)
"""Somebody ends a match so."""


def understood(data: object, now: Instant) -> Returning:
    """The match in a decoded JSON value, under the number that it had. Raises BadRecordError.

    To one that goes on nothing is charged for the time until its board is shown again.
    """
    top = values.mapping(data, "")
    need(_cells(top) <= _MOST_CELLS, "board.rows")
    record = read(data)
    people = _people(top, record)
    setup = _setup(top, record, people)
    events = _events(top, record, setup)
    if any(isinstance(event, Sat) for event in events):
        setup = replace(setup, is_table=True)
        _sat_down(people, events)
    after = _played(setup, events)
    kept = _kept(top, setup, events, after[-1])
    known = record_of(kept, events, after)
    # The events were taken word for word; it is what they lead to that may be another thing.
    values.agree({**top, **write(record), "events": None}, known | {"events": None}, "")
    if further := rest(top, known):
        kept = replace(kept, extra=json.dumps(further, separators=(",", ":")))
    goes_on = Interrupted(now)
    if (waiting := step(after[-1], goes_on)) is not after[-1]:
        events, after = [*events, goes_on], [*after, waiting]
    return _returning(replace(kept, events=events), after)


def _cells(top: Mapping[str, Any]) -> int:
    """About how many cells the board has, if there is one."""
    board = top.get("board")
    rows = board.get("rows") if isinstance(board, dict) else None
    return sum(len(row) for row in rows if isinstance(row, str)) if isinstance(rows, list) else 0


def _returning(kept: Kept, after: Sequence[Match]) -> Returning:
    match, people = after[-1], kept.setup.people
    ends = [event.at for event, state in zip(kept.events, after, strict=True) if state.closing is not None]
    closer = None if match.by is None or not ends else people[match.by]
    timeout, standings = match.timeout(), match.standings()
    return Returning(
        kept=kept,
        deadline=None if timeout is None else timeout[0],
        closed=ends[0] if ends else None,
        closing=match.closing,
        closer=None if closer is None else closer.id,
        places=() if standings is None else scoring.places(standings, len(people)),
    )


# -- what stands above the events ----------------------------------------------------------------------


def _setup(top: Mapping[str, Any], record: Record, people: tuple[Person, ...]) -> Setup:
    need(record.variant in VARIANTS, "variant")
    variant, board = VARIANTS[record.variant], record.board
    need(len(board.starts) == variant.seats, "board.starts")
    need(board.pairs == variant.pairs, "board.pairs")
    need(bool(record.games), "games")
    clock, rated = _clock(top.get("clock")), item(top, "rated", "", values.flag)
    if rated:
        need(variant.rated and record.length == variant.length and clock_of(clock) is not None, "rated")
        need(all(person.level is None for person in people), "rated")
    origin = item(top, "rematch_of", "", number(NUMBERS), None)
    need(origin is None or origin != top.get("match_id"), "rematch_of")
    return Setup(
        id=MatchId(item(top, "match_id", "", number(NUMBERS))),
        opened=Instant(item(top, "opened", "", number(INSTANTS))),
        terms=Terms(record.variant, clock, rated, record.length),
        people=people,
        origin=None if origin is None else MatchId(origin),
    )


def _people(top: Mapping[str, Any], record: Record) -> tuple[Person, ...]:
    given = listed(top.get("players"), "players")
    need(len(given) == len(record.board.starts), "players")
    people: list[Person] = []
    for i, player in enumerate(given):
        path = f"players[{i}]"
        one = values.mapping(player, path)
        who = PersonId(item(one, "id", path, values.person))
        need(who < 0 or who not in [person.id for person in people], f"{path}.id")
        people.append(Person(who, item(one, "name", path, text)))
    return tuple(people)


def _clock(data: object) -> str:
    """The key of a clock."""
    if data is None:
        return "none"
    one = values.mapping(data, "clock")
    budget, increment = (item(one, key, "clock", number(INSTANTS)) for key in ("budget", "increment"))
    clock = Clock(Millis(budget), Millis(increment), item(one, "per_move", "clock", values.flag))
    keys = [key for key, preset in PRESETS.items() if preset == clock]
    key = keys[0] if keys else f"{budget // 1000}+{increment // 1000}"
    try:
        need(clock_of(key) == clock, "clock")
    except KeyError:
        raise BadRecordError("clock") from None
    return key


# -- what happened -------------------------------------------------------------------------------------


def _events(top: Mapping[str, Any], record: Record, setup: Setup) -> list[Event]:
    player = number(range(len(setup.people)))
    readers = {
        "player": player,
        "by": values.optional(player),
        "colour": number(COLOURS),
        "closing": lambda value: Closing(text(value)),
        "since": values.optional(number(INSTANTS)),
        "person": values.person,
        "name": text,
    }
    events = []
    for i, data in enumerate(listed(top.get("events"), "events")):
        path = f"events[{i}]"
        events.append(_event(values.mapping(data, path), path, record, readers))
    return events


def _event(data: Mapping[str, Any], path: str, record: Record, readers: Mapping[str, Reader]) -> Event:
    at = Instant(item(data, "at", path, number(INSTANTS)))
    name = item(data, "kind", path, text)
    need(name in _FIELDS, f"{path}.kind")
    kind = KINDS[name]
    if kind is Accepted:
        return Accepted(at, record.board, record.games[0].seats)
    if kind is Dropped:
        readers = {"player": values.optional(readers["player"])}
    if data.get("closing") in _LEAVING:
        readers = {**readers, "by": readers["player"]}
    return kind(at, **{field: item(data, field, path, readers[field]) for field in _FIELDS[name]})


def _played(setup: Setup, events: Sequence[Event]) -> list[Match]:
    """The match after each event."""
    after, match = [], setup.beginning()
    for i, event in enumerate(events):
        try:
            match = step(match, event)
        except BROKEN as error:
            raise BadRecordError(f"events[{i}]") from error
        after.append(match)
    need(bool(after) and bool(after[-1].games), "events")
    return after


def _sat_down(people: Sequence[Person], events: Sequence[Event]) -> None:
    """See whether those who play are those who sat down at the table."""
    sitting: dict[int, Person] = {0: people[0]}
    for event in events:
        if isinstance(event, Sat):
            sitting[event.player] = Person(PersonId(event.person), event.name)
    for i, person in enumerate(people):
        need(sitting.get(i) == person, f"players[{i}]")


# -- where it was, and what followed -------------------------------------------------------------------


def _kept(top: Mapping[str, Any], setup: Setup, events: Sequence[Event], match: Match) -> Kept:
    changes = _changes(top, setup, match)
    voided = item(top, "voided", "", text, None)
    need(voided is None or bool(changes), "voided")
    return Kept(
        setup=setup,
        events=events,
        table=_table(values.mapping(top.get("table", {}), "table")),
        guild=item(top, "guild", "", values.optional(values.snowflake), None),
        changes=changes,
        voided=voided,
        first_id=item(top, "first_id", "", number(NUMBERS), None),
    )


def _table(data: Mapping[str, Any]) -> Table:
    somewhere = values.optional(values.snowflake)
    return Table(
        guild=item(data, "guild", "table", somewhere, None),
        channel=item(data, "channel", "table", values.channel, 0),
        message=item(data, "message", "table", somewhere, None),
        locale=item(data, "locale", "table", text, "en"),
        symbols=item(data, "symbols", "table", lambda value: Symbols(text(value)), Symbols.NORMAL),
    )


def _changes(top: Mapping[str, Any], setup: Setup, match: Match) -> tuple[RatingChange, ...]:
    if "ratings" not in top:
        return ()
    given = listed(top["ratings"], "ratings")
    need(setup.terms.rated and match.standings() is not None, "ratings")
    need(len(given) == len(setup.people), "ratings")
    changes = []
    for i, change in enumerate(given):
        path = f"ratings[{i}]"
        one = values.mapping(change, path)
        before, after = (Rating(*item(one, key, path, values.amounts)) for key in ("before", "after"))
        changes.append(RatingChange(before, after))
    return tuple(changes)
