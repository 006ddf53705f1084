"""Where a board's cells lie on a picture, and which ones meet there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from fillerbot.engine.topology import Point, Topology
from fillerbot.render.shape import STEP, Shape, corner, edge, layer, place, shape

_NOWHERE: Final = -2
"""The owner where there is no cell."""

_SMALLEST: Final = 6

Box = tuple[slice, slice]
"""The rows and columns of a picture that a cell's box covers."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a board in pixels.

    `places` are the upper left corners of the cells' boxes. `boxes` index a picture of the board, first for
    the cells, then for the obstacles, and no two of a number in `layers` overlap. `beside` has a row per edge
    and `askew` one per corner of `Shape.askew`: for each cell the number of the one beyond, or the number of
    cells where there is none. `walls` are cells and those of their edges that are walled up.
    """

    shape: Shape
    size: tuple[int, int]
    places: tuple[Point, ...]
    boxes: tuple[Box, ...]
    layers: tuple[int, ...]
    walls: tuple[tuple[Point, int], ...]
    beside: npt.NDArray[np.intp]
    askew: npt.NDArray[np.intp]

    @cached_property
    def rows(self) -> int:
        """How many rows of equally many squares the cells make in their order, 0 if they do not."""
        wide, high = self.shape.box
        across, down = self.size[0] // wide, self.size[1] // high
        squares = [(x * wide, y * high) for y in range(down) for x in range(across)]
        return down if self.shape.upright and list(self.places) == squares else 0

    def ends(self, owner: npt.NDArray[np.int8]) -> npt.NDArray[np.uint16]:
        """For every cell the bits of the edges and corners at which its area ends, told from its `owner`."""
        everywhere = np.append(owner, np.int8(_NOWHERE))
        edges = (everywhere[self.beside] != owner).T @ self.edge_bits
        corners = (everywhere[self.askew] != owner) & (edges & self.around == 0)
        found: npt.NDArray[np.uint16] = edges | corners.T @ self.corner_bits
        return found

    @cached_property
    def edge_bits(self) -> npt.NDArray[np.uint16]:
        """The bit of each edge."""
        return np.array([edge(number) for number in range(len(self.beside))], np.uint16)

    @cached_property
    def corner_bits(self) -> npt.NDArray[np.uint16]:
        """The bit of each corner."""
        return np.array([corner(number) for number in range(len(self.askew))], np.uint16)

    @cached_property
    def around(self) -> npt.NDArray[np.uint16]:
        """For each corner, as a column, the bits of the two edges that meet there."""
        pairs = [self.edge_bits[number] | self.edge_bits[number - 1] for number in range(len(self.askew))]
        return np.array(pairs, np.uint16).reshape(-1, 1)


@lru_cache(maxsize=128)
def grid(topology: Topology, room: tuple[int, int], largest: int) -> Grid:
    """The largest cells, but no larger than `largest`, with which a board fits a room in pixels.

    Raises ValueError if they would be too small to see.
    """
    step = STEP[topology.tiling]
    for high in range(2 * largest // step * step, _SMALLEST - 1, -step):
        cell = shape(topology.tiling, high)
        boxes = [place(topology.tiling, cell, point) for point in (*topology.points, *topology.obstacles)]
        left, top = min(x for x, _ in boxes), min(y for _, y in boxes)
        wide = max(x for x, _ in boxes) - left + cell.box[0]
        tall = max(y for _, y in boxes) - top + cell.box[1]
        if cell.inner <= largest and wide <= room[0] and tall <= room[1]:
            placed = [(x - left, y - top) for x, y in boxes]
            return _grid(topology, cell, (wide, tall), placed)
    raise ValueError("the board is too large to be drawn")


def _grid(topology: Topology, cell: Shape, size: tuple[int, int], boxes: Sequence[Point]) -> Grid:
    count = len(topology.points)
    places = tuple(boxes[:count])
    number = {box: cell for cell, box in enumerate(places)}

    def beyond(steps: Sequence[Point]) -> npt.NDArray[np.intp]:
        rows = [[number.get((x + right, y + down), count) for x, y in places] for right, down in steps]
        return np.array(rows, np.intp).reshape(len(steps), count)

    walls = []
    for one, other in topology.walls:
        (x1, y1), (x2, y2) = (places[topology.index[end]] for end in (one, other))
        walls.append(((x1, y1), cell.steps.index((x2 - x1, y2 - y1))))
    wide, high = cell.box
    spans = tuple((slice(y, y + high), slice(x, x + wide)) for x, y in boxes)
    points = (*topology.points, *topology.obstacles)
    layers = tuple(layer(topology.tiling, point) for point in points)
    beside, askew = beyond(cell.steps), beyond(cell.leaps)
    return Grid(cell, size, places, spans, layers, tuple(walls), beside, askew)
