"""Looking at results and ratings in the database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from fillerbot.engine.clock import Instant
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import MatchId, Person, PersonId, Table
from fillerbot.scoring import Standing
from fillerbot.stats import Finished, Tally, opposed
from fillerbot.store.codec import read_table
from fillerbot.store.ratings import read_change, read_standing

_AMONG_PEOPLE = "NOT EXISTS (SELECT 1 FROM players AS c WHERE c.match = players.match AND c.person < 0)"
_PLAYED_HERE = (
    "EXISTS (SELECT 1 FROM players JOIN tables USING (match) "  # noqa: S608 — all of it ours
    "WHERE players.person = ratings.person AND players.place IS NOT NULL AND tables.guild = :guild "
    f"AND {_AMONG_PEOPLE})"
)


class Stats:
    """The part of the store that answers questions about people."""

    async def _read(self, query: str, *values: object, **named: object) -> list[Any]:
        raise NotImplementedError

    async def contenders(
        self, scale: str, *, matches: int, since: Instant, guild: int | None
    ) -> list[tuple[PersonId, Standing]]:
        query = (
            "SELECT person, rating, rd, sigma, matches, last FROM ratings "  # noqa: S608 — all of it ours
            "WHERE scale = :scale AND matches >= :matches AND last >= :since "
            f"AND (:guild IS NULL OR {_PLAYED_HERE}) ORDER BY rating DESC, person"
        )
        rows = await self._read(query, scale=scale, matches=matches, since=since, guild=guild)
        return [(PersonId(person), read_standing(*standing)) for person, *standing in rows]

    async def opponents(self, people: Sequence[PersonId], scale: str) -> dict[PersonId, int]:
        rows = await self._read(
            "SELECT mine.person, count(DISTINCT other.person) FROM json_each(:people) AS who "
            "JOIN rating_changes AS mine ON mine.person = who.value AND mine.scale = :scale "
            "JOIN rating_changes AS other ON other.match = mine.match AND other.player <> mine.player "
            "WHERE mine.voided IS NULL AND (NOT :pairs OR (mine.player + other.player) % 2) "
            "GROUP BY mine.person",
            people=json.dumps(people),
            scale=scale,
            pairs=VARIANTS[scale].pairs,
        )
        return dict.fromkeys(people, 0) | {PersonId(person): count for person, count in rows}

    async def played_in(self, person: PersonId, guild: int) -> bool:
        rows = await self._read(
            f"SELECT {_PLAYED_HERE} FROM (SELECT :person AS person) AS ratings",  # noqa: S608
            person=person,
            guild=guild,
        )
        return bool(rows[0][0])

    async def name(self, person: PersonId) -> str | None:
        rows = await self._read(
            "SELECT name FROM players WHERE person = ? ORDER BY match DESC LIMIT 1", person
        )
        return rows[0][0] if rows else None

    async def standings(self, person: PersonId) -> dict[str, Standing]:
        rows = await self._read(
            "SELECT scale, rating, rd, sigma, matches, last FROM ratings WHERE person = ?", person
        )
        return {scale: read_standing(*standing) for scale, *standing in rows}

    async def results(self, person: PersonId) -> dict[str, Tally]:
        rows = await self._read(
            "SELECT variant, place = 1 AS first, (SELECT count(*) FROM players AS others "  # noqa: S608
            "WHERE others.match = id AND others.place = 1) AS leaders, count(*) "
            "FROM players JOIN matches ON id = match WHERE person = ? AND place IS NOT NULL "
            f"AND {_AMONG_PEOPLE} GROUP BY variant, first, leaders",
            person,
        )
        found: dict[str, Tally] = defaultdict(Tally)
        for variant, first, leaders, count in rows:
            found[variant] += _tally(variant, first, leaders, count)
        return dict(found)

    async def practised(self, person: PersonId) -> dict[int, Tally]:
        rows = await self._read(
            "SELECT -min(others.person) AS level, variant, players.place = 1 AS first, "
            "sum(others.place = 1) + (players.place = 1) AS leaders "
            "FROM players JOIN matches ON id = players.match "
            "JOIN players AS others ON others.match = id AND others.player <> players.player "
            "WHERE players.person = ? AND players.place IS NOT NULL "
            "GROUP BY players.match HAVING max(others.person) < 0 ORDER BY level",
            person,
        )
        found: dict[int, Tally] = defaultdict(Tally)
        for level, variant, first, leaders in rows:
            found[level] += _tally(variant, first, leaders, 1)
        return dict(found)

    async def finished(self, person: PersonId) -> int:
        rows = await self._read(
            "SELECT count(*) FROM players "  # noqa: S608
            f"WHERE person = ? AND place IS NOT NULL AND {_AMONG_PEOPLE}",
            person,
        )
        return int(rows[0][0])

    async def history(self, person: PersonId, offset: int, limit: int) -> list[Finished]:
        rows = await self._read(
            "SELECT id, closed, variant, player, guild, channel, message, locale, symbols "  # noqa: S608
            "FROM (SELECT id, closed, variant, player FROM players JOIN matches ON id = players.match "
            f"WHERE person = ? AND place IS NOT NULL AND {_AMONG_PEOPLE} "
            "ORDER BY closed DESC, id DESC LIMIT ? OFFSET ?) "
            "JOIN tables ON tables.match = id ORDER BY closed DESC, id DESC",
            *(person, limit, offset),
        )
        return [await self._finished(read_table(row[4:]), *row[:4]) for row in rows]

    async def rated_in(self, guild: int, limit: int) -> list[Finished]:
        rows = await self._read(
            "SELECT id, closed, variant, 0, tables.guild, channel, message, locale, symbols "
            "FROM (SELECT id, closed, variant FROM matches WHERE guild = ? AND EXISTS "
            "(SELECT 1 FROM rating_changes WHERE match = id AND voided IS NULL) "
            "ORDER BY closed DESC, id DESC LIMIT ?) "
            "JOIN tables ON tables.match = id ORDER BY closed DESC, id DESC",
            *(guild, limit),
        )
        return [await self._finished(read_table(row[4:]), *row[:4]) for row in rows]

    async def _finished(
        self, table: Table, match: MatchId, ended: Instant, variant: str, player: int
    ) -> Finished:
        players = await self._read(
            "SELECT person, name, place FROM players WHERE match = ? ORDER BY player", match
        )
        changes = await self._read(
            "SELECT voided, rating_before, rd_before, sigma_before, rating_after, rd_after, sigma_after "
            "FROM rating_changes WHERE match = ? AND player = ?",
            *(match, player),
        )
        voided, *change = changes[0] if changes else (None,)
        people = [Person(PersonId(person), name) for person, name, _ in players]
        places = [place for _, _, place in players]
        gained = read_change(*change) if change else None
        return Finished(match, ended, variant, player, people, places, table, gained, voided)

    async def meetings(self, one: PersonId, two: PersonId, since: Instant) -> list[Instant]:
        rows = await self._read(
            "SELECT one.at, one.scale, one.player, two.player FROM rating_changes AS one "
            "JOIN rating_changes AS two ON two.match = one.match AND two.person = ? "
            "WHERE one.person = ? AND one.at > ? AND one.voided IS NULL ORDER BY one.at",
            *(two, one, since),
        )
        return [Instant(at) for at, scale, *players in rows if opposed(scale, *players)]

    async def under_way(self, one: PersonId, two: PersonId) -> int:
        rows = await self._read(
            "SELECT variant, one.player, two.player FROM players AS one "
            "JOIN players AS two ON two.match = one.match AND two.person = ? "
            "JOIN matches ON id = one.match WHERE one.person = ? AND closed IS NULL AND rated "
            "AND EXISTS (SELECT 1 FROM events WHERE events.match = id AND kind = 'accepted')",
            *(two, one),
        )
        return sum(opposed(variant, *players) for variant, *players in rows)

    async def home(self, match: MatchId) -> int | None:
        rows = await self._read("SELECT guild FROM matches WHERE id = ?", match)
        return rows[0][0] if rows else None

    async def voided(self, match: MatchId) -> str | None:
        rows = await self._read("SELECT voided FROM rating_changes WHERE match = ? LIMIT 1", match)
        return rows[0][0] if rows else None


def _tally(variant: str, first: int, leaders: int, count: int) -> Tally:
    """So many results: whether they were first places, and how many players shared each."""
    alone = 2 if VARIANTS[variant].pairs else 1
    won, drawn = first and leaders == alone, first and leaders > alone
    return Tally(count * won, count * drawn, count * (not first))
