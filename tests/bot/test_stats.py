"""Leaderboard, profile, history and running matches, as people see them."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from fillerbot.engine.clock import Instant
from fillerbot.live import Person, PersonId
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from fillerbot.scoring import DAY
from fillerbot.store.sqlite import open_store
from fillerbot.texts import texts_of
from fillerbot.view.stats import Reader
from tests.bot.conftest import Party, bot_on, button, mover, other, shown
from tests.season import HERE, Season, people

TWELVE = people(12)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "fillerbot.sqlite3"


@pytest_asyncio.fixture
async def season(sandbox: Sandbox, database: Path) -> Season:
    """Twelve regulars of the server, and fox, who has played four of them elsewhere."""
    # Longer ago than what a bot looks for that nobody has seen the end of.
    season, ended = Season(), sandbox.world.clock.now() - 2 * DAY
    here = replace(HERE, guild=int(sandbox.world.guild_id), channel=sandbox.channel_id)
    for meeting in range(5):
        for one in range(12):
            for two in range(one):
                places = [(1, 2), (2, 1), (1, 1), (1, 2)][(one + meeting) % 4]
                season.play((TWELVE[one], TWELVE[two]), ended + meeting, places, table=here)
    fox = Person(PersonId(next(int(p.id) for p in sandbox.world.people if p.name == "fox")), "fox")
    for regular in TWELVE[:4]:
        season.play((fox, regular), ended + 9, table=replace(HERE, guild=9))
    async with open_store(database) as store:
        await store.commit(*season.take())
    return season


@pytest_asyncio.fixture
async def seasoned(
    sandbox: Sandbox,
    people: People,
    season: Season,  # noqa: ARG001 — it is in the database
    database: Path,
    _addresses: None,
) -> AsyncIterator[Party]:
    async with bot_on(sandbox, database) as running:
        ids = {person.name: person.id for person in await people.people()}
        yield Party(people, running.channel, ids)


async def ask(party: Party, person: str, command: str, **options: object) -> Message:
    return shown(await party.people.invoke(person, f"filler {command}", wait=True, **options))


def target(message: Message, label: str) -> str:
    return next(b.custom_id or "" for b in message.buttons if b.label == label)


async def test_a_leaderboard_has_pages_and_says_where_the_asker_is(seasoned: Party) -> None:
    board = await ask(seasoned, "fox", "leaderboard")
    assert not board.ephemeral
    assert board.text.startswith("### Leaderboard · Quick 8×7\n-# Who has played in this server\n**1.** ")
    assert [int(place) for place in re.findall(r"^\*\*(\d+)\.\*\*", board.text, re.MULTILINE)] == [
        *range(1, 11)
    ]
    ratings = [int(rating) for rating in re.findall(r"· \*\*(\d+)\*\*", board.text)]
    assert ratings == sorted(ratings, reverse=True)
    assert (
        "fox is not on it yet. What is missing: "
        "a match in this server, 11 rated matches and one more opponent." in board.text
    )
    assert "Page 1 of 2" in board.text
    second = shown(await seasoned.people.press("fox", board, target(board, "Next")))
    assert second.id == board.id
    assert "\n**12.** player" in second.text
    back = shown(await seasoned.people.press("fox", second, target(second, "Back")))
    # To and fro in no time at all is meant.
    again = shown(await seasoned.people.press("fox", back, target(back, "Next")))
    assert again.text == second.text
    everywhere = shown(await seasoned.people.press("fox", again, target(again, "All servers")))
    assert "-# All servers\n" in everywhere.text
    assert "What is missing: 11 rated matches and one more opponent." in everywhere.text
    assert await seasoned.people.complaints() == []


@pytest.mark.usefixtures("_addresses")
async def test_who_is_on_the_leaderboard_sees_his_place_on_every_page(
    sandbox: Sandbox,
    people: People,
    season: Season,
    database: Path,
) -> None:
    owl = Person(PersonId(next(int(p.id) for p in sandbox.world.people if p.name == "owl")), "owl")
    now = sandbox.world.clock.now()
    here = replace(HERE, guild=int(sandbox.world.guild_id), channel=sandbox.channel_id)
    for number in range(48):
        places = (2, 1) if number % 4 == 0 else (1, 2)
        season.play((TWELVE[number % 12], owl), now - 2 * DAY + 100 + number, places, table=here)
    async with open_store(database) as store:
        await store.commit(*season.take())
    async with bot_on(sandbox, database):
        board = shown(await people.invoke("owl", "filler rangliste", wait=True))
    # A public answer is in the server's language.
    assert "owl: place 13 of 13, " in board.text
    async with bot_on(sandbox, database):
        turned = shown(await people.press("owl", board, target(board, "Next")))
        assert turned.id == board.id
        assert "**13.** owl" in turned.text
        # Whoever leafs in the page of somebody else gets his own, in his language.
        own = shown(await people.press("lynx", turned, target(turned, "Back")))
        assert own.ephemeral
        assert own.id != turned.id
        assert "lynx is not on it yet" in own.text


async def test_old_and_forged_addresses_of_pages_get_an_answer(seasoned: Party) -> None:
    board = await ask(seasoned, "fox", "leaderboard")
    sent = target(board, "Next")
    for forged in (
        "f2:",
        "f2:1:2:3",
        sent + "0",
        sent.replace("quick", "vinco"),
        sent.replace("here", "history"),
        sent.replace(str(seasoned.ids["fox"]), str(seasoned.ids["owl"])),
        re.sub(r"f2:\d+", "f2:17", sent),
        "f2:1:1:history:99999999999999999999:0",
    ):
        for person in ("fox", "owl"):
            answer = shown(await seasoned.people.press(person, board, forged, forged=True))
            assert answer.ephemeral
            assert answer.text.startswith(("This button is from another", "Dieser Knopf stammt aus einer"))
    assert await seasoned.people.complaints() == []


async def test_a_double_tap_turns_one_page(seasoned: Party) -> None:
    board = await ask(seasoned, "fox", "leaderboard")
    before = await seasoned.requests_so_far()
    for _ in range(2):
        await seasoned.people.press("fox", board, target(board, "Next"), forged=True)
    assert await seasoned.answers(before) == [
        "POST /interactions/callback 7",
        "POST /interactions/callback 6",
    ]


async def test_a_leaderboard_without_anybody_says_so(party: Party) -> None:
    board = await ask(party, "fox", "leaderboard", variant="pairs", where="everywhere")
    assert "Nobody is on this leaderboard yet." in board.text
    assert [b.label for b in board.buttons] == ["This server"]


async def test_a_profile_tells_ratings_results_and_what_is_being_played(party: Party) -> None:
    nothing = await ask(party, "fox", "profile", user=str(party.ids["owl"]))
    assert nothing.text == "### owl\nNo match has been finished yet."
    form = await party.people.press("owl", board := await party.start(), button(board, "giveup"))
    await party.people.submit("owl", form, {"what": "resign"})
    await party.start(variant="classic", rated=False)
    profile = await ask(party, "hare", "profile", user=str(party.ids["fox"]))
    assert not profile.ephemeral
    lines = profile.text.splitlines()
    assert lines[:3] == ["### fox", "**Ratings**", "Quick 8×7 · **1662?** · one match"]
    assert "Quick 8×7 · 1 won · 0 drawn · 0 lost" in lines
    assert lines[-2] == "**Playing now**"
    assert re.fullmatch(r"Classic 15×15 · \[board\]\(https://discord.com/channels/\d+/\d+/\d+\)", lines[-1])
    assert "Quick 8×7 · 0 won · 0 drawn · 1 lost" in (await ask(party, "owl", "profile")).text


async def test_a_history_lists_what_was_played_with_a_link_to_each_board(party: Party) -> None:
    board = await party.start()
    form = await party.people.press("owl", board, button(board, "giveup"))
    await party.people.submit("owl", form, {"what": "resign"})
    history = await ask(party, "fox", "history")
    assert history.ephemeral
    pattern = (
        r"### fox · one finished match\n<t:\d+:d> · \*\*won\*\* · \+162\n"
        r"-# Quick 8×7 · against owl · no\. \d+ · \[board\]\((\S+)\)"
    )
    found = re.fullmatch(pattern, history.text)
    assert found, history.text
    assert found[1].endswith(str(board.id))
    german = await ask(party, "owl", "history", user=str(party.ids["owl"]))
    assert "### owl · ein beendetes Match" in german.text
    assert "**verloren** · −162\n-# Schnell 8×7 · gegen fox · Nr. 1 · [Brett]" in german.text


async def test_a_long_history_has_pages_for_the_asker_alone(seasoned: Party) -> None:
    history = await ask(seasoned, "fox", "history", user=str(seasoned.ids["fox"]))
    assert history.text.count("\n-# ") == 4
    # Where somebody has played elsewhere is told to him alone.
    assert history.text.count("[board]") == 4
    assert "[board]" not in (await ask(seasoned, "lynx", "history", user=str(seasoned.ids["fox"]))).text


async def test_matches_tells_what_waits_for_the_asker_first(party: Party) -> None:
    none = await ask(party, "fox", "matches")
    assert none.text.startswith("You are not playing a match.")
    await party.challenge(variant="hexagons")
    board = await party.start()
    waiting, playing = other(mover(board)), mover(board)
    german = {"owl": "de", "fox": "en"}
    for person in (waiting, playing):
        told = await ask(party, person, "matches")
        assert told.ephemeral
        assert told.text.count("[board](" if german[person] == "en" else "[Brett](") == 2
        turn = {"en": "**Your turn**", "de": "**Du bist am Zug**"}[german[person]]
        assert (turn in told.text) == (person == playing)
    owls = (await ask(party, "owl", "matches")).text
    assert "**Eine Herausforderung an dich** · verfällt <t:" in owls
    assert "Your challenge · expires <t:" in (await ask(party, "fox", "matches")).text
    board = await party.finish_game(board)
    assert "**Ready for the next game?** · time is up <t:" in (await ask(party, "fox", "matches")).text
    await party.press("fox", board, "ready")
    assert "Waiting for owl" in (await ask(party, "fox", "matches")).text


async def test_practice_is_counted_apart(party: Party) -> None:
    practice = await ask(party, "fox", "practice", level=1)
    assert practice.text
    assert "-# Quick 8×7 · against Computer 1 · [board](" in (await ask(party, "fox", "matches")).text
    assert "Playing now" not in (await ask(party, "fox", "profile")).text
    form = await party.people.press("fox", practice, button(practice, "giveup"))
    await party.people.submit("fox", form, {"what": "concede"})
    assert (await ask(party, "fox", "history")).text.startswith("### fox\nNo match has")
    assert (await ask(party, "fox", "profile")).text == (
        "### fox\n**Practice**\nComputer 1 · 0 won · 0 drawn · 1 lost"
    )


def test_pages_name_nobody_where_names_are_refused() -> None:
    reader = Reader(PersonId(1), 1, texts_of("en"), Instant(0), named=False)
    assert reader.calls(TWELVE[:2]) == "? and ?"
