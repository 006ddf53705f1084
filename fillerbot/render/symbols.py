"""The symbols that tell colours apart without colour."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from fillerbot.figures import Symbols
from fillerbot.render.palette import Mask

SCALE = {Symbols.OFF: 0.0, Symbols.NORMAL: 0.44, Symbols.LARGE: 0.64}
"""The size of a symbol as a part of its cell."""

_FINE = 8
"""Symbols are drawn this many times larger, then averaged."""

Point = tuple[float, float]


def _around(count: int, radius: float, turn: float = 0.0) -> list[Point]:
    """Points on a circle, clockwise from the top."""
    angles = (math.tau * (step + turn) / count for step in range(count))
    return [(radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles]


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _star() -> list[Point]:
    """Five points; lowered a little, since a star's middle is not the middle of its box."""
    pairs = zip(_around(5, 1.08), _around(5, 0.47, 0.5), strict=True)
    return [(x, y + 0.1) for pair in pairs for x, y in pair]


def _cross() -> list[Point]:
    arm, thick = 0.84, 0.3
    quarter = [(0.0, -thick), (arm - thick, -arm), (arm, thick - arm)]
    turns = (0, 1, 2, 3)
    points = []
    for turn in turns:
        for x, y in quarter:
            rotated = [(x, y), (-y, x), (-x, -y), (y, -x)]
            points.append(rotated[turn])
    return points


def _heart() -> list[Point]:
    points = []
    for step in range(96):
        turn = math.tau * step / 96
        down = 13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn)
        points.append((math.sin(turn) ** 3, -(down + 2) / 16))
    return points


def _drop() -> list[Point]:
    """Pointed above, round below."""
    turns = (math.tau * step / 96 for step in range(96))
    return [(0.98 * math.sin(turn) * math.sin(turn / 2) ** 1.3, -math.cos(turn)) for turn in turns]


_SHAPES: dict[str, tuple[list[list[Point]], list[list[Point]]]] = {
    "disc": ([_around(64, 0.84)], []),
    "star": ([_star()], []),
    "triangle": ([[(0, -0.88), (0.98, 0.78), (-0.98, 0.78)]], []),
    "square": ([_box(-0.76, -0.76, 0.76, 0.76)], []),
    "diamond": ([[(0, -1.06), (0.82, 0), (0, 1.06), (-0.82, 0)]], []),
    "cross": ([_cross()], []),
    "ring": ([_around(64, 0.92)], [_around(64, 0.5)]),
    "bars": ([_box(-0.86, -0.7, 0.86, -0.18), _box(-0.86, 0.18, 0.86, 0.7)], []),
    "heart": ([_heart()], []),
    "drop": ([_drop()], []),
}
"""Outlines to fill and holes to leave, in a box from -1 to 1."""


@lru_cache(maxsize=512)
def mask(symbol: str, box: tuple[int, int], middle: Point, size: float) -> Mask:
    """A symbol of a size around a point of a box, all in pixels."""
    wide, high = box
    image = Image.new("L", (wide * _FINE, high * _FINE))
    draw = ImageDraw.Draw(image)
    filled, holes = _SHAPES[symbol]
    for outlines, ink in ((filled, 255), (holes, 0)):
        for outline in outlines:
            draw.polygon([_pixel(point, middle, size) for point in outline], fill=ink)
    fine = np.asarray(image, dtype=np.float64).reshape(high, _FINE, wide, _FINE)
    covered: Mask = fine.mean(axis=(1, 3)) / 255
    return covered


def _pixel(point: Point, middle: Point, size: float) -> Point:
    """A point of the unit box in the enlarged drawing, whose pixels are addressed by their middles."""
    x, y = ((part * size / 2 + centre) * _FINE - 0.5 for part, centre in zip(point, middle, strict=True))
    return (x, y)
