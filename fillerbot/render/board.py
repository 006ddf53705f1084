"""The picture of a board in play."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fillerbot.engine.board import Board
from fillerbot.engine.position import Position
from fillerbot.engine.topology import Cell
from fillerbot.figures import Column, Symbols
from fillerbot.render import header, png
from fillerbot.render.field import faces, paint
from fillerbot.render.grid import Grid, grid
from fillerbot.render.palette import Pixels, used

WIDTH = 694
"""Twice the width at which Discord shows a board that is higher than wide."""

_MARGIN, _ABOVE = 5, 9
_HIGHEST = 720
_LARGEST_CELL = 96
_STEADY = 72
"""Squares as large as this are mostly their colour."""


def board_png(
    position: Position,
    *,
    columns: Sequence[Column],
    middle: str,
    gained: Collection[Cell] = (),
    symbols: Symbols = Symbols.NORMAL,
) -> bytes:
    """A position as PNG; `columns` are the header's, one per seat in order, `gained` gets rings.

    Without columns there is no header. Raises ValueError if there is not one for each seat, or the board is
    too large to be drawn.
    """
    canvas = board_canvas(position, columns=columns, middle=middle, gained=gained, symbols=symbols)
    board = position.board
    # Drops of paint have so many edges that the picture would become too large.
    return png.encode(canvas, used(board.palette), steady=is_quickly_drawn(board), thorough=bool(board.pots))


def is_quickly_drawn(board: Board) -> bool:
    """Whether a board is of few large squares, mostly of one colour: it takes a fifth of others' time."""
    cell = _place(board).shape
    return cell.upright and cell.inner >= _STEADY


def board_canvas(
    position: Position,
    *,
    columns: Sequence[Column],
    middle: str,
    gained: Collection[Cell] = (),
    symbols: Symbols = Symbols.NORMAL,
) -> Pixels:
    """What `board_png` encodes, as `png.canvas` describes it."""
    place = _place(position.board)
    wide, high = place.size
    top = header.HEIGHT if columns else _ABOVE
    canvas = png.canvas(WIDTH, top + high + _ABOVE)
    pixels = png.view(canvas)
    if columns:
        header.paint(pixels, position, columns, middle)
    left = (WIDTH - wide) // 2
    board = pixels[top : top + high, left : left + wide]
    paint(board, place, faces(position, place, gained), symbols)
    return canvas


def _place(board: Board) -> Grid:
    return grid(board.topology, (WIDTH - 2 * _MARGIN, _HIGHEST), _LARGEST_CELL)
