"""The move: what joins, which colours may be chosen, and whose a cut-off region is."""

import pytest

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.position import Ending, IllegalMoveError, Reason
from fillerbot.engine.record import BadRecordError
from tests.engine.boards import board, opening, picture, play, rows

OPEN = """
     3  1  2  3 b4
     2  2  1  4  1
     1  2  3  2  2
     2  3  1  3  1
    a5  1  3  1  2
"""

FOUR = """
    b2  6  5  6 c3
     5  6  5  6  5
     6  5  6  5  6
     5  6  5  6  5
    a1  6  5  6 d4
"""

CUT_OFF = """
     4  1  5 b6
     5  1  3  2
     2  1  5  4
    a3  1  4  3
"""


def test_an_area_at_the_start_is_everything_of_its_colour_connected_to_its_start_cells() -> None:
    drawing = """
         1  2  4 b4
         3  5  1  4
         5  5  2  1
        a5  3  4  2
    """
    assert picture(opening(drawing)) == rows("""
        - - b b
        - a - b
        a a - -
        a - - -
    """)


def test_every_free_cell_of_the_colour_next_to_the_area_joins_then_those_next_to_them_and_so_on() -> None:
    drawing = """
         3  1  6  3 b4
         1  2  2  1  1
         2  2  1  2  2
         2  3  1  3  1
        a5  1  3  1  2
    """
    after = play(opening(drawing), 2)
    assert picture(after) == rows("""
        - - - - b
        - a a - -
        a a - - -
        a - - - -
        a - - - -
    """)
    assert (after.held, after.counts, after.turn) == ((2, 4), (6, 1), 1)


def test_cells_touch_by_their_edges_and_never_by_their_corners() -> None:
    assert picture(play(opening(OPEN), 2)) == rows("""
        - - - - b
        - - - - -
        - - - - -
        a - - - -
        a - - - -
    """)


def test_cells_behind_a_wall_do_not_join() -> None:
    drawing = """
         4  2  1 b3
        a5  2  2  1
    """
    assert picture(play(opening(drawing), 2)) == rows("a a - b \n a a a -")
    walled = opening(drawing, walls=[[[1, 1], [2, 1]], [[1, 0], [1, 1]]])
    assert picture(play(walled, 2)) == rows("- - - b \n a a - -")


def test_owned_cells_never_change_hands() -> None:
    drawing = """
         5  1  2 b4
         2  5  1  5
        a3  1  2  6
    """
    before = play(opening(drawing), 6, 2, 1, 5, 2, 3, 1, 6)
    expected = rows("""
        - - b b
        a - a b
        a a a b
    """)
    assert picture(before) == expected
    # The 2 in the top row has been b's for long, whose area is of colour 6 now.
    assert before.gain(Colour(2)) == 0
    assert picture(play(before, 2)) == expected


def test_a_move_that_captures_nothing_is_legal() -> None:
    position = opening(OPEN)
    after = play(position, 6)
    assert picture(after) == picture(position)
    assert (after.held, after.counts, after.turn) == ((6, 4), (1, 1), 1)


@pytest.mark.parametrize(
    ("colour", "reason"),
    [
        (5, Reason.OWN_COLOUR),
        (4, Reason.HELD_BY_OPPONENT),
        (0, Reason.NO_SUCH_COLOUR),
        (7, Reason.NO_SUCH_COLOUR),
        (-1, Reason.NO_SUCH_COLOUR),
        *((free, None) for free in (1, 2, 3, 6)),
    ],
)
def test_a_move_is_the_choice_of_a_colour_that_no_active_player_holds(
    colour: int, reason: Reason | None
) -> None:
    position = opening(OPEN)
    assert position.objection(colour) == reason
    assert (colour in position.legal()) == (reason is None)
    if reason:
        with pytest.raises(IllegalMoveError) as refused:
            play(position, colour)
        assert refused.value.reason == reason


def test_a_colour_that_the_opponent_has_given_up_may_be_chosen() -> None:
    after = play(opening(OPEN), 2)
    assert after.objection(5) is None
    assert after.objection(2) is Reason.HELD_BY_OPPONENT


def test_with_four_players_the_colours_of_all_are_forbidden() -> None:
    position = opening(FOUR, palette=7)
    expected = [Reason.OWN_COLOUR, *[Reason.HELD_BY_OPPONENT] * 3, None, None, None]
    assert [position.objection(colour) for colour in range(1, 8)] == expected


