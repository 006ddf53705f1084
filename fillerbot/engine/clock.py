"""Budgets and increments. Instants come in as arguments; nothing here knows what time it is."""

from __future__ import annotations

from dataclasses import dataclass
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
"""The time controls that a match can be played with; None means that nothing is timed."""
