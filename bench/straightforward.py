"""The straightforward way to draw a board, to compare with: what one would write first with Pillow.

One `ImageDraw` shape for each cell at twice the size, reduced with LANCZOS, RGB, saved as PNG with Pillow's
defaults. Fonts are loaded once. It has no symbols, outlines, rings or marks, so it does less than it could.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from fillerbot.engine.position import FREE, Position
from fillerbot.figures import Column
from fillerbot.render import PALETTE
from fillerbot.render.board import WIDTH
from fillerbot.render.grid import Grid
from fillerbot.resources import data

_TWICE: Final = 2
_TOP, _BELOW, _MARGIN, _GAP = 110, 9, 14, 2
_GROUND, _TRACK = "#17191E", "#30343D"
_LARGE, _SMALL = (
    ImageFont.truetype(str(data("fonts", "DejaVuSans-Bold.ttf")), size * _TWICE) for size in (36, 22)
)


def straightforward_png(position: Position, grid: Grid, columns: Sequence[Column], middle: str) -> bytes:
    """A board in the places that the grid has for its cells, as PNG."""
    wide, high = grid.size
    size = (WIDTH * _TWICE, (_TOP + high + _BELOW) * _TWICE)
    image = Image.new("RGB", size, _GROUND)
    draw = ImageDraw.Draw(image)
    _header(draw, position, columns, middle)
    shape, left = grid.shape, (WIDTH - wide) // 2
    centre_x, centre_y = shape.middle
    shrink = 1 - _GAP * 2 / shape.inner
    for (x, y), owner, colour in zip(grid.places, position.owner, position.board.colours, strict=True):
        inset = shrink if owner == FREE else 1
        points = [
            (
                (left + x + centre_x + (across - centre_x) * inset) * _TWICE,
                (_TOP + y + centre_y + (down - centre_y) * inset) * _TWICE,
            )
            for across, down in shape.corners
        ]
        held = colour if owner == FREE else position.held[owner]
        ink = PALETTE[held - 1].hex
        if shape.upright:
            draw.rounded_rectangle((points[0], points[2]), 0 if inset == 1 else 0.3 * shape.inner, fill=ink)
        else:
            draw.polygon(points, fill=ink)
    image = image.resize((WIDTH, size[1] // _TWICE), Image.Resampling.LANCZOS)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _header(draw: ImageDraw.ImageDraw, position: Position, columns: Sequence[Column], middle: str) -> None:
    room = (WIDTH - 2 * _MARGIN) // len(columns)
    bar = _MARGIN
    draw.rectangle((_MARGIN * _TWICE, 87 * _TWICE, (WIDTH - _MARGIN) * _TWICE, 103 * _TWICE), fill=_TRACK)
    for seat, column in enumerate(columns):
        at = (_MARGIN + seat * room) * _TWICE
        draw.text((at, 4 * _TWICE), f"{seat + 1} {column.count}", fill="white", font=_LARGE)
        draw.text((at, 52 * _TWICE), f"{column.lead} {column.clock}", fill="white", font=_SMALL)
        end = bar + (WIDTH - 2 * _MARGIN) * position.counts[seat] // position.board.total
        ink = PALETTE[position.held[seat] - 1].hex
        draw.rectangle((bar * _TWICE, 87 * _TWICE, end * _TWICE, 103 * _TWICE), fill=ink)
        bar = end
    draw.text((WIDTH, 10 * _TWICE), middle, fill="white", font=_SMALL, anchor="ma")
