"""How long the rules take: microseconds a move, milliseconds a deal, milliseconds to replay a match."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

from fillerbot.engine.board import Board
from fillerbot.engine.deal import deal
from fillerbot.engine.position import start
from fillerbot.engine.record import GameRecord, Record
from fillerbot.engine.replay import replay
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS, Variant

BOARDS, ROUNDS = 20, 5


def timed(work: Callable[[], object]) -> float:
    """The seconds that something takes."""
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def play(board: Board, rng: random.Random) -> list[int]:
    """A random game's colours."""
    position, colours = start(board), []
    while position.ending is None:
        colours.append(rng.choice(position.legal()))
        position = position.play(colours[-1])
    return list(colours)


def measure(variant: Variant) -> dict[str, float]:
    """The figures of a variant, each the median of some rounds."""
    deals = [timed(lambda seed=seed: deal(variant, seed)) for seed in range(5 * BOARDS)]  # type: ignore[misc]
    boards = [deal(variant, seed) for seed in range(BOARDS)]
    rng = random.Random(1)
    games = [play(board, rng) for board in boards]
    records = [
        Record(variant.key, board, (GameRecord((Player(0), Player(1)), tuple(colours)),), 1)  # type: ignore[arg-type]
        for board, colours in zip(boards, games, strict=True)
    ]
    rounds = [timed(lambda: [replay(record) for record in records]) for _ in range(ROUNDS)]
    once = statistics.median(rounds)
    return {
        "us_per_move": round(once / sum(map(len, games)) * 1e6, 1),
        "ms_per_deal_p50": round(statistics.median(deals) * 1e3, 2),
        "ms_per_deal_p99": round(statistics.quantiles(deals, n=100)[98] * 1e3, 2),
        "ms_per_game_replayed": round(once / BOARDS * 1e3, 2),
    }


def main() -> None:
    """Print the figures of every variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = {key: measure(variant) for key, variant in VARIANTS.items()}
    if options.json:
        print(json.dumps(figures))
    else:
        for key, row in figures.items():
            print(key, *(f"{name} {value}" for name, value in row.items()), sep="  ")


if __name__ == "__main__":
    main()
