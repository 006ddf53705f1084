"""The shape of a board before it is dealt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from fillerbot.engine.topology import Cell, Point, Topology
from fillerbot.render import png
from fillerbot.render.grid import grid
from fillerbot.render.tiles import blank

_ROOM: Final = (240, 180)
_LARGEST_CELL: Final = 32
_MARGIN: Final = 12


@lru_cache(maxsize=32)
def outline_png(topology: Topology, starts: Sequence[Collection[Point]]) -> bytes:
    """A board's cells without colours, small, as PNG; `starts` are each seat's, which bear its number.

    It is shown as large as it is drawn. Raises ValueError if the board is too large to be drawn.
    """
    place = grid(topology, _ROOM, _LARGEST_CELL)
    badges = {topology.index[point]: seat for seat, points in enumerate(starts, 1) for point in points}
    wide, high = place.size
    canvas = png.canvas(wide + 2 * _MARGIN, high + 2 * _MARGIN)
    board = png.view(canvas)[_MARGIN : _MARGIN + high, _MARGIN : _MARGIN + wide]
    for cell, box in enumerate(place.boxes):
        tile = blank(place.shape, badges.get(Cell(cell), 0))
        part = board[box]
        part[place.shape.own] = tile[place.shape.own]
    return png.encode(canvas)
