"""A board drawn the long way: cell by cell from the words of the look, without tables and caches."""

from __future__ import annotations

import numpy as np
import pytest

from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell, Point, Tiling
from fillerbot.figures import Symbols
from fillerbot.render import board_png
from fillerbot.render.grid import Grid, grid
from fillerbot.render.palette import Pixels
from fillerbot.render.shape import STEP, corner, edge, shape
from fillerbot.render.tiles import Face, Mark, obstacle, tile
from fillerbot.render.walls import paint_walls
from tests.render.pictures import KINDS, after, entries, game, ragged

HEIGHTS = dict.fromkeys(KINDS, 44) | {"quick": 84, "hexagons": 60, "vinco": 32, "diamonds": 60}
HEIGHTS |= {"big": 32, "four": 52, "pairs": 52}


def beyond_edges(tiling: Tiling, x: int, y: int) -> list[Point]:
    """Clockwise from the top, or from the upper right."""
    up, down, left, right = (x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)
    match tiling:
        case Tiling.SQUARE:
            return [up, right, down, left]
        case Tiling.HEXAGON if x % 2:
            return [up, right, (x + 1, y + 1), down, (x - 1, y + 1), left]
        case Tiling.HEXAGON:
            return [up, (x + 1, y - 1), right, down, left, (x - 1, y - 1)]
        case Tiling.DIAMOND if y % 2:
            return [up, down, (x - 1, y + 1), (x - 1, y - 1)]
        case Tiling.DIAMOND:
            return [(x + 1, y - 1), (x + 1, y + 1), down, up]


def beyond_corners(tiling: Tiling, x: int, y: int) -> list[Point]:
    """Those that are met by four cells: clockwise from the upper left, or from the top."""
    match tiling:
        case Tiling.SQUARE:
            return [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
        case Tiling.HEXAGON:
            return []
        case Tiling.DIAMOND:
            return [(x, y - 2), (x + 1, y), (x, y + 2), (x - 1, y)]


def middle(tiling: Tiling, high: int, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell."""
    match tiling:
        case Tiling.SQUARE:
            return (x + 0.5) * high, (y + 0.5) * high
        case Tiling.HEXAGON:
            slant, flat = high // 4, round(0.58 * high)
            return x * (slant + flat) + slant + flat / 2, (y + (1 if x % 2 else 0.5)) * high
        case Tiling.DIAMOND:
            return (x + (0.5 if y % 2 else 1)) * high, (y + 1) * high / 2


def literal_face(position: Position, cell: Cell, gained: list[Cell]) -> Face:
    """What a cell shows."""
    board = position.board
    topology, owner = board.topology, position.owner[cell]
    badge = next((seat + 1 for seat, cells in enumerate(board.starts) if cell in cells), 0)
    mark = Mark(badge, board.values[cell], cell in board.pots)
    if owner == FREE:
        return Face(board.colours[cell], None, mark, ring=cell in gained)
    x, y = topology.points[cell]

    def outside(point: Point) -> bool:
        return point not in topology.index or position.owner[topology.index[point]] != owner

    sides = [outside(point) for point in beyond_edges(topology.tiling, x, y)]
    ends = sum(edge(number) for number, out in enumerate(sides) if out)
    for number, point in enumerate(beyond_corners(topology.tiling, x, y)):
        # An area's corner shows in a cell of its own only if the cells on both sides belong to the area.
        if outside(point) and not sides[number] and not sides[number - 1]:
            ends += corner(number)
    return Face(position.held[owner], ends, mark, ring=cell in gained, faint=True)


def literal(position: Position, gained: list[Cell], high: int, size: Point, place: Grid) -> Pixels:
    """The board, pasted tile by tile."""
    topology = position.board.topology
    tiling, cell = topology.tiling, shape(topology.tiling, high)
    corners = {}
    for point in (*topology.points, *topology.obstacles):
        across, down = middle(tiling, high, *point)
        corners[point] = (round(across - cell.box[0] / 2), round(down - cell.box[1] / 2))
    left, top = min(x for x, _ in corners.values()), min(y for _, y in corners.values())
    picture = np.full((size[1], size[0]), 3, np.uint8)

    def paste(point: Point, pixels: Pixels) -> None:
        x, y = corners[point]
        part = picture[y - top : y - top + cell.box[1], x - left : x - left + cell.box[0]]
        part[:] = np.where(cell.own, pixels, part)

    for number, point in enumerate(topology.points):
        paste(point, tile(cell, Symbols.NORMAL, literal_face(position, Cell(number), gained)))
    for point in topology.obstacles:
        paste(point, obstacle.__wrapped__(cell, dimmed=False))
    paint_walls(picture, place)
    return picture


def agree(position: Position, gained: list[Cell], high: int) -> None:
    """Draw a board both ways."""
    place = grid(position.board.topology, (684, 720), 96)
    assert place.shape is shape(position.board.topology.tiling, high)
    wide, tall = place.size
    drawn = entries(board_png(position, columns=(), middle="", gained=gained))
    left = (drawn.shape[1] - wide) // 2
    board = drawn[9 : 9 + tall, left : left + wide]
    expected = literal(position, gained, high, place.size, place)
    # The picture's corners are cut round.
    assert np.array_equal(board[12:-12], expected[12:-12])
    assert np.array_equal(board[:, 12:-12], expected[:, 12:-12])


@pytest.mark.parametrize("key", KINDS)
def test_a_board_is_its_tiles_pasted_cell_by_cell(key: str) -> None:
    agree(*after(key, 0, 0), HEIGHTS[key])
    for seed in range(1, 3):
        positions = list(game(key, seed))
        agree(*positions[len(positions) // 2], HEIGHTS[key])
        agree(*positions[-1], HEIGHTS[key])


@pytest.mark.parametrize("tiling", Tiling)
def test_a_board_with_everything_is_its_tiles_pasted_cell_by_cell(tiling: Tiling) -> None:
    position = ragged(tiling)
    agree(position, [], grid(position.board.topology, (684, 720), 96).shape.box[1])


@pytest.mark.parametrize("tiling", Tiling)
def test_tiles_leave_no_pixel_out_and_share_none(tiling: Tiling) -> None:
    for high in range(12, 99, STEP[tiling]):
        cell = shape(tiling, high)
        count = np.zeros((5 * high, 6 * high), np.uint8)
        for x in range(5):
            for y in range(7):
                across, down = middle(tiling, high, x, y)
                left, top = round(across - cell.box[0] / 2), round(down - cell.box[1] / 2)
                part = count[top : top + cell.box[1], left : left + cell.box[0]]
                part += cell.own[: part.shape[0], : part.shape[1]]
        assert count.max() == 1
        assert (count[high : 3 * high, high : 3 * high] == 1).all()


@pytest.mark.parametrize("tiling", Tiling)
def test_cells_of_a_size_that_has_no_middle_are_refused(tiling: Tiling) -> None:
    with pytest.raises(ValueError, match="steps"):
        shape(tiling, 4 * STEP[tiling] + 1)
