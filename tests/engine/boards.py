"""Boards and positions drawn as text."""

from typing import Any

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.position import Position, start
from fillerbot.engine.record import read_board
from fillerbot.engine.replay import owners


def board(drawing: str, *, palette: int = 6, **further: Any) -> Board:
    """Squares as they are drawn: `3` a colour, `a3` a start cell of seat a, `#` an obstacle.

    `further` are keys of a record's board: pairs, walls, values, pots.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    starts: dict[str, list[list[int]]] = {}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if len(cell) > 1:
                starts.setdefault(cell[0], []).append([x, y])
    return read_board(
        {
            "tiling": "square",
            "colours": palette,
            "rows": ["".join(cell[-1] for cell in row) for row in rows],
            "starts": [starts[seat] for seat in sorted(starts)],
            **further,
        }
    )


def opening(drawing: str, **further: Any) -> Position:
    """The position before the first move on a drawn board."""
    return start(board(drawing, **further))


def play(position: Position, *colours: int) -> Position:
    """The position after some moves, in the order of the turns."""
    for colour in map(Colour, colours):
        position = position.play(colour)
    return position


def picture(position: Position) -> list[str]:
    """Who owns what, row by row: `a` to `d` a seat, `-` free, `#` an obstacle."""
    return owners(position)


def rows(drawing: str) -> list[str]:
    """A picture as it is drawn in a test."""
    return [line.replace(" ", "") for line in drawing.strip().splitlines()]
