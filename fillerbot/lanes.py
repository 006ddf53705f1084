"""The matches in progress: one lane each, and every event stored before it is answered."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final
from weakref import WeakValueDictionary

from fillerbot import scoring
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Dropped, Event, Interrupted, Moved, Rose, Sat, Shown
from fillerbot.engine.match import WAITING, Match, Phase, RefusedError
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.live import Live, MatchId, Person, PersonId, Refused, Setup, Table, Why
from fillerbot.presence import DiscordClock, HostInstant, Outage, Presence
from fillerbot.scoring import RatingChange, Standing
from fillerbot.store import BROKEN, Append, Change, Finish, Past, Store, StoreError, UnreadableError

_log = logging.getLogger(__name__)

SETTLE: Final = 2_500
"""A deadline is served this many ms after it has passed: a click made before may still be on its way."""
AGAIN: Final = 5.0
"""Seconds until something is stored that the database refused and nobody has pressed for."""
_LANES: Final = 2_000
"""Matches kept in memory; the others are replayed from the store when somebody acts on them."""
_LEISURE: Final = 0.3
"""Seconds after which it is stored that boards were shown, which nobody waits for: many at a time."""


@dataclass(slots=True)
class Lane:
    """Where one match is changed, by one at a time.

    `unsaved` has that `live` was shown, while it is not stored yet: it is together with what happens next.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: Live | None = None
    unsaved: list[Append] = field(default_factory=list)


Listener = Callable[[Live], Awaitable[None]]
EventFor = Callable[[Live, Player], Event]


