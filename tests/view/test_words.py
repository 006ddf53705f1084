"""The board in words has every cell, where it lies, and everything that lies on it."""

import re
from dataclasses import replace

import pytest

from fillerbot.engine.position import Position
from fillerbot.engine.topology import Point, Tiling
from fillerbot.engine.variants import VARIANTS
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view.words import _at, board_in_words, initials_of
from tests.render.pictures import ragged
from tests.view.matches import begun, played

NAMES = ("fox", "owl", "lynx", "hare")


def said(position: Position, language: str = "en") -> str:
    return board_in_words(position, NAMES[: len(position.board.starts)], texts_of(language))


def rows(text: str) -> list[str]:
    return text.split("```")[1].strip("\n").split("\n")


@pytest.mark.parametrize("key", sorted(VARIANTS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_has_its_letter_at_its_place(key: str, language: str) -> None:
    position = played(begun(key), 9).game.position
    board = position.board
    shown = rows(said(position, language))
    letters = initials_of(texts_of(language), board.palette)
    for point, owner, colour in zip(board.topology.points, position.owner, board.colours, strict=True):
        across, down = _at(board.topology.tiling, point)
        assert shown[down][across] == (
            letters[colour] if owner < 0 else letters[position.held[owner]].upper()
        )
    assert sum(letter.isalpha() for row in shown for letter in row) == len(board.colours)


def test_neighbours_stand_side_by_side_or_half_a_cell_askew() -> None:
    def away(tiling: Tiling, one: Point, other: Point) -> Point:
        (left, top), (right, bottom) = _at(tiling, one), _at(tiling, other)
        return abs(right - left), abs(bottom - top)

    for key, allowed in {
        "quick": {(2, 0), (0, 1)},
        "hexagons": {(1, 1), (0, 2)},
        "diamonds": {(1, 1)},
    }.items():
        topology = VARIANTS[key].topology
        found = {
            away(topology.tiling, topology.points[cell], topology.points[other])
            for cell, beside in enumerate(topology.neighbours)
            for other in beside
        }
        assert found == allowed


def test_the_words_say_how_lines_are_shifted() -> None:
    assert "half a cell lower" in said(begun("hexagons").game.position)
    assert "shifted by half a cell" in said(begun("diamonds").game.position)
    assert "half a cell" not in said(begun("classic").game.position)


def test_obstacles_and_walls_are_named() -> None:
    position = begun("obstacles").game.position
    text = said(position)
    assert "# is an obstacle." in text
    assert sum(row.count("#") for row in rows(text)) == 18
    assert len(re.findall(r"\d+/\d+–\d+/\d+", text)) == 20
    (x, y), _ = position.board.topology.walls[0]
    assert f" {x + 1}/{y + 1}–" in text


def test_values_and_pots_stand_behind_free_cells() -> None:
    text = said(begun("paints").game.position)
    shown = "".join(rows(text))
    assert (shown.count("3"), shown.count("5"), shown.count("*")) == (12, 4, 8)
    assert "A digit behind a letter" in text
    assert "* behind a letter is a paint pot." in text
    later = "".join(rows(said(played(begun("paints"), 30).game.position)))
    assert later.count("*") < 8


@pytest.mark.parametrize("tiling", list(Tiling))
def test_ragged_boards_with_everything_on_them_can_be_told(tiling: Tiling) -> None:
    text = said(ragged(tiling))
    assert "".join(rows(text)).count("#") == 3


def test_two_areas_of_one_colour_are_told_apart() -> None:
    position = played(begun("four"), 20).game.position
    held = (position.held[0], position.held[1], position.held[0], position.held[3])
    text = said(replace(position, held=held))
    assert "1 fox" in text
    assert "3 lynx" in text
    shown = "".join(rows(text))
    assert shown.count("1") == position.owner.count(0)
    assert shown.count("3") == position.owner.count(2)
