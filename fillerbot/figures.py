"""What pictures say, as ready text: `view` words it and `render` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fillerbot.engine.board import Colour
from fillerbot.engine.position import Position


class Symbols(StrEnum):
    """How large the symbols on the cells are."""

    OFF = "off"
    NORMAL = "normal"
    LARGE = "large"


Points = tuple[tuple[int, int, bool], ...]
"""A line over a game: how many moves were made, the margin then, and whether it is exact."""


@dataclass(frozen=True, slots=True)
class Column:
    """What stands above a board about a seat; `clock` is None in a game without one.

    With pairs `count` and `lead` are the pair's, the same for both partners.
    """

    name: str
    count: str
    lead: str
    clock: str | None
    running: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """What a side got in a game; `seats` are 0-based, those of a pair or the player's."""

    seats: tuple[int, ...]
    points: str
    count: str


@dataclass(frozen=True, slots=True)
class Line:
    """A side of a match that is over. `notes` are lines of their own under the name."""

    name: str
    entries: tuple[Entry, ...]
    points: str
    count: str
    won: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """What is written on a match's card: `title` on the left of the first line, `about` on the right.

    `heads` stand above the column of each game and that of the totals, which a match of one game has not.
    """

    title: str
    about: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """The margins of a game: `title` on the left above, `about` on the right.

    One line is the margin of seat 1 over seat 2, several are those of the seats in order. A mark is its
    number and the point it stands at.
    """

    title: str
    about: str
    lines: tuple[Points, ...]
    marks: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """The board before a move that turned a game, what was chosen and what was better, and by how much."""

    position: Position
    title: str
    chosen: Colour
    better: Colour
    loss: str
