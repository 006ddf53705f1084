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
_SOON: Final = 10_000
"""When a deadline is tried again that the database refused, which may be well again."""
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
                # Who was silent where we did not hear may have called in vain.
                deaf, waits = self._deaf()
                upcoming = await self._store.next_deadline(deaf, len(self.presences))
                if upcoming is not None:
                    waits.append((upcoming[1] + SETTLE - self._now()) / 1000)
                    if waits[-1] <= 0:
                        await self._serve_due(deaf)
                        continue
                await self._sleep(min(waits, default=None))
            except StoreError:
                _log.exception("Deadlines cannot be served; trying again")
                await asyncio.sleep(5)

    def _deaf(self) -> tuple[list[int], list[float]]:
        """The shards on which no flag falls now, and in how many seconds that may be different."""
        deaf, waits, now = list[int](), list[float](), self._now()
        for shard, presence in enumerate(self.presences):
            if not presence.there:
                deaf.append(shard)
                waits.append(HEARTBEAT / 1000)
            elif presence.settled_at > now:
                deaf.append(shard)
                waits.append((presence.settled_at - now) / 1000)
        return deaf, waits

    async def _serve_due(self, deaf: list[int]) -> None:
        passed = Instant(self._now() - SETTLE)
        fallen = await self._store.due(passed, _AT_A_TIME, deaf, len(self.presences))
        if len(fallen) == _AT_A_TIME:
            # Flags come before boards.
            self._calm.clear()
        # Those that wait for the disk at the same time wait for it once.
        await asyncio.gather(*map(self._serve, fallen))

    async def _serve(self, match: MatchId) -> None:
        try:
            await self._expire(match)
        except Exception as error:  # noqa: BLE001 — see below
            # One broken match must not keep the flags of all others from falling.
            _log.exception("The deadline of match %s cannot be served", match)
            later = _SOON if isinstance(error, StoreError) and not error.lasts else _HOUR
            await self._store.commit(Aim(match, Instant(self._now() + later)))

    async def _sleep(self, seconds: float | None) -> None:
        """Sleep until a deadline may have moved to before one wakes up by oneself, at most so long."""
        self._wakes = None if seconds is None else Instant(self._now() + int(seconds * 1000))
        self._calm.set()
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
        # Other flags do not wait for boards, nor for the computer's answer.
        self._later(self._tell(live, self.listener))
