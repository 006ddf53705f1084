"""A match with its people, at its table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Match, Phase, Refusal, Terms
from fillerbot.engine.standings import Player
from fillerbot.figures import Symbols
from fillerbot.scoring import RatingChange, Standing

MatchId = NewType("MatchId", int)
PersonId = NewType("PersonId", int)
"""A Discord user's id."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table, with the name he had when he sat down; or the computer, whose id is negative."""

    id: PersonId
    name: str

    @property
    def level(self) -> int | None:
        """How strong a computer player is, None for people."""
        return -self.id if self.id < 0 else None


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match was opened, and by whom it is played.

    `people` are its players, the one who opened it first; at an open table places can be free (None).
    """

    id: MatchId
    opened: Instant
    terms: Terms
    people: tuple[Person | None, ...]
    origin: MatchId | None = None
    is_table: bool = False

    def beginning(self) -> Match:
        """The match before anything has happened."""
        return Match(self.terms, self.opened, Phase.OPEN if self.is_table else Phase.CHALLENGED)


@dataclass(frozen=True, slots=True)
class Table:
    """Where and how a match is shown.

    `guild` is None outside a server, `message` until the first answer is known to have arrived.
    """

    guild: int | None
    channel: int
    message: int | None
    locale: str
    symbols: Symbols = Symbols.NORMAL


def computer(level: int) -> Person:
    """A computer player of a level."""
    return Person(PersonId(-level), f"Computer {level}")


class Why(StrEnum):
    """Why the service refuses, where it is not the match that does."""

    NO_SUCH_MATCH = "no-such-match"
    NOT_YOUR_MATCH = "not-your-match"
    STALE = "stale"
    TIME_UP = "time-up"
    TOO_MANY_ABORTS = "too-many-aborts"
    TOO_MANY_CHALLENGES = "too-many-challenges"
    TOO_MANY_MATCHES = "too-many-matches"
    RATED_TAKES_TWO = "rated-takes-two"
    RATED_TAKES_CLOCK = "rated-takes-clock"
    UNRATED_VARIANT = "unrated-variant"
    YOURSELF = "yourself"
    ALREADY_SEATED = "already-seated"
    TABLE_FULL = "table-full"
    SIDE_FULL = "side-full"
    NOT_SEATED = "not-seated"
    OPENER_STAYS = "opener-stays"
    ONLY_OPENER = "only-opener"
    TOO_MANY_SEATS = "too-many-seats"
    SOMEBODY_PAUSES = "somebody-pauses"
    ONLY_PARTNER = "only-partner"
    STOPPING = "stopping"
    NO_SUCH_CLOCK = "no-such-clock"
    TOO_YOUNG = "too-young"
    RATED_TODAY = "rated-today"
    RATED_THIS_WEEK = "rated-this-week"
    NOT_RATED = "not-rated"
    VOIDED = "voided"
    NOT_FROM_HERE = "not-from-here"
    ONLY_PRACTICE = "only-practice"
    NO_COMPUTERS = "no-computers"
    NO_SUCH_SEAT = "no-such-seat"
    NOTHING_TO_REVIEW = "nothing-to-review"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a match of certain people cannot count for the rating now, and until when if that is known.

    `limit` is the number that the reason is about: of matches, or of days.
    """

    reason: Why
    limit: int
    people: tuple[Person, ...]
    until: Instant | None


@dataclass(frozen=True, slots=True)
class Live:
    """A match with everything that showing it takes. `version` is the number of its newest event.

    Of a rated one `standings` has how its players stood when it was opened or loaded, and `changes` what it
    did to their ratings once it is over, unless that was taken back: then `voided` says why. `obstacle` is
    why a match is casual that nobody asked to be; it is known while this process runs.
    """

    setup: Setup
    match: Match
    version: int
    table: Table
    standings: tuple[Standing, ...] = ()
    changes: tuple[RatingChange, ...] = ()
    voided: str | None = None
    obstacle: Obstacle | None = None

    @property
    def id(self) -> MatchId:
        """The match's number."""
        return self.setup.id

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody at the table."""
        return tuple(person for person in self.setup.people if person is not None)

    @property
    def has_computers(self) -> bool:
        """Whether the computer plays, too."""
        return any(person.level is not None for person in self.people)

    @property
    def is_practice(self) -> bool:
        """Whether somebody plays a single game against nobody but the computer, and no clock runs."""
        people = [person for person in self.people if person.level is None]
        terms = self.setup.terms
        return self.has_computers and len(people) == 1 and terms.length == 1 and self.match.clock is None

    def level(self, player: Player) -> int | None:
        """The level of a computer player, None for people."""
        person = self.setup.people[player]
        return None if person is None else person.level

    @property
    def opener(self) -> Person:
        """Who opened the match; he stays until it begins."""
        return self.people[0]

    def player(self, person: PersonId) -> Player | None:
        """Which player somebody is, None for onlookers."""
        ids = [None if somebody is None else somebody.id for somebody in self.setup.people]
        return Player(ids.index(person)) if person in ids else None


class Refused(Exception):  # noqa: N818 — not an error: the answer is a sentence
    """Something that cannot be done.

    `live` is the match it was about, `colour` the colour that was chosen, `until` when it can be done again,
    `people` are those that it is because of, `limit` is the number that they have reached.
    """

    def __init__(  # noqa: PLR0913 — what a sentence may name
        self,
        reason: Why | Refusal,
        live: Live | None = None,
        *,
        colour: Colour | None = None,
        seq: int | None = None,
        until: Instant | None = None,
        limit: int | None = None,
        people: tuple[Person, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.people, self.limit = people, limit
        self.reason, self.live, self.colour, self.seq, self.until = reason, live, colour, seq, until
