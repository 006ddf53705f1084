"""The rating: published examples, and the laws that every match keeps."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fillerbot.rating import Rating, _evidence, _rated, _side, rate

NEW = Rating()


def duel(one: Rating, two: Rating, score: float, *, tau: float = 0.5, periods: float = 1.0) -> list[Rating]:
    rated = rate([[one], [two]], [[0, score], [1 - score, 0]], tau=tau, periods=periods)
    return [rated[0][0], rated[1][0]]


def near(rating: Rating, value: float, rd: float | None = None, sigma: float | None = None) -> None:
    assert rating.rating == pytest.approx(value, abs=6e-5)
    if rd is not None:
        assert rating.rd == pytest.approx(rd, abs=6e-5)
    if sigma is not None:
        assert rating.sigma == pytest.approx(sigma, abs=6e-8)


def test_glickmans_example() -> None:
    me = Rating(1500, 200)
    others = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    sides = [_side([rating]) for rating in (me, *others)]
    # Three opponents in one period, each counting in full.
    near(_rated(me, _evidence(me, 0, sides, [0, 1, 0, 0], 1.0), 0.5, 1.0), 1464.0507, 151.5165, 0.0599960)


def test_a_match_between_two_as_scalachess_rates_it() -> None:
    won = duel(NEW, NEW, 1, tau=0.75, periods=0)
    near(won[0], 1662.2120, 290.2305, 0.0599993)
    near(won[1], 1337.7880, 290.2305)
    one, two = Rating(1400, 79, 0.06), Rating(1550, 110, 0.065)
    for score, (first, second) in {1: (1422.6260, 1506.3191), 0.5: (1406.3065, 1537.6115)}.items():
        after = duel(one, two, score, tau=0.75, periods=0)
        near(after[0], first, 77.4956)
        near(after[1], second, 105.8706)


def test_a_win_against_an_equal() -> None:
    near(duel(Rating(1500, 200), Rating(1500, 200), 1)[0], 1578.8017, 180.0783)


@pytest.mark.parametrize(
    ("score", "first", "second"), [(1, 1662.3109, 1337.6891), (0.6, 1532.4622, 1467.5378), (0.5, 1500, 1500)]
)
def test_two_new_players(score: float, first: float, second: float) -> None:
    after = duel(NEW, NEW, score)
    near(after[0], first, 290.3190)
    near(after[1], second, 290.3190)


@pytest.mark.parametrize(
    ("score", "first", "second"),
    [
        (1, 1704.9990, 1491.3521),
        (0.6, 1696.8961, 1505.5300),
        (0.5, 1694.8703, 1509.0745),
        (0.4, 1692.8446, 1512.6189),
        (0, 1684.7415, 1526.7969),
    ],
)
def test_a_favourite_and_every_score(score: float, first: float, second: float) -> None:
    after = duel(Rating(1700, 60), Rating(1500, 80), score)
    near(after[0], first)
    near(after[1], second)
    assert after[0].rd == pytest.approx(60.2556, abs=2e-4)
    assert after[1].rd == pytest.approx(79.1708, abs=2e-4)


@pytest.mark.parametrize(
    ("score", "ratings"),
    [(1, (1605.4189, 1619.9863, 1541.1395, 1445.9839)), (0.6, (1600.4714, 1508.3623, 1549.2327, 1449.6500))],
)
def test_pairs(score: float, ratings: tuple[float, ...]) -> None:
    sides = [[Rating(1600, 70), Rating(1500, 350)], [Rating(1550, 90), Rating(1450, 60)]]
    after = list(itertools.chain(*rate(sides, [[0, score], [1 - score, 0]])))
    for rating, value, rd in zip(after, ratings, (70.5031, 314.5807, 90.0367, 60.7276), strict=True):
        near(rating, value)
        assert rating.rd == pytest.approx(rd, abs=1e-3)


def test_four_new_players_in_pairs() -> None:
    after = rate([[NEW, NEW], [NEW, NEW]], [[0, 1], [0, 0]])
    for rating in after[0]:
        near(rating, 1612.3451, 329.1241)
    for rating in after[1]:
        near(rating, 1387.6549, 329.1241)


def places(*order: int) -> list[list[float]]:
    """The scores of a ranking: a better place 1 to 0, equal ones a half."""
    return [[0.5 if a == b else float(a < b) for b in order] for a in order]


def test_four_players() -> None:
    for order, values in (
        ((1, 2, 3, 4), (1710.5593, 1570.1864, 1429.8136, 1289.4407)),
        ((1, 2, 2, 4), (1710.5593, 1500, 1500, 1289.4407)),
    ):
        for [rating], value in zip(rate([[NEW]] * 4, places(*order)), values, strict=True):
            near(rating, value, 269.9872)
    players = [[Rating(1700, 60)], [Rating(1600, 80)], [Rating(1500, 350)], [Rating(1400, 100)]]
    expected = ((1690.4397, 60.0963), (1620.1875, 78.5803), (1616.8327, 234.3896), (1381.9659, 97.2668))
    for [rating], (value, rd) in zip(rate(players, places(3, 1, 2, 4)), expected, strict=True):
        near(rating, value, rd)


@pytest.mark.parametrize(("days", "rd"), [(90, 75.471), (180, 88.272), (365, 110.001)])
def test_who_does_not_play_becomes_less_sure(days: float, rd: float) -> None:
    assert Rating(1500, 60).after_idle(days).rd == pytest.approx(rd, abs=6e-4)


RATINGS = st.builds(Rating, st.floats(800, 2200), st.floats(45, 350), st.just(0.06))
SCORES = st.sampled_from([0, 0.4, 0.5, 0.6, 1])


@given(RATINGS, RATINGS, SCORES)
def test_the_order_of_the_sides_does_not_matter(one: Rating, two: Rating, score: float) -> None:
    assert duel(one, two, score) == pytest.approx(duel(two, one, 1 - score)[::-1])


@given(st.floats(800, 2200), st.floats(45, 350), SCORES)
def test_between_equals_the_changes_sum_to_nothing(value: float, rd: float, score: float) -> None:
    after = duel(Rating(value, rd), Rating(value, rd), score)
    assert sum(rating.rating for rating in after) == pytest.approx(2 * value)


@given(RATINGS, RATINGS)
def test_mirrored_scores_mirror_the_change_between_equals(one: Rating, two: Rating) -> None:
    equal = Rating(one.rating, two.rd)
    won, lost = duel(equal, equal, 1)
    assert won.rating - one.rating == pytest.approx(one.rating - lost.rating)


@pytest.mark.parametrize(
    ("sides", "scores"),
    [
        ([[NEW]], [[0]]),
        ([[NEW], []], [[0, 1], [0, 0]]),
        ([[NEW], [NEW]], [[0, 1]]),
        ([[NEW], [NEW]], [[0, 2], [0, 0]]),
    ],
)
def test_what_is_no_match_is_refused(sides: list[list[Rating]], scores: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"side|score"):
        rate(sides, scores)


@pytest.mark.parametrize("far", [9_000, 1_000_000])
@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_however_far_two_are_apart_their_match_is_rated(far: float, score: float) -> None:
    one, two = duel(NEW, Rating(far, 45), score)
    assert (one.rating > NEW.rating + 100) == (two.rating < far - 1) == (score > 0)
