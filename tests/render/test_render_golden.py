"""Pictures as they were when somebody last looked at them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from fillerbot.engine.board import Colour
from fillerbot.engine.topology import Tiling
from fillerbot.engine.variants import VARIANTS
from fillerbot.figures import Card, Curves, Entry, Line, Symbols, Turn
from fillerbot.render import (
    PALETTE,
    board_png,
    card_png,
    emoji_png,
    outline_png,
    preview_png,
    review_png,
)
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


def _card(key: str, names: Sequence[tuple[str, tuple[int, ...]]], games: int) -> bytes:
    """A card on which the last side has no name that can be written, and the first one has won."""
    lines = tuple(
        Line(
            name,
            (Entry(seats, "1", "113"), Entry(tuple(reversed(seats)), "½", "60"))[:games],
            *(("1½", "173") if games > 1 else ("", "")),
            won=number == 0,
            notes=("1500 → 1512 (?)",) * len(seats) if number == 0 else (),
        )
        for number, (name, seats) in enumerate(names)
    )
    positions = [after(key, seed, 999)[0] for seed in range(1, games + 1)]
    heads = ("Game 1", "Game 2", "Match") if games > 1 else ("",)
    return card_png(positions, Card("Ada wins 1½–½", "about the board", heads, lines))


def _outline(key: str) -> bytes:
    return outline_png(VARIANTS[key].topology, VARIANTS[key].starts)


def _review(key: str, games: int) -> bytes:
    """A review with as many turns as games, some of which is known exactly."""
    seats = 4 if key == "four" else 1
    lines = tuple(
        tuple((move, (move * (7 + seat)) % 23 - 9 + seat, move > 12) for move in range(25))
        for seat in range(seats)
    )
    position, _ = after(key, 1, 9)
    turns = [Turn(position, f"Game {n} · 9", Colour(n), Colour(4), "−8") for n in range(1, games + 1)]
    chart = Curves("Game 1", "① Ada ② Зоя", lines, ((1, 3, lines[0][3][1]),))
    return review_png([chart] * games, turns, palette=position.board.palette)


CARDS: dict[str, tuple[str, list[tuple[str, tuple[int, ...]]], int]] = {
    "card-classic": ("classic", [("Ada", (0,)), ("日本", (1,))], 2),
    "card-quick-one-game": ("quick", [("Ada", (0,)), ("W" * 32, (1,))], 1),
    "card-pairs": ("pairs", [("Ada & Jürgen", (0, 2)), ("Борис & Зоя", (1, 3))], 2),
    "card-four": ("four", [(name, (seat,)) for seat, name in enumerate("ABCD")], 2),
    "card-vinco": ("vinco", [("Ada", (0,)), ("Зоя", (1,))], 2),
}

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
    **{f"outline-{key}": partial(_outline, key) for key in ("quick", "hexagons", "diamonds", "three-starts")},
    **{name: partial(_card, *values) for name, values in CARDS.items()},
    "review-quick": lambda: _review("quick", 2),
    "review-four": lambda: _review("four", 1),
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
