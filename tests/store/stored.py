"""Changes to store, and a look at the file past the store."""

import sqlite3
from contextlib import closing
from pathlib import Path

from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Interrupted,
    Moved,
    Readied,
    RematchWanted,
    Resumed,
    Shown,
    Succeeded,
)
from fillerbot.engine.match import Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.figures import Symbols
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.store import Append, Open

ANN = Person(PersonId(2**63 - 1), "Ann 🦊")
BEN = Person(PersonId(42), "Ben'); DROP TABLE events;--")
TABLE = Table(guild=None, channel=5, message=None, locale="de", symbols=Symbols.OFF)
ONE, TWO = MatchId(1), MatchId(2)

EVENTS: tuple[Event, ...] = (
    Accepted(Instant(1), deal(VARIANTS["quick"], 3), (Player(1), Player(0))),
    Shown(Instant(2)),
    Moved(Instant(3), Player(1), Colour(4)),
    Interrupted(Instant(4)),
    Interrupted(Instant(4), Instant(3)),
    Resumed(Instant(4), Player(1)),
    Conceded(Instant(5), Player(0)),
    Readied(Instant(6), Player(1)),
    Closed(Instant(7), Closing.ABORTED),
    Closed(Instant(8), Closing.RESIGNED, Player(0)),
    RematchWanted(Instant(9), Player(1)),
    Succeeded(Instant(2**45), 7),
)
"""One of every kind; whether they make a match is not the store's business."""


def setup(match: MatchId = ONE, origin: MatchId | None = None) -> Setup:
    return Setup(
        match, Instant(match * 1_000), Terms("quick", "normal", rated=True, length=2), (ANN, BEN), origin
    )


def opened(match: MatchId = ONE, deadline: int | None = None) -> Open:
    return Open(setup(match), TABLE, None if deadline is None else Instant(deadline))


def shown(number: int, match: MatchId = ONE, at: int = 1, deadline: int | None = None) -> Append:
    return Append(match, number, Shown(Instant(at)), None if deadline is None else Instant(deadline))


def ended(number: int, match: MatchId, at: int, how: Closing, by: PersonId | None = None) -> Append:
    return Append(match, number, Closed(Instant(at), how, None), None, how, by)


def look(path: Path, query: str) -> list[tuple[object, ...]]:
    """What another program sees in the file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()
