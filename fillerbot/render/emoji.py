"""The colours as pictures for buttons."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import numpy as np
from PIL import Image

from fillerbot.engine.board import Colour
from fillerbot.engine.topology import Tiling
from fillerbot.render import symbols
from fillerbot.render.palette import PALETTE
from fillerbot.render.shape import shape
from fillerbot.render.tiles import from_depth

_SIDE = 128
_INSET = 4
_SYMBOL = 0.6


@cache
def emoji_png(colour: Colour) -> bytes:
    """A colour's cell with its symbol and transparent corners, 128 pixels wide and high, as PNG."""
    paint = PALETTE[colour - 1]
    cell = shape(Tiling.SQUARE, _SIDE)
    symbol = symbols.mask(paint.symbol, cell.box, cell.middle, _SYMBOL * _SIDE)[..., None]
    rgb = np.array(paint.rgb) + (np.array(paint.ink) - np.array(paint.rgb)) * symbol
    cover = from_depth(cell.inside(cell.all_edges, 0.2 * _SIDE), _INSET) * 255
    pixels = np.concatenate((rgb, cover[..., None]), axis=2).round().astype(np.uint8)
    pixels[pixels[..., 3] == 0] = 0
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG", optimize=True)
    return file.getvalue()
