"""The pictures of single cells, from which a board is put together.

A tile is drawn in its cell's box, gaps and outlines included, and only the cell's own pixels of it are used,
so tiles never overlap. Everything in it follows from how deep its pixels are inside their cell or area.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from fillerbot.figures import Symbols
from fillerbot.render import symbols as shapes
from fillerbot.render.palette import DIM, GROUND, PALETTE, TRACK, WHITE, Mask, Pixels, Rgb, nearest
from fillerbot.render.shape import Shape
from fillerbot.render.symbols import Point
from fillerbot.render.text import cover


class Mark(NamedTuple):
    """What a cell bears besides its colour; `badge` is the number on a start cell, 0 for none."""

    badge: int = 0
    value: int = 1
    pot: bool = False


class Face(NamedTuple):
    """What is seen on a cell.

    `ends` says where the area ends that it belongs to, None for a free cell; `ring` marks a gained cell;
    `faint` symbols and marks step back behind the area as a whole.
    """

    colour: int
    ends: int | None = None
    mark: Mark = Mark()
    ring: bool = False
    faint: bool = False
    dimmed: bool = False

    @property
    def share(self) -> float:
        """How strong its symbol and marks are."""
        return _FAINT if self.faint else 1.0


_FAINT = 0.5
_STRIPE = 0.28
_TINY, _SMALL = 18, 24
_FREE_RADIUS, _AREA_RADIUS, _RING_RADIUS = 0.17, 0.2, 0.19
_BADGE: Final = 0.66
_POT, _RINGED_POT = 0.7, 0.56
_VALUE: Final = 0.54
"""Diameters as parts of the cell's inner circle."""


def from_depth(depth: Mask, least: float) -> Mask:
    """What is deeper inside than this, with smooth edges."""
    return np.clip(depth - least + 0.5, 0, 1)


def gap(cell: Shape) -> int:
    """Half the gap between two free cells. Straight edges fall between pixels: sharper, and fewer bytes."""
    return 2 if cell.inner >= _SMALL else 1


class Drawing:
    """A box while layers are laid on it."""

    def __init__(self, box: tuple[int, int], *, paired: bool = False) -> None:
        self.box, self.paired = box, paired
        self.rgb = np.full((box[1], box[0], 3), GROUND, np.float64)

    def lay(self, ink: Rgb, mask: Mask) -> None:
        """Cover with an ink."""
        self.rgb += (np.array(ink) - self.rgb) * mask[..., None]

    def lay_pairs(self, ink: Rgb, mask: Mask) -> None:
        """Cover with an ink, in equal pairs of rows if the cell is drawn so."""
        if self.paired:
            mask = np.repeat(mask.reshape(-1, 2, mask.shape[1]).mean(axis=1), 2, axis=0)
        self.lay(ink, mask)

    def disc(self, ink: Rgb, middle: Point, diameter: float, share: float = 1.0) -> None:
        """Cover a circle."""
        across, down = (np.arange(length) + 0.5 - at for length, at in zip(self.box, middle, strict=True))
        self.lay_pairs(ink, from_depth(diameter / 2 - np.hypot(across, down[:, None]), 0) * share)

    def number(self, number: int, middle: Point, diameter: float, share: float = 1.0) -> None:
        """A white disc with a number and a dark rim around it."""
        self.disc(GROUND, middle, diameter + 2 * max(1.5, 0.06 * diameter), share)
        self.disc(WHITE, middle, diameter, share)
        text = str(number)
        size = round(diameter * (0.78 if len(text) == 1 else 0.62))
        self.lay(GROUND, cover(text, size, self.box, middle) * share)

    def dim(self) -> None:
        """Step back behind what is lit."""
        self.rgb += (np.array(GROUND) - self.rgb) * (1 - DIM)


@lru_cache(maxsize=64)
def tiles(cell: Shape, symbols: Symbols) -> Callable[[Face], Pixels]:
    """The tiles of a shape; every one is drawn once and kept."""
    return lru_cache(maxsize=4096)(partial(tile, cell, symbols))


def tile(cell: Shape, symbols: Symbols, face: Face) -> Pixels:
    """The picture of a cell, as large as its box, 0 where the box is not the cell's."""
    paint, (badge, value, pot) = PALETTE[face.colour - 1], face.mark
    drawing = Drawing(cell.box, paired=cell.paired)
    if face.ends is None:
        drawing.lay_pairs(paint.rgb, _free(cell))
    else:
        _lay_area(drawing, cell, face.ends, paint.rgb)
    if face.ring and not badge:
        _lay_ring(drawing, cell, paint.ink)
    x, y = cell.middle
    size = shapes.SCALE[Symbols.NORMAL if face.ring and symbols is Symbols.LARGE else symbols]
    if value != 1:
        # The value stands in the upper right, and makes room for itself.
        shift = (0.18 if cell.upright else 0.13) * cell.inner
        drawing.number(value, (x + shift, y - shift), _VALUE * cell.inner, face.share)
        x, y, size = x - shift, y + shift, min(size, 0.34)
    if badge:
        diameter = (_BADGE if value == 1 else _VALUE) * cell.inner
        drawing.number(badge, (x, y), diameter)
    elif pot:
        _lay_pot(drawing, (x, y), (_RINGED_POT if face.ring else _POT) * cell.inner, face, symbols)
    elif size:
        symbol = shapes.mask(paint.symbol, cell.box, (x, y), size * cell.inner)
        drawing.lay_pairs(paint.ink, symbol * face.share)
    if face.dimmed:
        drawing.dim()
    return _own(cell, nearest(drawing.rgb, face.colour, dimmed=face.dimmed))


