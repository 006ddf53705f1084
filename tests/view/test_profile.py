"""`/filler profile` fits into a message, however much somebody plays."""

from dataclasses import replace

import pytest

from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, PersonId, Table
from fillerbot.scoring import Standing
from fillerbot.stats import SCALES, Profile, Tally
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view.stats import Reader, profile
from tests.view.matches import NOW, begun, live

GUILD = 1_234_567_890_123_456_789
LIMIT = 4_000
"""Letters that Discord allows in a message."""


def board(variant: str, guild: int = GUILD) -> Live:
    return replace(live(begun(variant)), table=Table(guild, GUILD, GUILD, "en"))


def told(running: list[Live], language: str, count: int) -> str:
    often = Tally(count, count, count)
    about = Profile(
        "*" * 32,
        {scale: Standing(matches=count, last=NOW) for scale in SCALES},
        dict.fromkeys(VARIANTS, often),
        dict.fromkeys(range(1, 8), often),
        running,
    )
    [text] = profile(about, "*" * 32, Reader(PersonId(1), GUILD, texts_of(language), NOW)).blocks
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("boards", [20, 21, 25])
def test_it_names_as_many_matches_as_there_is_room_for_and_counts_the_others(
    language: str, boards: int
) -> None:
    longest = max(VARIANTS, key=lambda key: len(texts_of(language)(f"variant-{key}")))
    text = told([board(longest)] * boards + [board("quick"), board("quick", guild=5)], language, 12_345)
    assert len(text) <= LIMIT
    lines = text.splitlines()
    named = [line for line in lines if "](https://" in line]
    assert named[-1].startswith(texts_of(language)("variant-quick"))
    assert len(named) > 10
    assert lines[-2:] == [
        texts_of(language)("profile-more", count=boards + 1 - len(named)),
        texts_of(language)("profile-elsewhere", count=1),
    ]


def test_few_matches_are_all_named() -> None:
    text = told([board("quick")] * 3, "en", 9)
    assert text.count("](https://") == 3
    assert "more here" not in text
