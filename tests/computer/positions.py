"""Random positions, and what they are worth by trying everything."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from fillerbot.engine.board import Colour
from fillerbot.engine.deal import deal
from fillerbot.engine.position import Ending, Position, start
from fillerbot.engine.record import BadRecordError, read_board
from fillerbot.engine.variants import VARIANTS


@lru_cache(maxsize=64)
def game(variant: str, seed: int) -> tuple[Position, ...]:
    """The positions of a game by players who mostly take something; of four, now and then one gives up."""
    rng = random.Random(seed)
    positions = [start(deal(VARIANTS[variant], seed))]
    while positions[-1].ending is None:
        now = positions[-1]
        if not now.board.two_sided and rng.random() < 0.02 and now.turn not in now.out:
            positions.append(now.withdraw(now.turn, Ending.CONCEDED))
            continue
        taking = [colour for colour in now.legal() if now.gain(colour)]
        positions.append(now.play(rng.choice(taking if taking and rng.random() < 0.8 else now.legal())))
    return tuple(positions)


def small(rng: random.Random, width: int, height: int, palette: int, **further: Any) -> Position:
    """The opening on a random small board; `further`: how many pots and values, and whether pairs play."""
    corners = [(0, height - 1), (0, 0), (width - 1, 0), (width - 1, height - 1)]
    cells = [(x, y) for x in range(width) for y in range(height)]
    while True:
        data = {
            "tiling": "square",
            "colours": palette,
            "rows": ["".join(str(rng.randint(1, palette)) for _ in range(width)) for _ in range(height)],
            "starts": [[list(corner)] for corner in (corners if further.get("pairs") else corners[::2])],
            "pairs": further.get("pairs", False),
            "pots": [list(cell) for cell in rng.sample(cells, further.get("pots", 0))],
            "values": [[*cell, rng.randint(2, 5)] for cell in rng.sample(cells, further.get("values", 0))],
        }
        try:
            opening = start(read_board(data))
        except BadRecordError:
            continue
        if opening.ending is None:
            return opening


def walk(position: Position, rng: random.Random) -> Iterator[Position]:
    """The positions of a random game from a position on, but not its last."""
    while position.ending is None:
        yield position
        position = position.play(rng.choice(position.legal()))


def margin(position: Position, side: int) -> int:
    """What one of two sides has more than the other."""
    have = position.board.by_side(position.counts)
    return have[side] - have[1 - side]


def margins(position: Position) -> dict[Colour, int]:
    """What every colour comes to for the mover's side, if both sides play best: everything is tried."""
    known: dict[object, int] = {}

    def worth(now: Position) -> int:
        if now.ending:
            return margin(now, 0)
        key = now.owner, now.held, now.turn, now.idle
        if key not in known:
            best = min if now.board.side_of[now.turn] else max
            known[key] = best(worth(now.play(colour)) for colour in now.legal())
        return known[key]

    sign = -1 if position.board.side_of[position.turn] else 1
    return {colour: sign * worth(position.play(colour)) for colour in position.legal()}
