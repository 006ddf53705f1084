"""What a position is worth: which colour to choose, and the margin that every colour comes to."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from fillerbot.computer.budget import Budget, SpentError, without_collections
from fillerbot.computer.duel import END, FAR, Duel
from fillerbot.computer.field import Bits, Field
from fillerbot.computer.levels import LEVELS, STRONGEST, glance
from fillerbot.computer.quartet import Quartet
from fillerbot.engine.board import Colour
from fillerbot.engine.position import IllegalMoveError, Position, Reason

_DEEPEST: Final = 400
_RESERVE: Final = 0.2
"""The share of the budget for the margins of colours that are not best."""

_CIRCLING: Final = 4
"""After so many moves without capture a player who is not shown what they are for takes something."""

_SPEED: Final = 100_000
"""Nodes in a second, more or less."""

_BEFORE_SOLVING: Final = 0.3
_SOLVING: Final = 0.8
"""Until which share of the budget the search looks ahead move by move, and then tries to reach the end."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A colour and the margin at the end of the game if it is chosen, in cells or points.

    The margin is that of the side to move, over the best of the others. It is `exact` if it is what best play
    of both sides comes to; otherwise it is an estimate, for a colour that is not best perhaps a bound that it
    does not exceed.
    """

    colour: Colour
    margin: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best colour, every legal colour from the best to the worst, and what the search took.

    `depth` is how many moves it looked ahead, or those to the end of the game at most.
    """

    best: Colour
    colours: tuple[Valued, ...]
    depth: int
    nodes: int
    seconds: float


class Search(Protocol):
    """What both searches offer; see there."""

    guesses: int

    def choices(self) -> dict[int, int]:
        """The colours worth a look."""

    def weigh(self, colour: int, depth: int, low: int = -FAR, high: int = FAR) -> tuple[int, bool]:
        """The margin after a colour."""


class _Weighed(NamedTuple):
    """A margin, whether no leaf was estimated for it, and whether it is only a bound."""

    margin: int
    certain: bool
    bound: bool


class _Thought:
    """One search that goes deeper and deeper; `best` is what it would choose now."""

    def __init__(self, search: Search, budget: Budget, seed: int, idle: int) -> None:
        self.search, self.budget = search, budget
        choices = search.choices()
        if idle >= _CIRCLING and any(choices.values()):
            # Now something is taken, whatever the opponent does.
            choices = {colour: gain for colour, gain in choices.items() if gain}
        rng = random.Random(seed)  # noqa: S311 — which of two equal colours comes first is no secret
        # Captures come first, so that of equal values one is chosen that goes on.
        self.order = sorted(choices, key=lambda colour: (-choices[colour], rng.random()))
        self.best = self.order[0]
        self.depth = 0
        self.settled = False
        self.weighed: dict[int, _Weighed] = {}

    @property
    def known(self) -> bool:
        """Whether the best colour's margin is exact, and no other is better."""
        best = self.weighed.get(self.best)
        return bool(best and not best.bound) and all(one.certain for one in self.weighed.values())

    def think(self, depths: Iterable[int], share: float) -> None:
        """Go from depth to depth until the margin is known or a share of the budget is spent."""
        self.budget.limit(share)
        with suppress(SpentError):
            for depth in depths:
                if self.known or self.settled:
                    break
                self.deepen(depth)

    def solve(self, share: float) -> None:
        """Find out who wins, and then by how much, as far as a share of the budget goes."""
        self.budget.limit(share)
        with suppress(SpentError):
            sign = self.deepen(END, -1, 1)
            if sign >= 0:
                # What is won stays won: from now on only what is proved better is chosen.
                self.settled = True
                margin = self.weighed[self.best].margin if self.best in self.weighed else sign
                self.weighed[self.best] = _Weighed(max(margin, sign), certain=False, bound=False)
            self.deepen(END, *((0, FAR) if sign > 0 else (-FAR, 0) if sign < 0 else (-1, 1)))

    def deepen(self, depth: int, low: int = -FAR, high: int = FAR) -> int:
        """The best margin; outside of (low, high) it is only a bound.

        Raises SpentError; `best` may have changed even so.
        """
        floor = low
        weighed: dict[int, _Weighed] = {}
        for colour in self.order:
            weighed[colour] = one = self._weigh(colour, depth, floor, high, first=not weighed)
            if one.margin > floor:
                floor, self.best = one.margin, colour
            if one.margin >= high:
                break
        top = max(one.margin for one in weighed.values())
        if low < top < high:
            self.weighed, self.depth = weighed, depth
        self.order.sort(
            key=lambda colour: (colour != self.best, -weighed[colour].margin if colour in weighed else FAR)
        )
        return top

    def _weigh(self, colour: int, depth: int, low: int, high: int, *, first: bool) -> _Weighed:
        margin, certain = self.search.weigh(colour, depth, low, high if first else low + 1)
        if not first and low < margin < high:
            margin, certain = self.search.weigh(colour, depth, low, high)
        return _Weighed(margin, certain, bound=not low < margin < high)

    def complete(self, legal: Iterable[int]) -> None:
        """Weigh colours that are not best as well, as far as the budget goes."""
        self.budget.limit()
        depth = END if self.known else max(1, self.depth)
        with suppress(SpentError):
            for colour in legal:
                one = self.weighed.get(colour)
                if one is None or one.bound:
                    margin, certain = self.search.weigh(colour, depth)
                    self.weighed[colour] = _Weighed(margin, certain, bound=False)
                    if self.known and margin > self.weighed[self.best].margin:
                        self.best = colour

    def valued(self, legal: Iterable[Colour]) -> list[Valued]:
        """All colours from the best to the worst."""
        nothing = _Weighed(-FAR, certain=False, bound=True)
        top = self.weighed.get(self.best, nothing)
        worst = min((one.margin for one in self.weighed.values()), default=0)
        values = []
        for colour in legal:
            one = self.weighed.get(colour, nothing)
            margin = min(one.margin, top.margin) if one is not nothing else worst
            values.append(Valued(colour, margin, one.certain and not one.bound))
        return sorted(values, key=lambda one: (one.colour != self.best, -one.margin))


