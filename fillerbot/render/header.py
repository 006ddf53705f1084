"""What stands above a board of two seats: counts, clocks and the equator bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fillerbot.engine.position import Position
from fillerbot.render.palette import AMBER, GROUND, MUTED, TRACK, WHITE, Pixels, Rgb, entry, ramp
from fillerbot.render.text import BOLD, REGULAR, fit, line, plain, width
from fillerbot.render.tiles import disc

HEIGHT = 110
MARGIN = 14
_GAP = 12
_BADGE = 38
_SEATS = 2


@dataclass(frozen=True, slots=True)
class Column:
    """What the header says about a seat, as ready text; `clock` is None in a game without one."""

    name: str
    count: str
    lead: str
    clock: str | None
    running: bool


class Style(NamedTuple):
    """How a text is written."""

    face: str
    size: int
    ink: Rgb


class Written(NamedTuple):
    """A text and where it stands: its left end and its baseline."""

    text: str
    left: int
    base: int
    style: Style

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        pixels = line(self.text, self.style.face, self.style.size)
        high, wide = pixels.shape
        top = self.base - high * 4 // 5
        return self.left, top, self.left + wide, top + high


_COUNT = Style(BOLD, 38, WHITE)
_LEAD = Style(REGULAR, 26, MUTED)
_MIDDLE = Style(BOLD, 25, WHITE)
_SMALLEST = 17
_QUIET = Style(REGULAR, 24, MUTED)
_NAME = Style(REGULAR, 24, WHITE)
_CLOCK = Style(BOLD, 24, AMBER)
_UPPER, _LOWER = 41, 77
_BAR, _BAR_HEIGHT, _TICK = 87, 16, 3
_RIM = 2


def written(columns: Sequence[Column], middle: str, wide: int) -> list[Written]:
    """All texts of the header, in places where none touches another."""
    room = wide - 2 * MARGIN
    texts = [_centred(columns, middle, wide)]
    upper, lower = texts[0].left - MARGIN - _GAP, room // 2 - _GAP
    for seat, column in enumerate(columns):
        name, clock = (_NAME, _CLOCK) if column.running else (_QUIET, _QUIET)
        time = fit(column.clock or "", clock.face, clock.size, lower // 2)
        rest = lower - width(time, clock.face, clock.size) - _GAP
        rows = (
            (_BADGE + _GAP - 2, _UPPER, upper, ((column.count, _COUNT), (column.lead, _LEAD))),
            (0, _LOWER, lower, ((fit(column.name, name.face, name.size, rest), name), (time, clock))),
        )
        for start, base, end, pieces in rows:
            at = start
            for piece, style in pieces:
                text = fit(piece, style.face, style.size, end - at)
                length = width(text, style.face, style.size)
                left = MARGIN + at if seat == 0 else wide - MARGIN - at - length
                texts.append(Written(text, left, base, style))
                at += length + _GAP if text else 0
    return [text for text in texts if text.text]


def _centred(columns: Sequence[Column], text: str, wide: int) -> Written:
    """The text in the middle, smaller where counts are long and shortened where they are very long."""
    sides = [
        sum(width(plain(piece), style.face, style.size) + _GAP for piece, style in pieces)
        for pieces in (((column.count, _COUNT), (column.lead, _LEAD)) for column in columns)
    ]
    outside = MARGIN + _BADGE + _GAP + max(sides, default=0)
    room = max(wide - 2 * outside, wide // 4)
    text = plain(text)
    sizes = range(_MIDDLE.size, _SMALLEST, -1)
    size = next((size for size in sizes if width(text, _MIDDLE.face, size) <= room), _SMALLEST)
    style = _MIDDLE._replace(size=size)
    text = fit(text, style.face, size, room)
    return Written(text, (wide - width(text, style.face, size)) // 2, _UPPER - 3, style)


def paint(pixels: Pixels, position: Position, columns: Sequence[Column], middle: str) -> None:
    """Draw the header at the top of a picture. Raises ValueError unless there are two seats."""
    if len(columns) != _SEATS or len(position.board.starts) != _SEATS:
        raise ValueError("the header has room for two seats")
    wide = pixels.shape[1]
    for text in written(columns, middle, wide):
        left, top, right, bottom = text.box
        cover = line(text.text, text.style.face, text.style.size)
        pixels[top:bottom, left:right] = ramp(text.style.ink)[cover]
    for seat, column in enumerate(columns):
        left = (MARGIN, wide - MARGIN - _BADGE)[seat]
        top = _UPPER - 14 - _BADGE // 2
        badge = disc(_BADGE, seat + 1, AMBER if column.running else None)
        pixels[top : top + _BADGE, left : left + _BADGE] = badge
    _paint_bar(pixels[_BAR : _BAR + _BAR_HEIGHT], position)
    tick = pixels[_BAR - _TICK : _BAR + _BAR_HEIGHT + _TICK, wide // 2 - _TICK : wide // 2 + _TICK]
    tick[:] = ramp(GROUND)[-1]
    tick[:, _RIM - 1 : 1 - _RIM] = ramp(WHITE)[-1]


def _paint_bar(pixels: Pixels, position: Position) -> None:
    """The equator bar: the counts grow from both sides; who passes the tick in the middle has won."""
    wide = pixels.shape[1] - 2 * MARGIN
    track = pixels[:, MARGIN : MARGIN + wide]
    track[:] = ramp(TRACK)[-1]
    total = position.board.total
    for seat in range(_SEATS):
        length = max(4 * _RIM, wide * position.counts[seat] // total)
        part = track[:, :length] if seat == 0 else track[:, wide - length :]
        part[:] = ramp(WHITE)[-1]
        part[_RIM:-_RIM, _RIM:-_RIM] = ramp(GROUND)[-1]
        part[_RIM + 1 : -_RIM - 1, _RIM + 1 : -_RIM - 1] = entry(position.held[seat])
