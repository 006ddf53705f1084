"""A message in words, pictures and buttons, before Discord knows of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from fillerbot.engine.board import Board, Colour, Seat
from fillerbot.engine.position import Position
from fillerbot.engine.topology import Cell, Point, Topology
from fillerbot.figures import Card, Column, Curves, Turn
from fillerbot.rating import Rating
from fillerbot.scoring import provisional

BADGES = "①②③④"
_NAME_LENGTH = 32
_JOINER = "\u200d"
_LEFTWARDS = ("R", "AL", "AN")
"""Unicode's kinds of letters and digits that are written from right to left."""
_MARKDOWN = re.compile(r"([\\*_~`|>#<\[\]()@:-])")


class Style(StrEnum):
    """How a button is meant; the names are Discord's."""

    SECONDARY = "secondary"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what pressing it does, and what stands on it."""

    action: str
    label: str
    emoji: Colour | None = None
    style: Style = Style.SECONDARY
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A drawn position with the line above it and its text alternative."""

    position: Position
    columns: tuple[Column, ...]
    middle: str
    alt: str = field(compare=False)
    gained: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """A sheet of small boards, one for each colour with the cells it takes and its gain."""

    position: Position
    takes: tuple[tuple[Colour, frozenset[Cell]], ...]
    labels: tuple[str, ...]
    alt: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The last boards of a match, small, and a table of who got what."""

    positions: tuple[Position, ...]
    card: Card
    alt: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A game as a moving picture; `told` is what tells it from others on the same board.

    `scenes` makes its pictures, which takes too long to be done on the event loop.
    """

    board: Board
    told: tuple[object, ...]
    names: tuple[str, ...]
    alt: str = field(compare=False)
    scenes: Callable[[], Sequence[BoardPicture]] = field(compare=False)


@dataclass(frozen=True, slots=True)
class OutlinePicture:
    """A board that is not dealt yet, with where each seat starts."""

    topology: Topology
    starts: tuple[tuple[Point, ...], ...]
    alt: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class ReviewPicture:
    """What a look back on a match shows: the margins of its games, and the moves that turned them."""

    charts: tuple[Curves, ...]
    turns: tuple[Turn, ...]
    palette: int
    alt: str = field(compare=False)


Picture = BoardPicture | PreviewPicture | CardPicture | ReplayPicture | OutlinePicture | ReviewPicture
Row = tuple[Button, ...]
Block = str | Picture | Row
"""Text, a picture or a row of buttons."""


@dataclass(frozen=True, slots=True)
class Message:
    """Blocks from top to bottom; framed ones bear the accent of a colour, if there is one."""

    blocks: tuple[Block, ...]
    accent: Colour | None = None
    framed: bool = True

    @property
    def picture(self) -> Picture | None:
        """The message's picture; no message has two."""
        pictures = (block for block in self.blocks if isinstance(block, Picture))
        return next(pictures, None)


@dataclass(frozen=True, slots=True)
class Emoji:
    """The colours in texts and on buttons; `named` says that they need their name beside them."""

    marks: Mapping[Colour, str] = field(
        default_factory=lambda: {Colour(k): mark for k, mark in enumerate("🟥🟨🟩🟦🟪⬛⬜🟧🩷", 1)}
    )
    named: bool = True


@lru_cache(maxsize=4096)
def clean_name(name: str) -> str:
    """A name without control characters and of a length that leaves room for everything else."""
    # The joiner holds emoji together that are made of several.
    visible = "".join(
        letter for letter in name if letter == _JOINER or unicodedata.category(letter)[0] != "C"
    )
    short = " ".join(visible.split())[:_NAME_LENGTH]
    return short or "?"


@lru_cache(maxsize=4096)
def escape(name: str) -> str:
    """A name that stays a name in Markdown: no formatting, no mention, no link.

    One that is written from right to left is isolated, for it would turn the numbers beside it round.
    """
    escaped = _MARKDOWN.sub(r"\\\1", name)
    leftwards = any(unicodedata.bidirectional(letter) in _LEFTWARDS for letter in name)
    return f"\u2068{escaped}\u2069" if leftwards else escaped


def badge(seat: Seat) -> str:
    """A seat's number in a circle."""
    return BADGES[seat]


def signed(number: int) -> str:
    """A lead or gain with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "="


def rating_text(rating: Rating, *, pairs: bool) -> str:
    """A rating as people see it, with a question mark while it is unsure."""
    return f"{round(rating.rating)}{'?' * provisional(rating, pairs=pairs)}"


def gain_label(gain: int) -> str:
    """A gain as it stands on a button."""
    return f"+{gain}" if gain else "0"


def even_rows(buttons: list[Button]) -> list[Row]:
    """Rows of at most five buttons, as even as can be, the longer ones first."""
    rows = -(-len(buttons) // 5)
    short, longer = divmod(len(buttons), rows)
    sizes = [short + (row < longer) for row in range(rows)]
    ends = [sum(sizes[: row + 1]) for row in range(rows)]
    return [tuple(buttons[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
