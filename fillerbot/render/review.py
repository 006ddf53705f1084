"""The picture of a look back on a match: the margins of its games, and the boards before three moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from fillerbot.engine.topology import Tiling
from fillerbot.figures import Curves, Symbols, Turn
from fillerbot.render import png
from fillerbot.render.board import WIDTH
from fillerbot.render.field import faces, paint
from fillerbot.render.grid import grid
from fillerbot.render.palette import (
    AMBER,
    GROUND,
    MUTED,
    PALETTE,
    TRACK,
    WHITE,
    Pixels,
    Rgb,
    nearest,
    ramp,
    used,
)
from fillerbot.render.shape import shape
from fillerbot.render.text import BOLD, REGULAR, cover, write
from fillerbot.render.tiles import Face, disc, tiles

_MARGIN: Final = 18
_GAP: Final = 14
_HEAD, _CHART, _BELOW = 50, 190, 34
_BIG, _SMALL = 26, 21
_BADGE, _MARK, _SWATCH = 28, 30, 34
_LEFT, _RIGHT = 116, 20
_CAPTION = 92
_HIGHEST, _LARGEST_CELL = 210, 40
_FINE: Final = 4
_SEATS: Final = (WHITE, AMBER, PALETTE[3].rgb.mix(WHITE, 0.35), PALETTE[2].rgb)
"""The lines of four seats; each ends in the seat's badge as well."""
_SHADE_OF: Final = (None, None, 4, 3)
_FEWEST: Final = 5
"""A chart shows at least a margin of so many cells."""


