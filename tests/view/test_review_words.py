"""A review in words."""

import pytest

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.standings import Player
from fillerbot.review import Judged, Review
from fillerbot.texts import texts_of
from fillerbot.view.review import review
from tests.view.matches import begun, live, played


def told(margin: int, kept: int, language: str) -> tuple[str, str]:
    """What stands above and below the picture if the first of two known moves cost something."""
    place = (Seat(0), Player(0), Colour(1), Colour(2))
    first = Judged(1, 1, *place, margin, kept, exact=True, kept_exact=True)
    third = Judged(1, 3, *place, kept, kept, exact=True, kept_exact=True)
    at = live(played(begun("quick", length=1)))
    above, _, below = review(at, Review((first, third)), texts_of(language)).blocks
    assert isinstance(above, str)
    assert isinstance(below, str)
    return above, below


def test_cells_per_move_have_the_comma_of_the_readers_language() -> None:
    assert "**fox: 42 %** accurate, 2.5 lost per move" in told(6, 1, "en")[0]
    assert "**fox: 42 %** genau, 2,5 verloren pro Zug" in told(6, 1, "de")[0]


@pytest.mark.parametrize(
    ("margin", "kept", "words"),
    [
        (6, 1, "With best play still won."),
        (-2, -7, "With best play lost already."),
        (6, 0, "With best play won before, a draw after it."),
        (6, -1, "With best play won before, lost after it."),
        (0, -1, "With best play a draw before, lost after it."),
    ],
)
def test_what_a_move_made_of_the_result_is_said_once(margin: int, kept: int, words: str) -> None:
    line = next(line for line in told(margin, kept, "en")[1].splitlines() if "took" in line)
    assert line.endswith(f". {words}")
