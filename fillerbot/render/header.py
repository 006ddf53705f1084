"""What stands above a board: counts, clocks, and the bar that shows how near the equator is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from fillerbot.engine.board import Board
from fillerbot.engine.position import Position
from fillerbot.figures import Column
from fillerbot.render.palette import AMBER, GROUND, MUTED, TRACK, WHITE, Pixels, Rgb, entry, ramp
from fillerbot.render.text import BOLD, REGULAR, fit, line, plain, width
from fillerbot.render.tiles import disc

HEIGHT = 110
MARGIN = 14
_GAP = 12
_UPPER, _LOWER = 41, 77
_BAR, _BAR_HEIGHT, _TICK, _RIM = 87, 16, 3, 2
_MIDDLE, _SMALLEST = 25, 17


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
        high = round(self.style.size * 1.25)
        top = self.base - high * 4 // 5
        return self.left, top, self.left + width(self.text, self.style.face, self.style.size), top + high


class Badge(NamedTuple):
    """A seat's disc and where it stands."""

    seat: int
    left: int
    top: int
    side: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom."""
        return self.left, self.top, self.left + self.side, self.top + self.side


class Header(NamedTuple):
    """All that is written, and the left and right end of the bar."""

    texts: list[Written]
    badges: list[Badge]
    bar: tuple[int, int]

    def line(
        self, pieces: Sequence[tuple[str, Style]], left: int, right: int, base: int, *, back: bool
    ) -> None:
        """Write pieces side by side from the left, or (`back`) from the right; the last one is cut first."""
        while left < right and pieces:
            (piece, style), *pieces = pieces
            text = fit(piece, style.face, style.size, right - left)
            if not text:
                continue
            length = width(text, style.face, style.size)
            self.texts.append(Written(text, right - length if back else left, base, style))
            left, right = (left, right - length - _GAP) if back else (left + length + _GAP, right)


def _count(size: int) -> Style:
    return Style(BOLD, size, WHITE)


def _lead(size: int) -> Style:
    return Style(REGULAR, size, MUTED)


def _person(column: Column, size: int, room: int) -> list[tuple[str, Style]]:
    """A name, and the clock for which it leaves room."""
    name, clock = Style(REGULAR, size, MUTED), Style(REGULAR, size, MUTED)
    if column.running:
        name, clock = Style(REGULAR, size, WHITE), Style(BOLD, size, AMBER)
    time = fit(column.clock or "", clock.face, size, room * 3 // 4)
    rest = room - width(time, clock.face, size) - (_GAP if time else 0)
    return [(fit(column.name, name.face, size, rest), name), (time, clock)]


def _fitting(columns: Sequence[Column], room: int) -> int:
    """The largest of some sizes of type in which all people fit their room whole, if one does."""
    return next((size for size in (20, 19, 18) if all(_whole(c, size) <= room for c in columns)), 18)


def _whole(column: Column, size: int) -> int:
    clock = BOLD if column.running else REGULAR
    return width(plain(column.name), REGULAR, size) + _GAP + width(plain(column.clock or ""), clock, size)


def _long(pieces: Sequence[tuple[str, Style]]) -> int:
    """How wide pieces are side by side, with a gap after each."""
    return sum(width(plain(text), style.face, style.size) + _GAP for text, style in pieces if plain(text))


def arranged(board: Board, columns: Sequence[Column], middle: str, wide: int) -> Header:
    """The header of a picture of this width, nothing in it touching anything else.

    Raises ValueError unless there is a column for each seat.
    """
    if len(columns) != len(board.starts):
        raise ValueError("the header has a column for each seat")
    return _facing(board, columns, middle, wide) if board.two_sided else _abreast(columns, middle, wide)


def _facing(board: Board, columns: Sequence[Column], middle: str, wide: int) -> Header:
    """Two sides, from the left and from the right."""
    header = Header([], [], (MARGIN, wide - MARGIN))
    single = all(len(seats) == 1 for seats in board.sides)
    badge = 38 if single else 26
    sums = []
    for seats in board.sides:
        column = columns[seats[0]]
        sums.append([(column.count, _count(38)), (column.lead, _lead(26))])
    start = MARGIN + (badge + _GAP - 2 if single else 0)
    centred = _centred(middle, start + max(map(_long, sums)), wide)
    header.texts.append(centred)
    end = centred.left - _GAP
    for side, seats in enumerate(board.sides):
        back = side == 1
        spread = (wide - end, wide - start) if back else (start, end)
        header.line(sums[side], *spread, _UPPER, back=back)
        left, right = (wide // 2 + _GAP, wide - MARGIN) if back else (MARGIN, wide // 2 - _GAP)
        if single:
            at = right - badge if back else left
            header.badges.append(Badge(seats[0], at, _UPPER - 14 - badge // 2, badge))
            header.line(_person(columns[seats[0]], 24, right - left), left, right, _LOWER, back=back)
        else:
            _partners(header, [(seat, columns[seat]) for seat in seats], left, right, badge)
    return header


def _partners(
    header: Header, people: Sequence[tuple[int, Column]], left: int, right: int, badge: int
) -> None:
    """The players of a side next to each other, each behind his badge."""
    room = (right - left + _GAP) // len(people) - _GAP
    before = badge + _GAP // 2
    size = _fitting([column for _, column in people], room - before)
    for place, (seat, column) in enumerate(people):
        at = left + place * (room + _GAP)
        header.badges.append(Badge(seat, at, _LOWER - 8 - badge // 2, badge))
        header.line(_person(column, size, room - before), at + before, at + room, _LOWER, back=False)


def _centred(text: str, outside: int, wide: int) -> Written:
    """The text in the middle, smaller where counts are long and shortened where they are very long."""
    room = max(wide - 2 * outside, wide // 4)
    text = plain(text)
    sizes = range(_MIDDLE, _SMALLEST, -1)
    size = next((size for size in sizes if width(text, BOLD, size) <= room), _SMALLEST)
    text = fit(text, BOLD, size, room)
    return Written(text, (wide - width(text, BOLD, size)) // 2, _UPPER - 3, Style(BOLD, size, WHITE))


def _abreast(columns: Sequence[Column], middle: str, wide: int) -> Header:
    """A column for each seat side by side, and what wins at the end of the bar."""
    small = Style(BOLD, 18, WHITE)
    text = fit(middle, small.face, small.size, wide // 3)
    left = wide - MARGIN - width(text, small.face, small.size)
    header = Header([], [], (MARGIN, left - _GAP if text else left))
    header.texts.append(Written(text, left, _BAR + 14, small))
    badge = 32
    room = (wide - 2 * MARGIN - (len(columns) - 1) * _GAP) // len(columns)
    size = next((size for size in range(34, 20, -1) if _widest(columns, size) <= room - badge), 20)
    person = _fitting(columns, room)
    for seat, column in enumerate(columns):
        left = MARGIN + seat * (room + _GAP)
        header.badges.append(Badge(seat, left, _UPPER - 14 - badge // 2, badge))
        numbers = ((column.count, _count(size)), (column.lead, _lead(size * 2 // 3)))
        header.line(numbers, left + badge + _GAP // 2, left + room, _UPPER - 1, back=False)
        header.line(_person(column, person, room), left, left + room, _LOWER - 3, back=False)
    return header


def _widest(columns: Sequence[Column], size: int) -> int:
    return max(_long(((c.count, _count(size)), (c.lead, _lead(size * 2 // 3)))) for c in columns)


def paint(pixels: Pixels, position: Position, columns: Sequence[Column], middle: str) -> None:
    """Draw the header at the top of a picture. Raises ValueError unless there is a column for each seat."""
    header = arranged(position.board, columns, middle, pixels.shape[1])
    for text in header.texts:
        left, top, right, bottom = text.box
        pixels[top:bottom, left:right] = _inked(text.text, text.style)
    for badge in header.badges:
        left, top, right, bottom = badge.box
        rim = AMBER if columns[badge.seat].running else None
        pixels[top:bottom, left:right] = disc(badge.side, badge.seat + 1, rim)
    left, right = header.bar
    bar = pixels[_BAR : _BAR + _BAR_HEIGHT, left:right]
    bar[:] = ramp(TRACK)[-1]
    for seat, start, end in bar_parts(position, right - left):
        part = bar[:, start:end]
        part[:] = ramp(WHITE)[-1]
        part[_RIM:-_RIM, _RIM:-_RIM] = ramp(GROUND)[-1]
        part[_RIM + 1 : -_RIM - 1, _RIM + 1 : -_RIM - 1] = entry(position.held[seat])
    if position.board.two_sided:
        half = (left + right) // 2
        tick = pixels[_BAR - _TICK : _BAR + _BAR_HEIGHT + _TICK, half - _TICK : half + _TICK]
        tick[:] = ramp(GROUND)[-1]
        tick[:, _RIM - 1 : 1 - _RIM] = ramp(WHITE)[-1]


@lru_cache(maxsize=512)
def _inked(text: str, style: Style) -> Pixels:
    """A line of text in its colour."""
    return ramp(style.ink)[line(text, style.face, style.size)]


def bar_parts(position: Position, wide: int) -> Iterator[tuple[int, int, int]]:
    """Each seat's part of the bar, as its left and right end.

    Two sides grow towards the tick in the middle, and who passes it has won; several stand side by side.
    """
    board = position.board
    for number, seats in enumerate(board.sides if board.two_sided else (tuple(board.seats),)):
        counts = [position.counts[seat] for seat in seats]
        ends = [0, *(wide * count // board.total for count in accumulate(counts))]
        # Small areas keep their colour to be seen by.
        for place in range(1, len(ends)):
            ends[place] = min(wide, max(ends[place], ends[place - 1] + 4 * _RIM))
        for seat, start, end in zip(seats, ends, ends[1:], strict=False):
            yield (seat, wide - end, wide - start) if number else (seat, start, end)
