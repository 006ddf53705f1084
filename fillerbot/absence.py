"""The bot's own absence: it costs nobody time, and afterwards boards appear again, the urgent ones first."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from fillerbot.computer.process import Thinker
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import WAITING, Match, Phase
from fillerbot.lanes import SETTLE, Listener
from fillerbot.live import Live, MatchId, Refused
from fillerbot.practice import computer_at_turn
from fillerbot.presence import HEARTBEAT, Presence
from fillerbot.reviewing import Reviewing
from fillerbot.store import Store, StoreError

_log = logging.getLogger(__name__)

_DAY: Final = 24 * 3_600_000
_NOTICED: Final = 60_000
"""After how many ms of absence people may have talked on, and lost sight of their board."""
_AT_A_TIME: Final = 100
"""Matches that are told of an outage at the same time."""
_BOARDS_AT_A_TIME: Final = 50
"""Boards that are shown again at the same time: each may have to wait for Discord's limits."""
Urgency = tuple[bool, bool, int]
_BEAT, _PARTED = "heartbeat", "parted"
"""Notes: when the bot was last there, and which boards say that it will be back."""


class Absence(Reviewing):
    """Knowing that one was away, and making up for it.

    `silence` tells for how many ms nothing came to a shard although something should have, 0 if all is well.
    `returner` shows matches again afterwards, `finder` after so long that people may have lost sight of them.
    """

    def __init__(
        self, store: Store, *, now: Callable[[], Instant], rng: random.Random, thinker: Thinker
    ) -> None:
        super().__init__(store, now=now, rng=rng, thinker=thinker)
        self._making_up = asyncio.Lock()
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
        self.presences = [Presence(self.clock) for _ in range(shards)]
        for presence in self.presences:
            presence.wake(since)

    def disconnected(self, shard: int = 0) -> None:
        """Nobody can be heard any more in the servers of a shard: no flag falls there."""
        self.presences[shard].lose()

    def connected(self, shard: int = 0) -> asyncio.Future[None]:
        """People can be heard (again): tell their matches of the time in between, if it was an outage.

        That is done in the background, as the future tells.
        """
        self.presences[shard].find()
        return self._later(self._make_up(shard))

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
            await self._make_up(shard)

    async def _beat(self, *there: Presence) -> None:
        lasts = [self._now() if presence in there else presence.last for presence in self.presences]
        known = [last for last in lasts if last is not None]
        if len(known) == len(lasts):
            # After a restart nobody knows which shards were away: what holds for one of them holds for all.
            await self._store.save_note(_BEAT, json.dumps([min(known), self.clock.offset]))
        for presence in there:
            presence.beat()

    async def _make_up(self, shard: int) -> None:
        async with self._making_up:
            await self._end_outage(shard)

    async def _end_outage(self, shard: int) -> None:
        presence = self.presences[shard]
        outage = presence.outage
        urgent: list[tuple[Urgency, MatchId]] = []
        tables: list[MatchId] = []
        if outage is not None:
            parted = set(json.loads(await self._store.note(_PARTED) or "[]"))
            running = await self._store.running_on(shard, len(self.presences))
            # Where there are thousands, not all of them are kept in memory.
            async for live in self._all_told(running):
                if live.match.phase is Phase.OPEN or _is_unseen(live):
                    tables.append(live.id)
                elif _is_played(live.match) and (_waits_for_its_board(live) or live.id in parted):
                    urgent.append((urgency(live), live.id))
            await self._store.save_note(_PARTED, json.dumps(sorted(parted.difference(running))))
        # What was pressed in the meantime arrives now.
        presence.over(Instant(self._now() + SETTLE))
        await self._beat(presence)
        self._aim.set()
        waiting = iter([match for _, match in sorted(urgent)])
        noticed = outage is not None and outage.since is not None and self._now() - outage.since >= _NOTICED
        for _ in range(min(_BOARDS_AT_A_TIME, len(urgent))):
            self._later(self._go_on(waiting, self.finder if noticed else self.returner))
        if outage is not None:
            # Whoever came or went as we were lost may not have been drawn.
            for match in tables:
                await self._tell(await self.live(match))
            for match in await self._store.unseen(Instant((outage.since or self._now()) - _DAY)):
                live = await self.live(match)
                if self.presence(live.table) is presence:
                    await self._tell(live)

    async def _go_on(self, waiting: Iterator[MatchId], show: Listener | None) -> None:
        """Show matches again, the computer's answers included that somebody waits for."""
        for match in waiting:
            try:
                live = await self._answered(await self.live(match))
                if show is not None:
                    await show(live)
            except Exception:  # noqa: BLE001 — the others wait for their boards
                _log.exception("Match %s cannot be shown again", match)

    async def _all_told(self, running: list[MatchId]) -> AsyncIterator[Live]:
        """Matches that are not over, each knowing of the outage."""
        for first in range(0, len(running), _AT_A_TIME):
            # Those that wait for the disk at the same time wait for it once.
            for live in await asyncio.gather(*map(self._told, running[first : first + _AT_A_TIME])):
                if live is not None:
                    yield live

    async def _told(self, match: MatchId) -> Live | None:
        """A match that knows of the outage, if it can be read."""
        try:
            return await self.live(match)
        except (StoreError, Refused):
            _log.exception("Match %s cannot go on", match)
            return None

    # -- a planned stop --------------------------------------------------------------------------------

    async def part(self) -> list[Live]:
        """Begin to stop: no new matches. Returns those whose boards should say so, the urgent ones first."""
        self.stopping = True
        # Boards may still say so from the stop before.
        running = await self._store.running()
        self._parted = set(json.loads(await self._store.note(_PARTED) or "[]")).intersection(running)
        lives = sorted(
            [live async for live in self._all_told(running) if _is_played(live.match)], key=urgency
        )
        await self._store.save_note(_PARTED, json.dumps([live.id for live in lives]))
        return lives

    async def parted(self, told: list[MatchId]) -> None:
        """Stop, at this moment; these boards say so."""
        await self._store.save_note(_PARTED, json.dumps(sorted(self._parted.union(told))))
        if there := [presence for presence in self.presences if presence.there]:
            await self._beat(*there)


def _is_played(match: Match) -> bool:
    return match.phase not in WAITING and match.phase is not Phase.OVER


def _is_unseen(live: Live) -> bool:
    """Whether a challenge is not known to have appeared."""
    return live.match.phase is Phase.CHALLENGED and live.table.message is None


def _waits_for_its_board(live: Live) -> bool:
    """Whether somebody's time depends on the board, or nobody has seen the newest, or a computer moves."""
    return is_live(live.match) or live.match.shown is None or computer_at_turn(live) is not None


def is_live(match: Match) -> bool:
    """Whether a match is played in one go, with clocks of minutes."""
    return match.clock is not None and not match.clock.per_move


def urgency(live: Live) -> Urgency:
    """What comes first where not all boards can: those whose clocks run, and of these the shortest."""
    match = live.match
    return not is_live(match), match.paused is not None, min(match.budgets, default=0)
