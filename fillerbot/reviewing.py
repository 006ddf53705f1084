"""Reviews of matches that are over, worked out beside everything else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from fillerbot.computer.process import Rank, Thinker
from fillerbot.engine.match import Phase, Refusal
from fillerbot.engine.record import Withdrawal
from fillerbot.engine.replay import replay
from fillerbot.engine.variants import VARIANTS
from fillerbot.lanes import player_of
from fillerbot.live import Live, MatchId, PersonId, Refused, Why
from fillerbot.practice import Practice
from fillerbot.presence import HostInstant
from fillerbot.review import Moment, Review, judged, load, moments
from fillerbot.store import Store

_SMALL: Final = 100
_SOON, _LATER = 18, 54
"""Seconds that a review may take, on boards of at most `_SMALL` cells and on larger ones."""
_LEAST, _MOST = 0.05, 0.4
"""Seconds for a position. Somebody's press waits for one of them at most."""


@dataclass(eq=False)
class Work:
    """A review that is being worked out: `done` of `total` moves are judged."""

    total: int
    done: int = 0
    task: asyncio.Future[Review] = field(default_factory=asyncio.Future)


class Reviewing(Practice):
    """Looking back on matches; each review is worked out once and kept."""

    def __init__(
        self, store: Store, *, now: Callable[[], HostInstant], rng: random.Random, thinker: Thinker
    ) -> None:
        super().__init__(store, now=now, rng=rng, thinker=thinker)
        self._works: dict[MatchId, Work] = {}

    async def reviewed(self, match: MatchId, person: PersonId | None = None) -> tuple[Live, Review | Work]:
        """The review of a match that is over, or the work on it, begun now unless it is under way.

        With a person only for who has played it. Raises Refused. Nobody is told anything about a match that
        is not over: of a board that is still to be played on, a search would tell what to play.
        """
        live = await self.live(match)
        if person is not None:
            player_of(live, person)
        if live.match.phase is not Phase.OVER:
            raise Refused(Refusal.NOT_OVER, live)
        if not live.match.moves:
            raise Refused(Why.NOTHING_TO_REVIEW, live)
        if (known := await self._store.review(match)) is not None:
            return live, load(known)
        self._check_staying()
        if (work := self._works.get(match)) is None:
            games, _ = await asyncio.to_thread(replay, live.match.record())
            # Somebody else may have asked meanwhile.
            if (work := self._works.get(match)) is None:
                found = moments(games, [game.seats for game in live.match.games])
                work = self._works[match] = Work(len(found))
                work.task = asyncio.ensure_future(self._work(live, work, found))
                work.task.add_done_callback(lambda _: self._works.pop(match, None))
        return live, work

    def drop_reviews(self) -> None:
        """Give up what is being worked out; who wants to see it asks again after the start."""
        for work in list(self._works.values()):
            work.task.cancel()

    async def _work(self, live: Live, work: Work, moments: list[Moment]) -> Review:
        cells = len(VARIANTS[live.setup.terms.variant].topology.points)
        end = monotonic() + (_SOON if cells <= _SMALL else _LATER)
        analyses = []
        for moment in moments:
            self._check_staying()
            chosen = moment.move.entry
            assert not isinstance(chosen, Withdrawal)
            # Several reviews share the one process.
            left = (end - monotonic()) / (len(moments) - work.done) / len(self._works)
            seconds = min(_MOST, max(_LEAST, left))
            analyses.append(
                await self._thinker.analyse(
                    moment.move.before, seconds=seconds, seed=live.id, asked=chosen, rank=Rank.REVIEW
                )
            )
            work.done += 1
        review = await asyncio.to_thread(judged, moments, analyses)
        await self._store.save_review(live.id, review.dump())
        return review
