"""A database that cannot be written: people are told, and nothing was answered that was not stored."""

import asyncio
from pathlib import Path

import pytest

from fillerbot.store.sqlite import SqliteStore
from tests.bot.conftest import Party, Running, match_id, mover, open_colours
from tests.store.test_trouble import TROUBLES


@pytest.mark.parametrize("why", ["readonly", "locked"])
async def test_a_move_that_cannot_be_stored_is_not_made_and_the_player_is_told(
    why: str, party: Party, running: Running, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    board = await party.start()
    await running.service.settled()
    store = running.service._store
    assert isinstance(store, SqliteStore)
    async with TROUBLES[why](store, tmp_path / "fillerbot.sqlite3"):
        outcome = await party.people.press(mover(board), board, open_colours(board)[0])
        assert outcome.message is not None
        assert outcome.message.ephemeral
        assert outcome.message.text.startswith(("This could not be saved", "Das konnte nicht gespeichert"))
    assert f"the database refused to write: {'database is locked' if why == 'locked' else ''}" in caplog.text
    assert (await running.service.live(match_id(board))).match.moves == 0
    await party.people.press(mover(board), board, open_colours(board)[1])
    assert (await running.service.live(match_id(board))).match.moves == 1


async def test_all_who_press_while_another_program_locks_the_file_are_told_in_time(
    party: Party, running: Running, tmp_path: Path
) -> None:
    boards = [await party.start() for _ in range(5)]
    await running.service.settled()
    store = running.service._store
    assert isinstance(store, SqliteStore)
    async with TROUBLES["locked"](store, tmp_path / "fillerbot.sqlite3"):
        presses = (party.people.press(mover(board), board, open_colours(board)[0]) for board in boards)
        outcomes = await asyncio.gather(*presses)
    told = [outcome.message.text if outcome.message else outcome.failed for outcome in outcomes]
    assert all(text and text.startswith(("This could not be", "Das konnte nicht")) for text in told), told
