"""A board that belongs to no match, for explanations."""

from __future__ import annotations

from functools import cache

from fillerbot.engine.deal import deal
from fillerbot.engine.game import status, winning_count
from fillerbot.engine.position import Position, start
from fillerbot.engine.variants import VARIANTS
from fillerbot.texts import Texts
from fillerbot.view.message import BoardPicture, Corner, signed

_SEED, _MOVES = 11, 9


@cache
def _few_moves_in() -> tuple[Position, Position]:
    """A game in which both take what gains most, and the position a move before."""
    before = after = start(deal(VARIANTS["quick"], _SEED))
    for _ in range(_MOVES):
        before, after = after, after.play(max(after.legal(), key=after.gain))
    return before, after


def example(texts: Texts) -> BoardPicture:
    """The picture that explains the game."""
    before, after = _few_moves_in()
    corners = tuple(
        Corner("", str(side.count), signed(side.lead), clock=None, running=seat == after.turn)
        for seat, side in enumerate(status(after))
    )
    cells = frozenset(cell for cell in before.frontier[before.turn] if after.owner[cell] == before.turn)
    wins = winning_count(after, after.board.side_of[after.turn])
    return BoardPicture(after, corners, texts("to-win", cells=wins), texts("alt-howto"), cells)
