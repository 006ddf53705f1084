from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from fillerbot.engine.board import Colour
from fillerbot.engine.position import FREE
from fillerbot.engine.topology import rectangle
from fillerbot.figures import Symbols
from fillerbot.render import PALETTE, board_png, emoji_png, preview_png
from fillerbot.render.grid import grid
from fillerbot.render.symbols import mask
from fillerbot.render.tiles import tiles
from tests.render.pictures import KINDS, after, columns, decode, draw, game, takes

LIMITS = dict.fromkeys(KINDS, 20) | {"classic": 16, "vinco": 30, "diamonds": 30}
"""Kilobytes."""


@pytest.mark.parametrize("key", KINDS)
def test_pictures_are_small_and_twice_the_width_shown(key: str) -> None:
    for seed in range(2):
        positions = list(game(key, seed, greedy=True))
        for position, gained in positions[:: max(1, len(positions) // 6)]:
            picture = draw(position, gained)
            assert len(picture) <= LIMITS[key] * 1024
            assert Image.open(BytesIO(picture)).width == 694


@pytest.mark.parametrize("key", ["classic", "hexagons", "diamonds", "obstacles", "paints", "pairs"])
def test_eight_threads_draw_equal_bytes(key: str) -> None:
    position, gained = after(key, 1, 20)
    grid.cache_clear()
    tiles.cache_clear()
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
    topology, side = position.board.topology, 84
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


@pytest.mark.parametrize("count", [1, 3])
def test_a_header_has_a_column_for_each_seat(count: int) -> None:
    position, _ = after("four", 1, 0)
    with pytest.raises(ValueError, match="each seat"):
        board_png(position, columns=columns(position)[:count], middle="")


def test_a_board_too_large_to_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        grid(rectangle(200, 2), (694, 694), 96)


@pytest.mark.parametrize("key", KINDS)
def test_a_sheet_of_previews_is_no_wider_than_it_is_shown(key: str) -> None:
    position, _ = after(key, 1, 6)
    options = takes(position)
    for count in range(1, len(options) + 1):
        picture = preview_png(position, takes=options[:count], labels=["+7"] * count)
        wide, high = Image.open(BytesIO(picture)).size
        assert wide <= 1100
        assert wide / high <= 11 / 7 + 0.01


@pytest.mark.parametrize("key", ["quick", "hexagons", "diamonds"])
def test_a_preview_dims_what_is_not_taken(key: str) -> None:
    position, _ = after(key, 1, 6)
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
