"""Boards that nobody sees any more, or that have grown too old, are posted anew; the old ones lead there."""

from pathlib import Path

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from tests.bot.conftest import Party, Running, bot_on, mover, open_colours, other
from tests.bot.test_faults import middle
from tests.passing import been_there

pytestmark = pytest.mark.usefixtures("_addresses")


async def talk(party: Party, sentences: int) -> None:
    for number in range(sentences):
        await party.people.write("lynx", f"look, a squirrel ({number})")


async def left_behind(party: Party, old: Message, new: Message) -> None:
    """The old board has no buttons any more, and says where the match goes on."""
    behind = await party.wait_for_board(lambda m: m.id == old.id and not m.buttons)
    assert str(new.id) in behind.text
    assert behind.images == []


async def test_after_a_long_absence_a_board_that_has_scrolled_away_is_posted_anew(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database):
        board = await middle(guests)
        near = await guests.challenge(rated=False)
        near = await guests.press("owl", near, "accept")
        await talk(guests, 9)
    sandbox.clock.advance(90)
    async with bot_on(sandbox, database):
        again = await guests.wait_for_board(lambda m: m.id > near.id and bool(open_colours(m)))
        assert mover(again) == mover(board)
        await left_behind(guests, board, again)
        # Nine sentences and nothing else: this one can still be seen.
        shown = {m.id: m for m in await guests.people.messages("fox", guests.channel)}
        assert open_colours(shown[near.id])
        assert mover(await guests.move(again)) == other(mover(board))


async def test_after_a_short_absence_boards_are_only_edited(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database):
        board = await middle(guests)
        await talk(guests, 12)
    sandbox.clock.advance(40)
    before = await guests.requests_so_far()
    events = len(await guests.people.events())
    async with bot_on(sandbox, database):
        await guests.people.event("message_updated", events)
        again = await guests.wait_for_board(lambda m: bool(open_colours(m)))
        assert again.id == board.id
        assert "POST /channels/messages " not in await guests.answers(before)


async def test_after_a_long_absence_a_board_that_was_deleted_comes_back(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database):
        board = await middle(guests)
    await guests.people.faults.delete(board.id)
    sandbox.clock.advance(11 * 60)
    async with bot_on(sandbox, database):
        pause = await guests.wait_for_board(lambda m: "the match is paused" in m.text)
        await guests.press("fox", pause, "resume")
        again = await guests.press("owl", pause, "resume")
        assert mover(await guests.move(again)) == other(mover(board))


async def test_a_board_older_than_an_hour_rolls_over_to_a_new_message_where_nobody_pressed(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await middle(party, rated=False, clock="days3")
    await running.service.settled()
    sandbox.clock.advance(3_700)
    colour = (open_colours(board)[0].custom_id or "")[-1]
    await party.people.invoke(mover(board), "filler move", colour=colour)
    again = await party.wait_for_board(lambda m: m.id != board.id and bool(open_colours(m)))
    await left_behind(party, board, again)
    # A press edits what it was made on, and nothing counts such edits.
    sandbox.clock.advance(3_700)
    assert (await party.move(again)).id == again.id


async def test_an_old_board_stays_where_no_new_message_may_be_posted(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await middle(party, rated=False, clock="days3")
    await running.service.settled()
    sandbox.clock.advance(3_700)
    await party.people.faults.add(
        "error", method="POST", route="/channels/*", status=403, code=50013, times=None
    )
    colour = (open_colours(board)[0].custom_id or "")[-1]
    await party.people.invoke(mover(board), "filler move", colour=colour)
    again = await party.wait_for_board(lambda m: bool(open_colours(m)) and mover(m) == other(mover(board)))
    assert again.id == board.id


async def test_after_a_short_absence_an_old_board_is_edited_too(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database) as running:
        board = await middle(guests, rated=False, clock="days3")
        await running.service.settled()
        sandbox.clock.advance(3_700)
        been_there(running.service)
        await running.bot.part(5)
        told = await guests.board()
        assert (told.id, "back soon" in told.text) == (board.id, True)
    async with bot_on(sandbox, database):
        again = await guests.wait_for_board(lambda m: "back soon" not in m.text)
        assert again.id == board.id
