"""How much stronger each level is than the one below, in points of games, and how fast the search is.

A match is of two games on one board with swapped corners. The strongest level has a budget in nodes here, so
that a match takes seconds and the same boards give the same result.
"""

from __future__ import annotations

import argparse
import json
import time

from fillerbot.computer.analysis import analyse
from fillerbot.computer.levels import LEVELS, STRONGEST
from fillerbot.engine.board import Board
from fillerbot.engine.deal import deal
from fillerbot.engine.position import Position, start
from fillerbot.engine.variants import VARIANTS

BOARDS = 50
FIRST = 1_000
SCALED = 5_000
"""The nodes of a move of the strongest level: a second has about twenty times as many."""

SHARES = (0.65, 0.85)
LEAST = 0.58
"""Between which shares of the points neighbouring levels should be, and the least for the strongest two."""


def choose(position: Position, level: int, seed: int) -> Position:
    """The position after a level's move."""
    nodes = SCALED if level == STRONGEST else None
    best = analyse(position, level=level, nodes=nodes, seed=seed, every=False).best
    return position.play(best)


def points(board: Board, levels: tuple[int, int], seed: int) -> float:
    """What the first level gets of the two points of a match."""
    won = 0.0
    for seats in (levels, levels[::-1]):
        position = start(board)
        while position.ending is None:
            position = choose(position, seats[position.turn], seed)
        lead = position.counts[0] - position.counts[1]
        lead = lead if seats == levels else -lead
        won += 1 if lead > 0 else 0.5 if lead == 0 else 0
    return won


def share(variant: str, levels: tuple[int, int], boards: int) -> tuple[float, float]:
    """The first level's share of the points, and the seconds that a match took."""
    begun = time.perf_counter()
    seeds = range(FIRST, FIRST + boards)
    won = sum(points(deal(VARIANTS[variant], seed), levels, seed) for seed in seeds)
    return won / (2 * boards), (time.perf_counter() - begun) / boards


def speed(variant: str, seconds: float = 1) -> dict[str, float]:
    """What the strongest level reaches before the first move, in processor time too if nobody disturbs."""
    analysis = analyse(start(deal(VARIANTS[variant], FIRST)), seconds=seconds, every=False)
    return {"depth": analysis.depth, "nodes": analysis.nodes, "seconds": round(analysis.seconds, 3)}


def main() -> None:
    """Print a table, or with --json one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--boards", type=int, default=BOARDS, help="per pair of levels and variant")
    parser.add_argument("--variants", nargs="+", default=["classic", "hexagons"], choices=sorted(VARIANTS))
    upper = list(LEVELS)[1:]
    parser.add_argument(
        "--levels", nargs="+", type=int, default=upper, choices=upper, help="the stronger ones"
    )
    options = parser.parse_args()
    pairs = []
    for level in options.levels:
        shares = {key: share(key, (level, level - 1), options.boards) for key in options.variants}
        mean = sum(won for won, _ in shares.values()) / len(shares)
        low, high = (LEAST, 1) if level == STRONGEST else SHARES
        longest = round(max(took for _, took in shares.values()), 2)
        won = {key: round(won, 3) for key, (won, _) in shares.items()}
        pairs.append({"levels": [level, level - 1], "share": round(mean, 3), "by_variant": won})
        pairs[-1] |= {"seconds_a_match": longest, "within": low <= mean <= high}
        if not options.json:
            print(f"level {level} against {level - 1}: {mean:.1%} {won}, {longest} s a match")
    speeds = {key: speed(key) for key in VARIANTS}
    if options.json:
        print(json.dumps({"boards": options.boards, "levels": pairs, "speed": speeds}))
        return
    for key, reached in speeds.items():
        print(f"{key}: {reached}")


if __name__ == "__main__":
    main()
