"""How long the rules take, in processor time: moves, deals, replays, and the slow implementation beside them.

A move is one with regions, best and ending. A stored match is one of two games as its events are kept.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted, Event, Moved, Readied
from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.position import Position, start
from fillerbot.engine.record import board_data
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS, Variant
from fillerbot.store.codec import decode, encode
from tests import literal

BOARDS, DEALS, ROUNDS = 20, 200, 5
SLOW_BOARDS = 3
"""As many are enough for the slow implementation."""

_BEGIN = Instant(0)


def timed(work: Callable[[], object]) -> float:
    """The seconds that something takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def median(work: Callable[[], object]) -> float:
    """The seconds that something usually takes."""
    return statistics.median(timed(work) for _ in range(ROUNDS))


def random_game(board: Board, rng: random.Random) -> list[Colour]:
    """A random game's colours."""
    position, colours = start(board), []
    while position.ending is None:
        colours.append(rng.choice(position.legal()))
        position = position.play(colours[-1])
    return colours


def play(board: Board, colours: list[Colour]) -> Position:
    """Play a game."""
    position = start(board)
    for colour in colours:
        position = position.play(colour)
    return position


def play_slowly(board: dict[str, Any], colours: list[Colour]) -> literal.Game:
    """Play a game with the slow implementation."""
    game = literal.Game(literal.Board(board), set())
    for colour in colours:
        game.move(colour)
    return game


def stored_match(variant: Variant, board: Board, rng: random.Random) -> tuple[Match, list[tuple[str, str]]]:
    """A challenge, and the events of a random match that comes of it as they are kept."""
    challenge = match = Match(Terms(variant.key, "none", rated=False, length=2), _BEGIN)
    kept = []
    event: Event = Accepted(_BEGIN, board, tuple(map(Player, board.seats)))
    while True:
        match = step(match, event)
        kept.append(encode(event))
        if match.phase is Phase.OVER:
            return challenge, kept
        if match.phase is Phase.BETWEEN:
            event = Readied(_BEGIN, Player(len(match.ready)))
        else:
            event = Moved(_BEGIN, match.game.to_move, rng.choice(match.game.position.legal()))


def restore(match: Match, kept: list[tuple[str, str]]) -> Match:
    """The match that its events make."""
    for kind, data in kept:
        match = step(match, decode(kind, _BEGIN, data))
    return match


def measure(variant: Variant) -> dict[str, float]:
    """The figures of a variant."""
    rng = random.Random(1)
    deals = [timed(lambda seed=seed: deal(variant, seed)) for seed in range(DEALS)]  # type: ignore[misc]
    boards = [deal(variant, seed) for seed in range(BOARDS)]
    games = [(board, random_game(board, rng)) for board in boards]
    stored = [stored_match(variant, board, rng) for board in boards]
    few = [(board_data(board), colours) for board, colours in games[:SLOW_BOARDS]]
    once = median(lambda: [play(board, colours) for board, colours in games])
    few_fast = median(lambda: [play(board, colours) for board, colours in games[:SLOW_BOARDS]])
    few_slow = timed(lambda: [play_slowly(board, colours) for board, colours in few])
    return {
        "us_per_move": round(once / sum(len(colours) for _, colours in games) * 1e6, 1),
        "ms_per_deal_p50": round(statistics.median(deals) * 1e3, 2),
        "ms_per_deal_p99": round(statistics.quantiles(deals, n=100)[98] * 1e3, 2),
        "ms_per_stored_match": round(median(lambda: [restore(*one) for one in stored]) / BOARDS * 1e3, 2),
        "times_faster_than_literal": round(few_slow / few_fast),
    }


def main() -> None:
    """Print the figures of every variant, or of those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="variant", help=", ".join(VARIANTS))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    wanted = options.variants or list(VARIANTS)
    if unknown := set(wanted) - set(VARIANTS):
        parser.error(f"no such variant: {', '.join(sorted(unknown))}")
    figures = {key: measure(VARIANTS[key]) for key in wanted}
    if options.json:
        print(json.dumps(figures))
    else:
        for key, row in figures.items():
            print(key, *(f"{name} {value}" for name, value in row.items()), sep="  ")


if __name__ == "__main__":
    main()
