"""Clocks as people write them."""

import time

import pytest

from fillerbot import app
from fillerbot.engine.clock import PRESETS, clock_of
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view.clocks import clock_name, read_clock, suggested

GERMAN, ENGLISH = texts_of("de"), texts_of("en")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2+3", "120+3"),
        (" 2:30 + 5 ", "150+5"),
        ("2:30 min + 5 s", "150+5"),
        ("0:30+0", "30+0"),
        ("60+60", "3600+60"),
        ("3+5", "normal"),
        ("1+3", "blitz"),
        ("Blitz", "blitz"),
        ("langsam", "slow"),
        ("no clock", "none"),
        ("days3", "days3"),
    ],
)
def test_a_clock_is_a_preset_or_minutes_and_seconds(text: str, key: str) -> None:
    assert read_clock(text) == key
    assert clock_of(key) == PRESETS.get(key, clock_of(key))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "5",
        "0:29+0",
        "60:01+0",
        "61+0",
        "3+61",
        "3+-1",
        "150+5",
        "2:60+5",
        "2:5+5",
        "²+3",
        "3+5+1",
        "1/2+3",
    ],
)
def test_whatever_else_is_no_clock(text: str) -> None:
    assert read_clock(text) is None


@pytest.mark.parametrize(
    "key", ["150", "29+0", "3601+0", "30+61", "030+5", "30+05", "normal ", "30+5\n", "³0+5"]
)
def test_a_key_has_one_spelling_and_keeps_within_the_limits(key: str) -> None:
    with pytest.raises(KeyError):
        clock_of(key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_on_a_challenge_can_be_written_as_an_answer(language: str) -> None:
    texts = texts_of(language)
    for key in (*PRESETS, "30+0", "150+5", "3600+60"):
        assert read_clock(clock_name(key, texts)) == key


def test_suggestions_are_presets_and_what_was_typed() -> None:
    assert [value for _, value in suggested("", ENGLISH)] == list(PRESETS)
    assert suggested("2:30+5", GERMAN) == [("2:30 min + 5 s", "2:30+5")]
    assert suggested("3+5", ENGLISH) == [("3 min + 5 s", "normal")]
    assert [value for _, value in suggested("tag", GERMAN)] == ["day", "days3", "days7"]
    assert suggested("nonsense", ENGLISH) == []


def test_a_host_clock_that_is_set_while_the_bot_runs_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = app._now()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= app._now() - before < 1_000
