"""A game as a moving picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from fillerbot.engine.position import Position
from fillerbot.engine.topology import Cell
from fillerbot.figures import Column, Symbols
from fillerbot.render import gif, png
from fillerbot.render.board import board_canvas
from fillerbot.render.palette import Pixels

_FIRST, _MOVE, _LAST = 1500, 700, 5000
"""How long positions are shown, in ms."""


class Scene(NamedTuple):
    """A position of a game with its header, as `board_png` takes them."""

    position: Position
    columns: Sequence[Column]
    middle: str
    gained: Collection[Cell] = ()


def replay_gif(scenes: Sequence[Scene], *, symbols: Symbols = Symbols.NORMAL) -> bytes:
    """The positions of a game one after another, as a GIF that begins anew for ever.

    Raises ValueError if there is none, or a header has not a column for each seat.
    """
    return gif.encode(_frames(scenes, symbols))


def _frames(scenes: Sequence[Scene], symbols: Symbols) -> Iterator[tuple[Pixels, int]]:
    for number, (position, columns, middle, gained) in enumerate(scenes):
        canvas = board_canvas(position, columns=columns, middle=middle, gained=gained, symbols=symbols)
        last = number == len(scenes) - 1
        yield png.view(canvas), _LAST if last else _MOVE if number else _FIRST
