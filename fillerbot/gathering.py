"""How matches come about: challenges, open tables, rematches, and what keeps people from overdoing it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fillerbot.engine.board import Board
from fillerbot.engine.clock import Instant, clock_of
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted, Closed, Closing, Event, RematchWanted, Rose, Sat, Succeeded
from fillerbot.engine.match import WAITING, Phase, Refusal, Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.lanes import EventFor, advance, deadline_of, player_of
from fillerbot.ledger import Ledger
from fillerbot.live import Live, MatchId, Person, PersonId, Refused, Setup, Table, Why
from fillerbot.presence import HostInstant
from fillerbot.store import Change, Open, Store

_HOUR: Final = 3_600_000
ABORTS_PER_HOUR: Final = 3
OPEN_CHALLENGES: Final = 5
RUNNING_MATCHES: Final = 25


class Gathering(Ledger):
    """Opening matches and getting them under way."""

    def __init__(self, store: Store, *, now: Callable[[], HostInstant], rng: random.Random) -> None:
        super().__init__(store, now=now, rng=rng)
        self._opening = asyncio.Lock()
        self._next_id = asyncio.Lock()
        self.stopping = False
        # Two rated matches of the same people must not begin without knowing of each other. Who waits for it
        # holds no lane, and who holds it may wait for one.
        self._beginning = asyncio.Lock()

    async def challenge(
        self, terms: Terms, people: tuple[Person, ...], table: Table, at: Instant, *, insists: bool = True
    ) -> Live:
        """Open a challenge of the first of two people to the second. Raises Refused.

        Where a rated one cannot count it is refused to who insists, and else casual.
        """
        if people[0].id == people[1].id:
            raise Refused(Why.YOURSELF)
        if VARIANTS[terms.variant].seats > len(people):
            raise Refused(Why.TOO_MANY_SEATS)
        return await self._open(terms, people, table, at, is_table=False, insists=insists)

    async def open_table(
        self, terms: Terms, opener: Person, table: Table, at: Instant, *, insists: bool = True
    ) -> Live:
        """Open a table that anyone may join. Raises Refused; `insists` is as in `challenge`."""
        people = (opener, *[None] * (VARIANTS[terms.variant].seats - 1))
        return await self._open(terms, people, table, at, is_table=True, insists=insists)

    async def _open(  # noqa: PLR0913 — what a match begins with
        self,
        terms: Terms,
        people: tuple[Person | None, ...],
        table: Table,
        at: Instant,
        *,
        is_table: bool,
        insists: bool,
    ) -> Live:
        assert people[0] is not None, "somebody opens it"
        self._check_staying()
        _check_terms(terms)
        opener = people[0].id
        await self._check_conduct(opener, at)
        obstacle = None
        if insists:
            await self._check_counts(terms, people, at)
        elif obstacle := await self._obstacle(terms, people, at):
            terms = replace(terms, rated=False)
        # Looking at matches takes their lanes, so it must not hold what a lane may wait for.
        async with self._opening:
            await self._check_load(opener)
            async with self._next_id:
                number = MatchId(await self._store.last_id() + 1)
                setup = Setup(number, at, terms, people, is_table=is_table)
                match = setup.beginning()
                await self._store.commit(Open(setup, table, deadline_of(match)))
        self._aim.set()
        live = Live(setup, match, 0, table, await self._standings(setup), obstacle=obstacle)
        self._begins_now(setup.id, table)
        self._lane(setup.id).live = live
        return live

    def _check_staying(self) -> None:
        """Nothing new begins when the bot is about to stop."""
        if self.stopping:
            raise Refused(Why.STOPPING)

    async def _check_load(self, challenger: PersonId) -> None:
        """Nobody opens challenges, or plays matches, without end; what others ask of him does not count."""
        running = await self.running(challenger)
        mine = [live for live in running if not live.match.games and live.player(challenger) == 0]
        if len(mine) >= OPEN_CHALLENGES:
            raise Refused(Why.TOO_MANY_CHALLENGES, mine[0], limit=OPEN_CHALLENGES)
        await self._check_matches(challenger)

    async def _check_matches(self, person: PersonId, *, practice: bool = False) -> None:
        """Nobody plays, or sits at tables, without end; nor practises, but that is another matter."""
        playing = [
            live
            for live in await self.running(person)
            if live.is_practice is practice and (live.match.games or live.setup.is_table)
        ]
        if len(playing) >= RUNNING_MATCHES:
            raise Refused(Why.TOO_MANY_MATCHES, playing[0], limit=RUNNING_MATCHES)

    async def _check_conduct(self, person: PersonId, at: Instant) -> None:
        """Let who called off three matches in an hour begin none for the next one."""
        # The hour begins with the last of three, and the first of them may lie an hour before that.
        aborts = await self._store.aborts(person, Instant(at - 2 * _HOUR))
        lasts = (
            last
            for first, last in zip(aborts, aborts[ABORTS_PER_HOUR - 1 :], strict=False)
            if last - first <= _HOUR
        )
        until = max(lasts, default=at - _HOUR) + _HOUR
        if at < until:
            raise Refused(Why.TOO_MANY_ABORTS, until=Instant(until))

    async def _check_pause(self, person: Person, at: Instant, live: Live) -> None:
        """Let nobody begin a match with somebody who pauses."""
        try:
            await self._check_conduct(person.id, at)
        except Refused as refused:
            raise Refused(Why.SOMEBODY_PAUSES, live, until=refused.until, people=(person,)) from refused

    async def accept(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Accept a challenge: the board is dealt, the lot says who begins."""
        accepted = await self._ready_to_begin(match, person, at)

        def event(live: Live, player: Player) -> Event:
            if live.match.phase is Phase.OPEN:
                raise Refused(Refusal.NOT_OPEN, live)
            _only(live, player, Player(1))
            return accepted(live)

        return await self._begin(match, person, at, event)

    async def _begin(self, match: MatchId, person: PersonId, at: Instant, event: EventFor) -> Live:
        """Let somebody begin a match, if it still counts for as much as was said."""
        async with self._beginning:
            live = await self.live(match)
            for somebody in live.people:
                await self._check_pause(somebody, at, live)
            if live.player(person) is not None and live.match.phase in WAITING:
                await self._check_counts(live.setup.terms, live.setup.people, at, live)
            # As matches among people do it: what computers do next holds nobody up.
            return await super()._act(match, person, at, event)

    async def _ready_to_begin(
        self, match: MatchId, person: PersonId, at: Instant
    ) -> Callable[[Live], Accepted]:
        """Check that somebody may begin a match, and deal its board. Raises Refused."""
        self._check_staying()
        await self._check_conduct(person, at)
        await self._check_matches(person)
        board = await self._deal((await self.live(match)).setup.terms.variant)
        return lambda live: Accepted(at, board, self._lots(len(live.setup.people), pairs=board.pairs))

    def _lots(self, players: int, *, pairs: bool) -> tuple[Player, ...]:
        """Who sits where in game one, partners opposite each other."""
        if not pairs:
            seats = list(map(Player, range(players)))
            self._rng.shuffle(seats)
            return tuple(seats)
        one, two = (self._rng.sample(side, 2) for side in self._rng.sample([(0, 2), (1, 3)], 2))
        return tuple(map(Player, (one[0], two[0], one[1], two[1])))

    async def join(self, match: MatchId, person: Person, at: Instant, *, against: bool | None = None) -> Live:
        """Sit down at a table; with pairs, with its opener or `against` him. Two are enough to begin at once.

        Who sits there already may change sides.
        """
        accepted = await self._ready_to_begin(match, person.id, at)
        async with self._beginning, (lane := self._lane(match)).lock:
            live = await self._load(lane, match)
            if overdue := await self._overtaken(lane, live, at):
                return overdue
            changes: list[Change | None] = []

            def happen(live: Live, event: Event) -> Live:
                after, change = advance(live, event)
                changes.append(change)
                return after

            place = _place(live, person.id, against)
            before = live.player(person.id)
            if before is not None:
                live = happen(live, Rose(at, before))
            live = happen(live, Sat(at, place, person.id, person.name))
            await self._check_counts(live.setup.terms, live.setup.people, at)
            if len(live.setup.people) == 2:  # noqa: PLR2004 — there is nothing to wait for
                live = happen(live, accepted(live))
            return await self._keep(lane, live, *changes)

    async def leave(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Leave a table that has not begun."""

        def event(live: Live, player: Player) -> Event:
            if player == 0 and live.match.phase is Phase.OPEN:
                raise Refused(Why.OPENER_STAYS, live)
            return Rose(at, player)

        return await self._act(match, person, at, event)

    async def remove(self, match: MatchId, person: PersonId, at: Instant, whom: PersonId) -> Live:
        """Let the opener of a table send somebody away."""

        def event(live: Live, player: Player) -> Event:
            check_opener(live, player)
            place = live.player(whom)
            if place is None or place == player:
                raise Refused(Why.NOT_SEATED, live)
            return Rose(at, place)

        return await self._act(match, person, at, event)

    async def start(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Begin the match of a full table."""
        accepted = await self._ready_to_begin(match, person, at)

        def event(live: Live, player: Player) -> Event:
            if live.match.phase is Phase.CHALLENGED:
                raise Refused(Refusal.NOT_OPEN, live)
            check_opener(live, player)
            return accepted(live)

        return await self._begin(match, person, at, event)

    async def _deal(self, variant: str) -> Board:
        # A few milliseconds that others need not wait for.
        return await asyncio.to_thread(deal, VARIANTS[variant], self._rng.getrandbits(53))

    async def decline(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Turn a challenge down."""

        def event(live: Live, player: Player) -> Event:
            _only(live, player, Player(1))
            return Closed(at, Closing.DECLINED, player)

        return await self._act(match, person, at, event)

    async def withdraw(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Take one's own challenge back, or close one's table."""

        def event(live: Live, player: Player) -> Event:
            _only(live, player, Player(0))
            check_opener(live, player)
            return Closed(at, Closing.WITHDRAWN, player)

        return await self._act(match, person, at, event)

    async def rematch(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Want a rematch. Who is the last to say so gets the new match, the others the old one.

        Computers always want one. Where the rematch has begun already, the old match says so.
        """
        self._check_staying()
        await self._check_conduct(person, at)
        await self._check_matches(person)
        board = await self._deal((await self.live(match)).setup.terms.variant)
        async with self._beginning, (lane := self._lane(match)).lock:
            old = await self._load(lane, match)
            player = player_of(old, person)
            if old.match.successor is not None:
                return old
            await self._check_counts(old.setup.terms, old.setup.people, at)
            wanted, changes = old, list[Change | None]()
            for wants in (player, *(other for other in old.match.players if old.level(other) is not None)):
                wanted, change = advance(wanted, RematchWanted(at, wants))
                changes.append(change)
            if len(wanted.match.wants_rematch) < len(wanted.setup.people):
                return await self._keep(lane, wanted, *changes)
            async with self._next_id:
                number = MatchId(await self._store.last_id() + 1)
                setup = replace(old.setup, id=number, opened=at, origin=match, is_table=False)
                table = replace(old.table, message=None)
                opened = Live(setup, setup.beginning(), 0, table)
                # The seats move on by one, so that the other side moves first this time.
                seats = old.match.games[0].seats
                begun, beginning = advance(opened, Accepted(at, board, (*seats[1:], seats[0])))
                succeeded, ending = advance(wanted, Succeeded(at, number))
                await self._keep(lane, succeeded, Open(setup, table, None), beginning, *changes, ending)
            self._begins_now(number, table)
            self._lane(number).live = begun
            return begun


def _only(live: Live, player: Player, allowed: Player) -> None:
    if live.match.phase is Phase.CHALLENGED and player != allowed:
        raise Refused(Refusal.NOT_FOR_YOU, live)


def check_opener(live: Live, player: Player) -> None:
    """Let nobody but its opener do something to a table. Raises Refused."""
    if live.match.phase is Phase.OPEN and player != 0:
        raise Refused(Why.ONLY_OPENER, live)


def _place(live: Live, person: PersonId, against: bool | None) -> Player:  # noqa: FBT001 — as `join` has it
    """Where somebody sits down who wants to join."""
    people = live.setup.people
    pairs = VARIANTS[live.setup.terms.variant].pairs
    before = live.player(person)
    wanted = [place for place in range(len(people)) if not pairs or against is None or place % 2 == against]
    if live.match.phase is Phase.OPEN:
        if before == 0 and against:
            raise Refused(Why.OPENER_STAYS, live)
        if before in wanted:
            raise Refused(Why.ALREADY_SEATED, live)
        if None not in people:
            raise Refused(Why.TABLE_FULL, live)
        if all(people[place] for place in wanted):
            raise Refused(Why.SIDE_FULL, live)
    return next((Player(place) for place in wanted if people[place] is None), Player(0))


def _check_terms(terms: Terms) -> None:
    if not terms.rated:
        return
    variant = VARIANTS[terms.variant]
    if not variant.rated:
        raise Refused(Why.UNRATED_VARIANT)
    if terms.length != variant.length:
        raise Refused(Why.RATED_TAKES_TWO)
    if clock_of(terms.clock) is None:
        raise Refused(Why.RATED_TAKES_CLOCK)
