"""Obstacles, walls, valuable cells and paint pots: uniform, in pairs about the centre, off the starts."""

from __future__ import annotations

import random

from fillerbot.engine.topology import Cell, Point, Topology, Wall
from fillerbot.engine.variants import Variant

_FEWEST_EDGES = 2
"""How many open edges every cell keeps."""


def blocked(variant: Variant, rng: random.Random) -> Topology:
    """The variant's cells with obstacles and walls, drawn again until no cell is shut in."""
    scatter, bare = variant.scatter, variant.topology
    if not scatter.obstacles and not scatter.walls:
        return bare
    far = _far(variant)
    cells, edges = _opposite_cells(bare, far), _opposite_edges(bare, far)
    while True:
        obstacles = frozenset(point for pair in rng.sample(cells, scatter.obstacles) for point in pair)
        walls = tuple(wall for pair in rng.sample(edges, scatter.walls) for wall in pair)
        if obstacles.isdisjoint(end for wall in walls for end in wall):
            topology = bare.blocked(obstacles, walls)
            if _open(topology):
                return topology


def treasures(variant: Variant, rng: random.Random) -> tuple[dict[Point, int], frozenset[Point]]:
    """The values of cells that are worth more than 1, and the cells with a paint pot; none is both."""
    worth, pots = variant.scatter.worth, variant.scatter.pots
    if not worth and not pots:
        return {}, frozenset()
    drawn = rng.sample(_opposite_cells(variant.topology, _far(variant)), len(worth) + pots)
    values = {point: value for pair, value in zip(drawn, worth, strict=False) for point in pair}
    return values, frozenset(point for pair in drawn[len(worth) :] for point in pair)


def _far(variant: Variant) -> set[Point]:
    """The points far enough from all starts."""
    topology = variant.topology
    near = {topology.index[point] for seat in variant.starts for point in seat}
    for _ in range(1, variant.scatter.away):
        near.update(other for cell in tuple(near) for other in topology.neighbours[cell])
    return {point for point, cell in topology.index.items() if cell not in near}


def _opposite(topology: Topology, point: Point) -> Point:
    x, y = point
    return topology.widths[y] - 1 - x, len(topology.widths) - 1 - y


def _opposite_cells(topology: Topology, far: set[Point]) -> list[tuple[Point, Point]]:
    """Each pair once; the centre, which is opposite to itself, makes none."""
    pairs = ((point, _opposite(topology, point)) for point in topology.points)
    return [(one, other) for one, other in pairs if one < other and {one, other} <= far]


def _opposite_edges(topology: Topology, far: set[Point]) -> list[tuple[Wall, Wall]]:
    """Each pair once, both cells of an edge being far."""
    edges = (
        (point, topology.points[other])
        for point, beside in zip(topology.points, topology.neighbours, strict=True)
        for other in beside
        if point < topology.points[other]
    )
    pairs = ((edge, (_opposite(topology, edge[1]), _opposite(topology, edge[0]))) for edge in edges)
    return [(one, other) for one, other in pairs if one < other and far.issuperset((*one, *other))]


def _open(topology: Topology) -> bool:
    cells = set(topology.index.values())
    narrow = min(map(len, topology.neighbours)) < _FEWEST_EDGES
    return not narrow and len(topology.flood([Cell(0)], cells)) == len(cells)
