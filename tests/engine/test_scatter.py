"""What boards get anew besides their colours: obstacles, walls, valuable cells and paint pots."""

from collections import Counter
from itertools import combinations
from math import sqrt

import pytest

from fillerbot.engine.board import Board
from fillerbot.engine.deal import deal
from fillerbot.engine.topology import Point, rectangle
from fillerbot.engine.variants import VARIANTS, Scatter, Variant

SEEDS = range(60)
STARTS = ((0, 14), (14, 0))


@pytest.fixture(scope="module")
def obstructed() -> list[Board]:
    return [deal(VARIANTS["obstacles"], seed) for seed in SEEDS]


@pytest.fixture(scope="module")
def painted() -> list[Board]:
    return [deal(VARIANTS["paints"], seed) for seed in SEEDS]


def steps(point: Point) -> int:
    """How far a square is from the nearer start, with nothing in between."""
    return min(abs(point[0] - x) + abs(point[1] - y) for x, y in STARTS)


def opposite(point: Point) -> Point:
    return 14 - point[0], 14 - point[1]


def valued(board: Board, value: int) -> set[Point]:
    return {point for point, worth in zip(board.topology.points, board.values, strict=True) if worth == value}


def potted(board: Board) -> set[Point]:
    return {board.topology.points[cell] for cell in board.pots}


def test_there_are_18_obstacles_and_20_walls_symmetric_about_the_centre(obstructed: list[Board]) -> None:
    for board in obstructed:
        obstacles = board.topology.obstacles
        walls = {frozenset(wall) for wall in board.topology.walls}
        assert (len(obstacles), len(walls)) == (18, 20)
        assert {opposite(point) for point in obstacles} == obstacles
        assert {frozenset(map(opposite, wall)) for wall in walls} == walls
        assert board.total == 207


def test_no_obstacle_and_no_cell_of_a_wall_is_within_two_steps_of_a_start(obstructed: list[Board]) -> None:
    nearest = min(
        steps(point)
        for board in obstructed
        for points in (board.topology.obstacles, *board.topology.walls)
        for point in points
    )
    # Many of them are as near as may be, or something else keeps them away.
    assert nearest == 3


def test_a_wall_stands_between_two_neighbouring_cells(obstructed: list[Board]) -> None:
    for board in obstructed:
        index, neighbours = board.topology.index, board.topology.neighbours
        for one, other in board.topology.walls:
            assert abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
            assert index[other] not in neighbours[index[one]]
            assert index[one] not in neighbours[index[other]]


def test_every_cell_keeps_two_open_edges(obstructed: list[Board]) -> None:
    assert {min(map(len, board.topology.neighbours)) for board in obstructed} == {2}


def test_the_colours_are_not_symmetric(obstructed: list[Board]) -> None:
    for board in obstructed:
        points, colours = board.topology.points, dict(zip(board.topology.points, board.colours, strict=True))
        assert sum(colours[point] == colours[opposite(point)] for point in points) < len(points) / 2


def test_12_cells_are_worth_3_and_4_worth_5_and_8_others_carry_a_pot(painted: list[Board]) -> None:
    for board in painted:
        sets = valued(board, 3), valued(board, 5), potted(board)
        assert tuple(map(len, sets)) == (12, 4, 8)
        assert all({opposite(point) for point in points} == points for points in sets)
        assert all(one.isdisjoint(other) for one, other in combinations(sets, 2))
        assert set(board.values) == {1, 3, 5}
        assert board.total == 265


def test_what_is_valuable_or_carries_a_pot_is_at_least_four_steps_from_both_starts(
    painted: list[Board],
) -> None:
    special = [valued(board, 3) | valued(board, 5) | potted(board) for board in painted]
    assert min(steps(point) for points in special for point in points) == 4


def test_all_layouts_are_equally_likely() -> None:
    """Two pairs of obstacles and a pair of walls on a board so small that all layouts can be listed."""
    bare = rectangle(5, 5)
    starts: tuple[tuple[Point, ...], ...] = (((0, 4),), ((4, 0),))
    toy = Variant("toy", bare, 7, None, starts, rated=False, scatter=Scatter(away=2, obstacles=2, walls=1))

    def turned(point: Point) -> Point:
        return 4 - point[0], 4 - point[1]

    def beside(point: Point) -> list[Point]:
        x, y = point
        around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [other for other in around if other in bare.index]

    far = {
        point
        for point in bare.points
        if all(abs(point[0] - x) + abs(point[1] - y) >= 2 for ((x, y),) in starts)
    }
    cells = {frozenset((point, turned(point))) for point in far} - {frozenset({(2, 2)})}
    edges = {frozenset((one, other)) for one in far for other in beside(one) if other in far}
    walls = {frozenset((edge, frozenset(map(turned, edge)))) for edge in edges}
    legal = set()
    for one, other in combinations(cells, 2):
        obstacles = one | other
        for pair in walls:
            if any(edge & obstacles for edge in pair):
                continue
            open_ = {
                point: [
                    next_
                    for next_ in beside(point)
                    if next_ not in obstacles and frozenset((point, next_)) not in pair
                ]
                for point in set(bare.points) - obstacles
            }
            reached = {(0, 4)}
            for _ in open_:
                reached |= {next_ for point in reached for next_ in open_[point]}
            if reached == set(open_) and all(len(ways) >= 2 for ways in open_.values()):
                legal.add((obstacles, pair))
    seen: Counter[object] = Counter()
    for seed in range(3_000):
        topology = deal(toy, seed).topology
        seen[topology.obstacles, frozenset(map(frozenset, topology.walls))] += 1
    assert seen.keys() <= legal
    share = seen.total() / len(legal)
    chi_square = sum((seen[layout] - share) ** 2 / share for layout in legal)
    assert (chi_square - len(legal)) / sqrt(2 * len(legal)) < 4
    assert len(legal) > 20
