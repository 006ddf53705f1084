"""The bars on walled up edges, drawn over the cells on both sides."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fillerbot.engine.topology import Point
from fillerbot.render.grid import Grid
from fillerbot.render.palette import DIM, GROUND, WHITE, Pixels, ramp
from fillerbot.render.shape import Shape

_SMALL = 24
_MARGIN = 6


def paint_walls(pixels: Pixels, grid: Grid, *, dimmed: bool = False) -> None:
    """Draw a board's walls on its picture."""
    # First all casings, so that none cuts into the bar beside it.
    for layer in range(2):
        for (x, y), edge in grid.walls:
            cover, (right, down) = _bar(grid.shape, edge)
            _paste(pixels, (x + right, y + down), cover[layer], dimmed=dimmed)


def _paste(pixels: Pixels, at: Point, cover: Pixels, *, dimmed: bool) -> None:
    """Lay a bar or its casing on a picture, at whose edge it ends."""
    x, y = at
    part = cover[max(0, -y) :, max(0, -x) :]
    target = pixels[max(0, y) :, max(0, x) :][: part.shape[0], : part.shape[1]]
    part = part[: target.shape[0], : target.shape[1]]
    inks = ramp(GROUND.mix(WHITE, DIM) if dimmed else WHITE)
    np.copyto(target, inks[part - 1], where=part > 0)


@lru_cache(maxsize=64)
def _bar(cell: Shape, edge: int) -> tuple[tuple[Pixels, Pixels], Point]:
    """A casing and a bar, and where they begin, seen from the cell's box.

    0 is no part of it, other numbers are 1 more than the degree to which it is white.
    """
    (x1, y1), (x2, y2) = cell.corners[edge], cell.corners[(edge + 1) % len(cell.corners)]
    left, top = min(x1, x2) - _MARGIN, min(y1, y2) - _MARGIN
    across = np.arange(abs(x2 - x1) + 2 * _MARGIN) + 0.5 + left
    down = (np.arange(abs(y2 - y1) + 2 * _MARGIN) + 0.5 + top)[:, None]
    length = np.hypot(x2 - x1, y2 - y1)
    along = ((across - x1) * (x2 - x1) + (down - y1) * (y2 - y1)) / length
    beside = np.abs((across - x1) * (y2 - y1) - (down - y1) * (x2 - x1)) / length
    distance = np.maximum(beside, np.maximum(-along, along - length))
    half, casing = (2, 3) if cell.inner >= _SMALL else (1, 1)
    white: npt.NDArray[np.float64] = np.clip(half - distance + 0.5, 0, 1)
    bar = np.where(white > 0, np.maximum(1, np.round(white * 254)) + 1, 0).astype(np.uint8)
    dark = (distance < half + casing).astype(np.uint8)
    return (dark, bar), (left, top)
