"""The bot's absence costs nobody time."""

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closed, Closing, Dropped, Event, Interrupted, Moved, Resumed
from fillerbot.engine.match import Match, Phase, Refusal, RefusedError
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.store.codec import decode, encode
from tests.engine.matches import (
    ANN,
    BEN,
    LINE,
    WIDE,
    T,
    accepted,
    after,
    closed,
    conceded,
    moved,
    readied,
    shown,
    timed,
)
from tests.engine.test_tables import ALL, four

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


def away(since: int, until: int) -> Interrupted:
    return Interrupted(Instant(T + until), Instant(T + since))


def resumed(player: Player, at: int = 0) -> Resumed:
    return Resumed(Instant(T + at), player)


def refusal(match: Match, event: Event) -> Refusal:
    with pytest.raises(RefusedError) as refused:
        step(match, event)
    return refused.value.refusal


def paused(match: Match) -> Match:
    return step(match, away(10_000, 10_000 + 10 * MINUTE + 1))


def test_a_running_clock_is_charged_up_to_the_last_heartbeat_and_gets_something_to_begin_again() -> None:
    # The example of the rules: 30 s, turn from 12:00:00, last heartbeat 12:00:10, back at 12:07:00.
    half_a_minute = timed("30+0")
    assert half_a_minute.budgets == (30_000, 30_000)
    back = step(half_a_minute, away(10_000, 7 * MINUTE))
    assert back.budgets == (35_000, 35_000)
    assert (back.shown, back.paused) == (None, None)


def test_whose_clock_stands_still_gets_five_seconds_and_no_grace_is_given_here() -> None:
    assert step(timed(), away(700, MINUTE)).budgets == (180_000 - 700 + 15_000, 185_000)


def test_a_clock_runs_again_only_when_its_board_has_been_shown_again() -> None:
    back = step(timed(), away(10_000, 7 * MINUTE))
    assert moved(back, 1, at=T + HOUR).budgets[ANN] == 185_000 + 5_000
    again = step(back, shown(T + HOUR))
    assert moved(again, 1, at=T + HOUR + 4_200).budgets[ANN] == 185_000 - 3_200 + 5_000


def test_being_away_a_second_time_before_the_board_was_shown_changes_nothing() -> None:
    back = step(timed(), away(10_000, 20_000))
    assert step(back, away(20_000, 30_000)) is back


def test_a_board_that_was_shown_after_the_last_heartbeat_has_cost_nothing() -> None:
    assert step(timed(), away(-3_000, MINUTE)).budgets == (195_000, 185_000)


def test_a_budget_that_was_used_up_while_the_flag_had_not_been_stored_is_what_is_given() -> None:
    assert step(timed(), away(181_500, 4 * MINUTE)).budgets == (15_000, 185_000)


def test_first_moves_of_game_one_have_their_whole_minute_again() -> None:
    match = step(accepted(WIDE), shown(T))
    back = step(match, away(50_000, 5 * MINUTE))
    assert back.budgets == match.budgets
    assert step(back, shown(T + HOUR)).timeout() == (
        T + HOUR + MINUTE,
        Closed(Instant(T + HOUR + MINUTE), Closing.ABORTED),
    )


@pytest.mark.parametrize(
    ("since", "budgets"), [(50_000, (180_000, 180_000)), (70_000, (185_000, 180_000 - 10_000 + 15_000))]
)
def test_between_the_games_only_clocks_that_ran_are_charged(since: int, budgets: tuple[int, int]) -> None:
    between = step(moved(accepted(LINE), 2, 3, 5), shown(T))
    back = step(step(between, readied(ANN, at=T + SECOND)), away(since, 5 * MINUTE))
    assert (back.phase, back.ready, back.budgets) == (Phase.BETWEEN, frozenset({ANN}), budgets)
    late = step(step(back, shown(T + HOUR)), readied(BEN, at=T + HOUR + MINUTE))
    assert late.budgets == budgets


def test_a_correspondence_deadline_moves_by_the_outage() -> None:
    for match in (
        timed("days3"),
        step(accepted(WIDE, "days3"), shown(T)),
        step(moved(accepted(LINE, "days3"), 2, 3, 5), shown(T)),
    ):
        before = match.timeout()
        back = step(match, away(HOUR, 31 * HOUR))
        after_ = back.timeout()
        assert before
        assert after_
        assert after_[0] == before[0] + 30 * HOUR
        assert (back.paused, back.budgets) == (None, match.budgets)
    # A board that was shown while no heartbeat could be stored: nothing of the allowance is gone.
    late = step(timed("day"), away(-HOUR, HOUR)).timeout()
    assert late
    assert late[0] == T + HOUR + SECOND + 24 * HOUR


