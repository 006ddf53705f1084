"""What a finished match means for the ratings of its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fillerbot.engine.clock import Instant
from fillerbot.engine.standings import Standings
from fillerbot.rating import Rating, rate

DAY: Final = 86_400_000
SCORES: Final = (1.0, 0.6, 0.5, 0.4, 0.0)
"""What a side of two can score: won, won on the totals, drawn, and the same lost."""

_PROVISIONAL, _PROVISIONAL_PAIRS = 110, 155


NEW: Final = Rating()
"""Where everybody begins."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands on a scale: the rating, how many rated matches, and when the last one ended."""

    rating: Rating = NEW
    matches: int = 0
    last: Instant | None = None

    def at(self, now: Instant) -> Rating:
        """The rating as it is now, less sure the longer the last match is ago."""
        if self.last is None:
            return self.rating
        return self.rating.after_idle(max(0, now - self.last) / DAY)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match did to a player's rating."""

    before: Rating
    after: Rating

    @property
    def gain(self) -> float:
        """By how much the rating rose."""
        return self.after.rating - self.before.rating


def provisional(rating: Rating, *, pairs: bool) -> bool:
    """Whether a rating is still so unsure that it is shown with a question mark."""
    return rating.rd >= (_PROVISIONAL_PAIRS if pairs else _PROVISIONAL)


def places(standings: Standings, players: int) -> tuple[int, ...]:
    """Each player's place, 1 for who won; those tied share theirs."""
    sides = sum(map(len, standings.ranking))
    place, found = 1, {}
    for tied in standings.ranking:
        for side in tied:
            found[side] = place
        place += len(tied)
    return tuple(found[player % sides] for player in range(players))


def score_table(standings: Standings, gone: Sequence[int]) -> list[list[float]]:
    """What each side scored against each; `gone` are the players who left.

    Among several sides 1 against those behind and 0 against those before; where their points are equal and
    the cells decided, 0.6 and 0.4.
    """
    if standings.score is not None:
        one, two = map(float, standings.score)
        return [[0.5, one], [two, 0.5]]
    order = {side: number for number, tied in enumerate(standings.ranking) for side in tied}
    sides = sorted(order)
    return [[_against(standings, gone, order, one, two) for two in sides] for one in sides]


def _against(standings: Standings, gone: Sequence[int], order: dict[int, int], one: int, two: int) -> float:
    if order[one] == order[two]:
        return 0.5
    won = order[one] < order[two]
    points = standings.points
    close = points is not None and points[one] == points[two] and not {one, two}.intersection(gone)
    return (0.6 if won else 0.4) if close else float(won)


def rated(before: Sequence[Rating], standings: Standings, gone: Sequence[int]) -> tuple[RatingChange, ...]:
    """The changes of a match per player; `before` has the players' ratings as they are now."""
    table = score_table(standings, gone)
    sides = len(table)
    after = rate([before[side::sides] for side in range(sides)], table)
    return tuple(
        RatingChange(rating, after[player % sides][player // sides]) for player, rating in enumerate(before)
    )


def forecast(before: Sequence[Rating], side: int) -> tuple[float, ...]:
    """By how much the rating of a side of two rises with each of SCORES."""
    changes = []
    for score in SCORES:
        table = [[0.5, score], [1 - score, 0.5]] if side == 0 else [[0.5, 1 - score], [score, 0.5]]
        after = rate([[before[0]], [before[1]]], table)
        changes.append(after[side][0].rating - before[side].rating)
    return tuple(changes)
