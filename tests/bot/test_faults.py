"""The bot when Discord does badly: every move counts once, and the board comes back."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from fillerbot.live import PersonId
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from fillerbot.sandbox.payloads import texts as texts_of_components
from fillerbot.sandbox.payloads import walk
from tests.bot.conftest import Party, Running, match_id, mover, open_colours, other

UPDATE, NEW = 7, 4
CLOCK = re.compile(r"<t:\d+|\d+:\d\d")


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch, running: Running) -> None:
    """The library sleeps before it tries again and before it identifies; here it need not."""

    async def sleep(_: float, result: Any = None) -> Any:
        return await asyncio.sleep(0, result)

    async def at_once(_: int | None, *, initial: bool = False) -> None:
        assert initial in {True, False}

    hurried = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    monkeypatch.setattr(discord.webhook.async_, "asyncio", hurried)
    monkeypatch.setattr(discord.http, "asyncio", hurried)
    monkeypatch.setattr(running.bot, "before_identify_hook", at_once)


async def drawn(running: Running, board: Message) -> tuple[str, list[str]]:
    """What the stored match looks like: its text without clocks, and where its buttons lead."""
    live = await running.service.live(match_id(board))
    assert running.bot.screen is not None
    view, _ = await running.bot.screen._compose(live)
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return seen("\n".join(texts_of_components(components)), components)


def seen(text: str, components: list[dict[str, Any]]) -> tuple[str, list[str]]:
    return CLOCK.sub("", text), [c["custom_id"] for c in walk(components) if "custom_id" in c]


async def brought_up_to_date(party: Party, running: Running, board: Message) -> Message:
    """Wait until the channel's board is that of the stored match."""
    wanted = await drawn(running, board)
    return await party.wait_for_board(lambda m: seen(m.text, m.raw["components"]) == wanted)


async def moves(running: Running, board: Message) -> int:
    return (await running.service.live(match_id(board))).match.moves


async def clock_runs(party: Party, running: Running, board: Message) -> None:
    async with asyncio.timeout(10):
        while (await running.service.live(match_id(board))).match.shown is None:
            await party.people.people()


async def goes_on(party: Party, running: Running, board: Message, made: int) -> None:
    """After so many moves the board is right, the next press counts, and the board is right again."""
    board = await brought_up_to_date(party, running, board)
    assert await moves(running, board) == made
    await clock_runs(party, running, board)
    after = await party.move(board)
    assert await moves(running, board) == made + 1
    assert after.raw["id"] == (await brought_up_to_date(party, running, after)).raw["id"]


async def middle(party: Party, **options: object) -> Message:
    board = await party.start(**options)
    for _ in range(3):
        board = await party.move(board)
    return board


async def struck(people: People, press: Callable[[], Awaitable[object]]) -> None:
    """Do something and wait until a rule has struck."""
    events = await people.events()
    await press()
    await people.event("fault", len(events))


async def press(party: Party, board: Message, *, wait: bool = False) -> None:
    await party.people.press(mover(board), board, open_colours(board)[0], wait=wait)


RULES: dict[str, dict[str, Any]] = {
    "5xx before applying": {"effect": "error", "when": "before"},
    "5xx twice before applying": {"effect": "error", "when": "before", "times": 2},
    "5xx after applying": {"effect": "error", "when": "after"},
    "5xx after applying, and again": {"effect": "error", "when": "after", "times": 2},
    "503 without an end": {"effect": "error", "status": 503, "times": 5},
    "lost before": {"effect": "lost", "when": "before"},
    "lost after": {"effect": "lost"},
    "torn": {"effect": "torn"},
    "10062": {"effect": "error", "status": 404, "code": 10062, "message": "Unknown interaction"},
    "40060": {"effect": "error", "status": 400, "code": 40060, "message": "Already acknowledged"},
    "50027": {"effect": "error", "status": 401, "code": 50027, "message": "Invalid Webhook Token"},
    "10015": {"effect": "error", "status": 404, "code": 10015, "message": "Unknown Webhook"},
    "429": {"effect": "error", "status": 429, "message": "slow", "retry_after": 0.01, "scope": "user"},
}


@pytest.mark.parametrize("name", RULES)
async def test_a_move_counts_once_and_the_board_comes_back(name: str, party: Party, running: Running) -> None:
    board = await middle(party)
    await party.people.faults.on_callback(**RULES[name])
    await struck(party.people, lambda: press(party, board))
    await party.people.wait(
        "fox", party.channel, lambda m: not m.ephemeral and bool(open_colours(m)) and mover(m) != mover(board)
    )
    await goes_on(party, running, board, 4)


