from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from fillerbot.engine.board import Colour
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell
from fillerbot.render import PALETTE, Symbols, board_png, emoji_png, preview_png
from fillerbot.render.header import HEIGHT
from fillerbot.render.symbols import mask
from fillerbot.render.tiles import Edge, Face, tile
from tests.render.pictures import after, columns, decode, draw, entries, game, ragged, takes

SIDES = {"quick": 84, "classic": 44}
AROUND = {
    (0, -1): Edge.TOP,
    (1, 0): Edge.RIGHT,
    (0, 1): Edge.BOTTOM,
    (-1, 0): Edge.LEFT,
    (1, -1): Edge.TOP_RIGHT,
    (1, 1): Edge.BOTTOM_RIGHT,
    (-1, 1): Edge.BOTTOM_LEFT,
    (-1, -1): Edge.TOP_LEFT,
}


def literal_face(position: Position, cell: Cell, gained: list[Cell]) -> Face:
    """What a cell shows, told cell by cell from the words of the look."""
    board = position.board
    topology, owner = board.topology, position.owner[cell]
    badge = next((seat + 1 for seat, cells in enumerate(board.starts) if cell in cells), 0)
    if owner == FREE:
        return Face(board.colours[cell], None, badge, ring=cell in gained)
    x, y = topology.points[cell]
    ends = Edge.NONE
    for (right, down), edge in AROUND.items():
        beside = [(x + right, y)] * bool(right) + [(x, y + down)] * bool(down)
        straight = not (right and down)
        inner = all(
            point in topology.index and position.owner[topology.index[point]] == owner for point in beside
        )
        other = topology.index.get((x + right, y + down))
        # An area's corner shows in a cell of its own only if the cells on both sides belong to the area.
        if (straight or inner) and (other is None or position.owner[other] != owner):
            ends |= edge
    return Face(position.held[owner], int(ends), badge, ring=cell in gained, faint=True)


@pytest.mark.parametrize("key", SIDES)
def test_the_board_is_its_tiles_pasted_cell_by_cell(key: str) -> None:
    side = SIDES[key]
    for seed in range(3):
        for position, gained in list(game(key, seed))[::7]:
            topology = position.board.topology
            board = np.zeros((len(topology.widths) * side, topology.widths[0] * side), np.uint8)
            for number, (x, y) in enumerate(topology.points):
                face = literal_face(position, Cell(number), gained)
                board[y * side : (y + 1) * side, x * side : (x + 1) * side] = tile(side, face, Symbols.NORMAL)
            drawn = entries(draw(position, gained))
            left = (drawn.shape[1] - board.shape[1]) // 2
            assert np.array_equal(drawn[HEIGHT : HEIGHT + len(board), left : left + board.shape[1]], board)


@pytest.mark.parametrize(("key", "limit"), [("quick", 20), ("classic", 16)])
def test_pictures_are_small_and_twice_the_width_shown(key: str, limit: int) -> None:
    for seed in range(4):
        for position, gained in list(game(key, seed, greedy=True))[::3]:
            picture = draw(position, gained)
            assert len(picture) <= limit * 1024
            assert Image.open(BytesIO(picture)).width == 694


def test_eight_threads_draw_equal_bytes() -> None:
    position, gained = after("classic", 1, 20)
    tile.cache_clear()
    mask.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        pictures = list(pool.map(lambda _: draw(position, gained), range(32)))
    assert len(set(pictures)) == 1


def test_only_the_corners_are_transparent() -> None:
    opacity = decode(draw(*after("quick", 1, 5)))[..., 3]
    corners = [opacity[0, 0], opacity[0, -1], opacity[-1, 0], opacity[-1, -1]]
    assert corners == [0, 0, 0, 0]
    assert (opacity[16:-16] == 255).all()
    assert (opacity[:, 16:-16] == 255).all()


def test_an_area_has_no_gaps() -> None:
    position, _ = after("quick", 1, 12)
    picture = decode(board_png(position, columns=(), middle="", symbols=Symbols.OFF))
    topology, side = position.board.topology, SIDES["quick"]
    left, top = (694 - 8 * side) // 2, 9
    found = 0
    for number, (x, y) in enumerate(topology.points):
        owner = position.owner[number]
        beside = topology.index.get((x + 1, y))
        if owner == FREE or beside is None or position.owner[beside] != owner:
            continue
        if number in position.board.starts[owner]:
            continue  # its badge is in the way
        row, column = top + y * side + side // 2, left + x * side + side // 2
        code = bytes.fromhex(PALETTE[position.held[owner] - 1].hex[1:])
        # From the middle of the cell across the seam into the next one.
        assert (picture[row, column : column + side * 5 // 8, :3] == np.frombuffer(code, np.uint8)).all()
        found += 1
    assert found > 3


@pytest.mark.parametrize("shape", [columns(after("quick", 1, 0)[0])[:1], columns(after("quick", 1, 0)[0])])
def test_no_header_is_made_up_for_other_numbers_of_seats(shape: list[object]) -> None:
    position = ragged() if len(shape) == 2 else after("quick", 1, 0)[0]
    with pytest.raises(ValueError, match="two seats"):
        board_png(position, columns=shape, middle="")  # type: ignore[arg-type]


@pytest.mark.parametrize("key", SIDES)
def test_a_sheet_of_previews_is_no_wider_than_it_is_shown(key: str) -> None:
    position, _ = after(key, 1, 6)
    options = takes(position)
    for count in range(1, len(options) + 1):
        picture = preview_png(position, takes=options[:count], labels=["+7"] * count)
        wide, high = Image.open(BytesIO(picture)).size
        assert wide <= 1100
        assert wide / high <= 11 / 7 + 0.01


def test_a_preview_dims_what_is_not_taken() -> None:
    position, _ = after("quick", 1, 6)
    colour, cells = max(takes(position), key=lambda take: len(take[1]))
    bright = decode(preview_png(position, takes=[(colour, cells)], labels=["+7"]))[..., :3]
    plain = decode(preview_png(position, takes=[(colour, [])], labels=["+7"]))[..., :3]
    code = np.frombuffer(bytes.fromhex(PALETTE[colour - 1].hex[1:]), np.uint8)
    lit, dark = ((picture == code).all(axis=2).sum() for picture in (bright, plain))
    assert lit > dark + 100 * len(cells)


def test_a_preview_needs_a_label_for_each_colour() -> None:
    position, _ = after("quick", 1, 0)
    with pytest.raises(ValueError, match="label"):
        preview_png(position, takes=takes(position), labels=[])


@pytest.mark.parametrize("colour", range(1, 10))
def test_emojis_are_what_discord_takes(colour: int) -> None:
    picture = emoji_png(Colour(colour))
    image = Image.open(BytesIO(picture))
    assert (image.size, image.mode) == ((128, 128), "RGBA")
    assert len(picture) < 8 * 1024  # Discord's limit is 256 KiB
    assert decode(picture)[0, 0, 3] == 0
