"""Putting a board together from tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fillerbot.engine.board import Board
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell, Topology
from fillerbot.render.palette import Pixels
from fillerbot.render.symbols import Symbols
from fillerbot.render.tiles import Edge, Face, obstacle, tile

_NOWHERE = -2
"""The owner where there is no cell."""

_BESIDE = ((Edge.TOP, 0, -1), (Edge.RIGHT, 1, 0), (Edge.BOTTOM, 0, 1), (Edge.LEFT, -1, 0))
_ASKEW = (
    (Edge.TOP_RIGHT, Edge.TOP | Edge.RIGHT, 1, -1),
    (Edge.BOTTOM_RIGHT, Edge.BOTTOM | Edge.RIGHT, 1, 1),
    (Edge.BOTTOM_LEFT, Edge.BOTTOM | Edge.LEFT, -1, 1),
    (Edge.TOP_LEFT, Edge.TOP | Edge.LEFT, -1, -1),
)


def size(topology: Topology) -> tuple[int, int]:
    """How many cells a board is wide and high."""
    return max(topology.widths), len(topology.widths)


@lru_cache(maxsize=64)
def _places(points: tuple[tuple[int, int], ...]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Row and column of every cell in a grid with a margin of one."""
    columns, rows = np.array(points, np.intp).reshape(-1, 2).T + 1
    return rows, columns


def edges(topology: Topology, owner: npt.NDArray[np.int8]) -> list[int]:
    """For every cell the edges and corners at which its area ends."""
    wide, high = size(topology)
    grid = np.full((high + 2, wide + 2), _NOWHERE, np.int8)
    places = _places(topology.points)
    grid[places] = owner
    centre = grid[1:-1, 1:-1]

    def ends(right: int, down: int) -> npt.NDArray[np.bool_]:
        beside = grid[1 + down : 1 + down + high, 1 + right : 1 + right + wide]
        return np.not_equal(beside, centre)

    found = np.zeros((high, wide), np.uint8)
    for edge, right, down in _BESIDE:
        found |= ends(right, down) * np.uint8(edge)
    for corner, sides, right, down in _ASKEW:
        found |= (ends(right, down) & (found & np.uint8(sides) == 0)) * np.uint8(corner)
    rows, columns = places
    chosen: list[int] = found[rows - 1, columns - 1].tolist()
    return chosen


def badges(board: Board) -> dict[Cell, int]:
    """The number that stands on each start cell."""
    return {cell: seat + 1 for seat, cells in enumerate(board.starts) for cell in cells}


def faces(position: Position, gained: Collection[Cell] = ()) -> list[Face]:
    """What is to be seen on every cell."""
    board = position.board
    ends = edges(board.topology, np.array(position.owner, np.int8))
    marked = frozenset(gained)
    result = [
        Face(colour, ring=cell in marked)
        if owner == FREE
        else Face(position.held[owner], end, ring=cell in marked, faint=True)
        for cell, (owner, colour, end) in enumerate(zip(position.owner, board.colours, ends, strict=True))
    ]
    for cell, number in badges(board).items():
        result[cell] = result[cell]._replace(badge=number)
    return result


@dataclass(frozen=True, slots=True)
class Field:
    """The place of a board on a picture: its upper left corner, and the side of a cell."""

    left: int
    top: int
    side: int
    symbols: Symbols

    def paint(self, pixels: Pixels, topology: Topology, cells: Iterable[tuple[int, Face]]) -> None:
        """Draw some cells."""
        side, points = self.side, topology.points
        for cell, face in cells:
            column, row = points[cell]
            x, y = self.left + column * side, self.top + row * side
            pixels[y : y + side, x : x + side] = tile(side, face, self.symbols)

    def paint_obstacles(self, pixels: Pixels, topology: Topology, *, dimmed: bool = False) -> None:
        """Draw what is no cell."""
        side = self.side
        for column, row in topology.obstacles:
            x, y = self.left + column * side, self.top + row * side
            pixels[y : y + side, x : x + side] = obstacle(side, dimmed=dimmed)
