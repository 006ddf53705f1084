"""Boards are drawn uniformly from all colourings that the conditions allow."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import perm, sqrt

import pytest

from fillerbot.engine.board import Board
from fillerbot.engine.deal import _Layout, deal
from fillerbot.engine.topology import Cell, rectangle
from fillerbot.engine.variants import VARIANTS, Variant

SEEDS = range(60)
TOYS = {
    f"{palette} colours, groups of {limit or 'any size'}": Variant(
        "toy", rectangle(4, 2), palette, limit, (((0, 1),), ((3, 0),)), rated=False
    )
    for palette in (4, 5)
    for limit in (1, 2, None)
}
DEALS = {4: 1_500, 5: 4_000}
LIMIT = 4.0
"""Standard deviations that chi-square may lie above its mean."""

Pattern = tuple[int, ...]
"""A colouring with its colours renumbered in the order in which they appear."""


@pytest.fixture(scope="module", params=sorted(VARIANTS))
def boards(request: pytest.FixtureRequest) -> tuple[Variant, list[Board]]:
    variant = VARIANTS[request.param]
    return variant, [deal(variant, seed) for seed in SEEDS]


def test_a_board_has_the_cells_the_starts_and_only_the_colours_of_its_variant(
    boards: tuple[Variant, list[Board]],
) -> None:
    variant, dealt = boards
    for board in dealt:
        points = board.topology.points
        assert (board.topology.tiling, board.topology.widths) == (
            variant.topology.tiling,
            variant.topology.widths,
        )
        assert len(points) == len(variant.topology.points) - 2 * variant.scatter.obstacles
        assert set(points) <= set(variant.topology.points)
        assert tuple(tuple(points[cell] for cell in cells) for cells in board.starts) == variant.starts
        assert set(board.colours) == set(range(1, variant.palette + 1)) == set(range(1, board.palette + 1))


def test_the_start_colours_of_all_seats_differ(boards: tuple[Variant, list[Board]]) -> None:
    for board in boards[1]:
        assert len({board.colours[cells[0]] for cells in board.starts}) == len(board.starts)


def test_every_start_area_is_exactly_its_start_cells(boards: tuple[Variant, list[Board]]) -> None:
    for board in boards[1]:
        assert board.start_areas == board.starts


def test_no_neighbour_of_a_start_cell_has_the_start_colour_of_any_seat(
    boards: tuple[Variant, list[Board]],
) -> None:
    for board in boards[1]:
        held = {board.colours[cells[0]] for cells in board.starts}
        beside = {
            board.colours[other] for cell in _starts(board) for other in board.topology.neighbours[cell]
        }
        assert held.isdisjoint(beside)


def test_the_neighbours_of_one_start_cell_are_not_all_of_one_colour(
    boards: tuple[Variant, list[Board]],
) -> None:
    for board in boards[1]:
        for cell in _starts(board):
            assert len({board.colours[other] for other in board.topology.neighbours[cell]}) > 1


def test_no_group_of_equal_colour_is_larger_than_max_group(boards: tuple[Variant, list[Board]]) -> None:
    variant, dealt = boards
    if variant.max_group is not None:
        # Many boards have a group of the largest size, or something else keeps groups small.
        assert max(_largest_group(board) for board in dealt) == variant.max_group


def test_every_cell_can_be_reached_from_every_other(boards: tuple[Variant, list[Board]]) -> None:
    for board in boards[1]:
        cells = set(board.topology.index.values())
        assert set(board.topology.flood([Cell(0)], cells)) == cells == board.reachable


def test_the_same_seed_deals_the_same_board_and_another_seed_another(
    boards: tuple[Variant, list[Board]],
) -> None:
    variant, dealt = boards
    assert [deal(variant, seed) for seed in SEEDS[:5]] == dealt[:5]
    assert all(one != other for one, other in combinations(dealt, 2))


def _starts(board: Board) -> Iterator[Cell]:
    return (cell for cells in board.starts for cell in cells)


def _largest_group(board: Board) -> int:
    colours, topology = board.colours, board.topology
    groups = (
        topology.flood(
            [cell], {other for other in topology.index.values() if colours[other] == colours[cell]}
        )
        for cell in topology.index.values()
    )
    return max(map(len, groups))


def _legal(colours: Pattern, limit: int | None) -> bool:
    """Whether a colouring of the toy board may be dealt, in the words of the rules and of nothing else.

    Its cells are numbered 0 1 2 3 above 4 5 6 7, and the seats start on 4 and 3.
    """
    beside = {
        0: (1, 4),
        1: (0, 2, 5),
        2: (1, 3, 6),
        3: (2, 7),
        4: (0, 5),
        5: (1, 4, 6),
        6: (2, 5, 7),
        7: (3, 6),
    }
    if colours[3] == colours[4]:
        return False
    for start in (3, 4):
        one, other = (colours[cell] for cell in beside[start])
        if one == other or {one, other} & {colours[3], colours[4]}:
            return False
    for cell in beside:
        group = {cell}
        for _ in range(limit or 0):
            group |= {next_ for here in group for next_ in beside[here] if colours[next_] == colours[cell]}
        if limit is not None and len(group) > limit:
            return False
    return True


def _patterns(palette: int, limit: int | None, start: Pattern = ()) -> Iterator[Pattern]:
    if len(start) == 8:
        if _legal(start, limit):
            yield start
        return
    for colour in range(min(max(start, default=-1) + 2, palette)):
        yield from _patterns(palette, limit, (*start, colour))


def _weights(variant: Variant) -> dict[Pattern, int]:
    """How many colourings of the toy board each pattern stands for."""
    patterns = _patterns(variant.palette, variant.max_group)
    return {pattern: perm(variant.palette, max(pattern) + 1) for pattern in patterns}


def _pattern(colours: list[int] | tuple[int, ...]) -> Pattern:
    names: dict[int, int] = {}
    return tuple(names.setdefault(colour, len(names)) for colour in colours)


def _excess(seen: Counter[Pattern], weights: dict[Pattern, int]) -> float:
    """How many standard deviations chi-square lies above what a fair sampler gives on average."""
    assert seen.keys() <= weights.keys()
    share = seen.total() / sum(weights.values())
    chi_square = sum((seen[key] - share * weight) ** 2 / (share * weight) for key, weight in weights.items())
    freedom = len(weights) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("toy", TOYS)
def test_all_boards_are_equally_likely(toy: str) -> None:
    variant = TOYS[toy]
    dealt = [deal(variant, seed).colours for seed in range(DEALS[variant.palette])]
    assert _excess(Counter(map(_pattern, dealt)), _weights(variant)) < LIMIT
    colours = range(1, variant.palette + 1)
    starts: dict[Pattern, int] = dict.fromkeys(permutations(colours, 2), 1)
    assert _excess(Counter((colours[4], colours[3]) for colours in dealt), starts) < LIMIT


@pytest.mark.parametrize("toy", [toy for toy in TOYS if "any size" not in toy])
def test_a_sampler_that_fills_cell_by_cell_would_be_caught(toy: str) -> None:
    variant = TOYS[toy]
    rng = random.Random(1)
    layout = _Layout(variant, variant.topology)
    seen = Counter(_pattern(layout.any_legal(rng)) for _ in range(DEALS[variant.palette]))
    assert _excess(seen, _weights(variant)) > LIMIT
