"""Budgets, increments and deadlines."""

import pytest

from fillerbot.engine.clock import PRESETS, Instant
from fillerbot.engine.events import Closed, Closing, Interrupted
from fillerbot.engine.match import Phase
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from tests.engine.matches import (
    ANN,
    BEN,
    LINE,
    WIDE,
    T,
    accepted,
    after,
    both_ready,
    challenged,
    conceded,
    moved,
    readied,
    shown,
    timed,
)

SECOND, MINUTE, DAY = 1_000, 60_000, 86_400_000


@pytest.mark.parametrize(("click", "left"), [(4_200, 181_800), (700, 185_000), (180_999, 5_001)])
def test_a_move_costs_what_was_spent_beyond_a_second_and_brings_the_increment(click: int, left: int) -> None:
    match = timed()
    assert match.budgets == (180_000, 180_000)
    after_move = moved(match, 1, at=T + click)
    assert after_move.budgets == (left, 180_000)
    assert after_move.shown is None


def test_the_flag_has_fallen_when_as_much_was_spent_as_the_budget_has() -> None:
    assert timed().timeout() == (T + 181_000, Closed(Instant(T + 181_000), Closing.FLAG, ANN))


def test_a_click_before_the_board_was_shown_is_not_charged() -> None:
    assert moved(timed(), 1, at=T - 300).budgets[ANN] == 185_000


def test_the_budget_is_for_the_whole_match() -> None:
    match = moved(step(moved(accepted(LINE), 2, 3), shown(T)), 5, at=T + 31 * SECOND)
    assert match.phase is Phase.BETWEEN
    second = step(both_ready(match), shown(T))
    assert second.budgets == (150_000, 180_000)
    # Ben's first move of game two is timed: only those of game one are not.
    assert second.timeout() == (T + 181_000, Closed(Instant(T + 181_000), Closing.FLAG, BEN))
    assert moved(second, 6, at=T + 3 * SECOND).budgets == (150_000, 183_000)


def test_there_is_no_increment_for_a_move_that_ends_the_game() -> None:
    match = step(moved(accepted(LINE), 2, 3), shown(T))
    assert moved(match, 5, at=T + 4_200).budgets == (176_800, 180_000)


def test_there_is_no_increment_for_anything_but_a_move() -> None:
    match = step(step(timed(), conceded(ANN)), shown(T))
    assert after(match, readied(ANN, at=T + SECOND)).budgets == (180_000, 180_000)


@pytest.mark.parametrize(("clock", "limit"), [("normal", MINUTE), ("blitz", MINUTE), ("days3", DAY)])
def test_first_moves_of_game_one_are_not_timed_but_limited(clock: str, limit: int) -> None:
    match = step(accepted(WIDE, clock), shown(T))
    aborted = (T + limit, Closed(Instant(T + limit), Closing.ABORTED))
    budget = match.budgets[ANN]
    assert match.timeout() == aborted
    match = step(moved(match, 2, at=T + limit - 1), shown(T))
    assert match.timeout() == aborted
    match = moved(match, 3, at=T + limit - 1)
    assert match.budgets == (budget, budget)


@pytest.mark.parametrize(("key", "days"), [("day", 1), ("days3", 3), ("days7", 7)])
def test_by_correspondence_there_is_a_full_allowance_for_each_move_and_nothing_is_saved_up(
    key: str, days: int
) -> None:
    match = timed(key)
    due = T + SECOND + days * DAY
    assert match.timeout() == (due, Closed(Instant(due), Closing.FLAG, ANN))
    slow, quick = moved(match, 1, at=due - 1), moved(match, 1, at=T)
    assert slow.budgets == quick.budgets == (days * DAY, days * DAY)


def test_the_presets_are_those_of_the_rules() -> None:
    live = {
        key: (clock.budget, clock.increment) for key, clock in PRESETS.items() if clock and not clock.per_move
    }
    assert live == {"blitz": (60_000, 3_000), "normal": (180_000, 5_000), "slow": (600_000, 10_000)}


def test_between_the_games_a_minute_is_free_and_then_the_clock_of_whoever_is_not_ready_runs() -> None:
    between = step(moved(accepted(LINE), 2, 3, 5), shown(T))
    in_time = step(between, readied(ANN, at=T + MINUTE))
    assert in_time.budgets == (180_000, 180_000)
    assert in_time.timeout() == (T + 240_000, Closed(Instant(T + 240_000), Closing.FLAG, BEN))
    late = step(in_time, readied(BEN, at=T + MINUTE + 7_500))
    assert late.budgets == (180_000, 172_500)


def test_between_the_games_the_earlier_flag_counts() -> None:
    played = moved(step(moved(accepted(LINE), 2, 3), shown(T)), 5, at=T + 31 * SECOND)
    between = step(played, shown(T))
    assert between.budgets == (150_000, 180_000)
    assert between.timeout() == (T + 210_000, Closed(Instant(T + 210_000), Closing.FLAG, ANN))


@pytest.mark.parametrize(("seats", "lower"), [((ANN, BEN), BEN), ((BEN, ANN), ANN)])
def test_if_two_would_flag_at_the_same_millisecond_the_lower_seats_counts(
    seats: tuple[Player, ...], lower: Player
) -> None:
    between = step(moved(accepted(LINE, seats=seats), 2, 3, 5), shown(T))
    timeout = between.timeout()
    assert timeout
    assert isinstance(timeout[1], Closed)
    assert timeout[1].by == lower


def test_by_correspondence_the_next_game_may_wait_a_day_and_one_allowance() -> None:
    between = step(moved(accepted(LINE, "days3"), 2, 3, 5), shown(T))
    timeout = between.timeout()
    assert timeout
    assert timeout[0] == T + 4 * DAY
    assert step(between, readied(ANN, at=T + 3 * DAY)).budgets[ANN] == 3 * DAY


def test_without_a_clock_a_match_is_called_off_after_fourteen_idle_days() -> None:
    for match in (
        step(accepted(WIDE, "none"), shown(T)),
        timed("none"),
        step(moved(accepted(LINE, "none"), 2, 3, 5), shown(T)),
    ):
        due = T + 14 * DAY
        assert match.timeout() == (due, Closed(Instant(due), Closing.ABORTED))


def test_a_challenge_expires_after_ten_minutes() -> None:
    assert challenged().timeout() == (600_000, Closed(Instant(600_000), Closing.EXPIRED))


def test_no_clock_runs_before_the_board_was_shown_and_none_after_an_interruption_until_it_is_again() -> None:
    fortnight = 14 * 86_400_000
    unseen = moved(accepted(WIDE), 2, 3, at=T)
    assert unseen.timeout() == (T + fortnight, Closed(Instant(T + fortnight), Closing.ABORTED))
    away = step(timed(), Interrupted(Instant(T + 90_000)))
    assert away.timeout() == (
        T + 90_000 + fortnight,
        Closed(Instant(T + 90_000 + fortnight), Closing.ABORTED),
    )
    assert moved(away, 1, at=T + 3_600_000).budgets[ANN] == 185_000
    back = step(away, shown(T + 3_600_000))
    assert moved(back, 1, at=T + 3_603_000).budgets[ANN] == 183_000


def test_only_the_first_time_that_a_board_is_shown_starts_the_clock() -> None:
    match = timed()
    assert step(match, shown(T + 50_000)) is match
