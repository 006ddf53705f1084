"""A board that belongs to no match, for explanations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from fillerbot.engine.deal import deal
from fillerbot.engine.position import Position, start
from fillerbot.engine.variants import VARIANTS
from fillerbot.texts import Texts
from fillerbot.view.message import BoardPicture
from fillerbot.view.replay import gained_between, scene

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
    picture = scene(after, ("", ""), texts, gained_between(before, after))
    return replace(picture, alt=texts("alt-howto"))
