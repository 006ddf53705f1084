"""Matches that are over are watched once more, by the asker alone."""

import asyncio
import io
import threading

import pytest
from PIL import Image

from fillerbot.cogs import door
from fillerbot.sandbox.client import Message
from tests.bot.conftest import Party, Running, button, match_id, shown


async def frames(party: Party, message: Message) -> int:
    picture = Image.open(io.BytesIO((await party.people.pictures(message))[0]))
    assert picture.format == "GIF"
    return int(picture.n_frames)  # type: ignore[attr-defined]


async def test_both_games_of_a_match_can_be_watched_from_its_result(party: Party, running: Running) -> None:
    result = await party.finish_match(await party.start())
    live = await running.service.live(match_id(result))
    said = result
    for number, game in enumerate(live.match.games, 1):
        said = shown(await party.people.press("hare", said, button(said, f"replay-{number}")))
        assert said.ephemeral
        assert f"game {number}" in said.text
        assert await frames(party, said) == len(game.entries) + 1
        assert "moves one after another" in (said.descriptions[0] or "")
        assert button(said, f"replay-{number}").disabled
    assert await party.people.complaints() == []


async def test_a_result_of_one_game_has_one_replay(party: Party) -> None:
    result = await party.finish_game(await party.start(rated=False, games=1))
    said = shown(await party.people.press("owl", result, button(result, "replay-1")))
    assert said.buttons == []
    assert await frames(party, said) > 10


async def test_the_command_finds_the_matches_that_one_has_played(party: Party) -> None:
    async def asked(person: str, **options: object) -> Message:
        return shown(await party.people.invoke(person, "filler replay", wait=True, **options))

    assert "not played a match" in (await asked("fox")).text
    first = await party.finish_game(await party.start(rated=False, games=1))
    second = await party.finish_game(await party.start(rated=False, games=1, variant="classic"))
    await party.start()
    choices = await party.people.autocomplete("fox", "filler replay", "match", match="")
    assert [choice["value"] for choice in choices] == [str(match_id(second)), str(match_id(first))]
    assert choices[1]["name"] == f"No. {match_id(first)}: Quick 8×7 against owl"
    typed = await party.people.autocomplete("fox", "filler replay", "match", match="classic")
    assert len(typed) == 1
    said = await asked("fox", match=choices[1]["value"])
    assert said.ephemeral
    assert said.text.startswith("### Replay · Quick 8×7")
    assert "Classic" in (await asked("fox")).text
    assert "This is the match of fox and owl" in (await asked("hare", match=choices[0]["value"])).text


async def test_a_match_that_is_not_over_has_no_replay_yet(party: Party) -> None:
    board = await party.start()
    outcome = await party.people.invoke("fox", "filler replay", wait=True, match=str(match_id(board)))
    assert shown(outcome).text == "The match is not over yet."


async def test_a_replay_that_takes_long_is_announced_first(
    party: Party, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = await party.finish_game(await party.start(rated=False, games=1))
    monkeypatch.setattr(door, "_WORTH_WAITING", 0.05)
    hold = threading.Event()
    running.bot._drawer._slow_worker.submit(hold.wait)
    asyncio.get_running_loop().call_later(0.5, hold.set)
    before = await party.requests_so_far()
    await party.people.press("fox", result, button(result, "replay-1"))
    said = await party.people.wait(
        "fox", party.channel, lambda message: message.ephemeral and "Replay" in message.text
    )
    assert await frames(party, said) > 10
    assert [answer.split()[0] for answer in await party.answers(before)] == ["POST", "POST"]
    assert await party.people.complaints() == []
