"""Writing palette pictures."""

from __future__ import annotations

import struct
from functools import cache, lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from isal import isal_zlib
from zlib_ng import zlib_ng

from fillerbot.render.palette import ALPHAS, ENTRIES, GROUND, Pixels, nearest

_PALETTE = 3
_THOROUGH, _QUICK, _HASTY = 6, 5, 1
_UP = 2
"""The filter that writes a row as what it differs by from the one above."""
_GROUND: Final = int(nearest(np.array(GROUND)))
RADIUS = 16
"""How far the corners of a picture are rounded, in pixels."""


def canvas(width: int, height: int) -> Pixels:
    """An empty picture; the column before the first is for PNG's filter bytes, `view` is without it."""
    pixels = np.full((height, width + 1), _GROUND, np.uint8)
    pixels[:, 0] = 0
    return pixels


def view(pixels: Pixels) -> Pixels:
    """The part of a canvas that is seen."""
    return pixels[:, 1:]


def encode(
    pixels: Pixels, entries: int = len(ENTRIES), *, steady: bool = False, thorough: bool = True
) -> bytes:
    """A canvas as PNG with the first entries of the palette, its corners cut round.

    `steady` says that most rows are much like the one above: then little is to be found by a long search, and
    a hasty one takes an eighth of the time, and two fifths more bytes. Not to be `thorough` saves a quarter
    of it for a tenth more.
    """
    height, width = view(pixels).shape
    cut, corners = _corners(height, width)
    pixels.reshape(-1)[cut] = corners
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _PALETTE, 0, 0, 0)),
        (b"PLTE", _colours(entries)),
        (b"tRNS", bytes(ALPHAS)),
        (b"IDAT", _compressed(pixels, steady=steady, thorough=thorough)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


@cache
def _colours(entries: int) -> bytes:
    return ENTRIES[:entries].round().astype(np.uint8).tobytes()


def _compressed(pixels: Pixels, *, steady: bool, thorough: bool) -> bytes:
    """The rows; those that repeat the one above, or all if they are `steady`, as what they differ by."""
    if steady:
        rows = np.empty_like(pixels)
        rows[0] = pixels[0]
        np.subtract(pixels[1:], pixels[:-1], out=rows[1:])
        rows[1:, 0] = _UP
        return isal_zlib.compress(rows.data, _HASTY)
    rows = pixels.copy()
    above, below = pixels[:-1], rows[1:]
    alike = (above == below).all(axis=1)
    below[alike] = 0
    below[alike, 0] = _UP
    stream = zlib_ng.compressobj(_THOROUGH if thorough else _QUICK)
    return stream.compress(rows.data) + stream.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib_ng.crc32(body))


def _corner() -> tuple[npt.NDArray[np.bool_], Pixels]:
    """Which pixels of the upper left corner are not opaque, and the entries they get."""
    steps = np.arange(RADIUS) + 0.5
    cover = np.clip(RADIUS + 0.5 - np.hypot(RADIUS - steps, RADIUS - steps[:, None]), 0, 1)
    alphas = np.array([*ALPHAS, 255])
    entries = np.abs(cover[..., None] * 255 - alphas).argmin(axis=-1).astype(np.uint8)
    return entries < len(ALPHAS), entries


_CUT, _CORNER = _corner()


@lru_cache(maxsize=64)
def _corners(height: int, width: int) -> tuple[npt.NDArray[np.intp], Pixels]:
    """Where on a canvas of that size corners are cut, counted row by row, and with which entries."""
    places = np.arange(height * (width + 1)).reshape(height, width + 1)[:, 1:]
    flipped = (places, places[::-1], places[:, ::-1], places[::-1, ::-1])
    return np.concatenate([one[:RADIUS, :RADIUS][_CUT] for one in flipped]), np.tile(_CORNER[_CUT], 4)
