"""The rules by topics, in two languages, and the short form for what is being played."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from fillerbot.cogs.layout import layout
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import MatchId
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view.example import game, typical
from fillerbot.view.message import BoardPicture, Emoji
from fillerbot.view.rules import TOPICS, explained, title
from tests.bot.conftest import Party, bot_on, button, colours, shown
from tests.bot.test_limits import walk

READERS = {"fox": "en", "owl": "de"}
LONGEST = 900


async def read(people: People, person: str, topic: str | None = None) -> Message:
    options = {} if topic is None else {"topic": topic}
    return shown(await people.invoke(person, "filler rules", wait=True, **options))


@pytest.mark.parametrize("person", READERS)
async def test_every_topic_is_told_to_the_asker_alone_in_his_language_with_a_picture(
    person: str, party: Party
) -> None:
    texts = texts_of(READERS[person])
    for topic in TOPICS:
        page = await read(party.people, person, topic=topic)
        assert page.ephemeral
        assert page.text.startswith(f"### {texts(title(topic))}\n")
        [picture] = await party.people.pictures(page)
        with Image.open(BytesIO(picture)) as image:
            assert image.format == "PNG"
    assert await party.people.complaints() == []


async def test_without_a_topic_the_rules_begin_at_the_beginning(party: Party) -> None:
    assert (await read(party.people, "fox")).text.startswith("### Basics\n")
    assert (await read(party.people, "owl")).text.startswith("### Grundlagen\n")


async def test_buttons_lead_to_the_topics_beside_on_the_same_message(party: Party) -> None:
    first = await read(party.people, "fox")
    second = await party.press("fox", first, "rules-move")
    assert second.id == first.id
    assert second.text.startswith("### The move\n")
    assert second.images != first.images
    third = await party.press("fox", second, "rules-regions")
    # To and fro in no time at all is meant.
    back = await party.press("fox", await party.press("fox", third, "rules-move"), "rules-regions")
    assert (back.id, back.text) == (third.id, third.text)
    last = await read(party.people, "fox", topic=TOPICS[-1])
    assert [b.label[2:] for b in last.buttons] == ["Pairs"]


@pytest.mark.usefixtures("_addresses")
async def test_pages_turn_after_a_restart(sandbox: Sandbox, people: People, tmp_path: Path) -> None:
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3"):
        page = await read(people, "fox", topic="clock")
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3"):
        turned = shown(await people.press("fox", page, button(page, "rules-rating")))
    assert turned.id == page.id
    assert turned.text.startswith("### Rating\n")


async def test_a_page_never_takes_the_place_of_a_board(party: Party) -> None:
    board = await party.start()
    match = (board.buttons[0].custom_id or "").split(":")[1]
    for address in (f"f1:{match}:0:rules-move", "f1:0:0:rules-move"):
        outcome = await party.people.press("fox", board, address, forged=True)
        assert outcome.message is None or outcome.message.ephemeral
    assert colours(await party.board())


async def test_options_lead_to_the_rules_of_the_variant(party: Party) -> None:
    board = await party.start(variant="hexagons")
    options = await party.press("fox", board, "options")
    assert button(options, "rules").label == "Rules of this variant"
    page = await party.press("fox", options, "rules")
    assert page.ephemeral
    assert page.id != options.id
    assert page.text.startswith("### Hexagons 13×11\n")


@pytest.mark.parametrize(
    ("variant", "english", "german"),
    [
        ("four", "nobody can catch the leader", "niemand den Führenden"),
        ("pairs", "Your partner sits opposite", "Dein Partner sitzt gegenüber"),
        ("paints", "a paint pot", "ein Farbtopf"),
        ("vinco", "six neighbours", "sechs Nachbarn"),
    ],
)
async def test_how_to_play_tells_what_matters_for_the_variant(
    variant: str, english: str, german: str, party: Party
) -> None:
    table = shown(await party.people.invoke("fox", "filler open", variant=variant, rated=False, games=1))
    for person, sentence, one_game in (
        ("fox", english, "a single game"),
        ("owl", german, "eine einzige Partie"),
    ):
        told = await party.press(person, table, "howto")
        assert sentence in told.text
        assert one_game in told.text
        assert told.text.count("\n- ") == 4
        assert len(told.images) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_short_enough_for_a_phone(topic: str, language: str) -> None:
    page = explained(texts_of(language), topic)
    said = [block for block in page.blocks if isinstance(block, str)]
    assert sum(map(len, said)) <= LONGEST
    assert page.picture is not None
    assert 40 <= len(page.picture.alt) <= 1024
    components = walk(layout(page, MatchId(0), 999_999, Emoji()).to_components())  # type: ignore[no-untyped-call]
    ids = [c["custom_id"] for c in components if "custom_id" in c]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("topic", TOPICS)
def test_what_is_a_house_rule_is_called_so_in_all_languages(topic: str) -> None:
    named = {language: explained(texts_of(language), topic).blocks[2] for language in LANGUAGES}
    assert ("House rule" in named["en"]) == ("Hausregel" in named["de"])  # type: ignore[operator]


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_example_of_a_variant_is_a_game_that_goes_on(variant: str) -> None:
    step = typical(variant)
    assert not step.after.ending
    assert step.gain >= 3
    assert all(step.after.owner[cell] == step.before.turn for cell in step.gained)


def test_pictures_show_what_the_words_beside_them_say() -> None:
    texts = texts_of("en")
    regions = explained(texts, "regions")
    picture = regions.picture
    assert isinstance(picture, BoardPicture)
    position = picture.position
    colour = next(
        c for c in position.legal() if f"{texts.colour(c)} closes your fence" in str(regions.blocks[2])
    )
    assert position.turn == 0
    assert f"says +{position.gain(colour)}" in str(regions.blocks[2])
    assert f"the {len(picture.gained)} ringed cells" in str(regions.blocks[2])
    after = position.play(colour)
    assert all(after.owner[cell] == 0 for cell in picture.gained)
    assert not set(position.captures(colour)).intersection(picture.gained)

    crossed = game("quick")[-1].after
    assert crossed.ending == "decided"
    assert sum(crossed.counts) < crossed.board.total

    tipped = typical("paints")
    assert set(tipped.before.captures(tipped.colour)).intersection(tipped.before.board.pots)

    match = explained(texts, "match").picture
    assert isinstance(match, BoardPicture)
    assert [column.name for column in match.columns] == ["Opponent", "You"]
    assert match.position.board == typical("quick").before.board
