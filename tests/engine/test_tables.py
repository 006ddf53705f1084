"""Open tables, four players, and pairs."""

import pytest

from fillerbot.engine.board import Board
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Dropped,
    Event,
    Readied,
    Rose,
    Sat,
    Shown,
)
from fillerbot.engine.match import Match, Phase, Refusal, RefusedError
from fillerbot.engine.record import read, write
from fillerbot.engine.replay import replay
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from tests.engine.boards import board
from tests.engine.matches import ANN, BEN, after, conceded, moved, opened

CAT, DAN = Player(2), Player(3)
ALL = (ANN, BEN, CAT, DAN)

CORNERS = """
    b2  5  6  7 c3
     6  7  5  6  5
     7  6  8  5  7
     5  8  7  6  8
    a1  6  5  8 d4
"""


def four(*, pairs: bool = False, on: str = CORNERS) -> Match:
    """Four at a table, in the order of their seats; the first turn has been shown at instant 0."""
    table = opened("pairs" if pairs else "four")
    for player, name in zip(ALL[1:], ("Ben", "Cat", "Dan"), strict=True):
        table = step(table, Sat(Instant(0), player, player, name))
    match = step(table, Accepted(Instant(0), corners(pairs=pairs, on=on), ALL))
    return step(match, Shown(Instant(0)))


def corners(*, pairs: bool, on: str = CORNERS) -> Board:
    return board(on, palette=8, pairs=pairs)


def refusal(match: Match, event: Event) -> Refusal:
    with pytest.raises(RefusedError) as refused:
        step(match, event)
    return refused.value.refusal


def resigned(player: Player, at: int = 0) -> Closed:
    return Closed(Instant(at), Closing.RESIGNED, player)


def check_record(match: Match) -> None:
    """What is exported is what happened."""
    games, standings = replay(read(write(match.record())))
    assert [game.last.owner for game in games] == [game.position.owner for game in match.games]
    assert standings == match.standings()


def test_a_table_is_open_until_it_is_full_and_its_places_are_taken_once() -> None:
    table = opened("four")
    seated = after(table, Sat(Instant(5), CAT, 3, "Cat"))
    assert seated.seated == {ANN, CAT}
    assert refusal(seated, Sat(Instant(6), CAT, 4, "Dan")) is Refusal.PLACE_TAKEN
    assert refusal(seated, Accepted(Instant(6), corners(pairs=False), ALL)) is Refusal.NOT_FULL
    assert after(seated, Rose(Instant(7), CAT)).seated == {ANN}


def test_a_table_expires_ten_minutes_after_its_last_change() -> None:
    table = step(opened("four"), Sat(Instant(60_000), BEN, 2, "Ben"))
    timeout = table.timeout()
    assert timeout is not None
    assert timeout == (660_000, Closed(Instant(660_000), Closing.EXPIRED))
    assert step(table, timeout[1]).phase is Phase.OVER


def test_among_four_who_resigns_is_out_and_the_others_play_on() -> None:
    match = step(four(), resigned(ANN, at=4_000))
    assert (match.phase, match.gone, match.remaining) == (Phase.PLAYING, (ANN,), (BEN, CAT, DAN))
    assert match.game.to_move == BEN
    assert match.shown is None
    # Whose turn it is keeps his time when somebody else leaves.
    running = after(match, Shown(Instant(5_000)), resigned(DAN, at=6_000))
    assert (running.game.to_move, running.shown) == (BEN, 5_000)
    assert refusal(running, resigned(DAN)) is Refusal.GAVE_UP
    assert refusal(running, conceded(ANN)) is Refusal.GAVE_UP
    over = step(running, resigned(CAT))
    assert (over.phase, over.closing, over.by) == (Phase.OVER, Closing.RESIGNED, CAT)
    standings = over.standings()
    assert standings is not None
    assert standings.ranking == ((BEN,), (CAT,), (DAN,), (ANN,))
    check_record(over)


def test_who_conceded_among_four_plays_the_next_game_and_can_resign_before_it() -> None:
    match = after(four(), *(conceded(player) for player in (ANN, BEN, CAT)))
    assert match.phase is Phase.BETWEEN
    assert match.game.result is not None
    assert match.game.result.winners == (3,)
    assert refusal(match, conceded(DAN)) is Refusal.NOT_PLAYING
    gone = step(match, resigned(BEN))
    assert gone.phase is Phase.BETWEEN
    assert refusal(gone, Readied(Instant(0), BEN)) is Refusal.GAVE_UP
    second = after(gone, *(Readied(Instant(0), player) for player in (ANN, CAT, DAN)))
    assert (second.phase, second.game.seats) == (Phase.PLAYING, ALL[::-1])
    # His start cell stays his and blocks.
    assert second.game.position.out == {2}
    assert second.game.position.counts[2] == 1
    check_record(after(second, conceded(ANN), conceded(DAN)))


