"""The picture of a review."""

import pytest

from fillerbot.engine.board import Colour
from fillerbot.figures import Curves, Turn
from fillerbot.render import review_png
from tests.render.pictures import KINDS, after, decode

LINE = tuple((move, (move * 7) % 23 - 9, move > 12) for move in range(25))


def turn(key: str) -> Turn:
    return Turn(after(key, 1, 9)[0], "Game 1 · 9", Colour(1), Colour(2), "−8")


@pytest.mark.parametrize("key", KINDS)
def test_every_board_has_a_review_with_a_chart_for_each_game(key: str) -> None:
    lines = (LINE,) * (4 if key == "four" else 1)
    chart = Curves("Game 1", "① Ada ② Зоя", lines, ((1, 3, 12), (2, 24, -5)))
    palette = after(key, 1, 9)[0].board.palette
    one = decode(review_png([chart], [turn(key)] * 3, palette=palette))
    two = decode(review_png([chart, chart], [turn(key)], palette=palette))
    assert one.shape[1] == two.shape[1] == 694
    assert two.shape[0] > one.shape[0] > 250


def test_a_game_of_which_nothing_is_known_and_no_move_that_cost_anything() -> None:
    assert decode(review_png([Curves("Game 1", "", ((),))], [], palette=6)).shape[1] == 694
    with pytest.raises(ValueError, match="chart"):
        review_png([], [], palette=6)
