"""The picture of a match that is over: its last boards side by side, and who got what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from fillerbot.engine.position import Position
from fillerbot.figures import Card, Entry, Line, Symbols
from fillerbot.render import png, symbols
from fillerbot.render.board import WIDTH, is_quickly_drawn
from fillerbot.render.field import faces, paint
from fillerbot.render.grid import grid
from fillerbot.render.palette import AMBER, MUTED, TRACK, WHITE, Pixels, ramp, used
from fillerbot.render.text import BOLD, REGULAR, width, write
from fillerbot.render.tiles import disc

_MARGIN: Final = 18
_GAP: Final = 14
_TITLE, _HEADS, _ROW, _NOTE = 64, 38, 50, 26
_BIG, _NORMAL, _SMALL = 30, 26, 20
_BADGE, _STAR = 30, 26
_HIGHEST, _LARGEST_CELL = 330, 44
_NAMES, _GAMES = 0.35, 0.235
"""What names and each game take of a table's width; the rest is for the totals."""


def card_png(positions: Sequence[Position], card: Card, *, symbols: Symbols = Symbols.NORMAL) -> bytes:
    """The last positions of a match's one or two games with a table of its sides, as PNG.

    Raises ValueError unless there is a position, and a head and an entry of every side for each.
    """
    games = len(positions)
    if not games or len(card.heads) < games or any(len(side.entries) != games for side in card.lines):
        raise ValueError("a card has a game, and a head and everybody's entry for each")
    room = ((WIDTH - 2 * _MARGIN - (games - 1) * _GAP) // games, _HIGHEST)
    place = grid(positions[0].board.topology, room, _LARGEST_CELL)
    wide, high = place.size
    above = _HEADS if any(card.heads) else 0
    top = _TITLE + high + _GAP + above
    rows = [_ROW + _NOTE * len(side.notes) for side in card.lines]
    canvas = png.canvas(WIDTH, top + sum(rows) + _GAP)
    pixels = png.view(canvas)
    _paint_title(pixels, card.title, card.about)
    for number, position in enumerate(positions):
        left = _MARGIN + number * (room[0] + _GAP) + (room[0] - wide) // 2
        board = pixels[_TITLE : _TITLE + high, left : left + wide]
        paint(board, place, faces(position, place), symbols)
    ends = _columns(games)
    for head, right in zip(card.heads, ends, strict=False):
        write(pixels, head, (0, right, top - 12), (REGULAR, _SMALL, MUTED), back=True)
    for side, row in zip(card.lines, rows, strict=True):
        pixels[top : top + 2, _MARGIN : WIDTH - _MARGIN] = ramp(TRACK)[-1]
        _paint_line(pixels[top : top + row], side, ends)
        top += row
    dealt = positions[0].board
    return png.encode(canvas, used(dealt.palette), steady=is_quickly_drawn(dealt), thorough=False)


def _columns(games: int) -> list[int]:
    """Where the columns of numbers end on the right: the games', and with two games the totals'."""
    inner = WIDTH - 2 * _MARGIN
    ends = [round(_MARGIN + inner * (_NAMES + _GAMES * number)) for number in range(1, games + 1)]
    return [*ends, WIDTH - _MARGIN] if games > 1 else [WIDTH - _MARGIN]


def _paint_title(pixels: Pixels, title: str, about: str) -> None:
    base = _TITLE - 24
    left = write(pixels, title, (_MARGIN, WIDTH - _MARGIN, base), (BOLD, _BIG, WHITE))
    spread = (left + _GAP, WIDTH - _MARGIN, base)
    write(pixels, about, spread, (REGULAR, _SMALL, MUTED), back=True)


def _paint_line(pixels: Pixels, side: Line, ends: Sequence[int]) -> None:
    """A row of the table on its own pixels."""
    base = _ROW - 16
    left = _MARGIN
    if side.won:
        _paint_star(pixels, left, (_ROW - _STAR) // 2 + 1)
    left += _STAR + _GAP // 2
    begin = min(_entry(pixels, one, end, base) for one, end in zip(side.entries, ends, strict=False))
    if len(side.entries) > 1:
        _numbers(pixels, side.points, side.count, ends[-1], base)
    face, ink = (BOLD, WHITE) if side.won else (REGULAR, MUTED)
    write(pixels, side.name, (left, begin - _GAP, base), (face, _NORMAL, ink))
    for number, note in enumerate(side.notes, 1):
        spread = (left, WIDTH - _MARGIN, base + _NOTE * number)
        write(pixels, note, spread, (REGULAR, _SMALL, MUTED))


def _entry(pixels: Pixels, one: Entry, right: int, base: int) -> int:
    """A game's badges, points and count, from the right; returns where they begin."""
    left = _numbers(pixels, one.points, one.count, right, base)
    for seat in reversed(one.seats):
        left -= _BADGE + _GAP // 3
        top = (_ROW - _BADGE) // 2 + 1
        pixels[top : top + _BADGE, left : left + _BADGE] = disc(_BADGE, seat + 1, None)
    return left


def _numbers(pixels: Pixels, points: str, count: str, right: int, base: int) -> int:
    """Points and, after them, the count; returns where they begin."""
    # Counts of up to three digits keep the points in one column.
    slot = max(width(count, REGULAR, _SMALL), width("000", REGULAR, _SMALL))
    write(pixels, count, (0, right, base), (REGULAR, _SMALL, MUTED), back=True)
    return write(pixels, points, (0, right - slot - 10, base), (BOLD, _NORMAL, WHITE), back=True)


def _paint_star(pixels: Pixels, left: int, top: int) -> None:
    """The mark of who has won."""
    cover = symbols.mask("star", (_STAR, _STAR), (_STAR / 2, _STAR / 2), _STAR * 0.95)
    pixels[top : top + _STAR, left : left + _STAR] = ramp(AMBER)[(cover * 255).round().astype(np.uint8)]
