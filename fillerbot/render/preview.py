"""One sheet of small boards that shows what each colour would take."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from fillerbot.engine.board import Colour
from fillerbot.engine.position import Position
from fillerbot.engine.topology import Cell, Tiling
from fillerbot.figures import Symbols
from fillerbot.render import png
from fillerbot.render.field import faces, marks, paint
from fillerbot.render.grid import Grid, grid
from fillerbot.render.palette import WHITE, Pixels, ramp
from fillerbot.render.shape import shape
from fillerbot.render.text import BOLD, fit, line
from fillerbot.render.tiles import Face, Mark, tiles

_WIDEST, _HIGHEST = 1100, 350
"""The most that a row of boards is wide and high: twice the size at which the sheet is shown."""

_SHAPE = 11 / 7
"""A wider sheet would be shown smaller than need be."""

_GAP = 22
_CAPTION = 56
_SWATCH, _TEXT = 46, 40
_LARGEST_CELL = 40
_FEW = 4


def preview_png(
    position: Position,
    *,
    takes: Sequence[tuple[Colour, Collection[Cell]]],
    labels: Sequence[str],
    symbols: Symbols = Symbols.NORMAL,
) -> bytes:
    """A small board for each colour as PNG; `takes` are colours and their cells, `labels` their gains.

    Everything is dimmed but those cells and the area of the seat to move. Raises ValueError unless there is a
    colour, and a label for each.
    """
    if not takes or len(takes) != len(labels):
        raise ValueError("each colour needs its label, and a sheet a colour")
    across = min(len(takes), 2 if len(takes) <= _FEW else 3)
    room = ((_WIDEST - _GAP * (across + 1)) // across, _HIGHEST - _GAP - _CAPTION)
    place = grid(position.board.topology, room, _LARGEST_CELL)
    background = [face._replace(dimmed=True) for face in faces(position, place)]
    width, height = place.size[0] + _GAP, place.size[1] + _CAPTION + _GAP
    canvas, left, top = _sheet(across * width + _GAP, -(-len(takes) // across) * height + _GAP)
    for number, ((colour, cells), label) in enumerate(zip(takes, labels, strict=True)):
        row, column = divmod(number, across)
        x, y = left + column * width, top + row * height
        part = png.view(canvas)[y : y + height - _GAP, x : x + width - _GAP]
        _paint_caption(part[:_CAPTION], colour, label)
        shown = background.copy()
        for cell, face in _bright(position, place, cells):
            shown[cell] = face
        paint(part[_CAPTION:], place, shown, symbols, dimmed=True)
    return png.encode(canvas)


def _sheet(width: int, height: int) -> tuple[Pixels, int, int]:
    """An empty sheet for contents of this size, and where they begin."""
    high = max(height, round(width / _SHAPE))
    return png.canvas(width, high), _GAP, (high - height) // 2 + _GAP


def _bright(position: Position, place: Grid, taken: Collection[Cell]) -> Iterator[tuple[int, Face]]:
    """The mover's area, and the cells it would take as a shape of their own."""
    board, borne = position.board, marks(position.board)
    owner = np.array(position.owner, np.int8)
    owner[list(taken)] = len(board.starts)
    ends = place.ends(owner).tolist()
    for cell, seat in enumerate(owner.tolist()):
        mark = borne.get(cell, Mark())
        if seat == position.turn:
            yield cell, Face(position.held[seat], ends[cell], mark, faint=True)
        elif seat == len(board.starts):
            yield cell, Face(board.colours[cell], ends[cell], mark)


def _paint_caption(pixels: Pixels, colour: Colour, label: str) -> None:
    """The colour and its gain, above the left edge of a board."""
    top = (_CAPTION - _SWATCH) // 2
    pixels[top : top + _SWATCH, :_SWATCH] = tiles(shape(Tiling.SQUARE, _SWATCH), Symbols.LARGE)(Face(colour))
    left = _SWATCH + _GAP // 2
    text = line(fit(label, BOLD, _TEXT, pixels.shape[1] - left), BOLD, _TEXT)
    high, wide = text.shape
    top = (_CAPTION - high) // 2
    pixels[top : top + high, left : left + wide] = ramp(WHITE)[text]