async def test_an_answer_within_its_time_reaches_the_person(party: Party, running: Running) -> None:
    board = await middle(party)
    for rule in ({"effect": "error"}, {"effect": "latency", "seconds": 0.1, "jitter": 0.1}):
        await party.people.faults.on_callback(**rule)
        outcome = await party.people.press(mover(board), board, open_colours(board)[0])
        assert (outcome.kind, outcome.failed) == (UPDATE, None)
        assert outcome.message is not None
        board = outcome.message
    await goes_on(party, running, board, 5)


async def test_an_answer_that_takes_too_long(party: Party, running: Running, sandbox: Sandbox) -> None:
    board = await middle(party)
    sandbox.interactions.deadline = 0.2
    await party.people.faults.on_callback("latency", seconds=0.5)
    outcome = await party.people.press(mover(board), board, open_colours(board)[0])
    assert outcome.failed == "timeout"
    await party.people.event("message_updated", len(await party.people.events()))
    sandbox.interactions.deadline = 3.0
    requests = await party.people.requests()
    assert [r["response"]["code"] for r in requests if r["status"] == 404] == [10062]
    await goes_on(party, running, board, 4)


async def test_a_message_that_is_deleted_comes_back_with_the_next_press(
    party: Party, running: Running
) -> None:
    board = await middle(party)
    held = await party.people.faults.on_callback("hold")
    pressed = await party.people.press(mover(board), board, open_colours(board)[0], wait=False)
    await party.people.event("callback_held")
    await party.people.faults.delete(board.id)
    await party.people.faults.lift(held)
    again = await party.wait_for_board(lambda m: m.id != board.id)
    assert (await party.people.interaction(pressed.interaction)).kind == NEW
    await goes_on(party, running, again, 4)


async def test_a_message_that_is_deleted_between_two_moves(party: Party, running: Running) -> None:
    board = await middle(party)
    await party.people.faults.delete(board.id)
    outcome = await party.people.invoke(mover(board), "filler move", colour="1")
    assert outcome.message is not None
    assert outcome.message.ephemeral
    made = await moves(running, board)
    posted = await party.people.invoke("fox", "filler board")
    assert posted.message is not None
    await goes_on(party, running, posted.message, made)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_without_rights_in_the_channel_presses_still_answer(
    code: int, party: Party, running: Running
) -> None:
    board = await middle(party)
    number = await party.people.faults.revoke(code)
    board = await party.move(board)
    assert await moves(running, board) == 4
    await party.people.faults.on_callback("lost", when="before")
    await struck(party.people, lambda: press(party, board))
    await _refused(party.people, number)
    assert await moves(running, board) == 5
    posted = await party.people.invoke("fox", "filler board")
    assert posted.message is not None
    await goes_on(party, running, posted.message, 5)
    assert await party.people.faults.struck(number) == 2, (
        "one redrawing, one old board: nothing is tried again"
    )


async def _refused(people: People, number: int) -> None:
    after = 0
    while not await people.faults.struck(number):
        after = (await people.event("fault", after))["number"]


async def test_too_many_edits_of_an_old_message(party: Party, running: Running) -> None:
    board = await middle(party)
    await party.people.faults.on_callback("lost", when="before")
    await party.people.faults.add(
        "error",
        method="PATCH",
        route="/channels/*",
        status=429,
        code=30046,
        message="Maximum number of edits to messages older than 1 hour reached. Try again later",
        retry_after=0.05,
        times=2,
    )
    await struck(party.people, lambda: press(party, board))
    await party.wait_for_board(lambda m: mover(m) == other(mover(board)))
    await goes_on(party, running, board, 4)


@pytest.mark.parametrize("how", ["cut", "reconnect", "invalid"])
async def test_a_press_while_the_gateway_is_away_comes_after_the_resume(
    how: str, party: Party, running: Running
) -> None:
    board = await middle(party)
    events = len(await party.people.events())
    match how:
        case "cut":
            await party.people.faults.cut()
        case "reconnect":
            await party.people.faults.reconnect()
        case _:
            await party.people.faults.invalidate(resumable=True)
    await party.people.event("bot_disconnected", events)
    board = await party.move(board)
    await goes_on(party, running, board, 4)


