"""How a game ends, what it gives, and what stands above the board."""

from fractions import Fraction

import pytest

from fillerbot.engine.board import Seat, Side
from fillerbot.engine.game import SideStatus, moves_until_stall, result, status, winning_count
from fillerbot.engine.position import Ending, Position
from tests.engine.boards import opening, picture, play, rows

OPEN = """
     3  1  2  3 b4
     2  2  1  4  1
     1  2  3  2  2
     2  3  1  3  1
    a5  1  3  1  2
"""
IDLE = [6, 5, 3, 4] * 4
"""Sixteen legal moves on that board which capture nothing."""

CUT_OFF = """
     4  1  5 b6
     5  1  3  2
     2  1  5  4
    a3  1  4  {corner}
"""
HALF, ONE, NOTHING = Fraction(1, 2), Fraction(1), Fraction(0)


def test_a_game_is_decided_when_one_side_has_more_than_half() -> None:
    # An obstacle in the corner leaves 15 cells, of which a's 8 are more than half.
    after = play(opening(CUT_OFF.format(corner="#")), 1)
    assert (after.counts, after.best, after.ending) == ((8, 1), (14, 7), Ending.DECIDED)
    outcome = result(after)
    assert outcome
    assert (outcome.winners, outcome.points, outcome.counts) == ((0,), (ONE, NOTHING), (8, 1))


def test_exactly_half_decides_nothing() -> None:
    after = play(opening(CUT_OFF.format(corner="3")), 1)
    assert (after.counts, after.best, after.ending) == ((8, 1), (15, 8), None)
    assert result(after) is None


def test_a_game_can_be_decided_before_the_first_move() -> None:
    assert opening("a1 1 1 2 b3").ending is Ending.DECIDED


def test_a_game_is_full_when_no_free_cell_is_left_even_if_it_is_decided_too() -> None:
    after = play(opening("a1 2 b3"), 2)
    assert (after.counts, after.ending) == ((2, 1), Ending.FULL)


def test_equal_counts_are_a_draw() -> None:
    after = play(opening("a1 2 \n 3 b4"), 2, 3)
    assert picture(after) == rows("a a \n b b")
    outcome = result(after)
    assert outcome
    assert (outcome.ending, outcome.winners, outcome.points) == (Ending.FULL, (0, 1), (HALF, HALF))


def test_a_game_is_stalled_after_sixteen_moves_without_capture() -> None:
    before = play(opening(OPEN), *IDLE[:15])
    assert before.ending is None
    after = play(before, IDLE[15])
    assert after.ending is Ending.STALLED
    outcome = result(after)
    assert outcome
    assert (outcome.winners, outcome.counts) == ((0, 1), (1, 1))


def test_the_larger_count_wins_a_stalled_game() -> None:
    # a takes the 2 above his corner; the moves that follow are again without capture.
    after = play(opening(OPEN), 2, *[5, 6, 4, 2] * 4)
    assert after.counts == (2, 1)
    assert after.ending is Ending.STALLED
    outcome = result(after)
    assert outcome
    assert outcome.winners == (0,)


@pytest.mark.parametrize(("moves", "left"), [(0, None), (7, None), (8, 8), (9, 7), (15, 1)])
def test_stalling_is_warned_of_from_half_way_on(moves: int, left: int | None) -> None:
    assert moves_until_stall(play(opening(OPEN), *IDLE[:moves])) == left


def test_a_capture_lets_the_moves_until_stalling_count_from_the_beginning() -> None:
    # Ten idle moves, a capture, and it takes sixteen more.
    after = play(opening(OPEN), *IDLE[:10], 2)
    assert after.idle == (0, 0)
    assert moves_until_stall(after) is None


def test_cells_that_no_side_can_reach_count_for_nobody_and_are_not_in_the_total() -> None:
    drawing = """
        a1  3  #  5
         2  4  #  #
         5  3  2 b6
    """
    position = opening(drawing)
    assert position.board.total == 8
    assert winning_count(position, Side(0)) == 5
    after = play(position, 3, 2, 4, 5, 2, 4, 3)
    assert (after.counts, after.ending) == ((6, 2), Ending.FULL)
    assert picture(after) == rows("a a # - \n a a # # \n a a b b")
    conceded = position.withdraw(Seat(1), Ending.CONCEDED)
    outcome = result(conceded)
    assert outcome
    assert outcome.counts == (7, 1)


