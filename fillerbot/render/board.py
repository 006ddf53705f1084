"""The picture of a board in play."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fillerbot.engine.position import Position
from fillerbot.engine.topology import Cell
from fillerbot.render import field, header, png
from fillerbot.render.header import Column
from fillerbot.render.palette import used
from fillerbot.render.symbols import Symbols

WIDTH = 694
"""Twice the width at which Discord shows a board that is higher than wide."""

_MARGIN = 9
_HIGHEST = 720
_LARGEST_CELL = 96


def board_png(
    position: Position,
    *,
    columns: Sequence[Column],
    middle: str,
    gained: Collection[Cell] = (),
    symbols: Symbols = Symbols.NORMAL,
) -> bytes:
    """A position as PNG; `columns` are the header's, one per seat in order, `gained` gets rings.

    Without columns there is no header. Raises ValueError for a number of seats that no header is made for.
    """
    topology = position.board.topology
    wide, high = field.size(topology)
    side = min((WIDTH - 2 * _MARGIN) // wide, _HIGHEST // high, _LARGEST_CELL) // 2 * 2
    top = header.HEIGHT if columns else _MARGIN
    canvas = png.canvas(WIDTH, top + high * side + _MARGIN)
    pixels = png.view(canvas)
    if columns:
        header.paint(pixels, position, columns, middle)
    place = field.Field((WIDTH - wide * side) // 2, top, side, symbols)
    place.paint(pixels, topology, enumerate(field.faces(position, gained)))
    place.paint_obstacles(pixels, topology)
    return png.encode(canvas, used(position.board.palette))
