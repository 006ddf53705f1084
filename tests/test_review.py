"""What a review makes of the searches before every move."""

import pytest

from fillerbot.computer.analysis import analyse
from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.deal import deal
from fillerbot.engine.game import result
from fillerbot.engine.position import start
from fillerbot.engine.record import GameRecord, Record
from fillerbot.engine.replay import replay
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.review import Judged, Review, curves, judged, load, moments


def reviewed(variant: str, nodes: int) -> tuple[Review, Record]:
    board = deal(VARIANTS[variant], 7)
    position = start(board)
    entries: list[Colour] = []
    while not position.ending:
        colour = position.legal()[0] if len(entries) % 5 == 4 else max(position.legal(), key=position.gain)
        entries.append(colour)
        position = position.play(colour)
    seats = tuple(map(Player, board.seats))
    record = Record(variant, board, (GameRecord(seats, tuple(entries)),), 1)
    games, _ = replay(record)
    found = moments(games, [seats])
    analyses = [analyse(m.move.before, nodes=nodes, asked=m.move.entry) for m in found]  # type: ignore[arg-type]
    return judged(found, analyses), record


@pytest.mark.parametrize("variant", ["quick", "four", "pairs"])
def test_every_move_is_judged_and_none_is_better_than_the_best(variant: str) -> None:
    review, record = reviewed(variant, 300)
    assert len(review.moves) == len(record.games[0].entries)
    for move in review.moves:
        assert move.kept <= move.margin
        assert move.chosen != move.best or not move.loss
    assert all(
        0 <= (review.accuracy(Player(p), record.board.total) or 0) <= 100 for p in record.games[0].seats
    )
    assert 1 <= len(review.turns()) <= 3
    sides = len(record.board.sides)
    lines = list(curves(review, 1, sides=sides, seats=len(record.board.seats)))
    assert len(lines) == (1 if sides == 2 else 4)
    assert load(review.dump()) == review


def test_what_is_known_exactly_agrees_with_how_the_game_ended() -> None:
    review, record = reviewed("quick", 20_000)
    games, _ = replay(record)
    outcome = result(games[0].last)
    assert outcome
    *_, last = curves(review, 1, sides=2, seats=2)
    assert last[-1].margin == outcome.counts[0] - outcome.counts[1]
    known = review.known(1)
    assert known is not None
    # Where all is known, the margin changes by what a move costs and by nothing else.
    margin = None
    for move in review.moves[known.ply - 1 :]:
        seen = move.margin if move.seat == 0 else -move.margin
        assert margin in (None, seen)
        margin = move.kept if move.seat == 0 else -move.kept


def move(ply: int, margin: int, kept: int, player: int = 0) -> Judged:
    place = (1, ply, Seat(player), Player(player))
    return Judged(*place, Colour(1), Colour(2), margin, kept, exact=False, kept_exact=False)


def test_accuracy_halves_with_every_two_cells_of_quick_that_a_move_costs() -> None:
    review = Review((move(1, 5, 5), move(2, 4, -2, 1), move(3, 3, -1)))
    assert review.accuracy(Player(0), 56) == 50
    assert review.accuracy(Player(1), 56) == 12
    assert review.accuracy(Player(1), 225) == 59
    assert review.accuracy(Player(2), 56) is None


def test_a_move_that_gives_the_win_away_turns_a_game_more_than_a_costlier_one() -> None:
    moves = move(1, 30, 20), move(2, 2, -1), move(3, 9, 4), move(4, 8, 7), move(5, 3, 3)
    assert [one.ply for one in Review(moves).turns()] == [1, 2, 3]
    assert [one.ply for one in Review((*moves, move(6, 1, 0), move(7, 1, -1))).turns()] == [2, 6, 7]
