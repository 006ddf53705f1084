"""The pictures of single cells, from which a board is put together.

A tile fills the whole square of its cell, gaps and outlines included, so tiles never overlap. Everything in
it follows from the distance of its pixels to the edge of the cell or area they belong to.
"""

from __future__ import annotations

from enum import IntFlag
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from fillerbot.render import symbols as shapes
from fillerbot.render.palette import DIM, GROUND, PALETTE, WHITE, Mask, Pixels, Rgb, nearest
from fillerbot.render.symbols import Symbols
from fillerbot.render.text import BOLD, cover


class Edge(IntFlag):
    """Where an area ends: beside a cell, or only at its corner."""

    NONE = 0
    TOP = 1
    RIGHT = 2
    BOTTOM = 4
    LEFT = 8
    TOP_RIGHT = 16
    BOTTOM_RIGHT = 32
    BOTTOM_LEFT = 64
    TOP_LEFT = 128
    ALL = TOP | RIGHT | BOTTOM | LEFT


class Face(NamedTuple):
    """What is seen on a cell.

    `edges` says where the area ends that it belongs to, None for a free cell; `badge` is the number on a
    start cell, 0 for none; `ring` marks a gained cell; `faint` symbols step back behind the area as a whole.
    """

    colour: int
    edges: int | None = None
    badge: int = 0
    ring: bool = False
    faint: bool = False
    dimmed: bool = False


class _Corner(NamedTuple):
    """A quarter of a tile: how to turn it to the upper left, and which edges then lie where."""

    rows: slice
    columns: slice
    above: Edge
    left: Edge
    between: Edge


_FORTH, _BACK = slice(None, None, 1), slice(None, None, -1)
_CORNERS: Final = (
    _Corner(_FORTH, _FORTH, Edge.TOP, Edge.LEFT, Edge.TOP_LEFT),
    _Corner(_FORTH, _BACK, Edge.TOP, Edge.RIGHT, Edge.TOP_RIGHT),
    _Corner(_BACK, _FORTH, Edge.BOTTOM, Edge.LEFT, Edge.BOTTOM_LEFT),
    _Corner(_BACK, _BACK, Edge.BOTTOM, Edge.RIGHT, Edge.BOTTOM_RIGHT),
)

_FAINT = 0.4
_ROWS = 2
"""Symbols and round corners are drawn in equal pairs of rows, so the side of a cell is even.

Every second row then repeats the one above, which makes a picture a third smaller. Pictures are shown at
about half their size, where this is not seen.
"""
_SMALL = 24
_BADGE = 0.66
"""Diameter of a badge as a part of the cell."""


def inside(side: int, edges: int, radius: float) -> Mask:
    """How far the pixels of a tile are inside the shape that ends at these edges, in pixels."""
    half = (side + 1) // 2
    across = np.arange(half) + 0.5
    x, y = across[None, :] + np.zeros((half, 1)), across[:, None] + np.zeros((1, half))
    distance = np.empty((side, side))
    for corner in _CORNERS:
        if edges & corner.above and edges & corner.left:
            bent = radius - np.hypot(radius - x, radius - y)
            quarter = np.where((x < radius) & (y < radius), bent, np.minimum(x, y))
        elif edges & corner.above:
            quarter = y
        elif edges & corner.left:
            quarter = x
        elif edges & corner.between:
            quarter = np.hypot(x, y)
        else:
            quarter = np.full((half, half), float(side))
        distance[corner.rows, corner.columns][:half, :half] = quarter
    return distance


def from_depth(distance: Mask, depth: float) -> Mask:
    """What is deeper inside than this, with smooth edges."""
    return np.clip(distance - depth + 0.5, 0, 1)


