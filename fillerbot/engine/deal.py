"""Setting up a board: uniform over all colourings that rules.md section 1 allows."""

from __future__ import annotations

import random
from itertools import combinations

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.topology import Cell
from fillerbot.engine.variants import Variant

_SWEEPS = 20
"""Steps per cell; rules.md section 1 tells how that many did against full enumeration of small boards."""


def deal(variant: Variant, seed: int) -> Board:
    """A random board; the same seed deals the same board.

    A Markov chain over the legal boards: a step recolours one cell (or, where no two neighbours may be equal,
    swaps two colours on a connected chain of them) and is undone if the board is no longer legal. Steps are
    symmetric, so all legal boards are equally likely in the end.
    """
    rng = random.Random(seed)  # noqa: S311 — a board is no secret
    layout = _Layout(variant)
    colours = layout.any_legal(rng)
    step = layout.swap_chain if variant.max_group == 1 else layout.recolour
    for _ in range(_SWEEPS * len(colours)):
        step(colours, rng)
    return Board(
        topology=variant.topology,
        palette=variant.palette,
        colours=tuple(map(Colour, colours)),
        starts=layout.starts,
        values=(1,) * len(colours),
        pairs=variant.pairs,
    )


class _Layout:
    """The conditions on a variant's colourings, prepared for quick checks."""

    def __init__(self, variant: Variant) -> None:
        topology = variant.topology
        self.neighbours = topology.neighbours
        self.palette = variant.palette
        self.limit = variant.max_group
        self.starts = tuple(tuple(topology.index[point] for point in seat) for seat in variant.starts)
        self.all_starts = [cell for seat in self.starts for cell in seat]
        # Only changes of these cells can break a condition on starts.
        self.near_starts = set(self.all_starts).union(*(self.neighbours[cell] for cell in self.all_starts))

    def starts_legal(self, colours: list[int]) -> bool:
        """Whether the conditions on start cells and their neighbours hold."""
        held = [colours[cells[0]] for cells in self.starts]
        if any(one == other for one, other in combinations(held, 2)):
            return False
        for seat, cells in enumerate(self.starts):
            for cell in cells:
                around = {colours[other] for other in self.neighbours[cell]}
                if colours[cell] != held[seat] or len(around) == 1 or around.intersection(held):
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
        """A legal colouring, not a uniform one: the starts first, then cell by cell, again if that fails."""
        while True:
            colours = [0] * len(self.neighbours)
            for cells, colour in zip(
                self.starts, rng.sample(range(1, self.palette + 1), len(self.starts)), strict=True
            ):
                for cell in cells:
                    colours[cell] = colour
            for number in range(len(colours)):
                cell = Cell(number)
                options = [] if colours[cell] else rng.sample(range(1, self.palette + 1), self.palette)
                for colours[cell] in options:
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
        colours[cell] = int(rng.random() * self.palette) + 1
        near = cell in self.near_starts
        if not self.group_legal(colours, cell) or (near and not self.starts_legal(colours)):
            colours[cell] = before

    def swap_chain(self, colours: list[int], rng: random.Random) -> None:
        """Swap two colours on one connected chain of them (a Kempe chain), if that is legal."""
        cell = Cell(int(rng.random() * len(colours)))
        one, other = colours[cell], int(rng.random() * self.palette) + 1
        if one == other:
            return
        chain = [cell]
        seen = {cell}
        for here in chain:
            for beside in self.neighbours[here]:
                if beside not in seen and colours[beside] in (one, other):
                    seen.add(beside)
                    chain.append(beside)
        self._swap(colours, chain, one, other)
        if not self.near_starts.isdisjoint(seen) and not self.starts_legal(colours):
            self._swap(colours, chain, one, other)

    @staticmethod
    def _swap(colours: list[int], chain: list[Cell], one: int, other: int) -> None:
        for cell in chain:
            colours[cell] = one + other - colours[cell]
