"""Budgets and increments. Instants come in as arguments; nothing here knows what time it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, NewType

Instant = NewType("Instant", int)
"""Milliseconds since 1970 by Discord's clock."""

Millis = NewType("Millis", int)

_SECOND, _MINUTE, _DAY = 1_000, 60_000, 86_400_000

GRACE: Final = Millis(_SECOND)
"""What a player may take of each turn without being charged for it."""

CHALLENGE_LIMIT: Final = Millis(10 * _MINUTE)
"""A challenge expires after so long, an open table when nothing has changed at it for so long."""
PROPOSAL_LIMIT: Final = Millis(_MINUTE)
"""How long a partner may think about giving up; his pair's clock runs on."""
CREDIT_TO_MOVE: Final = Millis(15 * _SECOND)
"""What the bot's absence brings those whose clock was running, to find back into the position."""
CREDIT: Final = Millis(5 * _SECOND)
"""What it brings all others."""
PAUSE_AFTER: Final = Millis(10 * _MINUTE)
"""After a longer absence a live match is paused until all its players are back."""
PAUSE_LIMIT: Final = Millis(_DAY)
"""A paused match is called off after so long."""
IDLE_LIMIT: Final = Millis(14 * _DAY)
"""A match without a clock is called off when nobody has done anything for so long."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control.

    `budget` is for the whole match and grows by `increment` with every move; `per_move` means that it is
    an allowance for each move instead, of which nothing is saved up (correspondence). `first_move` limits the
    untimed first moves of game one, `between` is free of charge between two games.
    """

    budget: Millis
    increment: Millis = Millis(0)
    per_move: bool = False

    @property
    def first_move(self) -> Millis:
        """How long each player may take for his first move of game one, which is not charged."""
        return Millis(_DAY if self.per_move else _MINUTE)

    @property
    def between(self) -> Millis:
        """How long everybody may take between two games before the clocks run."""
        return Millis(_DAY if self.per_move else _MINUTE)

    def spent(self, shown: Instant, click: Instant) -> Millis:
        """What a turn is charged that was shown and answered at these instants."""
        return Millis(max(0, click - shown - GRACE))

    def after_move(self, budget: Millis, spent: Millis, *, ends_game: bool) -> Millis:
        """What is left of a budget after a move."""
        if self.per_move:
            return self.budget
        return Millis(budget - spent + (0 if ends_game else self.increment))


PRESETS: Final[dict[str, Clock | None]] = {
    "blitz": Clock(Millis(_MINUTE), Millis(3 * _SECOND)),
    "normal": Clock(Millis(3 * _MINUTE), Millis(5 * _SECOND)),
    "slow": Clock(Millis(10 * _MINUTE), Millis(10 * _SECOND)),
    "day": Clock(Millis(_DAY), per_move=True),
    "days3": Clock(Millis(3 * _DAY), per_move=True),
    "days7": Clock(Millis(7 * _DAY), per_move=True),
    "none": None,
}
"""The time controls that have a name; None means that nothing is timed."""

SHORTEST: Final = 30
LONGEST: Final = 60 * 60
"""The least and the most seconds that a budget of one's own choice has."""
LARGEST_INCREMENT: Final = 60

_CHOSEN = re.compile(r"([1-9][0-9]{1,3})\+(0|[1-9][0-9]?)", re.ASCII)


@cache
def clock_of(key: str) -> Clock | None:
    """The time control of a key: that of a preset, or a budget and an increment in seconds, such as `150+5`.

    Raises KeyError if it is neither, or not within the limits.
    """
    if key in PRESETS:
        return PRESETS[key]
    found = _CHOSEN.fullmatch(key)
    if found is None:
        raise KeyError(key)
    budget, increment = int(found[1]), int(found[2])
    if not (SHORTEST <= budget <= LONGEST and increment <= LARGEST_INCREMENT):
        raise KeyError(key)
    return Clock(Millis(budget * _SECOND), Millis(increment * _SECOND))
