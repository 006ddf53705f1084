"""The bot's own absence: it costs nobody time, and afterwards boards appear again, the urgent ones first."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fillerbot.computer.process import Thinker
from fillerbot.engine.clock import Clock, Instant, clock_of
from fillerbot.engine.match import WAITING, Match, Phase
from fillerbot.lanes import SETTLE
from fillerbot.live import Live, MatchId, Refused
from fillerbot.presence import HEARTBEAT, Outage
from fillerbot.reviewing import Reviewing
from fillerbot.store import Pending, Store, StoreError

_log = logging.getLogger(__name__)

_DAY: Final = 24 * 3_600_000
_AT_A_TIME: Final = 50
"""Matches that are told of an outage at the same time."""
_BOARDS_AT_A_TIME: Final = 50
"""Boards that are shown again at the same time: each may have to wait for Discord's limits."""
_BEAT, _PARTED, _OUTAGES = "heartbeat", "parted", "outages"
"""Notes: when it was last there, which boards say that it will be back, what not all matches know yet."""


class Absence(Reviewing):
    """Knowing that one was away, and making up for it.

    `silence` tells for how many ms nothing came although something should have, 0 while all is well. Boards
    wait while it is not `_calm`: then many flags fall.
    """

    def __init__(
        self, store: Store, *, now: Callable[[], Instant], rng: random.Random, thinker: Thinker
    ) -> None:
        super().__init__(store, now=now, rng=rng, thinker=thinker)
        self._making_up = asyncio.Lock()
        self._boards = asyncio.Semaphore(_BOARDS_AT_A_TIME)
        self._calm = asyncio.Event()
        self._calm.set()
        self._parted: set[int] = set()
        self.silence: Callable[[], int] = lambda: 0

    async def wake(self) -> None:
        """Begin after a start: until `connected`, the bot is away as it has been since its last heartbeat."""
        said = await self._store.note(_BEAT)
        since = None
        if said is not None:
            last, offset = json.loads(said)
            since = Instant(last)
            self.clock.guess(offset)
        noted = json.loads(await self._store.note(_OUTAGES) or "[]")
        self.presence.wake(since, [Outage.read(each) for each in noted])

    def disconnected(self) -> None:
        """Nobody can be heard any more: no flag falls."""
        self.presence.lose()

    def connected(self) -> asyncio.Future[None]:
        """People can be heard (again): tell all matches of the time in between, if it was an outage.

        That is done in the background, as the future tells.
        """
        self.presence.find()
        return self._later(self._be_back())

    async def _be_back(self) -> None:
        await self._tell_all(await self._make_up())

    async def serve_heartbeats(self) -> None:
        """Note every few seconds that the bot is there, until cancelled."""
        while True:
            try:
                await self.beat()
            except StoreError:
                _log.exception("The heartbeat cannot be stored; no clock runs meanwhile")
            await asyncio.sleep(HEARTBEAT / 1000)

    async def beat(self) -> None:
        """Note that the bot is there, if it is."""
        if not self.presence.connected:
            return
        if silence := self.silence():
            # The line may be dead without a word.
            self.presence.doubt(silence)
            return
        if self.presence.there:
            await self._beat()
            return
        if not self._making_up.locked():
            # The host has slept, or its clock was put forward, or the store has failed.
            self.clock.guess(self.clock.offset)
        # Heartbeats do not wait for boards.
        self._later(self._tell_all(await self._make_up()))

    async def _beat(self) -> None:
        await self._store.save_note(_BEAT, json.dumps([self._now(), self.clock.offset]))
        self.presence.beat()

    async def _make_up(self) -> list[MatchId]:
        """End the outage, if there is one. Returns the matches to be told of it, the urgent ones first."""
        async with self._making_up:
            outage, ended, matches = self.presence.outage, self._now(), list[MatchId]()
            if outage is not None:
                matches += [each.match for each in sorted(await self._store.pending(), key=_urgency)]
                # What ended by itself or as we were lost may not have been drawn.
                matches += await self._store.unseen(Instant((outage.since or ended) - _DAY))
                await self._note_outages([*self.presence.past, replace(outage, ended=ended)])
            await self._beat()
            # What was pressed in the meantime arrives now.
            self.presence.over(ended, Instant(self._now() + SETTLE))
            self._aim.set()
        return matches

    async def _note_outages(self, outages: list[Outage]) -> None:
        await self._store.save_note(_OUTAGES, json.dumps([outage.noted() for outage in outages]))

    async def _tell_all(self, matches: list[MatchId]) -> None:
        """Let matches know of the outages that are over, and show those again that wait for their boards.

        Who does something at a match before its turn comes lets it know as well.
        """
        known = self.presence.past
        parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
        for first in range(0, len(matches), _AT_A_TIME):
            # Those that wait for the disk at the same time wait for it once.
            for live in await asyncio.gather(*map(self._told, matches[first : first + _AT_A_TIME])):
                if live is not None and (_waits_for_its_board(live.match) or live.id in parted):
                    await self._tell(live)
                if self.stopping:
                    return
        if known:
            self.presence.known(known)
            await self._note_outages(self.presence.past)
            await self._store.save_note(_PARTED, "[]")

    async def _told(self, match: MatchId) -> Live | None:
        """A match that knows of the outages, if it can be read."""
        try:
            return await self.live(match)
        except (StoreError, Refused):
            _log.exception("Match %s cannot go on", match)
            return None

    async def _tell(self, live: Live) -> None:
        """Have a match shown again without a press; waits only until it is its turn."""
        await self._boards.acquire()
        await self._calm.wait()
        self._later(self._show_again(live))

    async def _show_again(self, live: Live) -> None:
        try:
            # The computer's answers are included that somebody waits for.
            live = await self._answered(live)
            if self.listener is not None:
                await self.listener(live)
        finally:
            self._boards.release()

    # -- a planned stop --------------------------------------------------------------------------------

    async def part(self) -> list[MatchId]:
        """Begin to stop: no new matches. Returns those whose boards should say so, the urgent ones first."""
        self.stopping = True
        # Boards may still say so from the stop before.
        self._parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
        played = [each.match for each in sorted(await self._store.pending(), key=_urgency) if each.begun]
        await self._store.save_note(_PARTED, json.dumps(played))
        return played

    async def parted(self, told: list[MatchId]) -> None:
        """Stop, at this moment; these boards say so."""
        await self._store.save_note(_PARTED, json.dumps(sorted(self._parted.union(told))))
        if self.presence.there:
            await self._beat()


def _waits_for_its_board(match: Match) -> bool:
    """Whether somebody's time depends on the board, or nobody has seen what there is to see."""
    if match.phase in WAITING:
        # At a table somebody may have come or gone meanwhile.
        return match.phase is Phase.OPEN
    return match.shown is None or _is_live(match.clock)


def _is_live(clock: Clock | None) -> bool:
    """Whether a match is played in one go, with clocks of minutes."""
    return clock is not None and not clock.per_move


def _urgency(pending: Pending) -> tuple[bool, Instant, int]:
    """What comes first where not all boards can: those whose clocks run, and of these the shortest."""
    clock = clock_of(pending.clock)
    live = pending.begun and _is_live(clock)
    return not live, pending.due or Instant(0), 0 if clock is None else clock.budget