def test_without_a_clock_the_days_after_which_a_match_is_called_off_move_by_the_outage() -> None:
    for match in (accepted(WIDE, "none"), timed("none"), moved(accepted(WIDE, "days3"), 2, at=T)):
        before = match.timeout()
        assert before
        back = step(match, away(HOUR, 15 * 24 * HOUR))
        assert back.timeout() == (
            at := Instant(before[0] + 15 * 24 * HOUR - HOUR),
            Closed(at, Closing.ABORTED),
        )
        assert (back.paused, back.shown) == (None, match.shown)
        # Whoever does something then has all of them again.
        assert moved(back, back.game.position.legal()[0], at=T + 16 * 24 * HOUR).timeout() != back.timeout()
    # Of a moment nothing is stored.
    assert step(timed("none"), away(0, MINUTE)) == timed("none")


def test_what_a_partner_was_asked_is_asked_for_a_whole_minute_again() -> None:
    asked = step(step(four(pairs=True), shown(T)), conceded(ANN))
    back = step(asked, away(30_000, 5 * MINUTE))
    assert back.proposal
    assert back.proposal.until == T + 6 * MINUTE


@pytest.mark.parametrize(("minutes", "expected"), [(10 * MINUTE, False), (10 * MINUTE + 1, True)])
def test_after_more_than_ten_minutes_a_live_match_is_paused(minutes: int, *, expected: bool) -> None:
    for match in (timed(), step(timed(), Interrupted(Instant(T))), accepted(WIDE)):
        back = step(match, away(0, minutes))
        assert (back.paused is not None) == expected
    for match in (timed("days3"), timed("none")):
        assert step(match, away(0, minutes)).paused is None


def test_a_paused_match_waits_until_all_its_players_have_pressed_resume() -> None:
    match = paused(timed())
    assert refusal(match, Moved(Instant(T), ANN, timed().game.position.legal()[0])) is Refusal.PAUSED
    # That the pause can be seen starts no clock.
    assert step(match, shown(T + HOUR)) is match
    one = step(match, resumed(BEN))
    assert one.resumed == {BEN}
    assert step(one, resumed(BEN, at=5)) is one
    back = step(one, resumed(ANN))
    assert (back.paused, back.resumed, back.shown) == (None, frozenset(), None)
    assert back.budgets == match.budgets == (180_000 - 10_000 + 15_000, 185_000)
    assert refusal(back, resumed(ANN)) is Refusal.NOT_PAUSED
    assert moved(step(back, shown(T + HOUR)), 1, at=T + HOUR + SECOND).moves == 3


def test_who_was_ready_before_a_pause_is_ready_after_it() -> None:
    between = step(step(moved(accepted(LINE), 2, 3, 5), readied(ANN)), shown(T))
    match = paused(between)
    assert refusal(match, readied(BEN)) is Refusal.PAUSED
    back = after(match, resumed(ANN), resumed(BEN))
    assert (back.phase, back.ready) == (Phase.BETWEEN, frozenset({ANN}))
    assert step(back, readied(BEN)).phase is Phase.PLAYING


def test_a_paused_match_is_called_off_after_a_day() -> None:
    match = paused(timed())
    assert match.paused is not None
    due = Instant(match.paused + 24 * HOUR)
    assert step(match, resumed(ANN)).timeout() == match.timeout() == (due, Closed(due, Closing.ABORTED))
    over = step(match, Closed(due, Closing.ABORTED))
    assert (over.phase, over.standings()) == (Phase.OVER, None)
    # Unless the bot is away again for long: then they all have to come back once more.
    again = step(step(match, resumed(ANN)), away(HOUR, 20 * HOUR))
    assert (again.paused, again.resumed) == (T + 20 * HOUR, frozenset())


def test_a_paused_match_can_be_given_up_and_nobody_waits_for_who_has_left() -> None:
    assert step(paused(timed()), closed(Closing.RESIGNED, BEN)).closing is Closing.RESIGNED
    three = after(paused(four()), *map(resumed, ALL[:3]))
    assert three.paused is not None
    assert step(three, closed(Closing.RESIGNED, ALL[3])).paused is None


def test_an_interruption_stored_by_an_earlier_version_still_charges_nothing() -> None:
    old = decode("interrupted", T + 90_000, "{}")
    back = step(timed(), old)
    assert (back.budgets, back.shown, back.paused) == ((180_000, 180_000), None, None)


def test_absences_are_stored_so_that_a_replay_gives_the_same() -> None:
    events: list[Event] = [away(10_000, HOUR), resumed(ANN, HOUR), resumed(BEN, HOUR + 1)]
    stored = [(*encode(event), event.at) for event in events]
    again = [decode(kind, at, data) for kind, data, at in stored]
    assert after(timed(), *again) == after(timed(), *events)


def test_dropping_what_was_proposed_is_refused_where_nothing_was() -> None:
    assert refusal(paused(timed()), Dropped(Instant(T), ANN)) is Refusal.NOTHING_PROPOSED
