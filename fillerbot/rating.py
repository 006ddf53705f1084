"""Ratings: Glicko-2 with fractional scores, for sides of one or several players.

Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf); between two single players it is
exactly that. A side of several players counts with the mean of its ratings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

START: Final = 1500.0
_Q: Final = 173.7178
_LEAST_RD, _MOST_RD, _MOST_SIGMA, _LEAST_RATING = 45.0, 350.0, 0.1, 100.0
_PERIODS_PER_DAY: Final = 0.21436
_PRECISION: Final = 1e-6
_SURE: Final = 30.0
"""A lead on Glicko-2's scale, some 5,000 points, from which on nothing more can be expected."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be, how sure that is (RD), and how much his strength varies."""

    rating: float = START
    rd: float = _MOST_RD
    sigma: float = 0.06

    def after_idle(self, days: float) -> Rating:
        """The same some days without a match later: less sure."""
        phi = math.sqrt((self.rd / _Q) ** 2 + self.sigma**2 * _PERIODS_PER_DAY * days)
        return Rating(self.rating, min(phi * _Q, _MOST_RD), self.sigma)


def _g(variance: float) -> float:
    return 1 / math.sqrt(1 + 3 * variance / math.pi**2)


@dataclass(frozen=True, slots=True)
class _Side:
    """A side: the mean rating and its variance, on Glicko-2's scale; `share` is what each member counts."""

    mean: float
    variance: float
    share: float


def _side(members: Sequence[Rating]) -> _Side:
    share = 1 / len(members)
    mean = share * sum((member.rating - START) / _Q for member in members)
    return _Side(mean, share**2 * sum((member.rd / _Q) ** 2 for member in members), share)


def rate(
    sides: Sequence[Sequence[Rating]],
    scores: Sequence[Sequence[float]],
    *,
    tau: float = 0.5,
    periods: float = 1.0,
) -> list[list[Rating]]:
    """The ratings after a match, in the same shape.

    `scores[i][j]` is what side i scored against side j, from 0 to 1; the diagonal is ignored. `tau` says how
    quickly volatility may change, `periods` how many rating periods the match takes. Raises ValueError for
    fewer than two sides, an empty side, or scores of another shape or outside 0 to 1.
    """
    _check(sides, scores)
    means = [_side(members) for members in sides]
    # The three results of four players against each other count half.
    weight = 1.0 if len(sides) == 2 else 0.5  # noqa: PLR2004
    return [
        [
            _rated(member, _evidence(member, number, means, scores[number], weight), tau, periods)
            for member in members
        ]
        for number, members in enumerate(sides)
    ]


def _check(sides: Sequence[Sequence[Rating]], scores: Sequence[Sequence[float]]) -> None:
    if len(sides) < 2 or not all(sides):  # noqa: PLR2004
        raise ValueError("at least two sides of at least one player are needed")
    if len(scores) != len(sides) or any(len(row) != len(sides) for row in scores):
        raise ValueError("there must be a score of each side against each")
    for i, row in enumerate(scores):
        if not all(0 <= score <= 1 for j, score in enumerate(row) if i != j):
            raise ValueError("scores lie between 0 and 1")


def _evidence(
    member: Rating, number: int, sides: Sequence[_Side], scores: Sequence[float], weight: float
) -> tuple[float, float]:
    """What a match tells of a player: how much (the inverse of Glickman's v), and in what direction."""
    own = sides[number]
    others = own.variance - (own.share * member.rd / _Q) ** 2
    info = grad = 0.0
    for other, side in enumerate(sides):
        if other == number:
            continue
        g = _g(others + side.variance)
        lead = max(-_SURE, min(g * (own.mean - side.mean), _SURE))
        expected = 1 / (1 + math.exp(-lead))
        info += weight * (own.share * g) ** 2 * expected * (1 - expected)
        grad += weight * own.share * g * (scores[other] - expected)
    return info, grad


def _rated(member: Rating, evidence: tuple[float, float], tau: float, periods: float) -> Rating:
    info, grad = evidence
    phi = member.rd / _Q
    sigma = min(_volatility(member.sigma, phi, 1 / info, grad / info, tau), _MOST_SIGMA)
    variance = 1 / (1 / (phi**2 + periods * sigma**2) + info)
    rating = member.rating + _Q * variance * grad
    rd = math.sqrt(variance) * _Q
    return Rating(max(rating, _LEAST_RATING), min(max(rd, _LEAST_RD), _MOST_RD), sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Glickman's step 5: the volatility after the match, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        rise = math.exp(x)
        spread = phi**2 + v + rise
        return rise * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    return math.exp(_root(f, low, high) / 2)


def _root(f: Callable[[float], float], low: float, high: float) -> float:
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
