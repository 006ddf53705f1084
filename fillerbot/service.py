"""Everything that people do to matches, and what happens by itself in time."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from fillerbot.absence import Absence
from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closed, Closing, Conceded, Dropped, Event, Moved, Readied, Resumed
from fillerbot.engine.match import Phase, Refusal, partner
from fillerbot.engine.standings import Player
from fillerbot.lanes import SETTLE, advance, deadline_of
from fillerbot.live import Live, MatchId, PersonId, Refused, Why
from fillerbot.presence import HEARTBEAT
from fillerbot.store import Aim, StoreError

_log = logging.getLogger(__name__)

_HOUR: Final = 3_600_000
_AT_A_TIME: Final = 100
"""Deadlines that are served at the same time."""


class Service(Absence):
    """All matches of a store: playing them, and serving their deadlines."""

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

    async def agree(self, match: MatchId, person: PersonId, at: Instant, *, resigns: bool) -> Live:
        """Give up what one's partner has proposed to give up: the match, or else the game."""

        def event(live: Live, player: Player) -> Event:
            proposal = live.match.proposal
            if proposal is None:
                raise Refused(Refusal.NOTHING_PROPOSED, live)
            if player != partner(proposal.player):
                raise Refused(Why.ONLY_PARTNER, live)
            if proposal.resigns != resigns:
                # He has asked for something else meanwhile.
                raise Refused(Why.STALE, live, seq=live.match.moves)
            return Closed(at, Closing.RESIGNED, player) if resigns else Conceded(at, player)

        return await self._act(match, person, at, event)

    async def drop(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Do not give up after all, oneself or with one's partner."""
        return await self._act(match, person, at, lambda _, player: Dropped(at, player))

    async def resign(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Give up the match."""
        return await self._act(match, person, at, lambda _, player: Closed(at, Closing.RESIGNED, player))

    async def abort(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Call the match off, before one's own first move."""
        return await self._act(match, person, at, lambda _, player: Closed(at, Closing.ABORTED, player))

    async def ready(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Be ready for the next game."""
        return await self._act(match, person, at, lambda _, player: Readied(at, player))

    async def resume(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Be back at a match that was paused because the bot was away."""
        return await self._act(match, person, at, lambda _, player: Resumed(at, player))

    # -- time ------------------------------------------------------------------------------------------

    async def serve_deadlines(self) -> None:
        """Let flags fall and challenges expire, until cancelled."""
        while True:
            try:
                if not self.presence.there:
                    # Who was silent may have called in vain.
                    await self._sleep(HEARTBEAT / 1000)
                    continue
                upcoming = await self._store.next_deadline()
                due = None if upcoming is None else max(upcoming[1] + SETTLE, self.presence.settled_at)
                wait = None if due is None else (due - self._now()) / 1000
                if wait is not None and wait <= 0:
                    # Those that wait for the disk at the same time wait for it once.
                    fallen = await self._store.due(Instant(self._now() - SETTLE), _AT_A_TIME)
                    await asyncio.gather(*map(self._serve, fallen))
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
        """Sleep until a deadline may have moved to before one wakes up by oneself, at most so long."""
        self._wakes = None if seconds is None else Instant(self._now() + int(seconds * 1000))
        try:
            async with asyncio.timeout(seconds):
                await self._aim.wait()
        except TimeoutError:
            return
        finally:
            self._wakes = None
        self._aim.clear()

    async def _expire(self, match: MatchId) -> None:
        lane = self._lane(match)
        async with lane.lock:
            live = await self._load(lane, match)
            timeout = live.match.timeout()
            if timeout is None or timeout[0] + SETTLE > self._now():
                # Stored by a version with other limits.
                await self._store.commit(Aim(match, deadline_of(live.match)))
                return
            live = await self._keep(lane, *advance(live, timeout[1]))
        if live.has_computers:
            # Other flags do not wait for its answer.
            self._later(self._go_on(iter([live.id])))
        else:
            await self._tell(live)
