"""The bot's own absence: it costs nobody time, and afterwards boards appear again, the urgent ones first."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from fillerbot.computer.process import Thinker
from fillerbot.engine.clock import Clock, Instant, clock_of
from fillerbot.engine.match import WAITING, Match, Phase
from fillerbot.lanes import AGAIN, SETTLE, Listener
from fillerbot.live import Live, MatchId, Refused
from fillerbot.practice import computer_at_turn
from fillerbot.presence import HEARTBEAT, HostInstant, Outage, Presence
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

    `silence` tells for how many ms nothing came to a shard although something should have, 0 if all is well.
    `returner` shows matches again afterwards, `finder` after so long that people may have lost sight of them.
    Boards wait while it is not `_calm`: then many flags fall.
    """

    def __init__(
        self, store: Store, *, now: Callable[[], HostInstant], rng: random.Random, thinker: Thinker
    ) -> None:
        super().__init__(store, now=now, rng=rng, thinker=thinker)
        self._making_up = asyncio.Lock()
        self._boards = asyncio.Semaphore(_BOARDS_AT_A_TIME)
        self._calm = asyncio.Event()
        self._calm.set()
        self._parted: set[int] = set()
        self.silence: Callable[[int], int] = lambda _: 0
        self.returner: Listener | None = None
        self.finder: Listener | None = None

    async def wake(self, shards: int = 1) -> None:
        """Begin after a start: until `connected`, the bot is away as it has been since its last heartbeat."""
        said = await self._store.note(_BEAT)
        since = None
        if said is not None:
            last, offset = json.loads(said)
            since = Instant(last)
            self.clock.guess(offset)
        noted = json.loads(await self._store.note(_OUTAGES) or "[]")
        self.presences = [Presence(self.clock) for _ in range(shards)]
        for shard, presence in enumerate(self.presences):
            # With another number of shards nobody knows which matches were concerned.
            past = [Outage.read(rest) for count, which, *rest in noted if count != shards or which == shard]
            presence.wake(since, past)

    def disconnected(self, shard: int = 0) -> None:
        """Nobody can be heard any more in the servers of a shard: no flag falls there."""
        self.presences[shard].lose()

    def connected(self, shard: int = 0) -> asyncio.Future[None]:
        """People can be heard (again): tell their matches of the time in between, if it was an outage.

        That is done in the background, as the future tells.
        """
        self.presences[shard].find()
        return self._later(self._be_back(shard))

    async def _be_back(self, shard: int) -> None:
        await self._tell_all(shard, await self._make_up(shard))

    async def serve_heartbeats(self) -> None:
        """Note every few seconds that the bot is there, until cancelled."""
        while True:
            try:
                await self.beat()
            except StoreError:
                _log.exception("The heartbeat cannot be stored; no clock runs meanwhile")
            await asyncio.sleep(HEARTBEAT / 1000)

    async def beat(self) -> None:
        """Note that the bot is there, where it is."""
        there, back = list[Presence](), list[int]()
        for shard, presence in enumerate(self.presences):
            if not presence.connected:
                continue
            if silence := self.silence(shard):
                # The line may be dead without a word.
                presence.doubt(silence)
            elif presence.there:
                there.append(presence)
            else:
                back.append(shard)
        if there:
            await self._beat(*there)
        if back and not self._making_up.locked():
            # The host has slept, or its clock was put forward, or the store has failed.
            self.clock.guess(self.clock.offset)
        for shard in back:
            # Heartbeats do not wait for boards.
            self._later(self._tell_all(shard, await self._make_up(shard)))

    async def _beat(self, *there: Presence) -> None:
        lasts = [self._now() if presence in there else presence.last for presence in self.presences]
        known = [last for last in lasts if last is not None]
        if len(known) == len(lasts):
            # After a restart nobody knows which shards were away: what holds for one of them holds for all.
            await self._store.save_note(_BEAT, json.dumps([min(known), self.clock.offset]))
        for presence in there:
            presence.beat()

    async def _make_up(self, shard: int) -> list[MatchId] | None:
        """End the outage, if there is one. Returns the matches to be told of it, the urgent ones first."""
        presence = self.presences[shard]
        async with self._making_up:
            outage, ended, matches = presence.outage(), self._now(), list[MatchId]()
            if outage is not None:
                pending = await self._store.pending(shard, len(self.presences))
                matches += [each.match for each in sorted(pending, key=_urgency)]
                # What ended by itself or as we were lost may not have been drawn.
                matches += await self._store.unseen(Instant((outage.since or ended) - _DAY))
                await self._note_outages((shard, replace(outage, ended=ended)))
            if presence.connected:
                await self._beat(presence)
            if not presence.connected:
                # The line has gone again: the absence goes on.
                return None
            # What was pressed in the meantime arrives now.
            presence.over(ended, Instant(self._now() + SETTLE))
            self._aim.set()
        return None if outage is None else matches

    async def _note_outages(self, *more: tuple[int, Outage]) -> None:
        past = [(shard, outage) for shard, presence in enumerate(self.presences) for outage in presence.past]
        noted = [[len(self.presences), shard, *outage.noted()] for shard, outage in (*past, *more)]
        await self._store.save_note(_OUTAGES, json.dumps(noted))

    async def _tell_all(
        self, shard: int, matches: list[MatchId] | None, known: list[Outage] | None = None
    ) -> None:
        """Let matches know of the outages that are over, and show those again that wait for their boards.

        Who does something at a match before its turn comes lets it know as well. `known` are the outages,
        all that are over if left out.
        """
        if matches is None:
            return
        presence, untold = self.presences[shard], list[MatchId]()
        known = [*presence.past] if known is None else known
        parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
        for first in range(0, len(matches), _AT_A_TIME):
            # Those that wait for the disk at the same time wait for it once.
            some = matches[first : first + _AT_A_TIME]
            for live in await asyncio.gather(*(self._told(match, untold) for match in some)):
                if self.stopping:
                    return
                if live is None or self.presence(live.table) is not presence:
                    continue
                if _is_played(live.match):
                    if _waits_for_its_board(live) or live.id in parted:
                        await self._tell(live, self.finder if known[-1].was_noticed else self.returner)
                elif live.match.phase is not Phase.CHALLENGED or live.table.message is None:
                    # Whoever came or went as we were lost may not have been drawn.
                    await self._tell(live, self.listener)
        if untold:
            # Until then the outages are not forgotten.
            later = partial(self._tell_all, shard, untold, known)
            asyncio.get_running_loop().call_later(AGAIN, lambda: self._later(later()))
        else:
            # Not while another shard's outage is being noted.
            async with self._making_up:
                presence.known(known)
                await self._note_outages()
        parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
        parted.difference_update(set(matches).difference(untold))
        await self._store.save_note(_PARTED, json.dumps(sorted(parted)))

    async def _told(self, match: MatchId, untold: list[MatchId]) -> Live | None:
        """A match that knows of the outages, if it can be read; to `untold` goes what cannot be stored."""
        try:
            return await self.live(match)
        except (StoreError, Refused) as error:
            _log.exception("Match %s cannot go on", match)
            if isinstance(error, StoreError) and not error.lasts:
                untold.append(match)
            return None

    async def _tell(self, live: Live, show: Listener | None) -> None:
        """Have a match shown again without a press; waits only until it is its turn."""
        await self._boards.acquire()
        await self._calm.wait()
        self._later(self._show_again(live, show))

    async def _show_again(self, live: Live, show: Listener | None) -> None:
        try:
            # The computer's answers are included that somebody waits for.
            live = await self._answered(live)
            if show is not None:
                await show(live)
        finally:
            self._boards.release()

    # -- a planned stop --------------------------------------------------------------------------------

    async def part(self) -> list[MatchId]:
        """Begin to stop: no new matches. Returns those whose boards should say so, the urgent ones first."""
        self.stopping = True
        pending = await self._store.pending()
        # Boards may still say so from the stop before.
        parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
        self._parted = parted.intersection(each.match for each in pending)
        played = [each.match for each in sorted(pending, key=_urgency) if each.begun]
        await self._store.save_note(_PARTED, json.dumps(played))
        return played

    async def parted(self, told: list[MatchId]) -> None:
        """Stop, at this moment; these boards say so."""
        await self._store.save_note(_PARTED, json.dumps(sorted(self._parted.union(told))))
        if there := [presence for presence in self.presences if presence.there]:
            await self._beat(*there)


def _is_played(match: Match) -> bool:
    return match.phase not in WAITING and match.phase is not Phase.OVER


def _waits_for_its_board(live: Live) -> bool:
    """Whether somebody's time depends on the board, nobody has seen the newest, or a computer is to move."""
    return live.match.shown is None or _is_live(live.match.clock) or computer_at_turn(live) is not None


def _is_live(clock: Clock | None) -> bool:
    """Whether a match is played in one go, with clocks of minutes."""
    return clock is not None and not clock.per_move


def _urgency(pending: Pending) -> tuple[bool, Instant, int]:
    """What comes first where not all boards can: those whose clocks run, and of these the shortest."""
    clock = clock_of(pending.clock)
    live = pending.begun and _is_live(clock)
    return not live, pending.due or Instant(0), 0 if clock is None else clock.budget
