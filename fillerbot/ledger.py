"""What the matches so far add up to, and whether the next one may count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase, Refusal, Terms
from fillerbot.lanes import Lanes
from fillerbot.live import Live, MatchId, Obstacle, Person, PersonId, Refused, Why
from fillerbot.scoring import DAY, Standing
from fillerbot.stats import (
    MATCHES,
    OPPONENTS,
    RECENT,
    Finished,
    History,
    Lacking,
    Leaderboard,
    Profile,
    Ranked,
    opposed,
    page_of,
    settled,
)
from fillerbot.store import Void

PAGE: Final = 10
PAST_PAGE: Final = 6
"""Finished matches on a page; those of four with long names leave no room for more."""
YOUNG: Final = 14 * DAY
"""Accounts that have not existed for so long are not rated."""
RATED_LIMITS: Final = {Why.RATED_TODAY: (3, DAY), Why.RATED_THIS_WEEK: (10, 7 * DAY)}
"""How often two people are rated for playing against each other, and in what time."""
_DISCORD_EPOCH: Final = 1_420_070_400_000


class Ledger(Lanes):
    """Looking back on matches, and what follows from them."""

    async def leaderboard(
        self, scale: str, person: PersonId, page: int, at: Instant, *, guild: int | None = None
    ) -> Leaderboard:
        """A page of a scale's leaderboard for somebody; with a server only those who played there."""
        contenders = await self._store.contenders(
            scale, matches=MATCHES, since=Instant(at - RECENT), guild=guild
        )
        sure = [pair for pair in contenders if settled(pair[1].at(at), scale)]
        met = await self._store.opponents([who for who, _ in sure], scale)
        ranked = [pair for pair in sure if met[pair[0]] >= OPPONENTS]
        page, pages = page_of(page, len(ranked), PAGE)
        rows = [
            await self._ranked(place, *ranked[place - 1])
            for place in range(page * PAGE + 1, min((page + 1) * PAGE, len(ranked)) + 1)
        ]
        mine = [place for place, (who, _) in enumerate(ranked, 1) if who == person]
        asker = (
            await self._ranked(mine[0], *ranked[mine[0] - 1])
            if mine
            else await self._lacking(scale, person, at, guild)
        )
        return Leaderboard(scale, guild is not None, page, pages, len(ranked), rows, asker)

    async def _ranked(self, place: int, person: PersonId, standing: Standing) -> Ranked:
        return Ranked(place, Person(person, await self._store.name(person) or "?"), standing)

    async def _lacking(self, scale: str, person: PersonId, at: Instant, guild: int | None) -> Lacking:
        standing = await self._store.standing(person, scale)
        met = await self._store.opponents([person], scale)
        return Lacking(
            matches=max(0, MATCHES - standing.matches),
            opponents=max(0, OPPONENTS - met[person]),
            recent=standing.last is not None and standing.last < at - RECENT,
            unsure=not settled(standing.at(at), scale),
            here=guild is not None and not await self._store.played_in(person, guild),
        )

    async def profile(self, person: PersonId) -> Profile:
        """What there is to tell of somebody."""
        return Profile(
            await self._store.name(person),
            await self._store.standings(person),
            await self._store.results(person),
            await self._store.practised(person),
            [live for live in await self.running(person) if live.match.games and not live.is_practice],
        )

    async def history(self, person: PersonId, page: int) -> History:
        """A page of somebody's finished matches."""
        total = await self._store.finished(person)
        page, pages = page_of(page, total, PAST_PAGE)
        rows = await self._store.history(person, page * PAST_PAGE, PAST_PAGE)
        return History(await self._store.name(person), page, pages, total, rows)

    async def rated_in(self, guild: int, limit: int) -> list[Finished]:
        """The matches of a server that have last changed ratings, as their first players see them."""
        return await self._store.rated_in(guild, limit)

    async def void(self, match: MatchId, guild: int | None, reason: str) -> Live:
        """Take back what a match of a server did to the ratings. Raises Refused."""
        if guild is None or await self._store.home(match) != guild:
            raise Refused(Why.NOT_FROM_HERE)
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            if live.match.phase is not Phase.OVER:
                raise Refused(Refusal.NOT_OVER, live)
            if live.voided is not None:
                raise Refused(Why.VOIDED, live)
            if not live.changes:
                raise Refused(Why.NOT_RATED, live)
            async with self._rating_of(person.id for person in live.people):
                try:
                    await self._store.commit(Void(match, reason))
                except BaseException:
                    self._forget(lane)
                    raise
            lane.live = replace(live, changes=(), voided=reason)
            return lane.live

    # -- what counts -----------------------------------------------------------------------------------

    async def _obstacle(self, terms: Terms, people: Sequence[Person | None], at: Instant) -> Obstacle | None:
        """Why a match of these people on these terms cannot be rated now, if it cannot."""
        if not terms.rated:
            return None
        for person in people:
            if person is not None and (grown := _joined(person.id) + YOUNG) > at:
                return Obstacle(Why.TOO_YOUNG, YOUNG // DAY, (person,), Instant(grown))
        for (i, one), (j, two) in combinations(enumerate(people), 2):
            if one is None or two is None or not opposed(terms.variant, i, j):
                continue
            if obstacle := await self._met_too_often(one, two, at):
                return obstacle
        return None

    async def _met_too_often(self, one: Person, two: Person, at: Instant) -> Obstacle | None:
        # Matches under way will count as well, whenever they end.
        under_way = await self._store.under_way(one.id, two.id)
        found = None
        for reason, (limit, time) in RATED_LIMITS.items():
            met = await self._store.meetings(one.id, two.id, Instant(at - time))
            if (excess := len(met) + under_way - limit) >= 0:
                until = Instant(met[excess] + time) if excess < len(met) else None
                found = Obstacle(reason, limit, (one, two), until)
        return found

    async def _check_counts(
        self, terms: Terms, people: Sequence[Person | None], at: Instant, live: Live | None = None
    ) -> None:
        """Refuse a rated match of people for whom it would not count."""
        if found := await self._obstacle(terms, people, at):
            raise Refused(found.reason, live, until=found.until, limit=found.limit, people=found.people)


def _joined(person: PersonId) -> Instant:
    """When somebody joined Discord, from his id."""
    return Instant((person >> 22) + _DISCORD_EPOCH)
