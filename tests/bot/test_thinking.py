"""Whatever the search is doing, every press is answered in time."""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

from fillerbot.cogs import door
from fillerbot.computer import process
from fillerbot.computer.process import Thinker
from fillerbot.sandbox.client import Outcome
from tests.bot.conftest import Party, Running, button, gain, match_id, open_colours
from tests.bot.test_practice import practice

SOON = 0.3
"""Seconds that Discord is taken to wait for."""


@pytest.fixture
async def stuck(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search process hangs."""
    command = (sys.executable, "-c", "import time; time.sleep(60)")
    running.service._thinker = Thinker(command)
    monkeypatch.setattr(process, "_LATE", 0)
    monkeypatch.setattr(door, "_WORTH_WAITING", SOON)


async def no_wait(pressed: Coroutine[Any, Any, Outcome]) -> None:
    """Discord is answered long before the search is given up."""
    async with asyncio.timeout(SOON + 0.5):
        assert (await pressed).failed is None


@pytest.mark.usefixtures("stuck")
async def test_a_move_is_shown_as_soon_as_the_computer_has_answered(party: Party) -> None:
    board = await practice(party.people, level=7, corner=1)
    before = await party.requests_so_far()
    best = max(open_colours(board), key=gain)
    await no_wait(party.people.press("fox", board, best))
    board = await party.wait_for_board(lambda m: "Computer 7 took" in m.text)
    assert open_colours(board)
    assert await party.answers(before) == [
        "POST /interactions/callback 6",
        "PATCH /webhooks/messages/@original ",
    ]
    assert await party.people.complaints() == []


@pytest.mark.usefixtures("stuck")
async def test_a_hint_is_announced(party: Party) -> None:
    board = await practice(party.people, level=1, corner=1)
    await no_wait(party.people.press("fox", board, button(board, "hint")))
    await party.people.wait("fox", party.channel, lambda m: m.ephemeral and "(+" in m.text)
    assert await party.people.complaints() == []


@pytest.mark.usefixtures("stuck")
async def test_a_game_that_the_computer_begins_is_announced(party: Party) -> None:
    await no_wait(party.people.invoke("fox", "filler practice", level=7, corner=2))
    board = await party.wait_for_board(lambda m: "Computer 7 took" in m.text)
    assert open_colours(board)
    assert await party.people.complaints() == []


@pytest.mark.usefixtures("stuck")
async def test_a_board_that_was_deleted_meanwhile_comes_back(party: Party) -> None:
    board = await practice(party.people, level=7, corner=1)
    await no_wait(party.people.press("fox", board, open_colours(board)[0]))
    await party.people.delete("fox", board)
    again = await party.wait_for_board(lambda m: "Computer 7 took" in m.text)
    assert again.id != board.id
    assert open_colours(again)


@pytest.mark.usefixtures("stuck")
async def test_who_is_refused_after_a_wait_is_told_why(party: Party, running: Running) -> None:
    board = await practice(party.people, level=1, corner=1)
    async with running.service._lane(match_id(board)).lock:
        await no_wait(party.people.press("fox", board, "f1:1:0:takeback", forged=True))
        assert not [m for m in await party.people.messages("fox", party.channel) if m.ephemeral]
    await party.people.wait("fox", party.channel, lambda m: m.ephemeral and "no move of yours" in m.text)
