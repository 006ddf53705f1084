"""What no move changes: cells, their colours and values, and where the seats start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NewType

from fillerbot.engine.topology import Cell, Topology

Colour = NewType("Colour", int)
"""1 to K. Only pictures and texts know what a colour looks like."""
COLOURS: Final = range(1, 10)
"""All that a board may have."""

Seat = NewType("Seat", int)
"""A place at the board, 0-based; seats move in this order."""

Side = NewType("Side", int)
"""What wins or loses, 0-based: a seat, or a pair of them."""

_SIDES: dict[tuple[int, bool], tuple[tuple[Seat, ...], ...]] = {
    (2, False): ((Seat(0),), (Seat(1),)),
    (4, False): ((Seat(0),), (Seat(1),), (Seat(2),), (Seat(3),)),
    (4, True): ((Seat(0), Seat(2)), (Seat(1), Seat(3))),
}


class BoardError(ValueError):
    """A board that cannot be played on; `where` names the part of it that is wrong."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where = where


@dataclass(frozen=True)
class Board:
    """A coloured board with its starts.

    `colours` and `values` have an entry per cell, `starts` the start cells of each seat, `palette` is K.
    Raises BoardError if start areas meet, or the palette leaves a player no choice.
    """

    topology: Topology
    palette: int
    colours: tuple[Colour, ...]
    starts: tuple[tuple[Cell, ...], ...]
    values: tuple[int, ...]
    pots: frozenset[Cell] = frozenset()
    pairs: bool = False

    def __post_init__(self) -> None:
        if (len(self.starts), self.pairs) not in _SIDES:
            where = "pairs" if len(self.starts) in (2, 4) else "starts"
            raise BoardError(where, "there are two seats, or four, and pairs take four")
        if self.palette <= len(self.starts):
            raise BoardError("colours", "more colours than seats are needed")
        taken: set[Cell] = set()
        for seat, cells in enumerate(self.starts):
            if len({self.colours[cell] for cell in cells}) != 1:
                raise BoardError(f"starts[{seat}]", "the start cells of a seat share one colour")
            area = self.start_areas[seat]
            if taken.intersection(area):
                raise BoardError(f"starts[{seat}]", "the start areas of two seats meet")
            taken.update(area)

    @property
    def seats(self) -> range:
        """All seats in the order of their turns."""
        return range(len(self.starts))

    @cached_property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side."""
        return _SIDES[len(self.starts), self.pairs]

    @property
    def two_sided(self) -> bool:
        """Whether only two sides play, so that a game ends as soon as one gives up."""
        return len(self.sides) == 2  # noqa: PLR2004

    @cached_property
    def side_of(self) -> tuple[Side, ...]:
        """The side of each seat."""
        where = {seat: Side(side) for side, seats in enumerate(self.sides) for seat in seats}
        return tuple(where[Seat(seat)] for seat in self.seats)

    def by_side(self, counts: Sequence[int]) -> list[int]:
        """What each side has, from what each seat has."""
        if not self.pairs:
            return list(counts)
        return [sum(counts[seat] for seat in seats) for seats in self.sides]

    @cached_property
    def start_areas(self) -> tuple[tuple[Cell, ...], ...]:
        """The start cells of each seat with everything of their colour connected to them."""
        areas = []
        for cells in self.starts:
            alike = {Cell(c) for c, colour in enumerate(self.colours) if colour == self.colours[cells[0]]}
            areas.append(tuple(self.topology.flood(cells, alike)))
        return tuple(areas)

    @cached_property
    def reachable(self) -> frozenset[Cell]:
        """The cells that a side can reach; the others count for nobody and are not in the total."""
        everything = set(self.topology.index.values())
        starts = (cell for cells in self.starts for cell in cells)
        return frozenset(self.topology.flood(starts, everything))

    @cached_property
    def total(self) -> int:
        """What all reachable cells count together."""
        return sum(self.values[cell] for cell in self.reachable)

    @cached_property
    def plain(self) -> bool:
        """Whether every cell counts 1."""
        return all(value == 1 for value in self.values)

    def rows(self, letters: tuple[str, ...]) -> Iterator[str]:
        """The board as text, one letter per cell, `#` for obstacles and `.` where there is no cell."""
        index, obstacles = self.topology.index, self.topology.obstacles
        for y, width in enumerate(self.topology.widths):
            yield "".join(
                letters[index[x, y]] if (x, y) in index else "#" if (x, y) in obstacles else "."
                for x in range(width)
            )
