"""Many pictures on one page, to look at them together."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from fillerbot.render.palette import TRACK

_GAP: Final = 12
_GROUND: Final = (round(TRACK.red), round(TRACK.green), round(TRACK.blue))


def sheet_png(rows: Sequence[Sequence[bytes]]) -> bytes:
    """PNG pictures in rows, and beside them once more at half their size, as one PNG.

    Raises ValueError if there is none.
    """
    if not any(rows):
        raise ValueError("a sheet has a picture")
    page: list[list[Image.Image]] = []
    for row in rows:
        whole = [Image.open(BytesIO(picture)).convert("RGBA") for picture in row]
        page.append([*whole, *(image.reduce(2) for image in whole)])
    across = max(map(len, page))
    widths = [max(row[n].width for row in page if n < len(row)) for n in range(across)]
    heights = [max(image.height for image in row) for row in page]
    size = (sum(widths) + _GAP * (across + 1), sum(heights) + _GAP * (len(page) + 1))
    sheet = Image.new("RGB", size, _GROUND)
    top = _GAP
    for images, high in zip(page, heights, strict=True):
        left = _GAP
        for image, wide in zip(images, widths, strict=False):
            sheet.paste(image, (left, top), image)
            left += wide + _GAP
        top += high + _GAP
    file = BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()
