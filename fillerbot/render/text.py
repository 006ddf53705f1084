"""Writing with the bundled font."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from fillerbot.render.palette import Mask, Pixels, Rgb, ramp
from fillerbot.resources import data

REGULAR: Final = "DejaVuSans.ttf"
BOLD: Final = "DejaVuSans-Bold.ttf"
_MISSING = "\uffff"
_MORE = "…"
_FINE = 4
"""Text on cells is drawn this many times larger, then averaged."""


@cache
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same on every machine; the other one depends on what is installed.
    return ImageFont.truetype(str(data("fonts", face)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _writable(character: str) -> bool:
    """Whether the font has a character."""
    if not character.isprintable():
        return False
    font = _font(REGULAR, 16)
    return bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """A text with simple blanks, or nothing if the font lacks any of its characters."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    return text if all(map(_writable, text)) else ""


@lru_cache(maxsize=4096)
def width(text: str, face: str, size: int) -> int:
    """How many pixels a text is wide."""
    return int(np.ceil(_font(face, size).getlength(text))) if text else 0


@lru_cache(maxsize=1024)
def fit(text: str, face: str, size: int, room: int) -> str:
    """As much of a text as there is room for, ending in … if that is not all, or nothing."""
    text = plain(text)
    if width(text, face, size) <= room:
        return text
    # The longest beginning that fits, by halving: texts come from people and may be long.
    fits, fails = 0, len(text)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if width(text[:middle].rstrip() + _MORE, face, size) <= room:
            fits = middle
        else:
            fails = middle
    return text[:fits].rstrip() + _MORE if fits else ""


@lru_cache(maxsize=1024)
def line(text: str, face: str, size: int) -> Pixels:
    """A line of text as degrees of cover, as wide as `width` says, its baseline four fifths down."""
    height = round(size * 1.25)
    image = Image.new("L", (width(text, face, size), height))
    ImageDraw.Draw(image).text((0, height * 4 // 5), text, fill=255, font=_font(face, size), anchor="ls")
    return np.asarray(image)


@lru_cache(maxsize=256)
def cover(text: str, size: int, box: tuple[int, int], middle: tuple[float, float]) -> Mask:
    """A short bold text around a point of a box, in pixels."""
    image = Image.new("L", (box[0] * _FINE, box[1] * _FINE))
    draw = ImageDraw.Draw(image)
    font = _font(BOLD, size * _FINE)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font, anchor="ls")
    origin = (middle[0] * _FINE - (left + right) / 2, middle[1] * _FINE - (top + bottom) / 2)
    draw.text(origin, text, fill=255, font=font, anchor="ls")
    return np.asarray(image.reduce(_FINE), dtype=np.float64) / 255


def write(
    pixels: Pixels, text: str, at: tuple[int, int, int], style: tuple[str, int, Rgb], *, back: bool = False
) -> int:
    """Write as much of a text as fits between left and right, the first two numbers; the third is its base.

    Returns where it ends, or (`back`) begins.
    """
    (left, right, base), (face, size, ink) = at, style
    text = fit(text, face, size, max(0, right - left))
    drawn = ramp(ink)[line(text, face, size)] if text else None
    if drawn is None:
        return right if back else left
    high, long = drawn.shape
    left = right - long if back else left
    top = base - high * 4 // 5
    pixels[top : top + high, left : left + long] = drawn
    return left if back else left + long
