"""The board for people who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Point, Tiling
from fillerbot.texts import Texts
from fillerbot.view.message import gain_label

_POT = "*"
_OBSTACLE = "#"


def board_in_words(position: Position, names: Sequence[str], texts: Texts) -> str:
    """A letter for every cell with what the letters mean, walls, and what each legal colour would gain.

    `names` are those of the seats, escaped for Markdown. Positions are column and row, from 1 at the top
    left.
    """
    board = position.board
    initials = initials_of(texts, board.palette)
    areas = [_area(position, Seat(seat), initials) for seat in board.seats]
    named = ", ".join(f"{area} {name}" for area, name in zip(areas, names, strict=True))
    free = ", ".join(f"{letter} {texts.colour(colour)}" for colour, letter in initials.items())
    explained = [texts("options-words", areas=named, colours=free)]
    if board.topology.tiling is not Tiling.SQUARE:
        explained.append(texts("options-shifted", shape=board.topology.tiling.value))
    if board.topology.obstacles:
        explained.append(texts("options-obstacles"))
    if not board.plain:
        explained.append(texts("options-values"))
    if board.pots:
        explained.append(texts("options-pots"))
    rows = "\n".join(_rows(position, areas, initials))
    lines = [" ".join(explained), f"```\n{rows}\n```"]
    if board.topology.walls:
        walls = ", ".join(f"{_place(one)}–{_place(other)}" for one, other in board.topology.walls)
        lines.append(texts("options-walls", walls=walls))
    if position.ending is None:
        listed = ", ".join(f"{texts.colour(colour)} {gain_label(gain)}" for colour, gain in position.gains())
        lines.append(texts("options-gains", name=names[position.turn], gains=listed))
    return "\n".join(lines)


def initials_of(texts: Texts, palette: int) -> dict[Colour, str]:
    """A different small letter for each colour of a language, its first one where it is free."""
    initials: dict[Colour, str] = {}
    for colour in map(Colour, range(1, palette + 1)):
        name = texts.colour(colour).lower()
        initials[colour] = next(letter for letter in name if letter not in initials.values())
    return initials


def _area(position: Position, seat: Seat, initials: dict[Colour, str]) -> str:
    """How an area is written: as its colour's capital, or where another area has that too, as its seat."""
    held = position.held[seat]
    return initials[held].upper() if position.held.count(held) == 1 else str(seat + 1)


def _rows(position: Position, areas: Sequence[str], initials: dict[Colour, str]) -> list[str]:
    """The board line by line, every cell where it lies; hexagons take a line for each half of a cell."""
    board = position.board
    signs: dict[Point, str] = dict.fromkeys(board.topology.obstacles, _OBSTACLE)
    for cell, (point, owner) in enumerate(zip(board.topology.points, position.owner, strict=True)):
        signs[point] = (
            areas[owner] if owner != FREE else initials[board.colours[cell]] + _mark(position, cell)
        )
    lines: dict[int, dict[int, str]] = {}
    for point, sign in signs.items():
        across, down = _at(board.topology.tiling, point)
        lines.setdefault(down, {}).update({across + n: letter for n, letter in enumerate(sign)})
    rows = (lines.get(down, {}) for down in range(max(lines) + 1))
    return ["".join(row.get(across, " ") for across in range(max(row, default=-1) + 1)) for row in rows]


def _mark(position: Position, cell: int) -> str:
    """What stands behind a free cell that bears something."""
    board = position.board
    if cell in board.pots:
        return _POT
    value = board.values[cell]
    # A second digit would stand in the next cell.
    return "" if value == 1 else str(min(value, 9))


def _at(tiling: Tiling, point: Point) -> Point:
    """Where a cell stands in the text, in letters and lines."""
    x, y = point
    match tiling:
        case Tiling.SQUARE:
            return 2 * x, y
        case Tiling.DIAMOND:
            return 2 * x + (0 if y % 2 else 1), y
        case Tiling.HEXAGON:
            return x, 2 * y + x % 2


def _place(point: Point) -> str:
    return f"{point[0] + 1}/{point[1] + 1}"
