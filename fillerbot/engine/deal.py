"""Setting up a board: uniform over all colourings that are allowed.

All seats start in different colours, every start area is exactly its start cells, no start is surrounded by
a single colour, and no group of one colour is larger than the variant's limit.
"""

from __future__ import annotations

import random
from itertools import combinations

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.scatter import blocked, treasures
from fillerbot.engine.topology import Cell, Topology
from fillerbot.engine.variants import Variant

_SWEEPS = 20
"""Steps per cell: after so many, small boards pass a chi-square test against all that there are."""


def deal(variant: Variant, seed: int) -> Board:
    """A random board; the same seed deals the same board.

    Where groups have no limit, a colouring is drawn directly. Elsewhere a Markov chain goes on from one over
    the legal boards: a step recolours one cell (or, where no two neighbours may be equal, swaps two colours
    on a connected chain of them) and is undone if the board is no longer legal. Steps are symmetric, so all
    legal boards are equally likely in the end.
    """
    rng = random.Random(seed)  # noqa: S311 — a board is no secret
    topology = blocked(variant, rng)
    worth, pots = treasures(variant, rng)
    layout = _Layout(variant, topology)
    return Board(
        topology=topology,
        palette=variant.palette,
        colours=tuple(map(Colour, layout.colouring(rng))),
        starts=layout.starts,
        values=tuple(worth.get(point, 1) for point in topology.points),
        pots=frozenset(topology.index[point] for point in pots),
        pairs=variant.pairs,
    )


class _Layout:
    """The conditions on a variant's colourings, prepared for quick checks."""

    def __init__(self, variant: Variant, topology: Topology) -> None:
        self.neighbours = topology.neighbours
        self.palette = range(1, variant.palette + 1)
        self.limit = variant.max_group
        self.starts = tuple(tuple(topology.index[point] for point in seat) for seat in variant.starts)
        self.all_starts = [cell for seat in self.starts for cell in seat]
        # Only changes of these cells can break a condition on starts.
        self.near_starts = set(self.all_starts).union(*(self.neighbours[cell] for cell in self.all_starts))
        # With only two colours left for the neighbours of a start, no single step exchanges them: the chain
        # would never leave a part of the legal boards. There it may pass through boards where they are equal.
        self.tight = variant.palette == variant.seats + 2
        # Two starts are quickly right by chance, and so the boards of early seeds stay what they were.
        self.choosy = self.limit is None or len(self.all_starts) > 2  # noqa: PLR2004

    def colouring(self, rng: random.Random) -> list[int]:
        """A colour for every cell, uniform over all legal colourings."""
        colours = self.any_legal(rng)
        if self.limit is None:
            return colours
        step = self.swap_chain if self.limit == 1 else self.recolour
        left = _SWEEPS * len(colours)
        while left:
            step(colours, rng)
            # The visits of a chain to a part of its boards are a chain on that part, uniform if the first is.
            left -= not self.tight or self.starts_legal(colours)
        return colours

    def starts_legal(self, colours: list[int], *, between: bool = False) -> bool:
        """Whether the conditions on start cells and their neighbours hold.

        `between` two legal boards, the neighbours of a start cell may all be of one colour.
        """
        held = [colours[cells[0]] for cells in self.starts]
        if any(one == other for one, other in combinations(held, 2)):
            return False
        for seat, cells in enumerate(self.starts):
            for cell in cells:
                around = {colours[other] for other in self.neighbours[cell]}
                if colours[cell] != held[seat] or around.intersection(held):
                    return False
                if len(around) == 1 and not between:
                    return False
        return True

    def group_legal(self, colours: list[int], cell: Cell) -> bool:
        """Whether the group of equal colour around a cell is small enough."""
        if self.limit is None:
            return True
        group = [cell]
        for here in group:
            for other in self.neighbours[here]:
                if colours[other] == colours[cell] and other not in group:
                    group.append(other)
                    if len(group) > self.limit:
                        return False
        return True

    def any_legal(self, rng: random.Random) -> list[int]:
        """A legal colouring: the starts first, then cell by cell, again if that fails.

        It is uniform if groups have no limit, for then no cell but those at the starts depends on others.
        """
        while True:
            colours = [0] * len(self.neighbours)
            held = rng.sample(self.palette, len(self.starts))
            for cells, colour in zip(self.starts, held, strict=True):
                for cell in cells:
                    colours[cell] = colour
            free = [colour for colour in self.palette if colour not in held]
            for number in range(len(colours)):
                cell = Cell(number)
                if not colours[cell]:
                    choice = free if self.choosy and cell in self.near_starts else self.palette
                    for colours[cell] in rng.sample(choice, len(choice)):
                        if self.group_legal(colours, cell):
                            break
            if self.starts_legal(colours) and all(
                self.group_legal(colours, Cell(cell)) for cell in range(len(colours))
            ):
                return colours

    def recolour(self, colours: list[int], rng: random.Random) -> None:
        """Give one cell another colour, if that is legal."""
        cell = Cell(int(rng.random() * len(colours)))
        before = colours[cell]
        colours[cell] = int(rng.random() * len(self.palette)) + 1
        near = cell in self.near_starts
        if not self.group_legal(colours, cell) or (
            near and not self.starts_legal(colours, between=self.tight)
        ):
            colours[cell] = before

    def swap_chain(self, colours: list[int], rng: random.Random) -> None:
        """Swap two colours on one connected chain of them (a Kempe chain), if that is legal."""
        cell = Cell(int(rng.random() * len(colours)))
        one, other = colours[cell], int(rng.random() * len(self.palette)) + 1
        if one == other:
            return
        # What is on the chain is negative meanwhile.
        chain, neighbours = [cell], self.neighbours
        colours[cell] = -one
        for here in chain:
            for beside in neighbours[here]:
                colour = colours[beside]
                if colour == one or colour == other:  # noqa: SIM109, PLR1714 — twice as fast
                    colours[beside] = -colour
                    chain.append(beside)
        both = one + other
        for here in chain:
            colours[here] += both
        if not self.near_starts.isdisjoint(chain) and not self.starts_legal(colours, between=self.tight):
            for here in chain:
                colours[here] = both - colours[here]