def _coarse(mask: Mask) -> Mask:
    """The mask with equal rows standing together."""
    side = len(mask)
    return np.repeat(mask.reshape(side // _ROWS, _ROWS, side).mean(axis=1), _ROWS, axis=0)


class _Drawing:
    """A tile while layers are laid on it."""

    def __init__(self, side: int, ground: Rgb = GROUND) -> None:
        self.side = side
        self.rgb = np.full((side, side, 3), ground, np.float64)

    def lay(self, ink: Rgb, mask: Mask) -> None:
        """Cover with an ink."""
        self.rgb += (np.array(ink) - self.rgb) * mask[..., None]

    def frame(self, inset: float, thick: float, radius: float, ink: Rgb) -> None:
        """Draw a line along the inside of a cell."""
        distance = inside(self.side, Edge.ALL, radius + inset)
        self.lay(ink, from_depth(distance, inset) - from_depth(distance, inset + thick))

    def badge(self, number: int) -> None:
        """A white disc with a number and a dark rim."""
        middle = np.arange(self.side) + 0.5 - self.side / 2
        depth = self.side * _BADGE / 2 - np.hypot(middle, middle[:, None])
        rim = max(1.5, self.side * 0.04)
        self.lay(GROUND, from_depth(depth, -rim))
        self.lay(WHITE, from_depth(depth, 0))
        self.lay(GROUND, cover(str(number), BOLD, round(self.side * _BADGE * 0.74), self.side))


def gap(side: int) -> int:
    """Half the gap between two free cells. Straight edges fall between pixels: sharper, and fewer bytes."""
    return _ROWS if side >= _SMALL else 1


@lru_cache(maxsize=4096)
def tile(side: int, face: Face, symbols: Symbols) -> Pixels:
    """The picture of a cell, `side` pixels wide and high."""
    paint = PALETTE[face.colour - 1]
    drawing = _Drawing(side)
    if face.edges is None:
        drawing.lay(paint.rgb, _coarse(from_depth(inside(side, Edge.ALL, 0.17 * side), gap(side))))
    else:
        _lay_area(drawing, face.edges, paint.rgb)
    if face.badge:
        drawing.badge(face.badge)
    else:
        if face.ring:
            drawing.frame(round(0.15 * side), max(1, round(0.065 * side)), 0.04 * side, paint.ink)
        if symbols is not Symbols.OFF:
            scale = shapes.SCALE[Symbols.NORMAL if face.ring else symbols]
            mask = shapes.mask(paint.symbol, side, scale * side, _ROWS)
            drawing.lay(paint.ink, mask * _FAINT if face.faint else mask)
    if face.dimmed:
        drawing.rgb += (np.array(GROUND) - drawing.rgb) * (1 - DIM)
    pixels = nearest(drawing.rgb, face.colour, dimmed=face.dimmed)
    pixels.flags.writeable = False
    return pixels


def _lay_area(drawing: _Drawing, edges: int, ink: Rgb) -> None:
    """A piece of an area: a white outline where it ends, a dark hairline inside it, and then its colour."""
    side = drawing.side
    depth = gap(side) // 2
    distance = inside(side, edges, 0.2 * side)
    drawing.lay(WHITE, from_depth(distance, depth))
    depth += round(1.2 + 0.045 * side)
    drawing.lay(GROUND, from_depth(distance, depth))
    depth += max(1, round(0.5 + 0.02 * side))
    drawing.lay(ink, from_depth(distance, depth))


@lru_cache(maxsize=64)
def obstacle(side: int, *, dimmed: bool) -> Pixels:
    """A hatched tile where no cell is."""
    drawing = _Drawing(side)
    shape = from_depth(inside(side, Edge.ALL, 0.17 * side), gap(side))
    steps = np.arange(side)
    stripe = (steps + steps[:, None]) / side * 4 % 1
    width = side / 4 / np.sqrt(2)
    hatch = np.clip((0.25 - np.abs(stripe - 0.5)) * width + 0.5, 0, 1)
    drawing.lay(GROUND.mix(WHITE, 0.12), shape)
    drawing.lay(GROUND.mix(WHITE, 0.3), shape * hatch)
    if dimmed:
        drawing.rgb += (np.array(GROUND) - drawing.rgb) * (1 - DIM)
    return nearest(drawing.rgb)


@lru_cache(maxsize=256)
def disc(side: int, number: int, rim: Rgb | None) -> Pixels:
    """A seat's badge by itself, with a coloured rim or none."""
    drawing = _Drawing(side)
    middle = np.arange(side) + 0.5 - side / 2
    depth = side / 2 - np.hypot(middle, middle[:, None])
    if rim:
        drawing.lay(rim, from_depth(depth, 0))
        drawing.lay(GROUND, from_depth(depth, 0.1 * side))
    drawing.lay(WHITE, from_depth(depth, 0.15 * side if rim else 0))
    drawing.lay(GROUND, cover(str(number), BOLD, round(side * 0.6), side))
    return nearest(drawing.rgb)
