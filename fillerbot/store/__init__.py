"""Where matches are kept, in the words of the domain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing, Event
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.scoring import RatingChange, Standing
from fillerbot.stats import Finished, Tally


class StoreError(Exception):
    """The database cannot be used; the message says why, for an admin.

    `lasts` is whether it is no use to try again.
    """

    lasts = False


class UnreadableError(StoreError):
    """One match cannot be read; others can."""

    lasts = True


BROKEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of events that make no sense, or do not fit each other."""


@dataclass(frozen=True, slots=True)
class Open:
    """A change: a new match, shown at a table."""

    setup: Setup
    table: Table
    deadline: Instant | None


@dataclass(frozen=True, slots=True)
class Append:
    """A change: the next event of a match. `number` counts from 1; the same number twice is refused.

    `closing` and `closer` tell how the match ended with this event, if it did. Unless it `aims`, the deadline
    stays the one before, at which nothing is due yet: who serves it finds that out.
    """

    match: MatchId
    number: int
    event: Event
    deadline: Instant | None
    closing: Closing | None = None
    closer: PersonId | None = None
    aims: bool = True


@dataclass(frozen=True, slots=True)
class Aim:
    """A change: the deadline of a match, where nothing else has happened to it."""

    match: MatchId
    deadline: Instant | None


@dataclass(frozen=True, slots=True)
class Pending:
    """A match or challenge that is not over, at a glance: its clock's key, and when it is due.

    `begun` is whether a board was dealt.
    """

    match: MatchId
    clock: str
    due: Instant | None
    begun: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A match that was played to its end, at a glance: its variant's key, and the players in their order."""

    match: MatchId
    variant: str
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """A change: a match has ended with a result: each player's place, and what it did to their ratings.

    `changes` is empty where the match is not rated; `people` are its players.
    """

    match: MatchId
    at: Instant
    scale: str
    people: tuple[PersonId, ...]
    places: tuple[int, ...]
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class Void:
    """A change: what a match did to the ratings is taken back, and why."""

    match: MatchId
    reason: str


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that is kept of a match.

    `guild` is the server in which it was opened, `changes` what it did to the ratings, and if that was taken
    back, `voided` says why. `first_id` is the number that it was opened with, if that is another one, and
    `extra` what its record had besides, as JSON: both only where it came with an import.
    """

    setup: Setup
    events: Sequence[Event]
    table: Table
    guild: int | None
    changes: tuple[RatingChange, ...] = ()
    voided: str | None = None
    first_id: MatchId | None = None
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class Returning:
    """A match to put back, and what follows from its events: how it ended, or when it will be late."""

    kept: Kept
    deadline: Instant | None
    closed: Instant | None
    closing: Closing | None
    closer: PersonId | None
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Restore:
    """A change: matches come back from elsewhere, with what they did to the ratings."""

    matches: tuple[Returning, ...]


Change = Open | Append | Aim | Finish | Void | Restore
Identity = tuple[int, Instant, tuple[PersonId, ...]]
"""What tells a match from all others, wherever it goes: its first number, when it was opened, who plays."""


class Store(Protocol):
    """What the service needs of a database. Every method raises StoreError when it cannot be used."""

    async def commit(self, *changes: Change) -> None:
        """Store changes, all of them or none; when this returns they survive a crash."""

    async def load(self, match: MatchId) -> tuple[Setup, Sequence[Event]] | None:
        """A match from its beginning, None if there is none."""

    async def last_id(self) -> MatchId:
        """The highest id given to a match, 0 if there is none."""

    async def running(self, person: PersonId) -> list[MatchId]:
        """Somebody's matches and challenges that are not over, oldest first."""

    async def pending(self, shard: int = 0, shards: int = 1) -> list[Pending]:
        """What is not over and shown in the servers of one of several shards, what is due first before."""

    async def past(self, person: PersonId, limit: int) -> list[Past]:
        """The newest matches of a person that are over and have a result, the newest first."""

    async def unseen(self, since: Instant) -> list[MatchId]:
        """The matches that ended since then and are not known to be shown as they are, oldest first.

        Those that were played again are left as they are.
        """

    async def everything(self) -> list[MatchId]:
        """All matches, oldest first."""

    async def kept(self, match: MatchId) -> Kept | None:
        """All that is kept of a match, None if there is none."""

    async def identities(self) -> dict[Identity, MatchId]:
        """Which matches are there."""

    async def next_deadline(
        self, deaf: Sequence[int] = (), shards: int = 1
    ) -> tuple[MatchId, Instant] | None:
        """The earliest deadline, without those of some shards."""

    async def due(self, at: Instant, limit: int, deaf: Sequence[int] = (), shards: int = 1) -> list[MatchId]:
        """The matches whose deadlines are not after an instant, the earliest first; without some shards."""

    async def aborts(self, person: PersonId, since: Instant) -> list[Instant]:
        """When a person has called matches with other people off, oldest first."""

    async def standing(self, person: PersonId, scale: str) -> Standing:
        """How somebody stands on a scale."""

    async def changes(self, match: MatchId) -> tuple[RatingChange, ...]:
        """What a match did to its players' ratings; nothing if it is not over, not rated, or voided."""

    async def voided(self, match: MatchId) -> str | None:
        """Why the rating changes of a match were taken back, None where they were not."""

    async def home(self, match: MatchId) -> int | None:
        """The server in which a match was opened."""

    async def contenders(
        self, scale: str, *, matches: int, since: Instant, guild: int | None
    ) -> list[tuple[PersonId, Standing]]:
        """Who has at least so many rated matches on a scale and one of them since then, best first.

        With a server only those who have finished a match there.
        """

    async def opponents(self, people: Sequence[PersonId], scale: str) -> dict[PersonId, int]:
        """Against how many different people each of some was rated on a scale."""

    async def played_in(self, person: PersonId, guild: int) -> bool:
        """Whether somebody has finished a match in a server."""

    async def name(self, person: PersonId) -> str | None:
        """What somebody was called in his newest match."""

    async def standings(self, person: PersonId) -> dict[str, Standing]:
        """How somebody stands on each scale that he was rated on."""

    async def results(self, person: PersonId) -> dict[str, Tally]:
        """How somebody's matches among people came out, by variant."""

    async def practised(self, person: PersonId) -> dict[int, Tally]:
        """How somebody's matches against nobody but the computer came out, by its level."""

    async def finished(self, person: PersonId) -> int:
        """How many matches of somebody among people have ended with a result."""

    async def history(self, person: PersonId, offset: int, limit: int) -> list[Finished]:
        """Somebody's matches among people that have ended with a result, newest first."""

    async def rated_in(self, guild: int, limit: int) -> list[Finished]:
        """The newest matches of a server that have changed ratings, as their first players see them."""

    async def meetings(self, one: PersonId, two: PersonId, since: Instant) -> list[Instant]:
        """When two people were rated for playing against each other, oldest first."""

    async def under_way(self, one: PersonId, two: PersonId) -> int:
        """How many rated matches two people are playing against each other."""

    async def review(self, match: MatchId) -> str | None:
        """What was found out about a match that is over, None where nobody has asked."""

    async def save_review(self, match: MatchId, text: str) -> None:
        """Keep what was found out about a match."""

    async def table(self, match: MatchId) -> Table | None:
        """Where a match is shown."""

    async def note(self, name: str) -> str | None:
        """What the program has noted about itself."""

    async def save_note(self, name: str, text: str) -> None:
        """Note something for later starts."""

    async def save_table(self, match: MatchId, table: Table) -> None:
        """Say where a match is shown from now on."""
