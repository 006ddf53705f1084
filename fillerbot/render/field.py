"""Putting a board together from tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, lru_cache, partial

import numpy as np

from fillerbot.engine.board import Board
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell
from fillerbot.figures import Symbols
from fillerbot.render.grid import Grid
from fillerbot.render.palette import Pixels
from fillerbot.render.tiles import Face, Mark, obstacle, tiles
from fillerbot.render.walls import paint_walls


def marks(board: Board) -> dict[int, Mark]:
    """What the cells bear that bear anything."""
    values = () if board.plain else enumerate(board.values)
    found = {cell: Mark(value=value) for cell, value in values if value != 1}
    for cell in board.pots:
        found[cell] = found.get(cell, Mark())._replace(pot=True)
    for seat, cells in enumerate(board.starts):
        found |= {cell: found.get(cell, Mark())._replace(badge=seat + 1) for cell in cells}
    return found


# Most cells look like others, so a face is made once.
_free = cache(Face)
_owned = lru_cache(maxsize=4096)(partial(Face, faint=True))


def faces(position: Position, grid: Grid, gained: Collection[Cell] = ()) -> list[Face]:
    """What is to be seen on every cell."""
    board = position.board
    ends = grid.ends(np.array(position.owner, np.int8)).tolist()
    held = position.held
    result = [
        _free(colour) if owner == FREE else _owned(held[owner], end)
        for owner, colour, end in zip(position.owner, board.colours, ends, strict=True)
    ]
    for cell in gained:
        result[cell] = result[cell]._replace(ring=True)
    for number, mark in marks(board).items():
        result[number] = result[number]._replace(mark=mark)
    return result


def paint(
    pixels: Pixels, grid: Grid, faces: Iterable[Face], symbols: Symbols, *, dimmed: bool = False
) -> None:
    """Draw a board on a ground of its size; `dimmed` says it of what is no cell."""
    # Tiles are 0 outside their cells, and in a layer no two overlap: copying is faster than blending.
    upright = grid.shape.upright
    layers = [pixels] if upright else list(np.zeros((2, *pixels.shape), np.uint8))
    draw = tiles(grid.shape, symbols)
    for box, layer, face in zip(grid.boxes, grid.layers, faces, strict=False):
        layers[layer][box] = draw(face)
    count = len(grid.places)
    for box, layer in zip(grid.boxes[count:], grid.layers[count:], strict=True):
        layers[layer][box] = obstacle(grid.shape, dimmed=dimmed)
    if not upright:
        layers[0] |= layers[1]
        np.maximum(pixels, layers[0], out=pixels)
    paint_walls(pixels, grid, dimmed=dimmed)