def _own(cell: Shape, pixels: Pixels) -> Pixels:
    """Only the cell's own pixels, to be kept and shared."""
    pixels[~cell.own] = 0
    pixels.flags.writeable = False
    return pixels


@lru_cache(maxsize=64)
def _depth(cell: Shape, ends: int, radius: float) -> Mask:
    """`Shape.inside` with a radius in parts of the inner circle's: tiles of all colours share it."""
    return cell.inside(ends, radius * cell.inner)


def _free(cell: Shape) -> Mask:
    """What a free cell covers."""
    return from_depth(_depth(cell, cell.all_edges, _FREE_RADIUS), gap(cell))


def _lay_area(drawing: Drawing, cell: Shape, ends: int, ink: Rgb) -> None:
    """A piece of an area: a white outline where it ends, a dark hairline inside it, and then its colour."""
    least = gap(cell) // 2
    depth = _depth(cell, ends, _AREA_RADIUS)
    # Upright edges end between two rows anyway, but not always between two pairs of them.
    lay = drawing.lay if cell.upright else drawing.lay_pairs
    lay(WHITE, from_depth(depth, least))
    least += round(1.2 + 0.045 * cell.inner) if cell.inner >= _TINY else 1
    lay(GROUND, from_depth(depth, least))
    least += max(1, round(0.5 + 0.02 * cell.inner))
    lay(ink, from_depth(depth, least))


def _lay_ring(drawing: Drawing, cell: Shape, ink: Rgb) -> None:
    """A line along the inside of a cell."""
    inset, thick = round(0.15 * cell.inner), max(1, round(0.065 * cell.inner))
    depth = _depth(cell, cell.all_edges, _RING_RADIUS)
    lay = drawing.lay if cell.upright else drawing.lay_pairs
    lay(ink, from_depth(depth, inset) - from_depth(depth, inset + thick))


def _lay_pot(drawing: Drawing, middle: Point, diameter: float, face: Face, symbols: Symbols) -> None:
    """A drop of paint on a dark disc, with the colour's symbol in it."""
    paint = PALETTE[face.colour - 1]
    drawing.disc(GROUND, middle, diameter, face.share)
    for ink, size in ((WHITE, 0.88), (paint.rgb, 0.72)):
        drawing.lay_pairs(ink, shapes.mask("drop", drawing.box, middle, size * diameter) * face.share)
    if symbols is not Symbols.OFF:
        lower = (middle[0], middle[1] + 0.1 * diameter)
        size = (0.36 if symbols is Symbols.NORMAL else 0.42) * diameter
        drawing.lay_pairs(paint.ink, shapes.mask(paint.symbol, drawing.box, lower, size) * face.share)


@lru_cache(maxsize=64)
def obstacle(cell: Shape, *, dimmed: bool) -> Pixels:
    """A hatched tile where no cell is, 0 where the box is not the cell's."""
    drawing = Drawing(cell.box, paired=cell.paired)
    shape = _free(cell)
    x, y = cell.pixels()
    period = cell.inner / 3
    stripe = np.abs((x + y - 1) / period % 1 - 0.5)
    hatch = np.clip((_STRIPE / 2 - stripe) * period / np.sqrt(2) + 0.5, 0, 1)
    drawing.lay_pairs(TRACK, shape)
    drawing.lay_pairs(GROUND.mix(WHITE, 0.5), shape * hatch)
    if dimmed:
        drawing.dim()
    return _own(cell, nearest(drawing.rgb))


@lru_cache(maxsize=64)
def blank(cell: Shape, badge: int) -> Pixels:
    """A cell whose colour is not known yet, with the number of the seat that starts on it, 0 for none."""
    drawing = Drawing(cell.box, paired=cell.paired)
    drawing.lay_pairs(GROUND.mix(WHITE, 0.25), _free(cell))
    if badge:
        drawing.number(badge, cell.middle, (_BADGE if cell.inner >= _SMALL else 1) * cell.inner)
    return _own(cell, nearest(drawing.rgb))


@lru_cache(maxsize=256)
def disc(side: int, number: int, rim: Rgb | None) -> Pixels:
    """A seat's badge by itself, with a coloured rim or none."""
    drawing = Drawing((side, side))
    middle = (side / 2, side / 2)
    if rim:
        drawing.disc(rim, middle, side)
        drawing.disc(GROUND, middle, 0.8 * side)
    drawing.disc(WHITE, middle, 0.7 * side if rim else side)
    drawing.lay(GROUND, cover(str(number), round(side * 0.6), (side, side), middle))
    return nearest(drawing.rgb)
