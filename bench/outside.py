"""How the computer fares against another program on Quick, and whether both find the same exact margins.

The other program reads records, one a line, and answers each with a line that names the `best` colour, as
`fillerbot best` does; for `margins` it must say the exact margin of every colour too. A match is of two games
on one board with swapped corners, and equal points are decided by the totals.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any, Self
from unittest import mock

from fillerbot.computer.analysis import analyse
from fillerbot.engine.board import Board, Colour
from fillerbot.engine.deal import deal
from fillerbot.engine.position import Position, start
from fillerbot.engine.record import GameRecord, Record, write
from fillerbot.engine.replay import answer
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS

FIRST = 5_000
VARIANT = "quick"
LATE = 8
"""The ply from which on exact margins are compared."""

SEATS = (Player(0), Player(1))


def record(board: Board, *games: tuple[tuple[Player, ...], list[Colour]]) -> dict[str, Any]:
    """The record of games on a board."""
    played = tuple(GameRecord(seats, tuple(moves)) for seats, moves in games)
    return write(Record(VARIANT, board, played, 2))


class Outside:
    """Another program, to be used in `with`."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe)  # noqa: S603

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, board: Board, moves: list[Colour]) -> dict[str, Any]:
        """What it answers to the position after some moves."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(record(board, (SEATS, moves))).encode() + b"\n")
        self.process.stdin.flush()
        said: dict[str, Any] = json.loads(self.process.stdout.readline())
        return said


Chooser = Callable[[Position, list[Colour]], Colour]


def game(board: Board, players: tuple[Chooser, Chooser]) -> list[Colour]:
    """The moves of a game."""
    position, moves = start(board), list[Colour]()
    while position.ending is None:
        moves.append(players[position.turn](position, moves))
        position = position.play(moves[-1])
    return moves


def match(board: Board, seed: int, other: Outside, limits: dict[str, Any]) -> dict[str, Any]:
    """Our points, our lead in the totals and the score of a match; who begins alternates with the seed."""

    def ours(position: Position, moves: list[Colour]) -> Colour:
        return analyse(position, **limits, seed=seed + len(moves), every=False).best

    def theirs(_: Position, moves: list[Colour]) -> Colour:
        return Colour(other.ask(board, moves)["best"])

    orders = (SEATS, SEATS[::-1]) if seed % 2 else (SEATS[::-1], SEATS)
    choosers = ours, theirs
    games = [(order, game(board, (choosers[order[0]], choosers[order[1]]))) for order in orders]
    outcome = answer(record(board, *games))["match"]
    ahead, behind = outcome["counts"]
    won = 1 if outcome["ranking"][0] == [0] else 0 if outcome["ranking"][0] == [1] else 0.5
    points = outcome["points"][0]
    return {"points": points, "lead": ahead - behind, "won": won}


def matches(other: Outside, seeds: range, limits: dict[str, Any]) -> dict[str, Any]:
    """The share of matches and games won; drawn ones count half."""
    played = [match(deal(VARIANTS[VARIANT], seed), seed, other, limits) for seed in seeds]
    won = Counter(one["won"] for one in played)
    halves = {"0": 0, "1/2": 1, "1": 2, "3/2": 3, "2": 4}
    points = sum(halves[one["points"]] for one in played) / 2
    return {
        "matches": len(played),
        "won": won[1],
        "drawn": won[0.5],
        "lost": won[0],
        "share": round(sum(one["won"] for one in played) / len(played), 3),
        "share of games": round(points / (2 * len(played)), 3),
        "lead": sum(one["lead"] for one in played),
    }


def late(seed: int) -> tuple[Board, list[Colour]] | None:
    """A position of a random Quick game some plies after its begin, None if it ended before."""
    rng = random.Random(seed)
    position, moves = start(deal(VARIANTS[VARIANT], seed)), list[Colour]()
    for _ in range(rng.randint(LATE, LATE + 8)):
        taking = [colour for colour in position.legal() if position.gain(colour)]
        moves.append(rng.choice(taking if taking and rng.random() < 0.9 else position.legal()))  # noqa: PLR2004
        position = position.play(moves[-1])
        if position.ending:
            return None
    return position.board, moves


def margins(other: Outside, positions: int, first: int) -> dict[str, Any]:
    """In how many positions all exact margins are the same."""
    differing: list[dict[str, Any]] = []
    found = compared = 0
    for seed in count(first):
        if found == positions:
            break
        if (reached := late(seed)) is None:
            continue
        board, moves = reached
        found += 1
        position = start(board)
        for colour in moves:
            position = position.play(colour)
        ours = {one.colour: one.margin for one in analyse(position, seconds=60).colours if one.exact}
        theirs = {one["colour"]: one["margin"] for one in other.ask(board, moves)["colours"] if one["exact"]}
        compared += len(ours)
        if ours != theirs or not ours:
            differing.append({"record": record(board, (SEATS, moves)), "ours": ours, "theirs": theirs})
    return {"positions": found, "margins": compared, "differing": differing}


def main() -> None:
    """Print one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["matches", "margins"])
    parser.add_argument("command", help="the other program and its arguments")
    parser.add_argument("--number", type=int, default=60, help="of matches or positions")
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first board")
    parser.add_argument("--seconds", type=float, help="of processor time a move")
    parser.add_argument("--nodes", type=int, help="a move")
    options = parser.parse_args()
    limits = {"nodes": options.nodes, "seconds": options.seconds}
    # What other programs take of the processor does not count.
    with (
        Outside(options.command) as other,
        mock.patch("fillerbot.computer.budget.perf_counter", time.process_time),
    ):
        if options.what == "margins":
            print(json.dumps(margins(other, options.number, options.first)))
        else:
            print(json.dumps(matches(other, range(options.first, options.first + options.number), limits)))


if __name__ == "__main__":
    main()
