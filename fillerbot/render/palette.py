"""The nine colours, and the one palette of 256 entries that all pictures index.

An entry is a mix of two inks, so that edges can be smooth. The entries are, in this order: the ground at
three lower opacities (for the corners of the picture), greys from the ground to white, amber on the ground, a
block of shades per colour (towards white, towards dark), and the same blocks once more, dimmed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""Palette entries, row by row."""

Mask = npt.NDArray[np.float64]
"""How far each pixel is covered, 0 to 1."""


class Rgb(NamedTuple):
    """A colour of the screen, each part 0 to 255."""

    red: float
    green: float
    blue: float

    @classmethod
    def parse(cls, code: str) -> Rgb:
        """Read #RRGGBB."""
        return cls(*bytes.fromhex(code.removeprefix("#")))

    def mix(self, other: Rgb, share: float) -> Rgb:
        """The colour with a share (0 to 1) of another."""
        return Rgb(*(one + (two - one) * share for one, two in zip(self, other, strict=True)))


GROUND: Final = Rgb.parse("#17191E")
WHITE: Final = Rgb.parse("#FFFFFF")
AMBER: Final = Rgb.parse("#FFC233")
MUTED: Final = Rgb.parse("#9397A1")
TRACK: Final = Rgb.parse("#30343D")

DIM = 0.34
"""What is left of a dimmed colour."""

INK = 0.87
"""How far a symbol's ink is from its cell towards white or dark."""


@dataclass(frozen=True, slots=True)
class Paint:
    """What a colour of the game looks like; `light` says which ink its symbol has."""

    key: str
    hex: str
    symbol: str
    light: bool

    @property
    def rgb(self) -> Rgb:
        """The colour of a cell."""
        return Rgb.parse(self.hex)

    @property
    def ink(self) -> Rgb:
        """The colour of the symbol on it."""
        return self.rgb.mix(WHITE if self.light else GROUND, INK)


PALETTE: Final = (
    Paint("red", "#D0011E", "disc", light=True),
    Paint("yellow", "#FEEB67", "star", light=False),
    Paint("green", "#5CBA7A", "triangle", light=False),
    Paint("blue", "#466FDE", "square", light=True),
    Paint("purple", "#6C0090", "diamond", light=True),
    Paint("black", "#4D4D4D", "cross", light=True),
    Paint("white", "#F6FBFF", "ring", light=False),
    Paint("orange", "#F57400", "bars", light=False),
    Paint("pink", "#EBA3BB", "heart", light=False),
)
"""Colour 1 to 9; a board of K colours uses the first K."""

ALPHAS: Final = (0, 64, 160)
"""The opacities of the first entries; all others are opaque."""

_GREYS, _AMBERS, _STEPS = 6, 3, 2
_FIRST_AMBER = len(ALPHAS) + _GREYS
_FIRST_SHADE = _FIRST_AMBER + _AMBERS
_BLOCK = 1 + 2 * _STEPS


def _ramp(start: Rgb, end: Rgb, steps: int) -> list[Rgb]:
    """From the start, included, in equal steps to the end, included."""
    return [start.mix(end, step / (steps - 1)) for step in range(steps)]


def _shades(paint: Paint) -> list[Rgb]:
    """A colour, on its way to a light ink, and on its way to a dark one."""
    light, dark = (_ramp(paint.rgb, paint.rgb.mix(end, INK), _STEPS + 1)[1:] for end in (WHITE, GROUND))
    return [paint.rgb, *light, *dark]


def _entries() -> npt.NDArray[np.float64]:
    ground, *greys = _ramp(GROUND, WHITE, _GREYS - 1)
    fixed = [GROUND] * len(ALPHAS) + [ground, TRACK, *greys]
    amber = _ramp(GROUND, AMBER, _AMBERS + 1)[1:]
    shades = list(chain.from_iterable(map(_shades, PALETTE)))
    dimmed = [GROUND.mix(shade, DIM) for shade in shades]
    return np.array(fixed + amber + shades + dimmed)


ENTRIES: Final = _entries()
"""Red, green and blue of every entry."""


def used(colours: int) -> int:
    """How many entries a picture of the first colours needs if nothing in it is dimmed."""
    return _FIRST_SHADE + colours * _BLOCK


def _candidates(colour: int | None, *, dimmed: bool) -> npt.NDArray[np.intp]:
    """The entries that a tile of this colour may use, or text where it is None."""
    if colour is None:
        return np.arange(len(ALPHAS), _FIRST_SHADE)
    first = used(colour - 1) + dimmed * len(PALETTE) * _BLOCK
    greys = np.arange(len(ALPHAS), _FIRST_AMBER)
    return np.concatenate((greys, np.arange(first, first + _BLOCK)))


def nearest(rgb: npt.NDArray[np.float64], colour: int | None = None, *, dimmed: bool = False) -> Pixels:
    """The entries closest to colours of the screen (an array whose last axis is red, green and blue)."""
    candidates = _candidates(colour, dimmed=dimmed)
    inks = ENTRIES[candidates]
    distance = (inks * inks).sum(axis=1) - 2 * rgb @ inks.T
    chosen: Pixels = candidates[distance.argmin(axis=-1)].astype(np.uint8)
    return chosen


@lru_cache(maxsize=64)
def ramp(ink: Rgb, ground: Rgb = GROUND) -> Pixels:
    """For each of 256 degrees of cover the entry that shows an ink on a ground."""
    return nearest(np.array(_ramp(ground, ink, 256)))


def entry(colour: int) -> int:
    """The entry of a whole cell of a colour."""
    return used(colour - 1)