def review_png(
    charts: Sequence[Curves], turns: Sequence[Turn], *, palette: int, symbols: Symbols = Symbols.NORMAL
) -> bytes:
    """The charts of a match one below the other and the boards of `turns` side by side, as PNG.

    `palette` is how many colours the board has. Raises ValueError unless there is a chart, and at most three
    boards.
    """
    if not charts or len(turns) > 3:  # noqa: PLR2004 — what there is room for
        raise ValueError("a review has a chart, and three boards at most")
    place = grid(turns[0].position.board.topology, (_column(), _HIGHEST), _LARGEST_CELL) if turns else None
    high = place.size[1] + _CAPTION + _GAP if place else 0
    each = _HEAD + _CHART + _BELOW
    canvas = png.canvas(WIDTH, len(charts) * each + high + _GAP // 2)
    pixels = png.view(canvas)
    for number, chart in enumerate(charts):
        _paint_chart(pixels[number * each : (number + 1) * each], chart)
    for number, turn in enumerate(turns):
        assert place
        top, left = len(charts) * each, _MARGIN + number * (_column() + _GAP)
        part = pixels[top : top + high, left : left + _column()]
        _paint_caption(part, number + 1, turn)
        wide, tall = place.size
        board = part[_CAPTION : _CAPTION + tall, :wide]
        paint(board, place, faces(turn.position, place), symbols)
    return png.encode(canvas, used(palette))


def _column() -> int:
    return (WIDTH - 2 * _MARGIN - 2 * _GAP) // 3


def _paint_chart(pixels: Pixels, chart: Curves) -> None:
    end = write(pixels, chart.title, (_MARGIN, WIDTH - _MARGIN, _HEAD - 16), (BOLD, _BIG, WHITE))
    spread = (end + _GAP, WIDTH - _MARGIN, _HEAD - 16)
    write(pixels, chart.about, spread, (REGULAR, _SMALL, MUTED), back=True)
    plot = pixels[_HEAD : _HEAD + _CHART, _LEFT : WIDTH - _RIGHT]
    scale = _Scale.of(chart, plot.shape)
    zero = round(scale.at(0, 0)[1])
    if len(chart.lines) == 1:
        # Who is ahead is told by where the area lies.
        line = [scale.at(moved, margin) for moved, margin, _ in chart.lines[0]]
        ground = [(line[0][0], zero), *line, (line[-1][0], zero)] if line else []
        _lay(plot, _drawn(plot.shape, [ground], filled=True), TRACK)
    plot[zero - 1 : zero + 1] = ramp(MUTED)[160]
    for seat, points in enumerate(chart.lines):
        for known in (False, True):
            strokes = [
                [scale.at(*one[:2]), scale.at(*two[:2])] for one, two in pairwise(points) if two[2] == known
            ]
            ink = MUTED if len(chart.lines) == 1 and not known else _SEATS[seat]
            _lay(plot, _drawn(plot.shape, strokes), ink, _SHADE_OF[seat])
    for number, moved, margin in chart.marks:
        _stamp(plot, scale.at(moved, margin), _badge(number, AMBER, _MARK))
    _paint_scale(pixels, chart, scale)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where margins from `top` down to `-bottom` and so many moves lie on a plot."""

    moves: int
    top: int
    bottom: int
    wide: float
    high: float

    @classmethod
    def of(cls, chart: Curves, size: tuple[int, ...]) -> _Scale:
        """What a chart needs on a plot of this height and width."""
        points = [point for line in chart.lines for point in line]
        margins = [margin for _, margin, _ in points]
        top, bottom = (max([_FEWEST, *(sign * margin for margin in margins)]) for sign in (1, -1))
        aside = _MARK // 2 if len(chart.lines) == 1 else _BADGE
        return cls(
            max([1, *(moved for moved, _, _ in points)]), top, bottom, size[1] - aside, size[0] - _MARK
        )

    def at(self, moved: int, margin: int) -> tuple[float, float]:
        """A point across and down."""
        down = self.high * (self.top - margin) / (self.top + self.bottom)
        return self.wide * moved / self.moves, _MARK / 2 + down


def _paint_scale(pixels: Pixels, chart: Curves, scale: _Scale) -> None:
    """How much and how long, and on which side who is ahead."""

    def down(margin: int) -> int:
        return _HEAD + round(scale.at(0, margin)[1])

    alone = len(chart.lines) == 1
    style = (REGULAR, _SMALL, MUTED)
    lowest = f"+{scale.bottom}" if alone else f"−{scale.bottom}"
    for margin, label in ((scale.top, f"+{scale.top}"), (0, "0"), (-scale.bottom, lowest)):
        write(pixels, label, (0, _LEFT - 8, down(margin) + 8), style, back=True)
    right = round(_LEFT + scale.wide + _MARK // 2)
    write(pixels, str(scale.moves), (0, right, _HEAD + _CHART + 20), style, back=True)
    if alone:
        for seat, y in ((1, down(scale.top)), (2, down(-scale.bottom))):
            _stamp(pixels, (_MARGIN + _BADGE / 2, y), disc(_BADGE, seat, None))
        return
    taken: list[int] = []
    for seat, line in enumerate(chart.lines, 1):
        if line:
            moved, margin, _ = line[-1]
            y = down(margin)
            while any(abs(y - other) < _BADGE for other in taken):
                y -= _BADGE
            taken.append(y)
            x = _LEFT + scale.at(moved, 0)[0] + _BADGE / 2
            _stamp(pixels, (min(x, WIDTH - _BADGE / 2 - 2), y), disc(_BADGE, seat, None))


def _paint_caption(pixels: Pixels, number: int, turn: Turn) -> None:
    """Which move, and below it the colour that was chosen, its loss, and the better colour."""
    _stamp(pixels, (_MARK / 2, 20), _badge(number, AMBER, _MARK))
    write(pixels, turn.title, (_MARK + 8, pixels.shape[1], 27), (REGULAR, _SMALL, WHITE))
    draw = tiles(shape(Tiling.SQUARE, _SWATCH), Symbols.LARGE)
    left, top = 0, 46
    for sign, colour in (("", turn.chosen), ("<", turn.better)):
        if sign:
            left = write(pixels, sign, (left, pixels.shape[1], top + 26), (BOLD, _BIG, WHITE)) + _GAP // 2
        pixels[top : top + _SWATCH, left : left + _SWATCH] = draw(Face(colour))
        left += _SWATCH + _GAP // 2
    write(pixels, turn.loss, (left, pixels.shape[1], top + 26), (BOLD, _BIG, AMBER), back=True)


def _drawn(
    size: tuple[int, ...], strokes: Sequence[Sequence[tuple[float, float]]], *, filled: bool = False
) -> Pixels:
    """How far lines, or areas with these corners, cover each pixel, 0 to 255."""
    image = Image.new("L", (size[1] * _FINE, size[0] * _FINE))
    draw = ImageDraw.Draw(image)
    for stroke in strokes:
        fine = [(x * _FINE, y * _FINE) for x, y in stroke]
        if filled:
            if fine:
                draw.polygon(fine, fill=255)
            continue
        draw.line(fine, fill=255, width=4 * _FINE)
        for x, y in fine:
            draw.circle((x, y), 2 * _FINE, fill=255)
    return np.asarray(image.reduce(_FINE))


def _lay(pixels: Pixels, mask: Pixels, ink: Rgb, colour: int | None = None) -> None:
    shades = ramp(ink) if colour is None else _shades(ink, colour)
    seen = mask > 24  # noqa: PLR2004 — the faintest edge is not worth a hole in what lies below
    pixels[seen] = shades[mask[seen]]


def _shades(ink: Rgb, colour: int) -> Pixels:
    shares = np.linspace(0, 1, 256)[:, None]
    return nearest(np.array(GROUND) + shares * (np.array(ink) - np.array(GROUND)), colour)


def _badge(number: int, ink: Rgb, side: int) -> Pixels:
    """A disc with a number that is no seat's."""
    spots = np.hypot(*(np.mgrid[:side, :side] + 0.5 - side / 2))
    round_ = np.clip(side / 2 - spots, 0, 1)
    text = cover(str(number), round(side * 0.66), (side, side), (side / 2, side / 2))
    drawn: Pixels = ramp(ink)[(255 * round_ * (1 - text)).round().astype(np.uint8)]
    return drawn


def _stamp(pixels: Pixels, middle: tuple[float, float], badge: Pixels) -> None:
    """Put a round badge with its middle at a point, as far as it lies on the picture."""
    side = badge.shape[0]
    high, wide = pixels.shape
    left = min(max(0, round(middle[0] - side / 2)), wide - side)
    top = min(max(0, round(middle[1] - side / 2)), high - side)
    spots = np.hypot(*(np.mgrid[:side, :side] + 0.5 - side / 2)) < side / 2
    pixels[top : top + side, left : left + side][spots] = badge[spots]