def test_a_conceder_keeps_what_he_holds_and_every_free_cell_counts_for_the_opponent() -> None:
    position = play(opening(OPEN), 2, 3)
    after = position.withdraw(Seat(0), Ending.CONCEDED)
    assert (after.owner, after.best) == (position.owner, (2, 25 - 2))
    outcome = result(after)
    assert outcome
    assert (outcome.winners, outcome.points, outcome.counts) == ((1,), (NOTHING, ONE), (2, 23))


def test_when_one_of_a_pair_concedes_the_free_cells_count_for_the_lower_seat_of_the_other() -> None:
    drawing = """
        b2  6  5  6 c3
         5  6  5  6  5
         6  5  6  5  6
         5  6  5  6  5
        a1  6  5  6 d4
    """
    outcome = result(opening(drawing, pairs=True).withdraw(Seat(2), Ending.CONCEDED))
    assert outcome
    assert (outcome.winners, outcome.counts) == ((1, 3), (1, 22, 1, 1))


@pytest.mark.parametrize(
    ("position", "total", "wins"),
    [(opening(OPEN), 25, 13), (opening(CUT_OFF.format(corner="3")), 16, 9)],
    ids=["odd", "even"],
)
def test_half_of_the_total_rounded_down_and_one_more_wins(position: Position, total: int, wins: int) -> None:
    assert position.board.total == total
    assert [winning_count(position, Side(side)) for side in (0, 1)] == [wins, wins]


def test_above_the_board_stand_the_distance_from_the_equator_and_the_lead() -> None:
    assert status(play(opening(OPEN), 2)) == (SideStatus(2, 11, 1), SideStatus(1, 12, -1))
    assert status(opening(OPEN)) == (SideStatus(1, 12, 0), SideStatus(1, 12, 0))


def test_four_players_need_one_more_than_the_largest_best_of_the_others_if_that_is_less_than_half() -> None:
    drawing = """
        a1  5 b2  5 c3
         1  1  2  6  6
         6  5  2  5 d4
    """
    after = opening(drawing).withdraw(Seat(1), Ending.CONCEDED)
    assert (after.counts[0], after.best[0], after.best[2:]) == (6, 6, (5, 5))
    assert [winning_count(after, Side(side)) for side in (0, 2, 3)] == [6, 7, 7]
    assert after.ending is Ending.DECIDED


def test_with_four_the_leaders_lead_is_over_the_second_and_the_deficit_of_the_others_to_the_leader() -> None:
    drawing = """
        a1  5 b2  5 c3
         1  1  2  6  6
         6  5  2  5 d4
    """
    after = play(opening(drawing), 5)
    assert after.counts == (6, 3, 1, 1)
    assert [side.lead for side in status(after)] == [3, -3, -5, -5]


def test_valuable_cells_count_their_value_in_everything_that_speaks_of_cells() -> None:
    position = opening("a1 2 5 3 b4", values=[[1, 0, 5], [4, 0, 3]])
    assert (position.board.total, position.counts, position.best) == (11, (1, 3), (8, 10))
    assert winning_count(position, Side(0)) == 6
    after = play(position, 2)
    assert (after.counts, after.ending) == ((6, 3), Ending.DECIDED)


def test_a_paint_pot_tips_over_all_its_free_neighbours_and_the_flood_goes_on() -> None:
    drawing = """
         4  6  5  3
        a1  2  6  5
         3  4  2  1
         5  1  3 b6
    """
    assert picture(play(opening(drawing), 2)) == rows("- - - - \n a a - - \n - - - - \n - - - b")
    # 6, 6 and 4 around the pot take the colour, the 2 beside them joins, and the 4 in the corner is cut off.
    after = play(opening(drawing, pots=[[1, 1]]), 2)
    assert picture(after) == rows("a a - - \n a a a - \n - a a - \n - - - b")
