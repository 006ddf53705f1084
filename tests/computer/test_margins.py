"""Margins that are called exact are those that trying everything finds."""

import random

import pytest

from fillerbot.computer.analysis import analyse
from fillerbot.computer.field import Field
from fillerbot.engine.position import Position
from tests.computer.positions import game, margins, small, walk

BOARDS = {
    "3×3": {"width": 3, "height": 3, "palette": 4},
    "4×3": {"width": 4, "height": 3, "palette": 4},
    "pots and values": {"width": 4, "height": 3, "palette": 4, "pots": 1, "values": 2},
    "pairs": {"width": 4, "height": 3, "palette": 5, "pairs": True},
}


def agrees(position: Position) -> bool:
    """Whether every margin is exact and right, and the best colour best."""
    analysis = analyse(position, nodes=200_000)
    truth = margins(position)
    assert {one.colour: one.margin for one in analysis.colours if one.exact} == truth
    assert truth[analysis.best] == max(truth.values()) == analysis.colours[0].margin
    return True


@pytest.mark.parametrize("kind", BOARDS)
def test_on_small_boards(kind: str) -> None:
    rng = random.Random(1)
    openings = 3 if kind == "pairs" else 10
    for _ in range(openings):
        assert all(agrees(position) for position in walk(small(rng, **BOARDS[kind]), rng))


def test_late_in_quick_games() -> None:
    for seed in range(6):
        late = [position for position in game("quick", seed)[:-1] if len(Field(position).groups) <= 8]
        assert all(agrees(position) for position in late[:2])


def test_right_before_a_game_is_stalled() -> None:
    rng = random.Random(2)
    seen = 0
    while seen < 5:
        for position in walk(small(rng, 3, 3, 4), rng):
            without = [colour for colour in position.legal() if not position.gain(colour)]
            now = position
            while without and not now.ending:
                now = now.play(without[0])
                without = [] if now.ending else [colour for colour in now.legal() if not now.gain(colour)]
                if not now.ending and sum(now.idle) >= 4:
                    assert agrees(now)
                    seen += 1
