"""What a button's `custom_id` says: which match, on which board, and what pressing it does."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fillerbot.engine.board import Colour
from fillerbot.live import MatchId

PREFIX = "f1:"
NO_MATCH = MatchId(0)
"""What buttons name that are not about a match; the first one is number 1."""
_FORM = re.compile(r"f1:(\d{1,15}):(\d{1,6}):([a-z0-9-]{1,40})", re.ASCII)
_COLOUR = re.compile(r"c([1-9])")


@dataclass(frozen=True, slots=True)
class Address:
    """A button of a match; `seq` is how many moves had been made in the match when it was sent.

    With `NO_MATCH` it only tells the buttons of one message from those of others.
    """

    match: MatchId
    seq: int
    action: str

    def __str__(self) -> str:
        return f"{PREFIX}{self.match}:{self.seq}:{self.action}"

    @property
    def colour(self) -> Colour | None:
        """The colour that the button chooses, if it does."""
        found = _COLOUR.fullmatch(self.action)
        return Colour(int(found[1])) if found else None


def parse(custom_id: str) -> Address | None:
    """The address in a `custom_id`; None if it is not of this form."""
    found = _FORM.fullmatch(custom_id)
    return Address(MatchId(int(found[1])), int(found[2]), found[3]) if found else None
