"""Writing moving pictures: what has changed since the frame before, and nothing else."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

import numpy as np
from PIL import Image

from fillerbot.render.palette import ENTRIES, PALETTE, Pixels, used

_BITS: Final = 6
"""Pictures in which nothing is dimmed need no more than 64 entries, and short codes make small files."""

_SAME: Final = 0
"""The entry that leaves a pixel as it was; pictures need it for their cut corners only, which these lack."""

_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def encode(frames: Iterable[tuple[Pixels, int]]) -> bytes:
    """Pictures of one size, each with how long it is shown in ms, as an endless GIF with square corners.

    Raises ValueError if there is none.
    """
    parts: list[bytes] = []
    before: Pixels | None = None
    for pixels, duration in frames:
        if before is None:
            high, wide = pixels.shape
            colours = ENTRIES[: used(len(PALETTE))].round().astype(np.uint8).tobytes()
            parts += (
                b"GIF89a" + struct.pack("<HHBBB", wide, high, 0xF0 | (_BITS - 1), 0, 0),
                colours.ljust(3 << _BITS, b"\0") + _FOR_EVER,
            )
        parts.append(_frame(before, pixels, duration))
        before = pixels
    if before is None:
        raise ValueError("a moving picture has a frame")
    return b"".join(parts) + b";"


def _frame(before: Pixels | None, pixels: Pixels, duration: int) -> bytes:
    left, top = 0, 0
    if before is not None:
        changed = pixels != before
        rows, columns = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
        # A frame has a pixel at least, to be shown for its time.
        top, bottom = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 1)
        left, right = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, 1)
        box = slice(top, bottom), slice(left, right)
        pixels = np.where(changed[box], pixels[box], np.uint8(_SAME))
    high, wide = pixels.shape
    control = b"!\xf9\x04" + struct.pack("<BHBB", 0b101, duration // 10, _SAME, 0)
    image = Image.frombuffer("P", (wide, high), np.ascontiguousarray(pixels).tobytes(), "raw", "P", 0, 1)
    descriptor = b"," + struct.pack("<HHHHBB", left, top, wide, high, 0, _BITS)
    return control + descriptor + image.tobytes("gif", "P", _BITS, 0) + b"\0"
