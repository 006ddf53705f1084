"""From standings to scores."""

from fractions import Fraction

import pytest

from fillerbot.engine.standings import Standings
from fillerbot.rating import Rating
from fillerbot.scoring import forecast, places, provisional, score_table


def four(points: tuple[int, ...], totals: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> Standings:
    return Standings(tuple(map(Fraction, points)), totals, ranking, None)


def test_four_players_score_by_points_then_by_totals_then_share() -> None:
    standings = four((1, 0, 0, 0), (50, 40, 40, 39), ((0,), (1, 2), (3,)))
    assert score_table(standings, ()) == [
        [0.5, 1, 1, 1],
        [0, 0.5, 0.5, 0.6],
        [0, 0.5, 0.5, 0.6],
        [0, 0.4, 0.4, 0.5],
    ]
    assert places(standings, 4) == (1, 2, 2, 4)


def test_who_stays_beats_who_leaves_and_who_leaves_later_who_left_earlier() -> None:
    standings = four((0, 0, 0, 0), (60, 9, 9, 50), ((0,), (3,), (2,), (1,)))
    table = score_table(standings, (1, 2))
    assert table[3] == [0.4, 1, 1, 0.5]
    assert table[2] == [0, 1, 0.5, 0]


def test_partners_share_their_place() -> None:
    standings = Standings((Fraction(2), Fraction(0)), (90, 70), ((0,), (1,)), (Fraction(1), Fraction(0)))
    assert places(standings, 4) == (1, 2, 1, 2)
    assert score_table(standings, ()) == [[0.5, 1], [0, 0.5]]


def test_the_possible_changes_of_a_favourite() -> None:
    changes = forecast([Rating(1700, 60), Rating(1500, 80)], 0)
    assert [round(change, 1) for change in changes] == [5.0, -3.1, -5.1, -7.2, -15.3]
    other = forecast([Rating(1700, 60), Rating(1500, 80)], 1)
    assert [round(change, 1) for change in other] == [26.8, 12.6, 9.1, 5.5, -8.6]


@pytest.mark.parametrize(
    ("rd", "pairs", "unsure"), [(109.9, False, False), (110, False, True), (154, True, False)]
)
def test_a_rating_is_provisional_while_it_is_unsure(rd: float, *, pairs: bool, unsure: bool) -> None:
    assert provisional(Rating(1500, rd), pairs=pairs) == unsure
