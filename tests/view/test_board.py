"""What a board says above its picture."""

import pytest

from tests.view.matches import begun, board, played


@pytest.mark.parametrize(("moves", "said"), [(0, True), (1, True), (2, False)])
def test_until_somebody_has_moved_his_clock_says_that_it_waits_for_his_first_move(
    moves: int, *, said: bool
) -> None:
    for language, words in (("en", "first move <t:"), ("de", "erster Zug <t:")):
        lines = board(played(begun("quick"), moves), language).lines()
        assert [words in line for line in lines] == [said and line.startswith("▶") for line in lines]


def test_a_pairs_sum_stands_apart_from_the_last_name() -> None:
    assert board(played(begun("pairs"), 6)).lines()[0].startswith("fox and lynx: **")
