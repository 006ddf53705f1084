"""Challenges and open tables show the shape of their board."""

import pytest

from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, MatchId, Person, PersonId, Setup, Table
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view.frame import table
from fillerbot.view.gathering import open_table, outline
from fillerbot.view.message import Emoji, OutlinePicture
from tests.view.matches import NOW

OPENER = Person(PersonId(1), "fox")


@pytest.mark.parametrize("key", sorted(VARIANTS))
@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.CHALLENGED])
def test_what_is_asked_for_is_seen_before_it_is_dealt(key: str, phase: Phase) -> None:
    terms = Terms(key, "normal", rated=False, length=1)
    people = (OPENER, Person(PersonId(2), "owl"), *[None] * (VARIANTS[key].seats - 2))
    setup = Setup(MatchId(1), NOW, terms, people, is_table=phase is Phase.OPEN)
    live = Live(setup, Match(terms, NOW, phase), 0, Table(1, 1, 1, "en"))
    picture = table(live, texts_of("en"), Emoji(), NOW).picture
    assert isinstance(picture, OutlinePicture)
    assert picture.topology == VARIANTS[key].topology


def test_the_shape_is_told_in_words() -> None:
    english = texts_of("en")
    assert outline("quick", english).alt == (
        "The board of Quick 8×7: 56 squares, 6 colours. "
        "Seat 1 starts at the bottom left; Seat 2 starts at the top right."
    )
    assert "137 hexagons" in outline("hexagons", english).alt
    assert outline("obstacles", english).alt.endswith("laid out when the match begins.")
    three = "at the bottom left, half way up left and at the bottom in the middle"
    assert f"Seat 1 starts {three}; " in outline("three-starts", english).alt
    assert "Ecke 3 beginnt oben rechts" in outline("four", texts_of("de")).alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_words_fit(key: str, language: str) -> None:
    assert len(outline(key, texts_of(language)).alt) < 1024


@pytest.mark.parametrize("key", ["four", "pairs"])
def test_nobody_is_asked_to_a_full_table(key: str) -> None:
    def joins(count: int) -> list[bool]:
        """Whether each button to join is grey with so many people there."""
        terms = Terms(key, "normal", rated=False, length=2)
        people = [Person(PersonId(number), "fox") if number <= count else None for number in range(1, 5)]
        setup = Setup(MatchId(1), NOW, terms, tuple(people), is_table=True)
        at = Live(setup, Match(terms, NOW, Phase.OPEN), 0, Table(1, 1, 1, "en"))
        rows = [row for row in open_table(at, texts_of("en")).blocks if isinstance(row, tuple)]
        return [button.disabled for row in rows for button in row if button.action.startswith("join")]

    assert not any(joins(3))
    assert all(joins(4))
