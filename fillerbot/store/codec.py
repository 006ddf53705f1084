"""Events as text and back, and rows as what they mean."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Dropped,
    Event,
    Interrupted,
    Moved,
    Readied,
    RematchWanted,
    Resumed,
    Rose,
    Sat,
    Shown,
    Succeeded,
    TakenBack,
)
from fillerbot.engine.record import board_data, read_board
from fillerbot.engine.standings import Player
from fillerbot.figures import Symbols
from fillerbot.live import Table

KINDS: dict[str, type[Event]] = {
    "sat": Sat,
    "rose": Rose,
    "accepted": Accepted,
    "closed": Closed,
    "moved": Moved,
    "takenback": TakenBack,
    "conceded": Conceded,
    "dropped": Dropped,
    "readied": Readied,
    "shown": Shown,
    "interrupted": Interrupted,
    "resumed": Resumed,
    "rematchwanted": RematchWanted,
    "succeeded": Succeeded,
}
"""What each event is called in the database, for ever."""
NAMES = {kind: name for name, kind in KINDS.items()}
_READERS: dict[str, Any] = {
    "board": read_board,
    "seats": lambda seats: tuple(map(Player, seats)),
    "closing": Closing,
    "by": lambda player: player if player is None else Player(player),
    "player": lambda player: player if player is None else Player(player),
    "person": int,
    "name": str,
    "colour": Colour,
    "match": int,
    "since": lambda instant: instant if instant is None else Instant(instant),
}


def values_of(event: Event) -> dict[str, Any]:
    """What an event says, its instant left out."""
    return {field.name: getattr(event, field.name) for field in fields(event) if field.name != "at"}


def encode(event: Event) -> tuple[str, str]:
    """An event's kind and the rest of it as JSON, its instant left out."""
    values = values_of(event)
    if "board" in values:
        values["board"] = board_data(values["board"])
    return NAMES[type(event)], json.dumps(values, separators=(",", ":"))


def decode(kind: str, at: int, data: str) -> Event:
    """The event that was encoded."""
    values = {name: _READERS[name](value) for name, value in json.loads(data).items()}
    return KINDS[kind](at=Instant(at), **values)


def read_table(row: Sequence[Any]) -> Table:
    """Where a match is shown, from the columns of `tables` in their order."""
    guild, channel, message, locale, symbols = row
    return Table(guild, channel, message, locale, Symbols(symbols))
