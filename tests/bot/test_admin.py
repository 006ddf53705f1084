"""What admins do about ratings, and what is not rated to begin with."""

import re
from dataclasses import replace

import pytest

from fillerbot import ledger
from fillerbot.ledger import RATED_LIMITS
from fillerbot.live import Refused, Why
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from fillerbot.sandbox.errors import RefusedError
from fillerbot.scoring import DAY
from tests.bot.conftest import Party, Running, button, match_id, shown


async def void(party: Party, match: int, person: str = "fox", reason: str = "They *were* one.") -> str:
    outcome = await party.people.invoke(
        person, "filler-admin void", wait=True, match=str(match), reason=reason
    )
    assert shown(outcome).ephemeral
    return shown(outcome).text


async def resigned(party: Party, **options: object) -> Message:
    board = await party.start(**options)
    form = await party.people.press("owl", board, button(board, "giveup"))
    return shown(await party.people.submit("owl", form, {"what": "resign"}))


async def test_an_admin_takes_the_ratings_of_a_match_back_and_its_message_says_so(
    party: Party, running: Running
) -> None:
    result = await resigned(party)
    assert "fox: 1662? (+162)" in result.text
    match = match_id(result)
    assert await void(party, match) == f"The rating changes of match no. {match} were taken back."
    changed = await party.wait_for_board(lambda message: "taken back" in message.text)
    assert changed.id == result.id
    assert "taken back:** They \\*were\\* one." in changed.text
    assert "1662" not in changed.text
    assert (await running.service.profile((await running.service.live(match)).people[0].id)).standings == {}
    assert await void(party, match) == "The rating changes of this match have been taken back already."
    history = shown(await party.people.invoke("owl", "filler verlauf", wait=True))
    assert "Wertung zurückgenommen" in history.text
    assert await party.people.complaints() == []


async def test_who_asks_again_what_a_killed_bot_has_done_brings_the_message_up_to_date(
    party: Party, running: Running
) -> None:
    result = await resigned(party)
    # It was stored, and nobody was told any more.
    await running.service.void(
        match_id(result), (await running.service.live(match_id(result))).table.guild, "x"
    )
    assert (
        await void(party, match_id(result))
        == "The rating changes of this match have been taken back already."
    )
    assert (await party.wait_for_board(lambda message: "taken back" in message.text)).id == result.id


async def test_an_admin_finds_the_match_by_its_players_and_the_result_by_its_number(
    party: Party, running: Running
) -> None:
    async def offered(person: str, typed: str = "") -> list[dict[str, object]]:
        return await party.people.autocomplete(person, "filler-admin void", "match", match=typed)

    assert await offered("fox") == []
    first = await resigned(party)
    assert f"\n-# Match no. {match_id(first)}" in first.text
    second = await resigned(party, variant="classic")
    assert "Match no." not in (await resigned(party, rated=False)).text
    choices = await offered("fox")
    assert [choice["value"] for choice in choices] == [str(match_id(second)), str(match_id(first))]
    name = str(choices[1]["name"])
    pattern = rf"No\. {match_id(first)} · \d{{4}}-\d\d-\d\d \d\d:\d\d UTC · Quick 8×7 · 1\. fox · 2\. owl"
    assert re.fullmatch(pattern, name), name
    assert await offered("fox", "classic") == choices[:1]
    await void(party, match_id(second))
    assert await offered("fox", "owl") == choices[1:]
    assert await running.service.rated_in(999, 50) == []


async def test_only_rated_matches_of_this_server_that_are_over_can_be_taken_back(
    party: Party, running: Running
) -> None:
    board = await party.start()
    assert await void(party, match_id(board)) == "The match is not over yet."
    casual = await resigned(party, rated=False)
    assert await void(party, match_id(casual)) == "This match did not change any rating."
    assert await void(party, 999) == "There is no match of this number that was opened in this server."
    rated = match_id(await resigned(party))
    # Where its board was posted last makes nobody its admin.
    await running.service.set_table(rated, lambda table: replace(table, guild=9))
    with pytest.raises(Refused, match="not-from-here"):
        await running.service.void(rated, 9, "lost")
    assert "were taken back" in await void(party, rated)


async def test_taking_back_is_for_those_who_manage_the_server(party: Party, sandbox: Sandbox) -> None:
    result = await resigned(party)
    with pytest.raises(RefusedError, match="not offered to owl"):
        await void(party, match_id(result), "owl")
    # A server may offer a command to whom it likes.
    command = next(c for c in sandbox.world.commands.values() if c["name"] == "filler-admin")
    command["default_member_permissions"] = None
    assert await void(party, match_id(result), "owl") == "Das kann nur, wer diesen Server verwalten darf."
    assert "1662" in (await party.board()).text


async def test_a_fourth_rated_match_in_a_day_is_casual_or_refused_and_says_why(party: Party) -> None:
    for _ in range(3):
        await resigned(party)
    challenge = await party.challenge()
    assert "Quick 8×7 · casual" in challenge.text
    assert "-# Casual, since fox and owl have had 3 rated matches in 24 hours." in challenge.text
    for person, whom, start in (
        ("fox", "owl", "A match of fox and owl does not count now, since they have had 3 rated ones"),
        ("owl", "fox", "Ein Match von owl und fox zählt jetzt nicht, denn sie hatten in 24 Stunden 3"),
    ):
        refused = shown(
            await party.people.invoke(
                person, "filler challenge", wait=True, opponent=str(party.ids[whom]), rated=True
            )
        )
        assert refused.ephemeral
        assert refused.text.startswith(start)
        assert "<t:" in refused.text
    casual = await party.press("owl", challenge, "accept")
    assert match_id(casual) == match_id(challenge)
    await party.people.advance(DAY / 1000 + 60)
    assert "Quick 8×7 · rated" in (await party.challenge()).text


async def test_a_challenge_that_no_longer_counts_is_not_accepted(party: Party) -> None:
    challenge = await party.challenge()
    result = None
    for _ in range(3):
        result = await resigned(party)
    said = shown(await party.people.press("owl", challenge, button(challenge, "accept")))
    assert said.ephemeral
    assert "zählt jetzt nicht" in said.text
    assert "`/filler herausfordern` mit `gewertet: False`" in said.text
    assert result is not None
    said = shown(await party.people.press("fox", result, button(result, "rematch")))
    assert "does not count now" in said.text


async def test_young_accounts_are_not_rated(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    table = shown(await party.people.invoke("fox", "filler open", wait=True, variant="quick"))
    monkeypatch.setattr(ledger, "YOUNG", 100 * 365 * DAY)
    challenge = await party.challenge()
    assert "-# Casual, since the account of fox is younger than 36,500 days." in challenge.text
    refused = shown(await party.people.invoke("owl", "filler open", wait=True, variant="four", rated=True))
    assert refused.text.startswith("Ein Match mit owl kann noch nicht gewertet werden")
    joining = shown(await party.people.press("owl", table, button(table, "join")))
    assert joining.ephemeral


def test_the_sentences_say_the_times_that_hold() -> None:
    assert {why: time for why, (_, time) in RATED_LIMITS.items()} == {
        Why.RATED_TODAY: DAY,
        Why.RATED_THIS_WEEK: 7 * DAY,
    }
