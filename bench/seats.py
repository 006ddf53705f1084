"""People who play match after match, of many kinds."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

from bench.presses import gain, mover, open_colours
from fillerbot.sandbox.client import Button, Message
from fillerbot.sandbox.clock import of_date
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.state import PEOPLE, Person

CROWD = PEOPLE + tuple(
    Person(of_date(2019, 6, 1 + number, 41 + number), name, "de" if number % 2 else "en-US")
    for number, name in enumerate(("vole", "newt", "crow", "toad", "wren", "mole", "carp", "moth"))
)
KINDS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("challenge", 2, {"variant": "quick", "clock": "blitz"}),
    ("challenge", 2, {"variant": "quick", "clock": "normal"}),
    ("challenge", 2, {"variant": "quick", "clock": "days3"}),
    ("challenge", 2, {"variant": "hexagons", "clock": "slow"}),
    ("challenge", 2, {"variant": "classic", "clock": "120+2"}),
    ("challenge", 2, {"variant": "paints", "clock": "normal"}),
    ("open", 2, {"variant": "quick", "clock": "none", "games": 1}),
    ("open", 4, {"variant": "four", "clock": "normal"}),
    ("open", 4, {"variant": "pairs", "clock": "normal"}),
    ("practice", 1, {"variant": "quick", "level": 1}),
)
"""Commands, how many play, and options."""
_ADDRESS = re.compile(r"f1:(\d+):(\d+):(.+)")
_GIVES_UP, _PLAYS_AGAIN, _CHOOSES_BEST = 0.01, 0.5, 0.8


def address(custom_id: str | None) -> tuple[int, int, str]:
    """The match, the moves made before and the action that a button names."""
    found = _ADDRESS.fullmatch(custom_id or "")
    return (int(found[1]), int(found[2]), found[3]) if found else (0, 0, "")


@dataclass(eq=False)
class Seat:
    """Some people at a message, or without one yet."""

    rng: random.Random
    message: Message | None = None
    match: int = 0
    players: tuple[str, ...] = ()
    turn: int = 0
    again: bool = False
    idle: int = 0
    refused: int = 0
    """How often nothing came of a press, one after the other."""

    def begin(self) -> tuple[str, str, dict[str, Any]]:
        """What new match somebody asks for: who, by what command, with what options."""
        command, places, options = self.rng.choice(KINDS)
        people = self.rng.sample(CROWD, places)
        self.players = tuple(person.name for person in people)
        self.message, self.match, self.turn = None, 0, 0
        self.again = self.rng.random() < _PLAYS_AGAIN
        if command == "challenge":
            options = {"opponent": people[1].id, **options}
        return self.players[0], f"filler {command}", options

    def shows(self, message: Message) -> None:
        """Look at a message from now on."""
        self.message = message
        self.match = next(
            (address(b.custom_id)[0] for b in message.buttons if address(b.custom_id)[0]), self.match
        )

    def next(self) -> tuple[str, Button] | None:
        """Who presses what now; nothing where the match is over and nobody plays again."""
        if self.message is None:
            return None
        enabled = {address(b.custom_id)[2]: b for b in self.message.buttons if not b.disabled}
        if colours := open_colours(self.message):
            if mover(self.message) not in self.players:
                # The computer still thinks about what somebody has seen too early.
                raise RefusedError("nobody is to move")
            if "giveup" in enabled and self.rng.random() < _GIVES_UP:
                return mover(self.message), enabled["giveup"]
            best = max(colours, key=gain)
            return mover(self.message), best if self.rng.random() < _CHOOSES_BEST else self.rng.choice(
                colours
            )
        self.turn += 1
        openers = self._beginning(enabled)
        for action in ("resume", "ready", *(("rematch", "again-new") if self.again else ())):
            if action in enabled:
                openers.append((self.players[self.turn % len(self.players)], enabled[action]))
        return openers[0] if openers else None

    def _beginning(self, enabled: dict[str, Button]) -> list[tuple[str, Button]]:
        """What may be pressed before a match has begun."""
        opener, *others = self.players
        if "accept" in enabled:
            return [(others[0], enabled["accept"])]
        if "start" in enabled:
            return [(opener, enabled["start"])]
        joins = [enabled[action] for action in ("join", "join-with", "join-against") if action in enabled]
        return [(others[self.turn % len(others)], self.rng.choice(joins))] if joins else []
