"""Messages that change without a press, where Discord does badly."""

import asyncio
from typing import Any

import pytest

from fillerbot.cogs import boards
from fillerbot.engine.events import Closing
from fillerbot.lanes import SETTLE
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from fillerbot.sandbox.places import Right
from tests.bot.conftest import Party, Running, button, match_id, mover, open_colours, other, shown
from tests.bot.test_clock import pass_time
from tests.bot.test_faults import middle
from tests.sandbox.conftest import Api, api  # noqa: F401 — a fixture

EDITS: dict[str, Any] = {"method": "PATCH", "route": "/channels/*"}
TRANSIENT: dict[str, dict[str, Any]] = {
    "503": {"effect": "error", "status": 503, "times": 2},
    "a cut connection": {"effect": "lost", "when": "before", "times": 2},
    "a cut connection after applying": {"effect": "lost", "when": "after"},
    "20028": {"effect": "error", "status": 403, "code": 20028, "message": "write limit", "times": 2},
    "20029": {"effect": "error", "status": 403, "code": 20029, "message": "write limit"},
    "429": {"effect": "error", "status": 429, "message": "slow", "retry_after": 0.05, "times": 2},
}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_LATER", (0.05, 0.05, 0.05))


async def flagged(party: Party, running: Running, sandbox: Sandbox) -> Message:
    """A board whose player has run out of time; what becomes of it is up to the test."""
    board = await middle(party, clock="blitz")
    await running.service.settled()
    pass_time(sandbox, running, 400)
    async with asyncio.timeout(10):
        while (await running.service.live(match_id(board))).match.closing is not Closing.FLAG:
            await party.people.people()
    return board


@pytest.mark.parametrize("name", TRANSIENT)
async def test_a_flag_appears_although_its_drawing_fails_at_first(
    name: str, party: Party, running: Running, sandbox: Sandbox
) -> None:
    await party.people.faults.add(**EDITS, **TRANSIENT[name])
    board = await flagged(party, running, sandbox)
    over = await party.wait_for_board(lambda m: "ran out of time" in m.text)
    assert over.id == board.id


@pytest.mark.parametrize("name", TRANSIENT)
async def test_an_expired_challenge_says_so_although_that_fails_at_first(
    name: str, party: Party, running: Running, sandbox: Sandbox
) -> None:
    challenge = await party.challenge()
    await party.people.faults.add(**EDITS, **TRANSIENT[name])
    pass_time(sandbox, running, 600 + SETTLE / 1000)
    over = await party.wait_for_board(lambda m: "ran out" in m.text)
    assert over.id == challenge.id


@pytest.mark.parametrize("name", TRANSIENT)
async def test_whose_ready_gets_no_answer_is_seen_to_be_ready(
    name: str, party: Party, running: Running
) -> None:
    between = await party.finish_game(await party.start())
    await party.people.faults.on_callback("lost", when="before")
    await party.people.faults.add(**EDITS, **TRANSIENT[name])
    await party.people.press("fox", between, button(between, "ready"), wait=False)
    between = await party.wait_for_board(lambda m: "✅ fox" in m.text)
    await running.service.settled()
    assert open_colours(await party.press("owl", between, "ready"))


async def test_one_edit_too_many_of_an_old_board_makes_a_new_one(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    await party.people.faults.add(
        "error", **EDITS, status=400, code=30046, message="Maximum number of edits reached", times=None
    )
    board = await flagged(party, running, sandbox)
    over = await party.wait_for_board(lambda m: "ran out of time" in m.text)
    assert over.id != board.id


@pytest.mark.parametrize("what", ["message", "channel"])
async def test_where_the_board_is_gone_the_match_lives_on(
    what: str, party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await middle(party)
    if what == "channel":
        await party.people.set_channel("filler", remove=True)
    else:
        await party.people.faults.delete(board.id)
    before = await party.requests_so_far()
    lounge, colour = sandbox.world.lounge_id, (open_colours(board)[0].custom_id or "")[-1]
    await party.people.invoke_in(mover(board), lounge, "filler move", colour=colour)
    await running.service.settled()
    tried = [answer for answer in await party.answers(before) if answer.startswith("PATCH")]
    assert len(tried) <= 1, "what is gone is not tried again"
    again = shown(await party.people.invoke_in("fox", lounge, "filler board"))
    assert mover(again) == other(mover(board))
    assert mover(await party.move(again)) == mover(board)


@pytest.mark.parametrize("locked", [False, True])
async def test_a_board_in_a_thread_that_was_closed(
    locked: bool,  # noqa: FBT001
    party: Party,
    running: Running,
    sandbox: Sandbox,
    api: Api,  # noqa: F811
) -> None:
    _, thread = await api("POST", f"/channels/{party.channel}/threads", {"name": "x", "type": 11})
    whom = str(party.ids["owl"])
    board = shown(
        await party.people.invoke_in(
            "fox", thread["id"], "filler challenge", opponent=whom, rated=False, clock="days3"
        )
    )
    board = await party.press("owl", board, "accept")
    for _ in range(2):
        board = await party.move(board)
    await running.service.settled()
    await party.people.set_channel(thread["id"], archived=True, locked=locked)
    pass_time(sandbox, running, 73 * 3600)
    # Whom nobody may write to there is told in the channel around it.
    place = party.channel if locked else thread["id"]
    over = await party.people.wait("fox", place, lambda m: "ran out of time" in m.text)
    assert over.id != board.id


async def test_which_right_is_missing_is_told_with_the_next_command_and_only_then(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    await party.people.overwrite("filler", "bot", deny=int(Right.VIEW_CHANNEL))
    board = await flagged(party, running, sandbox)
    await party.challenge()
    note = await party.people.wait("fox", party.channel, lambda m: m.ephemeral and "I lack" in m.text)
    assert "I lack **View Channel**." in note.text
    await party.challenge(rated=False)
    notes = [m for m in await party.people.messages("fox", party.channel) if "I lack" in m.text]
    assert len(notes) == 1
    over = shown(await party.people.press("owl", board, open_colours(board)[0]))
    assert (over.id, over.ephemeral) == (board.id, False)
    assert "ran out of time" in over.text
