"""Putting a board together from tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from fillerbot.engine.board import Board
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell
from fillerbot.render.grid import Grid
from fillerbot.render.palette import Pixels
from fillerbot.render.symbols import Symbols
from fillerbot.render.tiles import Face, Mark, obstacle, tile
from fillerbot.render.walls import paint_walls


def marks(board: Board) -> dict[int, Mark]:
    """What the cells bear that bear anything."""
    found = {cell: Mark(value=value) for cell, value in enumerate(board.values) if value != 1}
    for cell in board.pots:
        found[cell] = found.get(cell, Mark())._replace(pot=True)
    for seat, cells in enumerate(board.starts):
        found |= {cell: found.get(cell, Mark())._replace(badge=seat + 1) for cell in cells}
    return found


def faces(position: Position, grid: Grid, gained: Collection[Cell] = ()) -> list[Face]:
    """What is to be seen on every cell."""
    board = position.board
    ends = grid.ends(np.array(position.owner, np.int8)).tolist()
    result = [
        Face(colour) if owner == FREE else Face(position.held[owner], end, faint=True)
        for owner, colour, end in zip(position.owner, board.colours, ends, strict=True)
    ]
    for cell in gained:
        result[cell] = result[cell]._replace(ring=True)
    for number, mark in marks(board).items():
        result[number] = result[number]._replace(mark=mark)
    return result


@dataclass(frozen=True, slots=True)
class Field:
    """The place of a board on a picture: its grid, and its upper left corner."""

    grid: Grid
    left: int
    top: int
    symbols: Symbols

    def paint(self, pixels: Pixels, cells: Iterable[tuple[int, Face]]) -> None:
        """Draw some cells."""
        places, shape = self.grid.places, self.grid.shape
        for cell, face in cells:
            self._put(pixels, places[cell], tile(shape, face, self.symbols))

    def paint_obstacles(self, pixels: Pixels, *, dimmed: bool = False) -> None:
        """Draw what is no cell."""
        for place in self.grid.obstacles:
            self._put(pixels, place, obstacle(self.grid.shape, dimmed=dimmed))

    def paint_walls(self, pixels: Pixels, *, dimmed: bool = False) -> None:
        """Draw the walls over the cells that they keep apart."""
        paint_walls(pixels, self.grid, self.left, self.top, dimmed=dimmed)

    def _put(self, pixels: Pixels, place: tuple[int, int], picture: Pixels) -> None:
        x, y = self.left + place[0], self.top + place[1]
        high, wide = picture.shape
        target = pixels[y : y + high, x : x + wide]
        if self.grid.shape.upright:
            target[:] = picture
        else:
            np.copyto(target, picture, where=self.grid.shape.own)
