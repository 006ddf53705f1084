"""The search for two seats: alpha-beta on the margin at the end of the game, with a table of positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fillerbot.computer.budget import Budget
from fillerbot.computer.field import Bits, Field
from fillerbot.engine.position import STALL, Position

Leaf = Callable[[Bits, Bits, Bits], int]
"""What the mover is expected to win of the rest more than the opponent: of (his front, the other's, free)."""

END: Final = 1_000
"""A depth that no game has: the search then goes on to the end of the game."""

FAR: Final = 1 << 30
"""More than any margin."""

_KEPT: Final = 400_000
_STALLED: Final = 2 * STALL


class Node(NamedTuple):
    """A position from the view of the seat to move, whose front and colour are `front` and `held`.

    `lead` is his count less the opponent's, `idle` how many moves were made since a free cell was last taken.
    """

    free: Bits
    front: Bits
    theirs: Bits
    lead: int
    held: int
    other: int
    idle: int


def node(field: Field, position: Position) -> Node:
    """The position that a field was made of."""
    turn, other = position.turn, 1 - position.turn
    return Node(
        field.free,
        field.fronts[turn],
        field.fronts[other],
        position.counts[turn] - position.counts[other],
        position.held[turn],
        position.held[other],
        sum(position.idle),
    )


class Duel:
    """A search from one position; what it finds is kept for the next, deeper one.

    All values are margins in cells or points from the view of the seat to move. Moves without capture are
    looked at like others: they are few while there is much to take, and to leave out even the answer by
    another one changes a margin now and then (1 of 8 ends of Classic) and saves next to nothing: of the nodes
    of solved ends 2 to 3 % on Quick, at most 1 % on Classic.
    """

    def __init__(self, position: Position, field: Field, budget: Budget, leaf: Leaf | None = None) -> None:
        self.root = node(field, position)
        self.field, self.budget = field, budget
        self.leaf = leaf or field.nearer
        self.colours = [(colour, mask) for colour, mask in enumerate(field.masks) if colour]
        self.guesses = 0
        self.table: dict[tuple[int, ...], tuple[int, int, int, int]] = {}

    def moves(self, at: Node) -> list[tuple[int, int, Bits]]:
        """What can be chosen, the best prospects first: (gain by flooding, colour, what is taken)."""
        free, front, _, _, held, other, _ = at
        found, without = [], []
        for colour, mask in self.colours:
            if colour in (held, other):
                continue
            if taken := front & mask:
                if self.field.pots:
                    taken = self.field.captured(front, free, colour)
                found.append((taken.bit_count(), colour, taken))
            else:
                without.append((0, colour, 0))
        found.sort(reverse=True)
        return found + without

    def after(self, at: Node, colour: int, taken: Bits) -> Node:
        """The position after a move, from the view of the other seat."""
        free, front, theirs, lead, _, other, idle = at
        if not taken:
            return Node(free, theirs, front, -lead, other, colour, idle + 1)
        free, front, theirs, gain = self.field.claim(free, front, theirs, taken)
        return Node(free, theirs, front, -lead - gain, other, colour, 0)

    def choices(self) -> dict[int, int]:
        """The colours worth a look in the position, with what they gain by flooding, the largest first."""
        return {colour: gain for gain, colour, _ in self.moves(self.root)}

    def weigh(self, colour: int, depth: int, low: int = -FAR, high: int = FAR) -> tuple[int, bool]:
        """The margin after a colour, `depth` moves looked ahead, and whether no leaf was estimated for it.

        Outside of (low, high) it is only a bound. Raises SpentError.
        """
        guesses = self.guesses
        taken = self.field.captured(self.root.front, self.root.free, colour)
        after = self.after(self.root, colour, taken)
        return -self._search(after, depth - 1, -high, -low), self.guesses == guesses

    def _search(self, at: Node, depth: int, low: int, high: int) -> int:
        free, front, theirs, lead, _, _, idle = at
        budget = self.budget
        budget.nodes += 1
        rest = free.bit_count()
        if not rest or lead > rest or lead < -rest or idle >= _STALLED:
            return lead
        if lead + rest <= low:
            return lead + rest
        if lead - rest >= high:
            return lead - rest
        if depth <= 0:
            self.guesses += 1
            return lead + self.leaf(front, theirs, free)
        if budget.nodes >= budget.look:
            budget.check()
        known = self.table.get(at)
        hint, least, most = 0, -FAR, FAR
        if known:
            deep, least, most, hint = known
            if deep < depth:
                least, most = -FAR, FAR
            elif least >= high or most <= low or least == most:
                self.guesses += deep < END
                return least if least >= high or least == most else most
            elif least > low or most < high:
                self.guesses += deep < END
                low, high = max(low, least), min(high, most)
        return self._best(at, depth, (low, high), (least, most), hint)

    def _best(  # noqa: C901, PLR0912 — calls cost more here than branches
        self, at: Node, depth: int, window: tuple[int, int], known: tuple[int, int], hint: int
    ) -> int:
        low, high = window
        guesses = self.guesses
        moves = self.moves(at)
        if hint:
            moves.sort(key=lambda move: move[1] != hint)
        best, floor, choice = -FAR, low, hint
        for number, (_, colour, taken) in enumerate(moves):
            after = self.after(at, colour, taken)
            if number:
                value = -self._search(after, depth - 1, -floor - 1, -floor)
                if floor < value < high:
                    value = -self._search(after, depth - 1, -high, -floor)
            else:
                value = -self._search(after, depth - 1, -high, -floor)
            if value > best:
                best, choice = value, colour
                floor = max(floor, value)
                if value >= high:
                    break
        least, most = known
        before = self.table.get(at)
        if self.guesses == guesses:
            depth = END
            if before and before[0] < END:
                # Estimated bounds are no part of an exact one.
                least, most = -FAR, FAR
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        if before is None or before[0] <= depth:
            if len(self.table) > _KEPT:
                self.table.clear()
            self.table[at] = depth, least, most, choice
        return best