class Lanes:
    """The matches of a store, as they are now.

    `now` gives the host's time in ms, `rng` draws lots and seeds. The listener is told of changes that
    nobody's click brought about, to show them.
    """

    def __init__(self, store: Store, *, now: Callable[[], HostInstant], rng: random.Random) -> None:
        self._store = store
        self.clock = DiscordClock(now)
        self._now = self.clock.now
        self.presences = [Presence(self.clock)]
        self._rng = rng
        self._lanes: OrderedDict[MatchId, Lane] = OrderedDict()
        self._aim = asyncio.Event()
        self._wakes: Instant | None = None
        self._tasks: set[asyncio.Future[None]] = set()
        self._unsaved: set[MatchId] = set()
        self._saving: asyncio.TimerHandle | None = None
        self._rating: WeakValueDictionary[PersonId, asyncio.Lock] = WeakValueDictionary()
        self.listener: Listener | None = None

    def now(self) -> Instant:
        """The time in ms since 1970, by Discord's clock."""
        return self._now()

    def presence(self, table: Table) -> Presence:
        """Whether people can be heard where a match is shown. Outside servers the first shard hears."""
        return self.presences[((table.guild or 0) >> 22) % len(self.presences)]

    def heard(self, at: Instant) -> None:
        """Something that Discord has dated has arrived: it tells what our clock is worth."""
        before = self.clock.offset
        self.clock.heard(at)
        if abs(self.clock.offset - before) > SETTLE:
            self._aim.set()

    # -- reading ---------------------------------------------------------------------------------------

    async def live(self, match: MatchId) -> Live:
        """A match as it is now, told of our absences first, which is stored. Raises Refused."""
        lane = self._lane(match)
        async with lane.lock:
            return await self._load(lane, match)

    def is_newest_board(self, live: Live) -> bool:
        """Whether no move is known that is newer than a match as somebody has got it. Any thread may ask."""
        lane = self._lanes.get(live.id)
        newest = None if lane is None else lane.live
        return newest is None or newest.match.games == live.match.games

    async def running(self, person: PersonId) -> list[Live]:
        """Somebody's challenges and matches that are not over, oldest first.

        What cannot be read is left out: it must not keep people from all others.
        """
        found = list[Live]()
        for match in await self._store.running(person):
            try:
                found.append(await self.live(match))
            except UnreadableError:
                _log.exception("Match %s cannot go on", match)
        return found

    async def past(self, person: PersonId, limit: int) -> list[Past]:
        """Somebody's newest matches that are over, the newest first."""
        return await self._store.past(person, limit)

    def _lane(self, match: MatchId) -> Lane:
        lane = self._lanes.setdefault(match, Lane())
        self._lanes.move_to_end(match)
        if len(self._lanes) > _LANES:
            oldest, idle = next(iter(self._lanes.items()))
            if not idle.lock.locked() and not idle.unsaved:
                del self._lanes[oldest]
        return lane

    async def _load(self, lane: Lane, match: MatchId) -> Live:
        if lane.live is None:
            stored = await self._store.load(match)
            table = await self._store.table(match)
            if stored is None or table is None:
                raise Refused(Why.NO_SUCH_MATCH)
            setup, events = stored
            state = setup.beginning()
            try:
                for event in events:
                    state = step(state, event)
            except BROKEN as error:
                raise UnreadableError(f"match {match} has an event that cannot happen: {error!r}") from error
            changes: tuple[RatingChange, ...] = ()
            voided = None
            if state.phase is Phase.OVER and setup.terms.rated:
                changes = await self._store.changes(match)
                voided = None if changes else await self._store.voided(match)
            standings = await self._standings(setup)
            lane.live = Live(setup, state, len(events), table, standings, changes, voided)
        return await self._caught_up(lane, lane.live)

    async def _caught_up(self, lane: Lane, live: Live) -> Live:
        """A match that knows of our outages, if there were any since it was last shown."""
        for outage in self.presence(live.table).outages:
            if live.id not in outage.told:
                live = await self._told_of(outage, lane, live)
        return live

    async def _told_of(self, outage: Outage, lane: Lane, live: Live) -> Live:
        match, since = live.match, outage.since
        if match.phase not in WAITING and outage.was_missed_by(match):
            # What was due while we were still there has happened.
            while (due := live.match.timeout()) and due[0] + SETTLE <= (since or 0):
                live = await self._keep(lane, *advance(live, due[1]))
            back = self._now() if outage.ended is None else outage.ended
            live = await self._keep(lane, *advance(live, Interrupted(back, since)))
        outage.told.add(live.id)
        return live

    def _begins_now(self, match: MatchId, table: Table) -> None:
        """A match that is made during an outage has missed nothing."""
        if (outage := self.presence(table).outage()) is not None:
            outage.told.add(match)

    async def _standings(self, setup: Setup) -> tuple[Standing, ...]:
        """How the players of a rated match stand."""
        if not setup.terms.rated:
            return ()
        scale = setup.terms.variant
        return tuple(
            [await self._store.standing(person.id, scale) for person in setup.people if person is not None]
        )

    # -- acting ----------------------------------------------------------------------------------------

    async def _act(self, match: MatchId, person: PersonId, at: Instant, event: EventFor) -> Live:
        """Let a person do something to a match: check, step, store, and only then tell."""
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            player = player_of(live, person)
            if overdue := await self._overtaken(lane, live, at):
                return overdue
            live = lane.live or live
            live, change = advance(live, event(live, player))
            return await self._keep(lane, live, change)

    async def _overtaken(self, lane: Lane, live: Live, at: Instant) -> Live | None:
        """The match after a flag that fell before this instant, which is then all that happens."""
        timeout = live.match.timeout()
        if timeout is None or timeout[0] > at:
            return None
        if isinstance(timeout[1], Dropped):
            # That a partner did not answer keeps nobody from acting.
            return await self._overtaken(lane, await self._keep(lane, *advance(live, timeout[1])), at)
        presence = self.presence(live.table)
        if not presence.there or self._now() < max(timeout[0] + SETTLE, presence.settled_at):
            raise Refused(Why.TIME_UP, live)
        return await self._keep(lane, *advance(live, timeout[1]))

    async def _keep(self, lane: Lane, live: Live, *changes: Change | None) -> Live:
        """Store what has changed, and make it what everybody sees from now on."""
        done = [change for change in changes if change is not None]
        lane.live = await self._stored(lane, live, *done) if done else live
        return lane.live

    async def _stored(self, lane: Lane, live: Live, *changes: Change) -> Live:
        try:
            live = await self._store_all(live, [*lane.unsaved, *changes])
        except BaseException:
            self._forget(lane)
            raise
        lane.unsaved.clear()
        self._look_out(deadline_of(live.match))
        return live

    def _forget(self, lane: Lane) -> None:
        """Whether something was stored is unknown: read the match again when it is needed."""
        lane.live = None
        for change in lane.unsaved:
            self._begin_turn_later(change.match, change.number - 1, change.event.at)
        lane.unsaved.clear()

    def _look_out(self, deadline: Instant | None) -> None:
        """Somebody's deadline has moved: who serves them need only know if it is before the next one."""
        if self._wakes is None or (deadline is not None and deadline + SETTLE < self._wakes):
            self._aim.set()

    async def _store_all(self, live: Live, changes: list[Change]) -> Live:
        """Store changes; the one that ends a match with a result also changes the ratings."""
        ends = any(isinstance(change, Append) and change.closing is not None for change in changes)
        standings = live.match.standings() if ends else None
        if standings is None:
            await self._store.commit(*changes)
            return live
        people, at = tuple(person.id for person in live.people), live.match.changed or self._now()
        rated: tuple[RatingChange, ...] = ()
        async with self._rating_of(people if live.setup.terms.rated else ()):
            if live.setup.terms.rated:
                before = [standing.at(at) for standing in await self._standings(live.setup)]
                rated = scoring.rated(before, standings, live.match.gone)
            places, scale = scoring.places(standings, len(people)), live.setup.terms.variant
            await self._store.commit(*changes, Finish(live.id, at, scale, people, places, rated))
        return replace(live, changes=rated)

    @asynccontextmanager
    async def _rating_of(self, people: Iterable[PersonId]) -> AsyncIterator[None]:
        """Change how people stand: two matches of one player may end at the same time.

        The matches of others share a transaction meanwhile.
        """
        async with AsyncExitStack() as stack:
            # Always in one order, so that nobody waits for each other.
            for person in sorted(set(people)):
                await stack.enter_async_context(self._rating.setdefault(person, asyncio.Lock()))
            yield

    # -- showing ---------------------------------------------------------------------------------------

    def shown(self, live: Live, at: Instant) -> None:
        """What a match waits for was published at this instant. Stored in the background.

        If that is lost, the turn begins when the board is next shown.
        """
        self._begin_turn(live.id, live.version, at)

    def _begin_turn(self, match: MatchId, version: int, at: Instant) -> None:
        self._later(self._shown(match, version, at))

    def _begin_turn_later(self, match: MatchId, version: int, at: Instant) -> None:
        """Until then no clock runs. A timer is nothing that a stop has to wait for."""
        asyncio.get_running_loop().call_later(AGAIN, self._begin_turn, match, version, at)

    async def _shown(self, match: MatchId, version: int, at: Instant) -> None:
        lane = self._lane(match)
        try:
            async with lane.lock:
                live = await self._load(lane, match)
                if live.version != version:
                    return
                lane.live, change = advance(live, Shown(at))
                if change is None:
                    return
                lane.unsaved.append(change)
        except StoreError as error:
            if not error.lasts:
                self._begin_turn_later(match, version, at)
            raise
        self._unsaved.add(match)
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(_LEISURE, self._save_all)

    def _save_all(self) -> None:
        """Store what is not stored yet."""
        if self._saving is not None:
            self._saving.cancel()
        self._saving, matches, self._unsaved = None, self._unsaved, set()
        for match in matches:
            self._later(self._save(self._lane(match)))

    async def _save(self, lane: Lane) -> None:
        async with lane.lock:
            if lane.live is not None and lane.unsaved:
                await self._stored(lane, lane.live)

    async def set_table(self, match: MatchId, change: Callable[[Table], Table]) -> tuple[Table, Live]:
        """Change where or how a match is shown; returns how it was, and the match."""
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            table = change(live.table)
            if table == live.table:
                return table, live
            try:
                await self._store.save_table(match, table)
            except BaseException:
                self._forget(lane)
                raise
            lane.live = replace(live, table=table)
            return live.table, lane.live

    async def note(self, name: str) -> str | None:
        """What the program has noted about itself."""
        return await self._store.note(name)

    async def save_note(self, name: str, text: str) -> None:
        """Note something for later starts."""
        await self._store.save_note(name, text)

    # -- in the background -----------------------------------------------------------------------------

    def _later(self, work: Awaitable[None]) -> asyncio.Future[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("Work in the background failed", exc_info=error)

    async def settled(self) -> None:
        """Wait until nothing is left to be stored in the background."""
        while self._tasks or self._unsaved:
            self._save_all()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            # From Python 3.12 on gathering what is done does not yield, and nothing would leave the set.
            await asyncio.sleep(0)


def player_of(live: Live, person: PersonId) -> Player:
    """Which player somebody is. Raises Refused for onlookers."""
    player = live.player(person)
    if player is None:
        raise Refused(Why.NOT_YOUR_MATCH, live)
    return player


def deadline_of(match: Match) -> Instant | None:
    """When something happens to a match by itself."""
    timeout = match.timeout()
    return None if timeout is None else timeout[0]


def advance(live: Live, event: Event) -> tuple[Live, Append | None]:
    """A match after an event, and the change to store; None where the event changes nothing."""
    try:
        match = step(live.match, event)
    except RefusedError as error:
        colour = event.colour if isinstance(event, Moved) else None
        raise Refused(error.refusal, live, colour=colour) from error
    if match is live.match:
        return live, None
    ended = match.closing if live.match.closing is None else None
    setup = _setup(live.setup, event)
    by = None if match.by is None else setup.people[match.by]
    closer = by.id if by is not None and ended else None
    # Before the next player has seen the board, his time cannot be up; a move is stored the sooner.
    aims = not (isinstance(event, Moved) and match.phase is Phase.PLAYING and match.shown is None)
    change = Append(live.id, live.version + 1, event, deadline_of(match), ended, closer, aims)
    return replace(live, setup=setup, match=match, version=live.version + 1), change


def _setup(setup: Setup, event: Event) -> Setup:
    """Who sits at a table after an event."""
    if not isinstance(event, Sat | Rose):
        return setup
    here = Person(PersonId(event.person), event.name) if isinstance(event, Sat) else None
    people = setup.people
    return replace(setup, people=(*people[: event.player], here, *people[event.player + 1 :]))
