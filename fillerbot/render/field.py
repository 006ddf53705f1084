"""Putting a board together from tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, lru_cache, partial
from threading import Lock

import numpy as np

from fillerbot.engine.board import Board
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell
from fillerbot.figures import Symbols
from fillerbot.render.grid import Grid
from fillerbot.render.palette import Pixels
from fillerbot.render.shape import Shape
from fillerbot.render.tiles import Face, Mark, obstacle, tile, tiles
from fillerbot.render.walls import paint_walls

_FIRST, _MOST = 64, 4096
"""For how many tiles there is room at first, and after how many they are drawn anew."""


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
    if grid.rows:
        _paint_rows(pixels, grid, _stack(grid.shape, symbols).together(faces))
    else:
        _paint_cells(pixels, grid, faces, symbols, dimmed=dimmed)
    paint_walls(pixels, grid, dimmed=dimmed)


def _paint_rows(pixels: Pixels, grid: Grid, drawn: Pixels) -> None:
    """Lay tiles side by side and row by row."""
    wide, high = grid.shape.box
    across, down = grid.size[0] // wide, grid.rows
    board = pixels[: down * high, : across * wide].reshape(down, high, across, wide)
    board.swapaxes(1, 2)[:] = drawn.reshape(down, across, high, wide)


def _paint_cells(
    pixels: Pixels, grid: Grid, faces: Iterable[Face], symbols: Symbols, *, dimmed: bool
) -> None:
    """Lay tiles one by one."""
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


class _Stack:
    """Tiles of a shape in one array, from which many are copied at once.

    Each single copy would let go of Python's lock, and while a thread waits for it that takes longer than
    the copy itself.
    """

    def __init__(self, cell: Shape, symbols: Symbols) -> None:
        self._draw = partial(tile, cell, symbols)
        self._places: dict[Face, int] = {}
        self._tiles = np.empty((_FIRST, cell.box[1], cell.box[0]), np.uint8)
        self._lock = Lock()

    def together(self, faces: Iterable[Face]) -> Pixels:
        """The tiles of some faces one after the other."""
        with self._lock:
            if len(self._places) > _MOST:
                self._places.clear()
            places = [self._place(face) for face in faces]
            return self._tiles.take(places, axis=0)

    def _place(self, face: Face) -> int:
        place = self._places.get(face)
        if place is None:
            place = len(self._places)
            if place == len(self._tiles):
                more = np.empty((place // 2, *self._tiles.shape[1:]), np.uint8)
                self._tiles = np.concatenate((self._tiles, more))
            self._tiles[place] = self._draw(face)
            self._places[face] = place
        return place


@lru_cache(maxsize=64)
def _stack(cell: Shape, symbols: Symbols) -> _Stack:
    return _Stack(cell, symbols)
