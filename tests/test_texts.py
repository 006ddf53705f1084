"""All languages say everything, with the same placeholders, and nothing that nobody asks for."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from fillerbot.engine.match import Refusal
from fillerbot.live import Why
from fillerbot.resources import data
from fillerbot.texts import LANGUAGES, texts_for

SOURCES = Path(__file__).parent.parent / "fillerbot"


def messages(language: str) -> dict[str, set[str]]:
    """Each key of a language with its placeholders."""
    found: dict[str, set[str]] = {}
    for file in data("locales", language).glob("*.ftl"):
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{file.name}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{entry.id.name} stands twice"
                found[entry.id.name] = placeholders(entry.value)
    return found


def placeholders(node: object) -> set[str]:
    if isinstance(node, ast.VariableReference):
        return {node.id.name}
    if isinstance(node, ast.BaseNode):
        return set().union(*(placeholders(part) for part in vars(node).values()))
    if isinstance(node, list):
        return set().union(*(placeholders(part) for part in node))
    return set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_has_the_same_keys_and_placeholders(language: str) -> None:
    assert messages(language) == messages(LANGUAGES[0])


def test_every_text_is_used() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py"))
    words = {word.replace("_", "-") for word in re.findall(r"""["']([\w-]+)["']""", code)}
    words |= {str(number) for number in range(1, 10)}
    # Where a key is put together, as in f"button-{action}", the part in braces is a word of the code as well.
    frames = re.findall(r"""f["']([a-z-]+-)\{[^}]+\}([a-z-]*)["']""", code)
    built = [re.compile(f"{before}(.+){after}") for before, after in frames]
    keys = messages("en").keys()
    unused = {
        key
        for key in keys - words
        if not any(found[1] in words for frame in built if (found := frame.fullmatch(key)))
    }
    assert not unused


def test_every_reason_to_refuse_has_a_sentence() -> None:
    assert {f"refused-{reason.value}" for reason in (*Refusal, *Why)} <= messages("en").keys()


@pytest.mark.parametrize(
    ("locale", "word"), [("en-US", "red"), ("en-GB", "red"), ("de", "Rot"), ("fr", "red"), ("ru", "red")]
)
def test_readers_of_other_languages_read_english(locale: str, word: str) -> None:
    assert texts_for(locale).colour(1) == word


def test_numbers_are_said_as_people_say_them() -> None:
    english, german = texts_for("en-US"), texts_for("de")
    values: dict[str, str | int] = {"name": "fox", "colour": "green", "gain": 7, "cut": 3}
    assert english("last-move", **values) == "fox took green: +7, 3 of them cut off."
    assert german("last-move", **values | {"colour": "Grün"}) == "fox nahm Grün: +7, davon 3 abgeschnitten."
    assert english("last-move", **values | {"gain": 0, "cut": 0}) == "fox took green: nothing gained."
    assert german("stalling", moves=1).endswith("Noch ein Zug ohne Eroberung, dann endet die Partie.")
