"""A hint says what its colour comes to, and what is as good."""

from dataclasses import replace
from functools import cache

import pytest

from fillerbot.computer.analysis import Analysis, analyse
from fillerbot.live import Live
from fillerbot.texts import texts_of
from fillerbot.view.private import hint
from tests.view.matches import begun, live, played

TEXTS = texts_of("en")


@cache
def late() -> tuple[Live, Analysis]:
    """A Quick game whose end is known, with two or more colours that are best."""
    for seed in range(100):
        at = live(played(begun("quick", seed=seed), 18))
        analysis = analyse(at.match.game.position, nodes=20_000)
        first, second = analysis.colours[:2]
        if all(one.exact for one in analysis.colours) and first.margin == second.margin > 0:
            return at, analysis
    raise AssertionError("no such game")


def test_colours_that_are_as_good_are_named() -> None:
    at, analysis = late()
    best = analysis.colours[0].margin
    same = {one.colour for one in analysis.colours[1:] if one.margin == best}
    said = hint(at, analysis, TEXTS)
    assert said.startswith(TEXTS.colour(analysis.best).capitalize())
    named = said.partition("As good: ")[2]
    assert {colour for colour in range(1, 7) if TEXTS.colour(colour) in named} == same
    assert f"you come out {best} ahead" in said


@pytest.mark.parametrize(
    ("margin", "words"), [(3, "come out 3 ahead"), (0, "it is a draw"), (-3, "come out 3 behind")]
)
def test_what_best_play_comes_to_is_said_in_words(margin: int, words: str) -> None:
    at, analysis = late()
    best = replace(analysis.colours[0], margin=margin)
    assert words in hint(at, replace(analysis, colours=(best,)), TEXTS)


def test_what_is_only_an_estimate_names_nothing_as_good() -> None:
    at, analysis = late()
    guesses = tuple(replace(one, exact=False) for one in analysis.colours)
    said = hint(at, replace(analysis, colours=guesses), TEXTS)
    assert "As good" not in said
    assert "best play" not in said


def test_a_colour_that_gains_nothing_says_so_as_its_button_does() -> None:
    at, analysis = late()
    gain = at.match.game.position.gain
    [nothing] = [one for one in analysis.colours if gain(one.colour) == 0]
    assert " (0): " in hint(at, replace(analysis, colours=(nothing,)), TEXTS)
