"""Pictures as they were when somebody last looked at them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from fillerbot.engine.board import Colour
from fillerbot.engine.topology import Tiling
from fillerbot.render import PALETTE, Symbols, board_png, emoji_png, preview_png
from tests.render.pictures import KINDS, after, columns, decode, draw, ragged, takes, white_held

PREVIEWS = ("quick", "classic", "hexagons", "diamonds", "obstacles", "paints")
GOLDEN = Path(__file__).parent / "golden"


def _symbols(symbols: Symbols) -> bytes:
    position, gained = after("quick", 3, 9)
    texts = columns(position)
    return board_png(position, columns=texts, middle="29 to win", gained=gained, symbols=symbols)


def _middle(key: str) -> bytes:
    return draw(*after(key, 1, 28))


def _ragged(tiling: Tiling) -> bytes:
    return board_png(ragged(tiling), columns=(), middle="")


def _preview(key: str, moves: int) -> bytes:
    position, _ = after(key, 1, moves)
    labels = [f"+{position.gain(colour)}" for colour in position.legal()]
    return preview_png(position, takes=takes(position), labels=labels)


PICTURES: dict[str, Callable[[], bytes]] = {
    "quick": lambda: _symbols(Symbols.NORMAL),
    "quick-off": lambda: _symbols(Symbols.OFF),
    "quick-large": lambda: _symbols(Symbols.LARGE),
    "quick-start": lambda: draw(*after("quick", 2, 0)),
    "classic-end": lambda: draw(*after("classic", 4, 999)),
    "classic-white": lambda: draw(*white_held()),
    **{key: partial(_middle, key) for key in KINDS if key != "quick"},
    **{f"ragged-{tiling}": partial(_ragged, tiling) for tiling in Tiling},
    **{f"preview-{key}": partial(_preview, key, 12) for key in PREVIEWS},
    **{f"emoji-{paint.key}": partial(emoji_png, Colour(n)) for n, paint in enumerate(PALETTE, 1)},
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str) -> None:
    picture, path = PICTURES[name](), GOLDEN / f"{name}.png"
    if os.environ.get("REGENERATE"):
        path.write_bytes(picture)
    same = path.exists() and np.array_equal(decode(picture), decode(path.read_bytes()))
    assert same, (
        f"{path.name} has changed. If it is meant to: REGENERATE=1 pytest tests/render, and look at the diff"
    )


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
