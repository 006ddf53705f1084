"""The card of a match that is over says who got what."""

from dataclasses import replace

import pytest

from fillerbot.engine.events import Closed, Closing, Conceded
from fillerbot.engine.match import Phase
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.rating import Rating
from fillerbot.scoring import RatingChange
from fillerbot.view.card import card
from fillerbot.view.frame import table
from fillerbot.view.message import BoardPicture, CardPicture, Emoji
from tests.view.matches import NOW, begun, board, live, played


def shown(match: object) -> CardPicture:
    picture = card(board(match))  # type: ignore[arg-type]
    assert picture is not None
    return picture


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("language", ["en", "de"])
def test_points_and_counts_are_those_of_the_match(variant: str, language: str) -> None:
    match = played(begun(variant))
    standings = match.standings()
    assert standings is not None
    assert standings.totals is not None
    picture = card(board(match, language))
    assert picture is not None
    assert [line.count for line in picture.card.lines] == [str(total) for total in standings.totals]
    assert [n for n, line in enumerate(picture.card.lines) if line.won] == list(standings.ranking[0])
    assert len(picture.positions) == len(picture.card.heads) - 1 == 2
    for line in picture.card.lines:
        assert sum(int(entry.count) for entry in line.entries) == int(line.count)
        assert line.name in picture.alt
        assert f"{line.points} ({line.count})" in picture.alt
    assert len(picture.alt) < 1024


def test_of_two_the_corners_and_the_score_are_told() -> None:
    picture = shown(played(begun("quick")))
    assert [entry.seats for entry in picture.card.lines[0].entries] == [(0,), (1,)]
    assert picture.card.title in {"fox wins 2–0", "owl wins 2–0", "fox wins 1–1", "owl wins 1–1"}


def test_partners_stand_in_one_line() -> None:
    picture = shown(played(begun("pairs")))
    assert [line.name for line in picture.card.lines] == ["fox & lynx", "owl & hare"]
    assert [entry.seats for entry in picture.card.lines[0].entries] == [(0, 2), (1, 3)]


def test_one_game_has_no_totals() -> None:
    picture = shown(played(begun("classic", length=1)))
    assert picture.card.heads == ("",)
    assert "Match:" not in picture.alt


def test_a_conceded_game_counts_as_the_standings_count_it() -> None:
    match = step(played(begun("quick", length=1), 6), Conceded(NOW, Player(0)))
    picture = shown(match)
    assert [line.entries[0].points for line in picture.card.lines] == ["0", "1"]
    assert sum(int(line.entries[0].count) for line in picture.card.lines) == 56


def test_who_resigns_leaves_a_game_without_points() -> None:
    match = step(played(begun("quick"), 6), Closed(NOW, Closing.RESIGNED, Player(0)))
    picture = shown(match)
    assert picture.card.title == "owl wins"
    assert [(line.entries[0].points, line.entries[0].count) for line in picture.card.lines] == [("–", "")] * 2
    assert [(line.points, line.count) for line in picture.card.lines] == [("–", ""), ("–", "")]


def test_resigning_between_two_games_begins_no_second_board() -> None:
    match = begun("quick")
    while match.phase is not Phase.BETWEEN:
        match = played(match, 1)
    picture = shown(step(match, Closed(NOW, Closing.RESIGNED, Player(1))))
    assert len(picture.positions) == 1
    assert picture.card.title == "fox wins"


def test_who_leaves_four_has_nothing_and_the_others_have_theirs() -> None:
    match = step(played(begun("four"), 8), Closed(NOW, Closing.RESIGNED, Player(2)))
    picture = shown(played(match))
    assert [entry.points for entry in picture.card.lines[2].entries] == ["–", "–"]
    assert picture.card.lines[2].points == "–"
    assert all(line.points != "–" for n, line in enumerate(picture.card.lines) if n != 2)


def test_ratings_get_a_line_for_each_player() -> None:
    change = RatingChange(Rating(1500.0), Rating(1512.4))
    for variant, line in (("quick", "1512? (+12)"), ("pairs", "fox: 1512? (+12)")):
        over = live(played(begun(variant)))
        rated = replace(over, changes=(change,) * len(over.people))
        picture = card(replace(board(over.match), live=rated))
        assert picture is not None
        assert picture.card.lines[0].notes[0] == line
        assert len(picture.card.lines[0].notes) == len(over.people) // 2
        assert "1512? (+12)" in picture.alt


def test_the_result_shows_the_card_and_a_match_without_result_its_board() -> None:
    over = table(live(played(begun("quick"))), board(begun("quick")).texts, Emoji(), NOW)
    assert isinstance(over.picture, CardPicture)
    aborted = step(begun("quick"), Closed(NOW, Closing.ABORTED, Player(0)))
    called_off = table(live(aborted), board(aborted).texts, Emoji(), NOW)
    assert isinstance(called_off.picture, BoardPicture)


def test_the_heading_counts_the_games_that_were_played() -> None:
    match = begun("quick")
    match = step(match, Conceded(NOW, match.game.to_move))
    assert match.phase is Phase.BETWEEN
    match = step(match, Closed(NOW, Closing.RESIGNED, Player(0)))
    # Who leaves between two games is noted as a game that nobody saw.
    assert len(match.games) == 2
    assert "game 1 of 2" in board(match).heading()
