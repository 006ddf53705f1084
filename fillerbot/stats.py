"""What there is to tell of people: their places, their results, the matches behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fillerbot.engine.clock import Instant
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, MatchId, Person, Table
from fillerbot.rating import Rating
from fillerbot.scoring import DAY, RatingChange, Standing

MATCHES: Final = 15
OPPONENTS: Final = 5
RECENT: Final = 30 * DAY
_SETTLED, _SETTLED_PAIRS = 90, 127

SCALES: Final = tuple(key for key, variant in VARIANTS.items() if variant.rated)
"""The variants that are rated, each with a scale of its own."""


def settled(rating: Rating, scale: str) -> bool:
    """Whether a rating is sure enough for the leaderboard."""
    return rating.rd <= (_SETTLED_PAIRS if VARIANTS[scale].pairs else _SETTLED)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody on the leaderboard."""

    place: int
    person: Person
    standing: Standing


@dataclass(frozen=True, slots=True)
class Lacking:
    """What somebody still lacks for the leaderboard."""

    matches: int = 0
    opponents: int = 0
    recent: bool = False
    unsure: bool = False
    here: bool = False


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, from 0 on, and where the asker is: on it, or why not."""

    scale: str
    here: bool
    page: int
    pages: int
    total: int
    rows: Sequence[Ranked]
    asker: Ranked | Lacking


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody won, drew and lost; of four, was alone in front, shared that, or was not."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody's standings by scale, results by variant and in practice by level, and matches in play."""

    name: str | None
    standings: dict[str, Standing]
    results: dict[str, Tally]
    practised: dict[int, Tally]
    running: Sequence[Live]


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match as one of its players looks back on it."""

    match: MatchId
    ended: Instant
    variant: str
    player: int
    people: Sequence[Person]
    places: Sequence[int]
    table: Table
    change: RatingChange | None = None
    voided: str | None = None

    @property
    def opponents(self) -> list[Person]:
        """Everybody on another side."""
        return [
            person
            for number, person in enumerate(self.people)
            if number != self.player and opposed(self.variant, number, self.player)
        ]

    @property
    def place(self) -> int:
        """The player's place."""
        return self.places[self.player]

    @property
    def shared(self) -> bool:
        """Whether another side has the same place."""
        return any(
            place == self.place and opposed(self.variant, number, self.player)
            for number, place in enumerate(self.places)
        )


@dataclass(frozen=True, slots=True)
class History:
    """A page, from 0 on, of somebody's finished matches, newest first."""

    name: str | None
    page: int
    pages: int
    total: int
    rows: Sequence[Finished]


def opposed(variant: str, one: int, two: int) -> bool:
    """Whether two players of a match play against each other."""
    return (one - two) % 2 == 1 if VARIANTS[variant].pairs else one != two


def page_of(page: int, total: int, size: int) -> tuple[int, int]:
    """The page to show of so many entries, and how many pages there are; what is too far is the last one."""
    pages = max(1, -(-total // size))
    return min(max(page, 0), pages - 1), pages
