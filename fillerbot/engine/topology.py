"""Which cells a board has and which of them are neighbours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

Cell = NewType("Cell", int)
"""A cell's number: row by row from the top, from left to right, obstacles and gaps not counted."""

Point = tuple[int, int]
"""(x, y): x to the right, y down, from the top left."""


class Tiling(StrEnum):
    """How the plane is cut into cells."""

    SQUARE = "square"
    HEXAGON = "hexagon"
    DIAMOND = "diamond"


def _square(x: int, y: int) -> Iterable[Point]:
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def _hexagon(x: int, y: int) -> Iterable[Point]:
    """Flat side up, in columns; odd columns stand half a cell lower."""
    shift = 0 if x % 2 else -1
    return (x, y - 1), (x, y + 1), *((side, y + shift + step) for side in (x - 1, x + 1) for step in (0, 1))


def _diamond(x: int, y: int) -> Iterable[Point]:
    """Squares on their corners, in rows; odd rows start half a cell further left."""
    left = x - 1 if y % 2 else x
    return tuple((side, row) for row in (y - 1, y + 1) for side in (left, left + 1))


_AROUND: dict[Tiling, Callable[[int, int], Iterable[Point]]] = {
    Tiling.SQUARE: _square,
    Tiling.HEXAGON: _hexagon,
    Tiling.DIAMOND: _diamond,
}

Wall = tuple[Point, Point]


@dataclass(frozen=True)
class Topology:
    """The cells of a board and their open edges.

    `widths` has the length of each row, gaps and obstacles included; `points` the place of each cell;
    `walls` the closed edges between cells.
    """

    tiling: Tiling
    widths: tuple[int, ...]
    points: tuple[Point, ...]
    obstacles: frozenset[Point] = frozenset()
    walls: tuple[Wall, ...] = ()
    index: dict[Point, Cell] = field(init=False, repr=False, compare=False)
    neighbours: tuple[tuple[Cell, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = {point: Cell(number) for number, point in enumerate(self.points)}
        closed = {frozenset(wall) for wall in self.walls}
        neighbours = tuple(
            tuple(
                index[other]
                for other in _AROUND[self.tiling](*point)
                if other in index and frozenset((point, other)) not in closed
            )
            for point in self.points
        )
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "neighbours", neighbours)

    def adjoin(self, one: Point, other: Point) -> bool:
        """Whether two cells share an edge, open or walled up."""
        return one in self.index and other in self.index and other in _AROUND[self.tiling](*one)

    def blocked(self, obstacles: frozenset[Point], walls: tuple[Wall, ...]) -> Topology:
        """The same board with obstacles in the place of some cells and walls between others."""
        cells = tuple(point for point in self.points if point not in obstacles)
        return Topology(self.tiling, self.widths, cells, self.obstacles | obstacles, self.walls + walls)

    def flood(self, start: Iterable[Cell], within: Collection[Cell]) -> list[Cell]:
        """All cells of `within` that open edges connect to `start`, `start` first."""
        found = list(dict.fromkeys(start))
        seen = set(found)
        for cell in found:
            for other in self.neighbours[cell]:
                if other not in seen and other in within:
                    seen.add(other)
                    found.append(other)
        return found


def rectangle(width: int, height: int) -> Topology:
    """Squares, `width` to a row and `height` rows."""
    return _rows(Tiling.SQUARE, (width,) * height)


def hexagons(columns: int, height: int) -> Topology:
    """Hexagons in columns, the even ones `height` cells high, the odd ones a cell less."""
    return _rows(Tiling.HEXAGON, (columns,) * height, lambda x, y: x % 2 == 0 or y < height - 1)


def diamonds(width: int, rows: int) -> Topology:
    """Squares on their corners, `width` to an even row and one more to an odd row."""
    return _rows(Tiling.DIAMOND, tuple(width + y % 2 for y in range(rows)))


def _rows(
    tiling: Tiling, widths: tuple[int, ...], there: Callable[[int, int], bool] = lambda _x, _y: True
) -> Topology:
    points = ((x, y) for y, width in enumerate(widths) for x in range(width))
    return Topology(tiling, widths, tuple(point for point in points if there(*point)))