def test_the_partners_colour_is_forbidden_too() -> None:
    position = opening(FOUR, palette=7, pairs=True)
    expected = [Reason.OWN_COLOUR, Reason.HELD_BY_OPPONENT, Reason.HELD_BY_PARTNER, Reason.HELD_BY_OPPONENT]
    assert [position.objection(colour) for colour in range(1, 5)] == expected


def test_nothing_may_be_chosen_once_the_game_is_over() -> None:
    over = opening(OPEN).withdraw(Seat(0), Ending.CONCEDED)
    assert {over.objection(colour) for colour in range(8)} == {Reason.GAME_OVER}
    assert over.legal() == ()


def test_a_region_that_touches_the_areas_of_one_side_only_is_that_sides_at_once() -> None:
    after = play(opening(CUT_OFF), 1)
    assert picture(after) == rows("""
        a a - b
        a a - -
        a a - -
        a a - -
    """)
    assert after.counts == (8, 1)


def test_what_a_colour_gains_includes_own_regions() -> None:
    position = opening(CUT_OFF)
    assert position.gain(Colour(1)) == 7
    captured = sorted(position.board.topology.points[cell] for cell in position.captures(Colour(1)))
    assert captured == [(1, 0), (1, 1), (1, 2), (1, 3)]


def test_cells_of_an_own_region_have_the_colour_of_the_area_and_do_not_flood() -> None:
    # The 5 in the cut-off region is a's with the 1s; the 5 across the wall is not drawn in by it.
    after = play(opening(CUT_OFF), 1, 4)
    assert after.owner[after.board.topology.index[2, 0]] == -1
    assert after.gain(Colour(5)) == 2


def test_at_the_very_start_own_regions_are_awarded_once_before_the_first_move() -> None:
    drawing = """
         4 a6  5 b1
         6  6  3  2
         2  3  5  4
         5  2  1  3
    """
    position = opening(drawing)
    assert picture(position) == rows("""
        a a - b
        a a - -
        - - - -
        - - - -
    """)
    assert position.counts == (4, 1)


def test_if_both_partners_touch_a_region_at_the_start_the_lower_seat_has_it() -> None:
    drawing = """
        a1  5 c3  6 b2
         1  1  3  6  5
         6  5  6  5 d4
    """
    assert picture(opening(drawing, pairs=True)) == rows("""
        a a c - b
        a a c - -
        - - - - d
    """)


def test_a_region_touching_only_one_pair_goes_to_the_partner_who_has_just_moved() -> None:
    drawing = """
        a1  5  6 c3 b2
         1  1  6  5  5
         5  6  6  5 d4
    """
    assert picture(play(opening(drawing, palette=8, pairs=True), 7, 8, 6)) == rows("""
        a c c c b
        a a c - -
        c c c - d
    """)


def test_who_concedes_among_four_blocks_and_what_he_kept_from_others_is_theirs_at_once() -> None:
    drawing = """
        a1  5 b2  5 c3
         1  1  2  6  6
         6  5  2  5 d4
    """
    after = opening(drawing).withdraw(Seat(1), Ending.CONCEDED)
    assert picture(after) == rows("""
        a a b - c
        a a b - -
        a a b - d
    """)
    # a can take nothing any more and is skipped.
    assert after.turn == 2


def test_the_colour_of_a_player_who_takes_no_further_part_is_no_longer_forbidden() -> None:
    after = opening(FOUR, palette=7).withdraw(Seat(1), Ending.CONCEDED)
    assert after.objection(2) is None
    assert after.objection(3) is Reason.HELD_BY_OPPONENT


@pytest.mark.parametrize(
    ("drawing", "palette", "path"),
    [
        ("a1 1 b1 \n 2 3 4", 5, "board.starts[1]"),
        ("a1 a2 3 b4 \n 2 3 4 5", 5, "board.starts[0]"),
        ("a1 2 b2 \n 2 1 1", 2, "board.colours"),
        ("a1 b2 3 \n c3 d4 1", 4, "board.colours"),
    ],
    ids=[
        "areas-that-meet",
        "start-cells-of-two-colours",
        "as-many-colours-as-seats",
        "four-colours-for-four",
    ],
)
def test_boards_that_nobody_can_play_on_are_refused(drawing: str, palette: int, path: str) -> None:
    with pytest.raises(BadRecordError) as refused:
        board(drawing, palette=palette)
    assert refused.value.path == path
