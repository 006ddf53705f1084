"""All that is kept of matches: reading it, and putting back what comes from elsewhere."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Event, Succeeded
from fillerbot.engine.match import Terms
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.scoring import RatingChange
from fillerbot.store import BROKEN, Finish, Identity, Kept, Restore, Returning, UnreadableError
from fillerbot.store.codec import decode, encode, read_table
from fillerbot.store.ratings import finish, read_change, settle
from fillerbot.store.stats import Stats

_MATCH = (
    "SELECT opened, variant, clock, rated, length, origin, places FROM matches WHERE id = ?",
    "SELECT player, person, name FROM players WHERE match = ?",
    "SELECT kind, at, data FROM events WHERE match = ? ORDER BY number",
)


class Archive(Stats):
    """The part of the store that reads matches as a whole."""

    async def _look(self, look: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        raise NotImplementedError

    async def load(self, match: MatchId) -> tuple[Setup, Sequence[Event]] | None:
        def look(db: sqlite3.Connection) -> list[list[Any]]:
            return [db.execute(query, (match,)).fetchall() for query in _MATCH]

        rows, seated, events = await self._look(look)
        if not rows:
            return None
        opened, variant, clock, rated, length, origin, places = rows[0]
        people = {player: Person(PersonId(person), name) for player, person, name in seated}
        setup = Setup(
            id=match,
            opened=Instant(opened),
            terms=Terms(variant, clock, bool(rated), length),
            people=tuple(people.get(player) for player in range(places or len(people))),
            origin=None if origin is None else MatchId(origin),
            is_table=places is not None,
        )
        try:
            return setup, [decode(kind, at, text) for kind, at, text in events]
        except BROKEN as error:
            raise UnreadableError(f"match {match} has an event that cannot be read: {error!r}") from error

    async def everything(self) -> list[MatchId]:
        return [MatchId(row[0]) for row in await self._read("SELECT id FROM matches ORDER BY id")]

    async def changes(self, match: MatchId) -> tuple[RatingChange, ...]:
        return await self._changes(match, "voided IS NULL")

    async def table(self, match: MatchId) -> Table | None:
        rows = await self._read(
            "SELECT guild, channel, message, locale, symbols FROM tables WHERE match = ?", match
        )
        return read_table(rows[0]) if rows else None

    async def _changes(self, match: MatchId, which: str) -> tuple[RatingChange, ...]:
        rows = await self._read(
            "SELECT rating_before, rd_before, sigma_before, rating_after, rd_after, sigma_after "  # noqa: S608
            f"FROM rating_changes WHERE match = ? AND {which} ORDER BY player",
            match,
        )
        return tuple(read_change(*row) for row in rows)

    async def kept(self, match: MatchId) -> Kept | None:
        loaded, table = await self.load(match), await self.table(match)
        rows = await self._read("SELECT guild, first_id, extra FROM matches WHERE id = ?", match)
        if loaded is None or table is None:
            return None
        guild, first_id, extra = rows[0]
        changes, voided = await self._changes(match, "TRUE"), await self.voided(match)
        return Kept(*loaded, table, guild, changes, voided, first_id, extra)

    async def identities(self) -> dict[Identity, MatchId]:
        rows = await self._read(
            "SELECT id, coalesce(first_id, id), opened, (SELECT json_group_array(person) FROM "
            "(SELECT person FROM players WHERE match = id ORDER BY player)) FROM matches"
        )
        return {
            (first, Instant(opened), tuple(map(PersonId, json.loads(people)))): MatchId(match)
            for match, first, opened, people in rows
        }


def restore(db: sqlite3.Connection, change: Restore) -> None:
    """Put matches back, and let everybody stand where their changes and those that were there lead."""
    stood = set()
    for match in change.matches:
        _put_back(db, match)
        setup = match.kept.setup
        if match.kept.changes:
            stood |= {(person.id, setup.terms.variant) for person in setup.people if person}
    for person, scale in stood:
        settle(db, person, scale)


def _put_back(db: sqlite3.Connection, match: Returning) -> None:
    kept, setup = match.kept, match.kept.setup
    terms, table = setup.terms, kept.table
    people = [person for person in setup.people if person]
    db.execute(
        "INSERT INTO matches (id, opened, variant, clock, rated, length, origin, closed, closing, closer, "
        "places, guild, first_id, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(setup.id, setup.opened, terms.variant, terms.clock, terms.rated, terms.length, setup.origin),
            *(match.closed, match.closing, match.closer),
            *(len(people) if setup.is_table else None, kept.guild, kept.first_id, kept.extra),
        ),
    )
    db.executemany(
        "INSERT INTO players (match, player, person, name) VALUES (?, ?, ?, ?)",
        [(setup.id, player, person.id, person.name) for player, person in enumerate(people)],
    )
    for number, event in enumerate(kept.events, 1):
        _add(db, setup.id, number, event)
    db.execute(
        "INSERT INTO tables (match, guild, channel, message, locale, symbols) VALUES (?, ?, ?, ?, ?, ?)",
        (setup.id, table.guild, table.channel, table.message, table.locale, table.symbols),
    )
    if match.deadline is not None:
        db.execute("INSERT INTO deadlines (match, at) VALUES (?, ?)", (setup.id, match.deadline))
    if match.closed is not None and match.places:
        ids = tuple(person.id for person in people)
        finish(db, Finish(setup.id, match.closed, terms.variant, ids, match.places, kept.changes))
        db.execute("UPDATE rating_changes SET voided = ? WHERE match = ?", (kept.voided, setup.id))
    if setup.origin is not None:
        _succeed(db, setup.origin, Succeeded(setup.opened, setup.id))


def _add(db: sqlite3.Connection, match: MatchId, number: int, event: Event) -> None:
    kind, text = encode(event)
    db.execute(
        "INSERT INTO events (match, number, at, kind, data) VALUES (?, ?, ?, ?, ?)",
        (match, number, event.at, kind, text),
    )


def _succeed(db: sqlite3.Connection, match: MatchId, event: Succeeded) -> None:
    """Let a match that was played know of its rematch, unless it has one."""
    count, over, succeeded = db.execute(
        "SELECT max(number), max(kind = 'accepted') AND closed IS NOT NULL, max(kind = 'succeeded') "
        "FROM events JOIN matches ON id = match WHERE match = ?",
        (match,),
    ).fetchone()
    if over and not succeeded:
        _add(db, match, count + 1, event)
