"""The outline of a cell. Everything else in this package asks it for edges, depths and the middle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from fillerbot.engine.topology import Point, Tiling
from fillerbot.render.palette import Mask

_FIRST_CORNER: Final = 8
_QUADRANGLE: Final = 4
_SMALL, _LARGE = 24, 48
_SIDE: Final = 0.58


def edge(number: int) -> int:
    """The bit that says that an area ends at an edge."""
    return 1 << number


def corner(number: int) -> int:
    """The bit that says that an area ends at a corner, but not at the edges on both sides of it."""
    return 1 << (_FIRST_CORNER + number)


@dataclass(frozen=True, eq=False)
class Shape:
    """A cell: its corners clockwise, in whole pixels, in a box that begins at (0, 0). Made by `shape` only.

    Edge i leads from corner i to the next one. Opposite edges are equal, so that cells side by side share no
    pixel and leave none out.
    """

    corners: tuple[Point, ...]

    @cached_property
    def box(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return max(x for x, _ in self.corners), max(y for _, y in self.corners)

    @cached_property
    def middle(self) -> tuple[float, float]:
        """The middle of the box."""
        wide, high = self.box
        return wide / 2, high / 2

    @cached_property
    def inner(self) -> float:
        """The diameter of the circle inside, in pixels; symbols and marks are measured by it."""
        x, y = self.middle
        return 2 * min(across * x + down * y + rest for across, down, rest in self._lines)

    @cached_property
    def upright(self) -> bool:
        """Whether the cell fills its box."""
        wide, high = self.box
        return all(x in (0, wide) and y in (0, high) for x, y in self.corners)

    @cached_property
    def paired(self) -> bool:
        """Whether free cells and symbols are drawn in equal pairs of rows.

        Every second row then repeats the one above, which makes a picture a third smaller. Pictures are shown
        at about half their size, where this is not seen, except on small cells, and sooner if edges slant.
        """
        return self.inner >= (_SMALL if self.upright else _LARGE)

    @property
    def all_edges(self) -> int:
        """The bits of a cell that is an area by itself."""
        return (1 << len(self.corners)) - 1

    @property
    def askew(self) -> range:
        """The corners at which a cell is met by one that shares no edge with it."""
        return range(len(self.corners) if len(self.corners) == _QUADRANGLE else 0)

    @property
    def steps(self) -> list[Point]:
        """From a cell to the one beyond each edge, in pixels."""
        wide, high = self.box
        ends = zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)
        return [(x1 + x2 - wide, y1 + y2 - high) for (x1, y1), (x2, y2) in ends]

    @property
    def leaps(self) -> list[Point]:
        """From a cell to the one beyond each corner of `askew`, in pixels."""
        wide, high = self.box
        return [(2 * x - wide, 2 * y - high) for x, y in (self.corners[i] for i in self.askew)]

    @cached_property
    def _lines(self) -> tuple[tuple[float, float, float], ...]:
        """For each edge what to multiply x and y with and to add, to know how far inside a point is."""
        lines = []
        for (x1, y1), (x2, y2) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            length = math.hypot(x2 - x1, y2 - y1)
            across, down = (y1 - y2) / length, (x2 - x1) / length
            lines.append((across, down, -across * x1 - down * y1))
        return tuple(lines)

    def pixels(self) -> tuple[Mask, Mask]:
        """How far right and down the middles of the box's pixels are."""
        wide, high = self.box
        across, down = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
        return across, down

    @cached_property
    def own(self) -> npt.NDArray[np.bool_]:
        """The pixels of the box that are the cell's; of two that share an edge, one has its pixels."""
        x, y = self.pixels()
        own = np.ones(x.shape, np.bool_)
        for number, (x1, y1) in enumerate(self.corners):
            x2, y2 = self.corners[(number + 1) % len(self.corners)]
            # Whole and half numbers only, so a pixel on the edge is told without rounding.
            side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            own &= side >= 0 if number < len(self.corners) // 2 else side > 0
        return own

    def inside(self, ends: int, radius: float) -> Mask:
        """How deep the box's pixels are inside an area that ends at these edges and corners, in pixels.

        Where two such edges meet, the area is rounded.
        """
        x, y = self.pixels()
        depth = np.full(x.shape, float(max(self.box)))
        for number, (across, down, rest) in enumerate(self._lines):
            if ends & edge(number):
                depth = np.minimum(depth, across * x + down * y + rest)
        for number, (here_x, here_y) in enumerate(self.corners):
            if ends & edge(number) and ends & edge((number or len(self.corners)) - 1):
                depth = np.minimum(depth, self._round(number, radius, x, y))
            elif ends & corner(number):
                depth = np.minimum(depth, np.hypot(x - here_x, y - here_y))
        return depth

    def _round(self, number: int, radius: float, x: Mask, y: Mask) -> Mask:
        """The depth in a rounded corner, and far away from it no limit."""
        count = len(self.corners)
        (ax, ay, a), (bx, by, b) = self._lines[number - 1], self._lines[number]
        # The middle of the arc is as far as the radius from both edges.
        area = ax * by - ay * bx
        mid_x = ((radius - a) * by - (radius - b) * ay) / area
        mid_y = ((radius - b) * ax - (radius - a) * bx) / area
        (x1, y1), (x2, y2), (x3, y3) = (self.corners[(number + step) % count] for step in (-1, 0, 1))
        x, y = x - mid_x, y - mid_y
        beyond = ((x2 - x1) * x + (y2 - y1) * y > 0) & ((x2 - x3) * x + (y2 - y3) * y > 0)
        return np.where(beyond, radius - np.hypot(x, y), np.inf)


STEP: Final = {Tiling.SQUARE: 2, Tiling.DIAMOND: 4, Tiling.HEXAGON: 4}
"""Heights of cells are multiples of this, so that halves of them are whole pixels (and pairs of rows)."""


@cache
def shape(tiling: Tiling, size: int) -> Shape:
    """A cell that is `size` pixels high. Raises ValueError unless that is a multiple of STEP."""
    if size % STEP[tiling]:
        raise ValueError(f"{tiling} cells come in steps of {STEP[tiling]} pixels")
    half = size // 2
    match tiling:
        case Tiling.SQUARE:
            return Shape(((0, 0), (size, 0), (size, size), (0, size)))
        case Tiling.DIAMOND:
            return Shape(((half, 0), (size, half), (half, size), (0, half)))
        case Tiling.HEXAGON:
            # Edges that move by one pixel in two rows are equally sharp all along, and nearly at 60°.
            left = size // 4
            right = left + round(size * _SIDE)
            return Shape(
                ((left, 0), (right, 0), (left + right, half), (right, size), (left, size), (0, half))
            )


def place(tiling: Tiling, cell: Shape, point: Point) -> Point:
    """The upper left corner of a cell's box on a board that begins at (0, 0), in pixels."""
    x, y = point
    wide, high = cell.box
    match tiling:
        case Tiling.SQUARE:
            return x * wide, y * high
        case Tiling.DIAMOND:
            # Odd rows stand half a cell further left.
            return x * wide + (0 if y % 2 else wide // 2), y * high // 2
        case Tiling.HEXAGON:
            # Odd columns stand half a cell lower.
            return x * cell.corners[1][0], y * high + (high // 2 if x % 2 else 0)


def layer(tiling: Tiling, point: Point) -> int:
    """0 or 1, so that boxes of cells that have the same do not overlap."""
    x, y = point
    match tiling:
        case Tiling.SQUARE:
            return 0
        case Tiling.DIAMOND:
            return y % 2
        case Tiling.HEXAGON:
            return x % 2
