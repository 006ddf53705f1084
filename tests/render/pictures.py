"""Positions and texts to draw in tests."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.game import status
from fillerbot.engine.position import Position, start
from fillerbot.engine.record import read_board
from fillerbot.engine.topology import Cell, Tiling, Topology
from fillerbot.figures import Column
from fillerbot.render import board_png

KINDS = (
    *("quick", "classic", "hexagons", "vinco", "diamonds", "big"),
    *("obstacles", "paints", "three-starts", "four", "pairs"),
)
NAMES = ("Ada", "Борис", "Jürgen", "Зоя")
CLOCKS = ("4:32", "3:58", "0:48", "1:02:11")
VECTORS = Path(__file__).parents[1] / "vectors"


@cache
def boards(key: str) -> tuple[Board, ...]:
    """Some boards of a kind."""
    lines = (VECTORS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(read_board(json.loads(line)["record"]["board"]) for line in lines)


def game(key: str, seed: int, *, greedy: bool = False) -> Iterator[tuple[Position, list[Cell]]]:
    """The positions of a game of random legal moves, each with the cells just gained."""
    rng = random.Random(seed)
    position = start(boards(key)[seed % len(boards(key))])
    gained: list[Cell] = []
    while True:
        yield position, gained
        if position.ending:
            return
        legal = position.legal()
        colour = max(legal, key=position.gain) if greedy else rng.choice(legal)
        after = position.play(colour)
        gained = changed(position, after)
        position = after


def after(key: str, seed: int, moves: int) -> tuple[Position, list[Cell]]:
    """A position in the middle of a game that is played for gain."""
    positions = list(game(key, seed, greedy=True))
    return positions[min(moves, len(positions) - 1)]


def changed(before: Position, after: Position) -> list[Cell]:
    """The cells that have found an owner."""
    pairs = zip(before.owner, after.owner, strict=True)
    return [Cell(cell) for cell, (old, new) in enumerate(pairs) if old != new]


def takes(position: Position) -> list[tuple[Colour, list[Cell]]]:
    """Every legal colour with the cells it takes."""
    return [(colour, changed(position, position.play(colour))) for colour in position.legal()]


def columns(position: Position) -> list[Column]:
    """A header."""
    sides = [status(position)[side] for side in position.board.side_of]
    return [
        Column(NAMES[seat], str(side.count), f"{side.lead:+d}", CLOCKS[seat], position.turn == seat)
        for seat, side in enumerate(sides)
    ]


def draw(position: Position, gained: list[Cell]) -> bytes:
    """A board with rings and its header."""
    return board_png(position, columns=columns(position), middle="113 to win", gained=gained)


def ragged(tiling: Tiling = Tiling.SQUARE) -> Position:
    """Four seats, missing corners and obstacles, a shorter row, walls, values and pots, start cells too."""
    widths = (9, 9, 9, 7, 9, 9)
    holes, obstacles = {(0, 0), (1, 0), (0, 1)}, frozenset({(4, 2), (5, 2), (2, 4)})
    points = tuple(
        (x, y)
        for y, width in enumerate(widths)
        for x in range(width)
        if (x, y) not in holes and (x, y) not in obstacles
    )
    plain = Topology(tiling, widths, points, obstacles)
    ends = ((one, other) for one in points for other in points if one < other and plain.adjoin(one, other))
    walls = tuple(wall for number, wall in enumerate(ends) if number % 9 == 4)
    topology = replace(plain, walls=walls)
    colours = [Colour((2 * x + 3 * y) % 9 + 1) for x, y in points]
    starts = tuple((topology.index[point],) for point in ((0, 5), (2, 0), (8, 0), (8, 5)))
    for cells, colour in zip(starts, (1, 4, 7, 9), strict=True):
        colours[cells[0]] = Colour(colour)
    values = [1] * len(points)
    for cell, value in ((3, 3), (11, 5), (20, 42), (30, 99), (starts[0][0], 2), (39, 7)):
        values[cell] = value
    pots = frozenset(map(Cell, (8, 16, 17, 27, 33, starts[1][0])))
    position = start(Board(topology, 9, tuple(colours), starts, tuple(values), pots))
    for _ in range(4):
        if position.ending:
            break
        position = position.play(max(position.legal(), key=position.gain))
    return position


def white_held() -> tuple[Position, list[Cell]]:
    """A position in which seat 1 holds white, the colour of the outlines."""
    position, gained = after("classic", 1, 20)
    other = next(colour for colour in (Colour(5), Colour(4)) if colour != position.held[1])
    return replace(position, held=(Colour(7), other)), gained


def decode(picture: bytes) -> npt.NDArray[np.uint8]:
    """Red, green, blue and opacity of every pixel."""
    return np.asarray(Image.open(BytesIO(picture)).convert("RGBA"))


def entries(picture: bytes) -> npt.NDArray[np.uint8]:
    """The palette entry of every pixel."""
    image = Image.open(BytesIO(picture))
    assert image.mode == "P"
    return np.asarray(image)
