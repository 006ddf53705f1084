"""The matches in progress: one lane each, every event stored before it is answered, and their deadlines."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Interrupted,
    Moved,
    Readied,
    RematchWanted,
    Shown,
    Succeeded,
)
from fillerbot.engine.match import Match, Phase, Refusal, RefusedError, Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, MatchId, Person, PersonId, Refused, Setup, Table, Why
from fillerbot.store import Aim, Append, Change, Open, Store, StoreError

_log = logging.getLogger(__name__)

SETTLE: Final = 2_500
"""A deadline is served this many ms after it has passed: a click made before may still be on its way."""

_HOUR: Final = 3_600_000
_DAY: Final = 24 * _HOUR
ABORTS_PER_HOUR: Final = 3
OPEN_CHALLENGES: Final = 5
RUNNING_MATCHES: Final = 25
_LANES: Final = 2_000
"""Matches kept in memory; the others are replayed from the store when somebody acts on them."""


@dataclass(slots=True)
class _Lane:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: Live | None = None


Listener = Callable[[Live], Awaitable[None]]


class Service:
    """All matches of a store.

    `now` gives the time in ms, `rng` draws lots and seeds. The listener is told of changes that nobody's
    click brought about, to show them.
    """

    def __init__(self, store: Store, *, now: Callable[[], Instant], rng: random.Random) -> None:
        self._store = store
        self._now = now
        self._rng = rng
        self._lanes: OrderedDict[MatchId, _Lane] = OrderedDict()
        self._opening = asyncio.Lock()
        self._next_id = asyncio.Lock()
        self._aim = asyncio.Event()
        self._tasks: set[asyncio.Future[None]] = set()
        self.listener: Listener | None = None

    def now(self) -> Instant:
        """The time in ms since 1970."""
        return self._now()

    # -- reading ---------------------------------------------------------------------------------------

    async def live(self, match: MatchId) -> Live:
        """A match as it is now. Raises Refused."""
        lane = self._lane(match)
        async with lane.lock:
            return await self._load(lane, match)

    async def running(self, person: PersonId) -> list[Live]:
        """Somebody's challenges and matches that are not over, oldest first."""
        return [await self.live(match) for match in await self._store.running(person)]

    def _lane(self, match: MatchId) -> _Lane:
        lane = self._lanes.setdefault(match, _Lane())
        self._lanes.move_to_end(match)
        if len(self._lanes) > _LANES:
            oldest, idle = next(iter(self._lanes.items()))
            if not idle.lock.locked():
                del self._lanes[oldest]
        return lane

    async def _load(self, lane: _Lane, match: MatchId) -> Live:
        if lane.live is None:
            stored = await self._store.load(match)
            table = await self._store.table(match)
            if stored is None or table is None:
                raise Refused(Why.NO_SUCH_MATCH)
            setup, events = stored
            state = Match(setup.terms, setup.opened)
            for event in events:
                state = step(state, event)
            lane.live = Live(setup, state, len(events), table)
        return lane.live

    # -- opening ---------------------------------------------------------------------------------------

    async def challenge(self, terms: Terms, people: tuple[Person, ...], table: Table, at: Instant) -> Live:
        """Open a challenge of the first of two people to the second. Raises Refused."""
        self._check_terms(terms, people)
        challenger = people[0].id
        await self._check_conduct(challenger, at)
        match = Match(terms, at)
        # Looking at matches takes their lanes, so it must not hold what a lane may wait for.
        async with self._opening:
            await self._check_load(challenger)
            async with self._next_id:
                setup = Setup(MatchId(await self._store.last_id() + 1), at, terms, people)
                await self._store.commit(Open(setup, table, _deadline(match)))
        self._aim.set()
        live = Live(setup, match, 0, table)
        self._lane(setup.id).live = live
        return live

    async def _check_load(self, challenger: PersonId) -> None:
        """Nobody opens challenges, or plays matches, without end; what others ask of him does not count."""
        running = await self.running(challenger)
        mine = [live for live in running if not live.match.games and live.player(challenger) == 0]
        if len(mine) >= OPEN_CHALLENGES:
            raise Refused(Why.TOO_MANY_CHALLENGES, mine[0])
        await self._check_matches(challenger)

    async def _check_matches(self, person: PersonId) -> None:
        playing = [live for live in await self.running(person) if live.match.games]
        if len(playing) >= RUNNING_MATCHES:
            raise Refused(Why.TOO_MANY_MATCHES, playing[0])

    @staticmethod
    def _check_terms(terms: Terms, people: tuple[Person, ...]) -> None:
        if people[0].id == people[1].id:
            raise Refused(Why.YOURSELF)
        if not terms.rated:
            return
        if not VARIANTS[terms.variant].rated:
            raise Refused(Why.UNRATED_VARIANT)
        if terms.length != 2:  # noqa: PLR2004 — rated matches are always of two games
            raise Refused(Why.RATED_TAKES_TWO)
        if terms.clock == "none":
            raise Refused(Why.RATED_TAKES_CLOCK)

    async def _check_conduct(self, person: PersonId, at: Instant) -> None:
        """Slow down who calls off match after match (rules.md section 5)."""
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

    # -- acting ----------------------------------------------------------------------------------------

    async def accept(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Accept a challenge: the board is dealt, the lot says who begins."""
        await self._check_conduct(person, at)
        await self._check_matches(person)
        live = await self.live(match)
        board = await self._deal(live.setup.terms.variant)
        seats = [Player(player) for player in range(len(live.setup.people))]
        self._rng.shuffle(seats)

        def event(live: Live, player: Player) -> Event:
            _only(live, player, Player(1))
            return Accepted(at, board, tuple(seats))

        return await self._act(match, person, at, event)

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
        """Take one's own challenge back."""

        def event(live: Live, player: Player) -> Event:
            _only(live, player, Player(0))
            return Closed(at, Closing.WITHDRAWN, player)

        return await self._act(match, person, at, event)

    async def move(
        self, match: MatchId, person: PersonId, at: Instant, colour: Colour, seq: int | None = None
    ) -> Live:
        """Choose a colour; `seq` is the number of moves made on the board that was looked at."""

        def event(live: Live, player: Player) -> Event:
            if seq is not None and seq != live.match.moves and live.match.phase is Phase.PLAYING:
                raise Refused(Why.STALE, live, colour=colour, seq=seq)
            return Moved(at, player, colour)

        return await self._act(match, person, at, event)

    async def concede(self, match: MatchId, person: PersonId, at: Instant, game: int | None = None) -> Live:
        """Give up the game; `game`, from 1, is the one that was looked at."""

        def event(live: Live, player: Player) -> Event:
            if game is not None and game != len(live.match.games):
                raise Refused(Why.STALE, live, seq=live.match.moves_before_game)
            return Conceded(at, player)

        return await self._act(match, person, at, event)

    async def resign(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Give up the match."""
        return await self._act(match, person, at, lambda _, player: Closed(at, Closing.RESIGNED, player))

    async def abort(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Call the match off, before one's own first move."""
        return await self._act(match, person, at, lambda _, player: Closed(at, Closing.ABORTED, player))

    async def ready(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Be ready for the next game."""
        return await self._act(match, person, at, lambda _, player: Readied(at, player))

    async def rematch(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Want a rematch. Who is the last to say so gets the new match, the others the old one.

        Where the rematch has begun already, the old match says so.
        """
        await self._check_conduct(person, at)
        await self._check_matches(person)
        board = await self._deal((await self.live(match)).setup.terms.variant)
        lane = self._lane(match)
        async with lane.lock:
            old = await self._load(lane, match)
            player = _player(old, person)
            if old.match.successor is not None:
                return old
            wanted, change = _advance(old, RematchWanted(at, player))
            if len(wanted.match.wants_rematch) < len(wanted.setup.people):
                return await self._keep(lane, wanted, change)
            async with self._next_id:
                number = MatchId(await self._store.last_id() + 1)
                setup = replace(old.setup, id=number, opened=at, origin=match)
                table = replace(old.table, message=None)
                opened = Live(setup, Match(setup.terms, at), 0, table)
                # The other side moves first this time.
                begun, beginning = _advance(opened, Accepted(at, board, old.match.games[0].seats[::-1]))
                succeeded, ending = _advance(wanted, Succeeded(at, number))
                await self._keep(lane, succeeded, Open(setup, table, None), beginning, change, ending)
            self._lane(number).live = begun
            return begun

    async def _act(
        self, match: MatchId, person: PersonId, at: Instant, event: Callable[[Live, Player], Event]
    ) -> Live:
        """Let a person do something to a match: check, step, store, and only then tell."""
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            player = _player(live, person)
            timeout = live.match.timeout()
            if timeout is not None and timeout[0] <= at:
                if self._now() < timeout[0] + SETTLE:
                    raise Refused(Why.TIME_UP, live)
                return await self._keep(lane, *_advance(live, timeout[1]))
            return await self._keep(lane, *_advance(live, event(live, player)))

    async def _keep(self, lane: _Lane, live: Live, *changes: Change | None) -> Live:
        """Store what has changed, and make it what everybody sees from now on."""
        done = [change for change in changes if change is not None]
        if done:
            try:
                await self._store.commit(*done)
            except BaseException:
                # Whether it was stored is unknown: read again.
                lane.live = None
                raise
            self._aim.set()
        lane.live = live
        return live

    # -- showing ---------------------------------------------------------------------------------------

    def shown(self, live: Live, at: Instant) -> None:
        """What a match waits for was published at this instant. Stored in the background."""
        self._later(self._shown(live, at))

    async def _shown(self, shown: Live, at: Instant) -> None:
        lane = self._lane(shown.id)
        async with lane.lock:
            live = await self._load(lane, shown.id)
            if live.version == shown.version:
                await self._keep(lane, *_advance(live, Shown(at)))

    async def set_table(self, match: MatchId, change: Callable[[Table], Table]) -> tuple[Table, Live]:
        """Change where or how a match is shown; returns how it was, and the match."""
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            table = change(live.table)
            if table != live.table:
                await self._store.save_table(match, table)
            after = replace(live, table=table)
            lane.live = after
            return live.table, after

    async def note(self, name: str) -> str | None:
        """What the program has noted about itself."""
        return await self._store.note(name)

    async def save_note(self, name: str, text: str) -> None:
        """Note something for later starts."""
        await self._store.save_note(name, text)

    # -- time ------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """After a start: no clock runs until its board has been shown again, and no end stays unseen."""
        for match in await self._store.running():
            try:
                live = await self._interrupt(match)
            except (StoreError, Refused):
                _log.exception("Match %s cannot go on", match)
                continue
            if live.match.phase is not Phase.CHALLENGED:
                await self._tell(live)
        for match in await self._store.unseen(Instant(self._now() - _DAY)):
            await self._tell(await self.live(match))

    async def _interrupt(self, match: MatchId) -> Live:
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            if live.match.phase is Phase.CHALLENGED:
                return live
            return await self._keep(lane, *_advance(live, Interrupted(self._now())))

    async def serve_deadlines(self) -> None:
        """Let flags fall and challenges expire, until cancelled."""
        while True:
            try:
                upcoming = await self._store.next_deadline()
                wait = None if upcoming is None else (upcoming[1] + SETTLE - self._now()) / 1000
                if upcoming is not None and wait is not None and wait <= 0:
                    await self._serve(upcoming[0])
                    continue
                await self._sleep(wait)
            except StoreError:
                _log.exception("Deadlines cannot be served; trying again")
                await asyncio.sleep(5)

    async def _serve(self, match: MatchId) -> None:
        try:
            await self._expire(match)
        except Exception:  # noqa: BLE001 — see below
            # One broken match must not keep the flags of all others from falling.
            _log.exception("The deadline of match %s cannot be served", match)
            await self._store.commit(Aim(match, Instant(self._now() + _HOUR)))

    async def _sleep(self, seconds: float | None) -> None:
        """Sleep until a deadline may have moved, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._aim.wait()
        except TimeoutError:
            return
        self._aim.clear()

    async def _expire(self, match: MatchId) -> None:
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            timeout = live.match.timeout()
            if timeout is None or timeout[0] + SETTLE > self._now():
                # Stored by a version with other limits.
                await self._store.commit(Aim(match, _deadline(live.match)))
                return
            live = await self._keep(lane, *_advance(live, timeout[1]))
        await self._tell(live)

    async def _tell(self, live: Live) -> None:
        if self.listener is not None:
            self._later(self.listener(live))

    def _later(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("Work in the background failed", exc_info=error)

    def look_at_the_clock(self) -> None:
        """Serve what has become due; for a clock that jumps."""
        self._aim.set()

    async def settled(self) -> None:
        """Wait until nothing is being stored in the background any more."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
            # From Python 3.12 on gathering what is done does not yield, and nothing would leave the set.
            await asyncio.sleep(0)


def _player(live: Live, person: PersonId) -> Player:
    player = live.player(person)
    if player is None:
        raise Refused(Why.NOT_YOUR_MATCH, live)
    return player


def _only(live: Live, player: Player, allowed: Player) -> None:
    if live.match.phase is Phase.CHALLENGED and player != allowed:
        raise Refused(Refusal.NOT_FOR_YOU, live)


def _deadline(match: Match) -> Instant | None:
    timeout = match.timeout()
    return None if timeout is None else timeout[0]


def _advance(live: Live, event: Event) -> tuple[Live, Append | None]:
    """A match after an event, and the change to store; None where the event changes nothing."""
    try:
        match = step(live.match, event)
    except RefusedError as error:
        colour = event.colour if isinstance(event, Moved) else None
        raise Refused(error.refusal, live, colour=colour) from error
    if match is live.match:
        return live, None
    ended = match.closing if live.match.closing is None else None
    closer = None if match.by is None else live.setup.people[match.by].id
    change = Append(live.id, live.version + 1, event, _deadline(match), ended, closer if ended else None)
    return replace(live, match=match, version=live.version + 1), change
