"""Chats with the bot, and places where only a player has installed it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from fillerbot.lanes import SETTLE
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from tests.bot.conftest import Party, Running, button, match_id, mover, open_colours, other, shown
from tests.bot.test_clock import pass_time
from tests.bot.test_faults import middle

ALONE = ("leaderboard", "profile", "history", "matches", "rules", "replay", "review", "board")


async def said(party: Party, place: str | int, command: str, **options: Any) -> Message:
    return shown(await party.people.invoke_in("fox", place, f"filler {command}", **options))


async def test_in_a_chat_with_the_bot_one_practises_to_the_end(party: Party, running: Running) -> None:
    board = await said(party, "dm", "practice", level=1)
    while open_colours(board):
        best = max(open_colours(board), key=lambda one: one.label)
        board = shown(await party.people.press("fox", board, best))
    again = await party.press("fox", board, "again-new")
    assert open_colours(again)
    moved = await said(party, "dm", "board")
    assert match_id(moved) == match_id(again)
    await running.service.settled()
    behind = await party.people.wait(
        "fox", moved.raw["channel_id"], lambda m: m.id == again.id and not m.buttons
    )
    assert f"channels/@me/{moved.raw['channel_id']}/{moved.id}" in behind.text


@pytest.mark.parametrize("command", ALONE)
async def test_what_one_does_alone_works_in_a_chat_with_the_bot(command: str, party: Party) -> None:
    answer = await said(party, "dm", command)
    assert "went wrong" not in answer.text
    assert await party.people.complaints() == []


async def test_in_a_chat_with_the_bot_no_button_leads_to_the_leaderboard_of_a_server(party: Party) -> None:
    assert not (await said(party, "dm", "leaderboard")).buttons


async def test_in_a_chat_with_the_bot_nobody_is_challenged_since_nobody_would_see_it(party: Party) -> None:
    for command, options in (
        ("challenge", {"opponent": str(party.ids["owl"])}),
        ("open", {"variant": "four"}),
    ):
        answer = await said(party, "dm", command, **options)
        assert answer.ephemeral
        assert "Nobody but you can see this chat" in answer.text


async def test_a_board_does_not_leave_the_server_for_a_chat_that_the_others_do_not_see(party: Party) -> None:
    board = await middle(party)
    answer = await said(party, "dm", "board")
    assert answer.ephemeral
    assert str(board.id) in answer.text
    # Moving by keyboard is nobody else's business.
    colour = (open_colours(board)[0].custom_id or "")[-1]
    await party.people.invoke_in(mover(board), "dm", "filler move", colour=colour)
    await party.wait_for_board(lambda m: m.id == board.id and mover(m) == other(mover(board)))


async def test_of_several_matches_the_keyboard_means_the_one_of_the_place(party: Party) -> None:
    await said(party, "dm", "practice", level=1, corner=1)
    await said(party, "dm", "practice", level=1, corner=1)
    board = await party.start()
    while mover(board) != "fox":
        board = await party.move(board)
    colour = (open_colours(board)[0].custom_id or "")[-1]
    told = await said(party, "dm", "move", colour=colour)
    assert told.text.startswith("You are playing several matches.")
    assert (await said(party, party.channel, "move", colour=colour)).text.startswith("You took")
    await party.wait_for_board(lambda m: m.id == board.id and mover(m) == "owl")


async def test_what_is_played_in_chats_is_told_to_nobody_else(party: Party) -> None:
    board = await said(party, "dm", "practice")
    told = shown(await party.people.invoke_in("owl", "dm", "filler profile", user=str(party.ids["fox"])))
    assert str(board.raw["channel_id"]) not in told.text


@pytest_asyncio.fixture(params=["abroad", "private"])
async def place(request: pytest.FixtureRequest, party: Party, sandbox: Sandbox) -> AsyncIterator[int]:
    """Where the bot is no member, and fox has added it to his account."""
    await party.people.settle("fox", installed=True)
    found = sandbox.world.channel(request.param) or sandbox.world.channels[sandbox.world.private_id]
    yield int(found.id)


async def started(party: Party, place: int, **options: object) -> Message:
    board = await said(party, place, "challenge", opponent=str(party.ids["owl"]), **options)
    return await party.press("owl", board, "accept")


async def test_where_only_a_player_has_installed_the_bot_a_match_is_played_by_answers_alone(
    place: int, party: Party, running: Running
) -> None:
    before = await party.requests_so_far()
    board = await party.finish_match(await started(party, place))
    await party.press("fox", board, "rematch")
    again = await party.press("owl", board, "rematch")
    assert open_colours(again)
    await running.service.settled()
    refused = [r["path"] for r in await party.people.requests(before) if r["status"] == 403]
    assert len(refused) <= 1, "what is not allowed there is not tried again"


async def test_where_only_a_player_has_installed_the_bot_a_flag_is_shown_with_the_next_press(
    place: int, party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await started(party, place, clock="blitz", rated=False)
    for _ in range(3):
        board = await party.move(board)
    await running.service.settled()
    pass_time(sandbox, running, 400 + SETTLE / 1000)
    assert running.bot.screen is not None
    while place not in running.bot.screen.barred:
        await party.requests_so_far()
    over = shown(await party.people.press(mover(board), board, open_colours(board)[0]))
    assert over.id == board.id
    assert f"{mover(board)} ran out of time" in over.text
    assert not button(over, "rematch").disabled


async def test_a_board_is_posted_again_where_only_a_player_has_installed_the_bot(
    place: int, party: Party
) -> None:
    board = await started(party, place)
    again = await said(party, place, "board")
    assert again.id != board.id
    # The old board still has its buttons, and a press on it brings the match back there.
    assert mover(await party.move(board)) == other(mover(board))