@pytest.mark.parametrize("code", [4009, 4007])
async def test_a_press_that_a_lost_session_swallows_is_made_again(
    code: int, party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await middle(party)
    events = len(await party.people.events())
    await party.people.faults.cut(code)
    assert not sandbox.gateway.sessions
    swallowed = await party.people.press(mover(board), board, open_colours(board)[0], wait=False)
    sandbox.clock.advance(4)
    assert (await party.people.interaction(swallowed.interaction)).failed == "timeout"
    await party.people.event("bot_connected", events, 20)
    assert await moves(running, board) == 3
    await goes_on(party, running, board, 3)


async def test_a_stalled_gateway_only_delays(party: Party, running: Running) -> None:
    board = await middle(party)
    await party.people.faults.stall(active=True)
    await press(party, board)
    await press(party, board)
    assert await moves(running, board) == 3
    await party.people.faults.stall(active=False)
    await party.wait_for_board(lambda m: mover(m) == other(mover(board)))
    await goes_on(party, running, board, 4)


async def test_what_comes_twice_after_a_resume_is_answered_once(party: Party, running: Running) -> None:
    board = await party.move(await middle(party))
    before = await party.requests_so_far()
    await _cut_and_repeat(party.people)
    assert await party.answers(before) == ["POST /interactions/callback 8"], "that of the last event"
    assert len(await running.service.running(PersonId(party.ids["fox"]))) == 1, "no second challenge"
    await goes_on(party, running, board, 4)


async def test_what_comes_twice_while_it_is_being_answered(party: Party, running: Running) -> None:
    board = await middle(party)
    held = await party.people.faults.on_callback("hold", interaction="component", times=None)
    await struck(party.people, lambda: press(party, board))
    await _cut_and_repeat(party.people)
    assert await party.people.faults.struck(held) == 1
    await party.people.faults.lift(held)
    await party.wait_for_board(lambda m: mover(m) == other(mover(board)))
    await goes_on(party, running, board, 4)


async def _cut_and_repeat(people: People) -> None:
    """Cut the gateway, let everything come again, and wait until the bot has seen it."""
    await people.faults.repeat(20)
    events = len(await people.events())
    await people.faults.cut()
    await people.event("bot_connected", events, 20)
    # Events come in order: when this is answered, everything before has come in.
    assert await people.autocomplete("hare", "filler move", "colour") == []


@pytest.mark.parametrize("name", ["fox", "owl"])
async def test_a_name_that_moderation_does_not_let_through(name: str, party: Party, running: Running) -> None:
    await party.people.faults.block_words(name)
    challenge = await party.challenge()
    board = await party.press("owl", challenge, "accept")
    assert name not in board.text
    assert "Player 1" in board.text
    assert "Player 2" in board.text
    names = {"Player 1": "fox", "Player 2": "owl"}
    for made in range(1, 4):
        found = re.search(r"▶ . (Player \d)", board.text)
        assert found
        outcome = await party.people.press(names[found[1]], board, open_colours(board)[0])
        assert outcome.kind == UPDATE
        assert outcome.message is not None
        board = outcome.message
        assert await moves(running, board) == made
        await brought_up_to_date(party, running, board)


async def test_a_name_that_moderation_refuses_in_mid_match(party: Party, running: Running) -> None:
    board = await middle(party)
    await party.people.faults.block_words("fox")
    before = await party.requests_so_far()
    outcome = await party.people.press(mover(board), board, open_colours(board)[0])
    assert outcome.kind == UPDATE
    assert outcome.message is not None
    assert "Player 1" in outcome.message.text
    assert await moves(running, board) == 4
    await brought_up_to_date(party, running, outcome.message)
    statuses = [r["status"] for r in await party.people.requests(before)]
    assert statuses == [400, 200]


@pytest.mark.parametrize("rule", ["lost after", "10062"])
async def test_a_move_by_keyboard_shows_although_its_answer_is_lost(
    rule: str, party: Party, running: Running
) -> None:
    board = await middle(party)
    colour = (open_colours(board)[0].custom_id or "")[-1]
    await party.people.faults.on_callback(interaction="command", **RULES[rule])
    await struck(
        party.people,
        lambda: party.people.invoke(mover(board), "filler move", wait=False, colour=colour),
    )
    await party.wait_for_board(lambda m: mover(m) == other(mover(board)))
    await goes_on(party, running, board, 4)


async def test_a_refusal_with_a_name_that_moderation_does_not_let_through(party: Party) -> None:
    board = await middle(party)
    await party.people.faults.on_callback("error", status=400, code=200000, message="blocked by AutoMod")
    outcome = await party.people.press(other(mover(board)), board, open_colours(board)[0])
    assert outcome.message is not None
    assert outcome.message.ephemeral
    assert re.match(r"It is Player \d's turn|Spieler \d ist am Zug", outcome.message.text), (
        outcome.message.text
    )


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("command", ["challenge", "open"])
async def test_what_was_opened_appears_once_although_its_answer_is_lost(
    command: str, when: str, party: Party
) -> None:
    await party.people.faults.on_callback("lost", when=when, interaction="command")
    options: dict[str, Any] = {"variant": "hexagons"}
    if command == "challenge":
        options["opponent"] = str(party.ids["owl"])
    await struck(party.people, lambda: party.people.invoke("fox", f"filler {command}", wait=False, **options))
    opened = await party.wait_for_board(lambda m: bool(m.buttons))
    if command == "challenge":
        assert [int(who["id"]) for who in opened.raw["mentions"]] == [party.ids["owl"]]
    board = await party.press("owl", opened, "accept" if command == "challenge" else "join")
    assert open_colours(board)
    assert len([m for m in await party.people.messages("fox", party.channel) if m.buttons]) == 1