@without_collections()
def analyse(  # noqa: PLR0913 — whoever asks has one or two of them to say
    position: Position,
    *,
    level: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    every: bool = True,
    asked: Colour | None = None,
) -> Analysis:
    """The best colour for the seat to move and the margins of all.

    `level` (1 to 7, see `levels`) says how well to play; `nodes` and `seconds` limit the search (a second if
    nothing is given) and may also limit a level. The same seed and nodes, without seconds, give the same
    answer. Without `every`, no time goes into the margins of colours that are not best; with `asked`, it goes
    into that one alone. Raises IllegalMoveError if the game is over.
    """
    if position.ending:
        raise IllegalMoveError(Reason.GAME_OVER)
    sight = LEVELS[level or STRONGEST]
    if nodes is None:
        nodes = sight.nodes
        if seconds is None:
            seconds = sight.seconds
    budget = Budget(nodes, seconds)
    legal = position.legal()
    field = Field(position)
    if sight.glances:
        seen = glance(position, sight, seed)
        values = [
            Valued(colour, seen[colour], exact=False) for colour in sorted(seen, key=lambda c: -seen[c])
        ]
        return Analysis(values[0].colour, tuple(values), 1, len(seen), budget.spent)
    search: Search
    if len(position.board.seats) == 2:  # noqa: PLR2004
        search = Duel(position, field, budget, _nothing if sight.counting else None)
    else:
        search = Quartet(position, field, budget, counting=sight.counting)
    thought = _Thought(search, budget, seed, sum(position.idle))
    enough = 1 - _RESERVE if every else 1
    if sight.depth:
        # Until the next move of one's own, everybody else has moved.
        depth = 1 + (sight.depth - 1) * len(position.board.seats) // 2
        thought.think(range(1, depth + 1), enough)
    else:
        thought.think(range(1, _DEEPEST), enough * _BEFORE_SOLVING if _solvable(field, budget) else enough)
        if not thought.known and _solvable(field, budget):
            thought.solve(enough * _SOLVING)
            thought.think(range(thought.depth + 1, _DEEPEST), enough)
    if every:
        thought.complete(legal if asked is None else (asked,))
    values = thought.valued(legal)
    depth = min(thought.depth, len(field.groups))
    return Analysis(Colour(thought.best), tuple(values), depth, budget.nodes, budget.spent)


def _nothing(_front: Bits, _theirs: Bits, _free: Bits) -> int:
    return 0


def _solvable(field: Field, budget: Budget) -> bool:
    """Whether the end can mostly be reached with the budget (eight groups more take twice as long)."""
    nodes = min(budget.most or math.inf, (budget.seconds or math.inf) * _SPEED)
    return nodes == math.inf or len(field.groups) <= 30 + 8 * math.log2(nodes / 5_000)
