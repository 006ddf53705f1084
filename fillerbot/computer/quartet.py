"""The search for four seats: pairs as two sides with two areas each, single players against the rest.

Among four single players the others are taken to play together against the one who asks (*paranoid*). That is
too dark a view, but it allows alpha-beta and so looks further ahead than a search in which everybody looks
after himself (max^n): with 1,000 nodes a move against three who look one move ahead, it won 42 % of 32 games,
max^n 22 %.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fillerbot.computer.budget import Budget
from fillerbot.computer.duel import END, FAR
from fillerbot.computer.field import Bits, Field
from fillerbot.engine.position import STALL, Position

_KEPT: Final = 200_000


class Node(NamedTuple):
    """A position: fronts, counts and colours by seat; `idle` is that of `duel.Node`."""

    free: Bits
    fronts: tuple[Bits, ...]
    counts: tuple[int, ...]
    held: tuple[int, ...]
    turn: int
    idle: int


def node(field: Field, position: Position) -> Node:
    """The position that a field was made of."""
    idle = sum(position.idle[seat] for seat in position.board.seats if field.fronts[seat])
    held, counts = tuple(position.held), position.counts
    return Node(field.free, field.fronts, counts, held, position.turn, idle)


class Quartet:
    """A search from one position; margins are those of the side to move there, to the best of the others."""

    def __init__(self, position: Position, field: Field, budget: Budget, *, counting: bool = False) -> None:
        board = position.board
        self.root = node(field, position)
        self.field, self.budget, self.counting = field, budget, counting
        self.sides = board.sides
        self.standing = [seats for seats in board.sides if not position.out.issuperset(seats)]
        self.us = board.sides[board.side_of[position.turn]]
        self.guesses = 0
        self.table: dict[Node, tuple[int, int, int, int]] = {}

    def moves(self, at: Node) -> list[tuple[int, int, Bits]]:
        """What can be chosen, the best prospects first: (gain by flooding, colour, what is taken)."""
        taboo = {colour for colour, front in zip(at.held, at.fronts, strict=True) if front}
        found: list[tuple[int, int, Bits]] = []
        without: list[tuple[int, int, Bits]] = []
        for colour in range(1, len(self.field.masks)):
            if colour not in taboo:
                taken = self.field.captured(at.fronts[at.turn], at.free, colour)
                (found if taken else without).append((taken.bit_count(), colour, taken))
        found.sort(reverse=True)
        return found + without

    @staticmethod
    def _until_stalled(at: Node) -> int:
        return STALL * sum(map(bool, at.fronts)) - at.idle

    def after(self, at: Node, colour: int, taken: Bits) -> Node:
        """The position after a move."""
        free, fronts, counts, held, seat, idle = at
        held = (*held[:seat], colour, *held[seat + 1 :])
        idle += 1
        if taken:
            free, fronts, gains = self.field.claim_among(free, fronts, seat, taken, self.sides)
            counts = tuple(map(sum, zip(counts, gains, strict=True)))
            idle = 0
        turn = seat
        for step in range(1, len(fronts) + 1):
            turn = (seat + step) % len(fronts)
            if fronts[turn]:
                break
        return Node(free, fronts, counts, held, turn, idle)

    def over(self, at: Node) -> bool:
        """Whether the game is full, decided or stalled."""
        if not at.free or self._until_stalled(at) <= 0:
            return True
        have = [sum(at.counts[seat] for seat in side) for side in self.standing]
        first = have.index(max(have))
        for number, side in enumerate(self.standing):
            if number != first and have[first] <= self._best_of(at, side, have[number], have[first]):
                return False
        return True

    def _best_of(self, at: Node, side: tuple[int, ...], have: int, enough: int) -> int:
        front = 0
        for seat in side:
            front |= at.fronts[seat]
        least = have + front.bit_count()
        return least if least >= enough else have + self.field.flood(front, at.free).bit_count()

    def margin(self, counts: tuple[int, ...] | list[int]) -> int:
        """Our side's count less the largest of the others'."""
        ours = sum(counts[seat] for seat in self.us)
        others = (sum(counts[seat] for seat in side) for side in self.standing if side != self.us)
        return ours - max(others, default=0)

    def _estimate(self, at: Node) -> int:
        if self.counting:
            return self.margin(at.counts)
        if len(self.sides) == len(at.fronts):
            near = self.field.nearest(at.fronts, at.free)
            return self.margin([have + more for have, more in zip(at.counts, near, strict=True)])
        ours = theirs = 0
        for seat, front in enumerate(at.fronts):
            if seat in self.us:
                ours |= front
            else:
                theirs |= front
        lead = self.margin(at.counts)
        if at.turn in self.us:
            return lead + self.field.nearer(ours, theirs, at.free)
        return lead - self.field.nearer(theirs, ours, at.free)

    def choices(self) -> dict[int, int]:
        """The colours worth a look in the position, with what they gain by flooding, the largest first."""
        return {colour: gain for gain, colour, _ in self.moves(self.root)}

    def weigh(self, colour: int, depth: int, low: int = -FAR, high: int = FAR) -> tuple[int, bool]:
        """The margin after a colour, `depth` moves looked ahead, and whether no leaf was estimated for it.

        Outside of (low, high) it is only a bound. Among single players it is exact only if the game is over,
        for nobody knows what the others want. Raises SpentError.
        """
        guesses = self.guesses
        taken = self.field.captured(self.root.fronts[self.root.turn], self.root.free, colour)
        after = self.after(self.root, colour, taken)
        certain = len(self.standing) == 2 or self.over(after)  # noqa: PLR2004
        return self._search(after, depth - 1, low, high), certain and self.guesses == guesses

    def _search(self, at: Node, depth: int, low: int, high: int) -> int:  # noqa: C901 — one way through a node
        budget = self.budget
        budget.nodes += 1
        if self.over(at):
            return self.margin(at.counts)
        if depth <= 0:
            self.guesses += 1
            return self._estimate(at)
        if budget.nodes >= budget.look:
            budget.check()
        deep, least, most, hint = self.table.get(at, (0, -FAR, FAR, 0))
        if deep < depth:
            least, most = -FAR, FAR
        elif least >= high or most <= low or least == most:
            self.guesses += deep < END
            return least if least >= high or least == most else most
        guesses = self.guesses
        best, choice = self._best(at, depth, (low, high), hint)
        if self.guesses == guesses:
            depth = END
            if deep < END:
                # Estimated bounds are no part of an exact one.
                least, most = -FAR, FAR
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        if len(self.table) > _KEPT:
            self.table.clear()
        if deep <= depth:
            self.table[at] = depth, least, most, choice
        return best

    def _best(self, at: Node, depth: int, window: tuple[int, int], hint: int) -> tuple[int, int]:
        low, high = window
        ours = at.turn in self.us
        moves = self.moves(at)
        moves.sort(key=lambda move: move[1] != hint)
        best, choice = -FAR if ours else FAR, hint
        for _, colour, taken in moves:
            value = self._search(self.after(at, colour, taken), depth - 1, low, high)
            if value > best if ours else value < best:
                best, choice = value, colour
            if ours:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best, choice
