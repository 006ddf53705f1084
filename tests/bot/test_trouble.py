"""A database that cannot be written: people are told, and nothing was answered that was not stored."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from fillerbot.sandbox.client import Outcome
from fillerbot.store import StoreError
from fillerbot.store.sqlite import SqliteStore
from tests.bot.conftest import Party, Running, match_id, mover, open_colours
from tests.store.test_trouble import TROUBLES, small_disk

UPDATE = 7


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
    # Whoever presses the same button again at once is no double tapper.
    await party.people.press(mover(board), board, open_colours(board)[0])
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
    assert all(map(is_apology, outcomes)), outcomes


@pytest.mark.parametrize("command", ["challenge", "open"])
async def test_who_opens_a_match_is_told_in_time_while_others_wait_for_the_file(
    command: str, party: Party, running: Running, tmp_path: Path
) -> None:
    store = running.service._store
    assert isinstance(store, SqliteStore)

    async def write_on() -> None:
        while True:
            with contextlib.suppress(StoreError):
                await store.save_note("any", "thing")

    others = asyncio.create_task(write_on())
    options: dict[str, Any] = {"opponent": party.ids["owl"]} if command == "challenge" else {"variant": "big"}
    async with TROUBLES["locked"](store, tmp_path / "fillerbot.sqlite3"):
        assert (await party.people.invoke("fox", f"filler {command}", **options)).failed is None
        await party.people.wait("fox", party.channel, lambda m: m.text.startswith("This could not be saved"))
    others.cancel()


def is_apology(outcome: Outcome) -> bool:
    message = outcome.message
    return message is not None and message.text.startswith(("This could not be", "Das konnte nicht"))


async def test_as_a_disk_fills_up_what_is_answered_is_stored_and_all_others_are_told(
    party: Party, running: Running, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    boards = [await party.start() for _ in range(4)]
    await running.service.settled()
    answered, refused = 0, 0
    with small_disk(20_000, tmp_path / "fillerbot.sqlite3"):
        for _ in range(5):
            presses = [party.people.press(mover(board), board, open_colours(board)[0]) for board in boards]
            for number, outcome in enumerate(await asyncio.gather(*presses)):
                refused += is_apology(outcome)
                if outcome.kind == UPDATE and outcome.message is not None:
                    boards[number] = outcome.message
                    answered += 1
    assert answered + refused == 5 * len(boards)
    assert answered
    assert refused
    assert "the database refused to write" in caplog.text
    moves = [(await running.service.live(match_id(board))).match.moves for board in boards]
    assert sum(moves) == answered
    # There is room again.
    for board in boards:
        await party.move(board)
