"""The match: two games with the corners swapped, and every way to end it."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from fillerbot.engine.board import Seat
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing, RematchWanted
from fillerbot.engine.match import Match, Phase, Refusal, RefusedError
from fillerbot.engine.position import Ending
from fillerbot.engine.record import Withdrawal
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from tests.engine.boards import board
from tests.engine.matches import (
    ANN,
    BEN,
    EVEN,
    WIDE,
    accepted,
    both_ready,
    challenged,
    closed,
    conceded,
    moved,
    readied,
)

Numbers = tuple[str, ...] | None
Summary = tuple[Numbers, tuple[int, ...] | None, tuple[tuple[int, ...], ...], Numbers]


def written(numbers: Iterable[Fraction] | None) -> tuple[str, ...] | None:
    return None if numbers is None else tuple(map(str, numbers))


def summary(match: Match) -> Summary:
    """Points, totals, ranking and score of a match that is over."""
    standings = match.standings()
    assert standings
    return written(standings.points), standings.totals, standings.ranking, written(standings.score)


@pytest.mark.parametrize("seats", [(ANN, BEN), (BEN, ANN)])
def test_seat_1_moves_first_and_in_the_second_game_the_seats_are_swapped(seats: tuple[Player, ...]) -> None:
    match = accepted(seats=seats)
    assert (match.phase, match.game.seats, match.game.to_move) == (Phase.PLAYING, seats, seats[0])
    match = moved(match, 2, 3, 5)
    assert match.phase is Phase.BETWEEN
    first = match.game.position
    match = both_ready(match)
    assert (match.phase, match.game.seats, match.game.to_move) == (Phase.PLAYING, seats[::-1], seats[1])
    # The very same board, from its beginning.
    assert match.game.position.board is first.board
    assert match.game.position.counts == (1, 1)
    assert (match.moves, match.moves_before_game) == (3, 3)


def test_the_next_game_begins_only_when_both_players_are_ready() -> None:
    between = moved(accepted(), 2, 3, 5)
    one = step(between, readied(BEN))
    assert (one.phase, one.ready, len(one.games)) == (Phase.BETWEEN, frozenset({BEN}), 1)
    both = step(one, readied(ANN))
    assert (both.phase, both.ready, len(both.games)) == (Phase.PLAYING, frozenset(), 2)


def test_2_to_0_wins_the_match() -> None:
    # Ben wastes the first move of his game.
    match = moved(both_ready(moved(accepted(), 2, 3, 5)), 6, 3, 2, 5)
    assert (match.phase, match.closing) == (Phase.OVER, Closing.PLAYED)
    assert summary(match) == (("2", "0"), (6, 4), ((0,), (1,)), ("1", "0"))


def test_one_and_a_half_to_a_half_wins_the_match() -> None:
    match = moved(both_ready(moved(accepted(EVEN), 2, 3)), 5, 3, 6, 2)
    assert summary(match) == (("3/2", "1/2"), (5, 3), ((0,), (1,)), ("1", "0"))


def test_at_1_to_1_with_equal_totals_the_match_is_drawn() -> None:
    match = moved(both_ready(moved(accepted(), 2, 3, 5)), 2, 3, 5)
    assert summary(match) == (("1", "1"), (5, 5), ((0, 1),), ("1/2", "1/2"))


def test_two_drawn_games_are_a_drawn_match() -> None:
    match = moved(both_ready(moved(accepted(EVEN), 2, 3)), 2, 3)
    assert summary(match) == (("1", "1"), (4, 4), ((0, 1),), ("1/2", "1/2"))


def test_at_1_to_1_the_larger_count_over_both_games_wins_so_that_conceding_game_two_at_once_loses() -> None:
    match = step(both_ready(moved(accepted(), 2, 3, 5)), conceded(ANN))
    assert (match.phase, match.closing) == (Phase.OVER, Closing.PLAYED)
    # Ann has 3 and 1, Ben 2 and all the rest of game two.
    assert summary(match) == (("1", "1"), (4, 6), ((1,), (0,)), ("2/5", "3/5"))


def test_conceding_loses_that_game_only_and_the_next_is_played() -> None:
    match = step(moved(accepted(), 2), conceded(BEN))
    assert match.phase is Phase.BETWEEN
    outcome = match.game.result
    assert outcome
    assert (outcome.ending, outcome.winners, outcome.counts) == (Ending.CONCEDED, (0,), (4, 1))
    assert both_ready(match).game.to_move == BEN


def test_a_player_may_concede_when_it_is_not_his_turn() -> None:
    match = step(moved(accepted(WIDE), 2), conceded(ANN))
    assert match.game.result
    assert match.game.result.winners == (1,)


def test_a_match_of_one_game_is_over_with_it_and_has_no_rating_score() -> None:
    match = moved(accepted(length=1), 2, 3, 5)
    assert (match.phase, match.closing) == (Phase.OVER, Closing.PLAYED)
    assert summary(match) == (("1", "0"), (3, 2), ((0,), (1,)), None)


@pytest.mark.parametrize("closing", [Closing.RESIGNED, Closing.FLAG])
def test_resigning_and_running_out_of_time_lose_the_match_whatever_its_score(closing: Closing) -> None:
    match = moved(both_ready(moved(accepted(), 2, 3, 5)), 6)
    over = step(match, closed(closing, ANN))
    assert (over.phase, over.closing, over.by) == (Phase.OVER, closing, ANN)
    assert summary(over) == (None, None, ((1,), (0,)), ("0", "1"))
    # The games that were counted before stand in the tally all the same.
    tally = over.tally()
    assert tally
    assert written(tally.points) == ("1", "0")


def test_who_resigns_between_the_games_leaves_as_the_first_entry_of_the_next() -> None:
    over = step(moved(accepted(), 2, 3, 5), closed(Closing.RESIGNED, ANN))
    assert summary(over) == (None, None, ((1,), (0,)), ("0", "1"))
    assert over.game.seats == (BEN, ANN)
    assert over.record().games[1].entries == (Withdrawal(Seat(1), leaves=True),)


def test_a_player_who_has_not_yet_made_his_own_first_move_may_call_the_match_off() -> None:
    fresh = accepted(WIDE)
    for match, player in ((fresh, ANN), (fresh, BEN), (moved(fresh, 2), BEN)):
        over = step(match, closed(Closing.ABORTED, player))
        assert (over.phase, over.closing, over.by, over.standings()) == (
            Phase.OVER,
            Closing.ABORTED,
            player,
            None,
        )


@pytest.mark.parametrize(("moves", "player"), [((2,), ANN), ((2, 3), ANN), ((2, 3), BEN)])
def test_nobody_may_call_the_match_off_after_his_own_first_move(
    moves: tuple[int, ...], player: Player
) -> None:
    match = moved(accepted(WIDE), *moves)
    with pytest.raises(RefusedError) as refused:
        step(match, closed(Closing.ABORTED, player))
    assert refused.value.refusal is Refusal.HAS_MOVED


def test_in_the_second_game_nobody_may_call_the_match_off() -> None:
    match = both_ready(moved(accepted(), 2, 3, 5))
    for player in (ANN, BEN):
        with pytest.raises(RefusedError) as refused:
            step(match, closed(Closing.ABORTED, player))
        assert refused.value.refusal is Refusal.HAS_MOVED


@pytest.mark.parametrize(
    ("closing", "by"), [(Closing.DECLINED, BEN), (Closing.WITHDRAWN, ANN), (Closing.EXPIRED, None)]
)
def test_a_challenge_that_is_declined_withdrawn_or_expires_has_no_result(
    closing: Closing, by: Player | None
) -> None:
    over = step(challenged(), closed(closing, by))
    assert (over.phase, over.closing, over.by) == (Phase.OVER, closing, by)
    assert (over.standings(), over.tally(), over.timeout()) == (None, None, None)


def test_a_match_has_no_standings_before_it_is_over() -> None:
    match = moved(accepted(), 2, 3, 5)
    assert match.standings() is None
    tally = match.tally()
    assert tally
    assert (written(tally.points), tally.totals) == (("1", "0"), (3, 2))
    assert accepted().tally() is None


def test_pressing_ready_or_rematch_a_second_time_changes_nothing() -> None:
    one = step(moved(accepted(), 2, 3, 5), readied(ANN))
    assert step(one, readied(ANN, at=99_000)) is one
    over = step(accepted(), closed(Closing.RESIGNED, ANN))
    wanted = step(over, RematchWanted(Instant(1), BEN))
    assert wanted.wants_rematch == {BEN}
    assert step(wanted, RematchWanted(Instant(2), BEN)) is wanted


def test_the_last_move_tells_what_was_captured_and_what_was_cut_off() -> None:
    drawing = """
        4  5  3 b6
       a1  2  6  3
    """
    match = moved(accepted(board(drawing)), 2, 3, 5)
    last = match.game.last
    assert last
    points = match.game.position.board.topology.points
    # The 5 closes the top left corner off: one cell is captured, one cut off.
    assert (last.seat, last.colour, last.gain, last.cut_off) == (0, 5, 2, 1)
    assert {points[cell] for cell in last.cells} == {(0, 0), (1, 0)}


def test_after_game_one_nobody_can_call_the_match_off() -> None:
    between = step(accepted(), conceded(ANN))
    with pytest.raises(RefusedError) as refused:
        step(between, closed(Closing.ABORTED, BEN))
    assert refused.value.refusal is Refusal.HAS_MOVED


def test_the_last_move_tells_points_where_cells_have_values() -> None:
    drawing = """
        4  5  3 b6
       a1  2  6  3
    """
    last = moved(accepted(board(drawing, values=[[1, 0, 3], [0, 0, 7]])), 2, 3, 5).game.last
    assert last
    assert (last.gain, last.cut_off) == (10, 7)