def test_the_last_two_need_not_wait_for_somebody_who_leaves_between_the_games() -> None:
    match = after(four(), *(conceded(player) for player in (ANN, BEN, CAT)), Shown(Instant(0)))
    waiting = after(match, *(Readied(Instant(0), player) for player in (ANN, BEN, CAT)))
    timeout = waiting.timeout()
    assert timeout is not None
    assert timeout[1] == Closed(timeout[0], Closing.FLAG, DAN)
    second = step(waiting, timeout[1])
    assert (second.phase, second.gone, len(second.games)) == (Phase.PLAYING, (DAN,), 2)


def test_the_last_one_left_between_the_games_wins_at_once() -> None:
    match = after(four(), *(conceded(player) for player in (ANN, BEN, CAT)))
    over = after(match, resigned(ANN), resigned(DAN), resigned(CAT))
    assert over.phase is Phase.OVER
    standings = over.standings()
    assert standings is not None
    assert standings.ranking == ((BEN,), (CAT,), (DAN,), (ANN,))
    check_record(over)


def test_a_flag_among_four_takes_one_player_out() -> None:
    match = four()
    for colour in (6, 7, 5, 8):
        match = step(moved(match, colour, at=1_000), Shown(Instant(1_000)))
    timeout = match.timeout()
    assert timeout is not None
    assert timeout[1] == Closed(timeout[0], Closing.FLAG, match.game.to_move)
    assert step(match, timeout[1]).phase is Phase.PLAYING


def test_a_first_move_counts_even_where_others_were_skipped() -> None:
    match = moved(step(four(), conceded(ANN)), 6)
    assert not match.has_moved(ANN)
    assert match.has_moved(BEN)
    assert not match.has_moved(CAT)


def test_pairs_concede_only_if_both_partners_agree() -> None:
    asked = step(four(pairs=True), Conceded(Instant(1_000), CAT))
    assert asked.phase is Phase.PLAYING
    assert asked.proposal is not None
    assert (asked.proposal.player, asked.proposal.resigns) == (CAT, False)
    assert step(asked, Conceded(Instant(2_000), CAT)) is asked
    # The clock runs on, and the game.
    assert asked.shown == 0
    assert moved(asked, 6, at=2_000).proposal == asked.proposal
    over = step(asked, conceded(ANN))
    assert (over.phase, over.proposal) == (Phase.BETWEEN, None)
    assert over.game.result is not None
    assert over.game.result.winners == (1, 3)


def test_a_pair_resigns_only_if_both_partners_agree() -> None:
    asked = step(four(pairs=True), resigned(BEN))
    assert asked.phase is Phase.PLAYING
    # To concede the game is something else.
    other = step(asked, conceded(DAN))
    assert other.phase is Phase.PLAYING
    assert other.proposal is not None
    assert (other.proposal.player, other.proposal.resigns) == (DAN, False)
    over = step(asked, resigned(DAN))
    assert (over.phase, over.closing) == (Phase.OVER, Closing.RESIGNED)
    standings = over.standings()
    assert standings is not None
    assert standings.ranking == ((0,), (1,))
    check_record(over)


def test_what_a_partner_does_not_answer_is_dropped_after_a_minute() -> None:
    asked = step(four(pairs=True), resigned(BEN, at=10_000))
    timeout = asked.timeout()
    # Nobody has moved yet, so the match would be called off before.
    assert timeout == (60_000, Closed(Instant(60_000), Closing.ABORTED))
    later = after(moved(asked, 6, at=20_000), Shown(Instant(20_000)))
    timeout = later.timeout()
    assert timeout == (70_000, Dropped(Instant(70_000)))
    dropped = step(later, timeout[1])
    assert (dropped.proposal, dropped.shown) == (None, 20_000)


def test_only_the_pair_itself_can_drop_what_it_thinks_about() -> None:
    asked = step(four(pairs=True), resigned(BEN))
    for player in (ANN, CAT):
        assert refusal(asked, Dropped(Instant(0), player)) is Refusal.ONLY_PAIR
    for player in (BEN, DAN):
        assert step(asked, Dropped(Instant(0), player)).proposal is None


def test_a_flag_loses_the_match_for_the_pair() -> None:
    match = moved(four(pairs=True), 6, at=1_000)
    over = step(match, Closed(Instant(2_000), Closing.FLAG, BEN))
    standings = over.standings()
    assert standings is not None
    assert (over.phase, standings.ranking) == (Phase.OVER, ((0,), (1,)))


def test_pairs_exchange_seats_one_and_two_and_three_and_four() -> None:
    match = after(four(pairs=True), conceded(ANN), conceded(CAT))
    second = after(match, *(Readied(Instant(0), player) for player in ALL))
    assert second.game.seats == (BEN, ANN, DAN, CAT)
