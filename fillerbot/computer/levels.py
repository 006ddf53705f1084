"""The levels of the computer: each is a player with a sight of its own, not a good one who errs at random."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from fillerbot.engine.board import Colour
from fillerbot.engine.position import Position


@dataclass(frozen=True, slots=True)
class Sight:
    """What a level sees.

    `sees` says it in words. `glances` is the share of the cells beside his area that a beginner notices at
    all; he looks at nothing else. `depth` limits how many moves are looked ahead (with two seats; with four
    as many rounds), `counting` compares the areas there and does not see who is nearer to the rest; `nodes`
    and `seconds` are the budget of a move.
    """

    sees: str
    glances: float = 0
    depth: int = 0
    counting: bool = False
    nodes: int | None = None
    seconds: float | None = None


LEVELS: Final = {
    1: Sight("takes the colour of which it notices most beside its area, and overlooks most", 0.2),
    2: Sight("does the same, but notices more than half", 0.6),
    3: Sight("counts what every colour takes, own regions too", depth=1, counting=True),
    4: Sight(
        "counts what it has more after the opponent's answer and its own next move", depth=3, counting=True
    ),
    5: Sight("counts that after two answers and two more moves", depth=5, counting=True, nodes=2_000),
    6: Sight("sees who is nearer to what is left after the opponent's answer", depth=2),
    7: Sight("looks as far ahead as a second goes, and often to the end of the game", seconds=1),
}
STRONGEST: Final = max(LEVELS)
USUAL: Final = 3
"""How strong it plays where nobody has said it."""


def glance(position: Position, sight: Sight, seed: int) -> dict[Colour, int]:
    """How many cells a beginner notices of every legal colour beside his area.

    What he overlooks depends on the cell, so that he overlooks it for the whole game, unless he would notice
    nothing at all: then he finds one cell, so that he does not go round in circles.
    """
    legal, colours = position.legal(), position.board.colours
    beside = [cell for cell in sorted(position.frontier[position.turn]) if colours[cell] in legal]
    noticed = [cell for cell in beside if random.Random(seed * 1_000 + cell).random() < sight.glances]  # noqa: S311
    seen = Counter(colours[cell] for cell in noticed or beside[:1])
    return {colour: seen[colour] for colour in legal}
