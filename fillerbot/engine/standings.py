"""What the games of a match come to: points, totals, places and the score a rating uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import NewType

from fillerbot.engine.game import Result

Player = NewType("Player", int)
"""A person in a match, 0-based; which seat is whose differs from game to game.

Of pairs 0 and 2 play together, and 1 and 3: with so many sides everybody is on the side `player % sides`.
"""

WON, ON_TOTALS, DRAWN = Fraction(1), Fraction(3, 5), Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Standings:
    """A finished match, per side (a player, or the pair of players 0 and 2, or 1 and 3).

    `points` and `totals` are None where a match of two sides was over by leaving. `ranking` has the places in
    order, tied sides together. `score` is the rating score of each of two sides, None for a match of one game
    or of four sides.
    """

    points: tuple[Fraction, ...] | None
    totals: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...]
    score: tuple[Fraction, ...] | None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: which player sat on each seat, what came out, and who left the match during it."""

    seats: tuple[Player, ...]
    result: Result
    left: tuple[Player, ...] = ()


@lru_cache(maxsize=1024)
def standings(games: tuple[Played, ...], *, pairs: bool, length: int) -> Standings:
    """The match that these games make, all of them if nobody left; `length` is how many were to be played.

    Every board of a second game tells of the first.
    """
    players = len(games[0].seats)
    sides = 2 if pairs else players
    left = [player % sides for game in games for player in game.left]
    two_games = sides == 2 and length == 2  # noqa: PLR2004
    if left and sides == 2:  # noqa: PLR2004
        winner = 1 - left[0]
        score = tuple(WON - (side != winner) for side in range(sides))
        return Standings(None, None, ((winner,), (left[0],)), score if two_games else None)
    points = [Fraction(0)] * sides
    totals = [0] * sides
    gone: set[int] = set()
    for game in games:
        gone.update(player % sides for player in game.left)
        for seat, player in enumerate(game.seats):
            side = player % sides
            if side not in gone:
                totals[side] += game.result.counts[seat]
                # Both partners of a pair have the point; it counts once.
                points[side] += game.result.points[seat] * sides / players
    merit = {side: (points[side], totals[side]) for side in range(sides) if side not in left}
    order = sorted(merit, key=lambda side: merit[side], reverse=True)
    ranking = [tuple(sorted(tied)) for _, tied in groupby(order, key=lambda side: merit[side])]
    ranking += [(side,) for side in reversed(left)]
    return Standings(
        tuple(points), tuple(totals), tuple(ranking), _score(points, totals) if two_games else None
    )


def _score(points: Sequence[Fraction], totals: Sequence[int]) -> tuple[Fraction, ...]:
    if points[0] == points[1]:
        if totals[0] == totals[1]:
            return (DRAWN, DRAWN)
        first = ON_TOTALS if totals[0] > totals[1] else 1 - ON_TOTALS
    else:
        first = WON if points[0] > points[1] else 1 - WON
    return (first, 1 - first)
