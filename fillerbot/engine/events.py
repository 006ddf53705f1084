"""What happens in a match, each event with the instant it happened at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.standings import Player


class Closing(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    RESIGNED = "resigned"
    FLAG = "flag"
    ABORTED = "aborted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


NO_RESULT = frozenset({Closing.ABORTED, Closing.DECLINED, Closing.WITHDRAWN, Closing.EXPIRED})


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody sat down at an open table, and is this player from now on.

    `person` and `name` mean nothing to the rules; they are for those who show the table.
    """

    at: Instant
    player: Player
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Rose:
    """A place at an open table is free again."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class Accepted:
    """The match is on: the board is dealt and the lot has said who sits where in game one."""

    at: Instant
    board: Board
    seats: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """Something ends without a game deciding it; `by` is the player behind it, if there is one.

    A challenge, a table or the match; where one of four resigns or loses on time, only his part in it. With
    pairs a resignation waits for the partner to resign too.
    """

    at: Instant
    closing: Closing
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A player chose a colour."""

    at: Instant
    player: Player
    colour: Colour


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A player took his last move back, and every move after it; for practice only."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class Conceded:
    """A player gave up the game, not the match; with pairs it waits for the partner to do so too."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class Dropped:
    """What one partner wanted to give up is not given up; `player` is None where nobody answered."""

    at: Instant
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A player is ready for the next game."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class Shown:
    """What the match waits for was published: from here on the time counts."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The bot was away: nothing is charged until what the match waits for has been published again.

    `since` is when it was certainly still there; None where that is not known, and then nothing of the turn
    is charged.
    """

    at: Instant
    since: Instant | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """A player is back at a match that was paused because the bot was away for long."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class RematchWanted:
    """A player would play again."""

    at: Instant
    player: Player


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The rematch has begun, as another match."""

    at: Instant
    match: int


Event = (
    Sat
    | Rose
    | Accepted
    | Closed
    | Moved
    | TakenBack
    | Conceded
    | Dropped
    | Readied
    | Shown
    | Interrupted
    | Resumed
    | RematchWanted
    | Succeeded
)
