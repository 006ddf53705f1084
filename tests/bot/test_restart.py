"""The bot as a process of its own, stopped at bad moments."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from fillerbot.archive.export import records
from fillerbot.archive.restore import restore
from fillerbot.engine.clock import Instant
from fillerbot.engine.replay import answer
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from tests.bot.conftest import Party, button, gain, mover, open_colours, other
from tests.sandbox.conftest import TOKEN

UPDATE, SILENT = 7, 6


@dataclass
class Host:
    """Where the bot runs: its settings, and how to start and kill it."""

    sandbox: Sandbox
    people: People
    database: Path

    @contextlib.asynccontextmanager
    async def bot(self, **more: str) -> AsyncIterator[Process]:
        events = await self.people.events()
        process = await self.spawn(**more)
        try:
            after = events[-1]["number"] if events else 0
            await self.people.event("bot_connected", after=after, seconds=20)
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()

    async def spawn(self, **more: str) -> Process:
        settings = {
            "FILLERBOT_TOKEN": TOKEN,
            "FILLERBOT_DATABASE": str(self.database),
            "FILLERBOT_API_URL": self.sandbox.api_url,
            "FILLERBOT_GATEWAY_URL": self.sandbox.gateway_url,
        }
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fillerbot", "run", env=os.environ | settings | more, stderr=PIPE
        )


@pytest_asyncio.fixture
async def host(sandbox: Sandbox, people: People, tmp_path: Path) -> Host:
    return Host(sandbox, people, tmp_path / "folder" / "fillerbot.sqlite3")


@pytest_asyncio.fixture
async def party(host: Host) -> Party:
    ids = {person.name: person.id for person in await host.people.people()}
    return Party(host.people, host.sandbox.channel_id, ids)


async def stored_moves(database: Path) -> list[int]:
    return [move async for record in records(database) for game in record["games"] for move in game["moves"]]


async def held_press(party: Party, board: Message) -> int:
    """A press that the bot has received, stored and tries to answer; returns its colour."""
    chosen = max(open_colours(board), key=gain)
    events = await party.people.events()
    await party.people.hold(callbacks=True)
    await party.people.press(mover(board), board, chosen, wait=False)
    await party.people.event("callback_held", after=events[-1]["number"])
    return int((chosen.custom_id or "")[-1])


def turn_of(person: str) -> Callable[[Message], bool]:
    return lambda message: bool(open_colours(message)) and mover(message) == person


async def test_killed_between_receiving_a_press_and_answering_it_the_move_counts_once(
    host: Host, party: Party
) -> None:
    async with host.bot() as process:
        board = await party.start()
        colour = await held_press(party, board)
        process.send_signal(signal.SIGKILL)
        await process.wait()
    assert await stored_moves(host.database) == [colour]
    await party.people.hold(callbacks=False)
    async with host.bot():
        after = await party.wait_for_board(turn_of(other(mover(board))))
        assert after.id == board.id
        result = await party.finish_match(after)
    stored = [record async for record in records(host.database)]
    replayed = answer(stored[0])
    assert replayed["match"] is not None
    assert stored[0]["games"][0]["moves"][0] == colour
    assert not button(result, "rematch").disabled


async def test_a_match_goes_on_at_its_board_with_a_database_made_from_records(
    host: Host, party: Party
) -> None:
    async with host.bot():
        board = await party.start()
        pressed = await party.people.press(mover(board), board, max(open_colours(board), key=gain))
        assert pressed.message is not None
    moves = await stored_moves(host.database)
    lines = [json.dumps(record).encode() async for record in records(host.database)]
    host.database = host.database.with_name("restored.sqlite3")
    outcome = await restore(lines, host.database, Instant(time.time_ns() // 1_000_000), print)
    assert (outcome.stored, outcome.refused) == (1, 0)
    async with host.bot():
        after = await party.wait_for_board(turn_of(other(mover(board))))
        assert after.id == board.id
        await party.finish_match(after)
    assert (await stored_moves(host.database))[:1] == moves
    [record] = [record async for record in records(host.database)]
    assert record["closing"] == "played"
    assert len(record["ratings"]) == 2


async def test_killed_before_the_end_is_shown_the_result_appears_after_the_restart(
    host: Host, party: Party
) -> None:
    async with host.bot() as process:
        board = await party.start(rated=False, games=1)
        form = await party.people.press("fox", board, button(board, "giveup"))
        events = await party.people.events()
        await party.people.hold(callbacks=True)
        await party.people.submit("fox", form, {"what": "resign"}, wait=False)
        await party.people.event("callback_held", after=events[-1]["number"])
        process.send_signal(signal.SIGKILL)
        await process.wait()
    await party.people.hold(callbacks=False)
    async with host.bot():
        over = await party.wait_for_board(lambda message: not open_colours(message))
    assert "**fox resigned. owl wins the match.**" in over.text


async def test_killed_before_a_rematch_is_shown_its_board_appears_after_the_restart(
    host: Host, party: Party
) -> None:
    async with host.bot() as process:
        result = await party.finish_game(await party.start(rated=False, games=1))
        waiting = await party.press("fox", result, "rematch")
        events = await party.people.events()
        await party.people.hold(callbacks=True)
        await party.people.press("owl", waiting, button(waiting, "rematch"), wait=False)
        await party.people.event("callback_held", after=events[-1]["number"])
        process.send_signal(signal.SIGKILL)
        await process.wait()
    await party.people.hold(callbacks=False)
    async with host.bot():
        board = await party.wait_for_board(lambda message: bool(open_colours(message)))
        assert board.id != result.id
        await party.move(board)


async def test_killed_after_answering_the_old_buttons_still_work(host: Host, party: Party) -> None:
    async with host.bot() as process:
        board = await party.move(await party.start())
        process.send_signal(signal.SIGKILL)
        await process.wait()
    async with host.bot():
        again = await party.move(board)
    assert again.id == board.id
    assert len(await stored_moves(host.database)) == 2


async def test_killed_again_and_again_no_move_is_lost_or_made_twice(host: Host, party: Party) -> None:
    made: list[int] = []
    async with host.bot():
        board = await party.start()
    for held in (True, False, True):
        async with host.bot() as process:
            board = await party.wait_for_board(lambda message: bool(open_colours(message)))
            made.append(await held_press(party, board))
            if not held:
                await party.people.hold(callbacks=False)
                await party.wait_for_board(turn_of(other(mover(board))))
            process.send_signal(signal.SIGKILL)
            await process.wait()
        await party.people.hold(callbacks=False)
        assert await stored_moves(host.database) == made
        async with host.bot():
            await party.wait_for_board(turn_of(other(mover(board))))


async def test_asked_to_end_it_ends_cleanly_and_has_told_no_secret(host: Host) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        async with host.bot(FILLERBOT_LOG_LEVEL="DEBUG") as process:
            process.send_signal(number)
            _, log = await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0, log.decode()
        assert b"Stopping" in log
        assert TOKEN.encode() not in log
        assert b"Traceback" not in log, log.decode()


async def test_asked_to_end_while_people_press_it_answers_whom_it_has_heard(host: Host, party: Party) -> None:
    async def answered(board: Message) -> int:
        """Play a game alone against oneself for as long as there are answers; returns how many there were."""
        for moves in itertools.count():
            outcome = await party.people.press(mover(board), board, open_colours(board)[0])
            if outcome.kind != UPDATE or outcome.message is None or not open_colours(outcome.message):
                return moves + (outcome.kind == UPDATE)
            board = outcome.message
        raise AssertionError

    async with host.bot() as process:
        boards = [await party.start(variant="big") for _ in range(8)]
        playing = asyncio.gather(*map(answered, boards))
        await asyncio.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(process.communicate(), 10)
    assert len(await stored_moves(host.database)) == sum(await playing)
    assert b"Traceback" not in log, log.decode()


async def test_asked_to_end_while_nobody_answers_it_does_not_wait(tmp_path: Path) -> None:
    async with Sandbox(token=TOKEN) as sandbox, People(sandbox.people_url) as people:
        host = Host(sandbox, people, tmp_path / "fillerbot.sqlite3")
        process = await host.spawn()
        await people.event("bot_connected", seconds=20)
    # The other side is gone, and the library tries to reach it again.
    assert process.stderr is not None
    async for line in process.stderr:
        if b"Attempting a reconnect" in line or b"reconnect" in line.lower():
            break
    process.send_signal(signal.SIGTERM)
    await asyncio.wait_for(process.communicate(), 10)
    assert process.returncode == 0


async def test_a_second_process_on_the_same_database_says_why_it_does_not_start(host: Host) -> None:
    async with host.bot():
        second = await host.spawn()
        _, log = await asyncio.wait_for(second.communicate(), 20)
    assert second.returncode == 1
    assert f"another process is using the database {host.database}" in log.decode()
    assert "Traceback" not in log.decode()


async def test_a_second_process_with_the_same_token_says_why_it_does_not_start(
    host: Host, tmp_path: Path
) -> None:
    async with host.bot() as first:
        second = await host.spawn(FILLERBOT_DATABASE=str(tmp_path / "other.sqlite3"))
        _, log = await asyncio.wait_for(second.communicate(), 20)
        assert second.returncode == 1
        assert "Another process on this computer runs the bot with this token." in log.decode()
        assert "Traceback" not in log.decode()
        first.send_signal(signal.SIGKILL)
        await first.wait()
    # Whoever was killed keeps nobody out.
    async with host.bot(FILLERBOT_DATABASE=str(tmp_path / "other.sqlite3")):
        pass


async def test_without_a_token_or_with_a_wrong_one_it_says_so(host: Host) -> None:
    for token, sentence in (("", "There is no token."), ("wrong", "Discord refuses the token.")):
        process = await host.spawn(FILLERBOT_TOKEN=token)
        _, log = await asyncio.wait_for(process.communicate(), 20)
        assert process.returncode == 1
        assert sentence in log.decode()
        assert "Traceback" not in log.decode()


async def test_settings_that_cannot_be_are_named(host: Host) -> None:
    process = await host.spawn(FILLERBOT_API_URL="ftp://nowhere")
    _, log = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert "FILLERBOT_API_URL" in log.decode()
    assert "Traceback" not in log.decode()


async def test_killed_before_a_table_is_shown_it_appears_after_the_restart(host: Host, party: Party) -> None:
    async with host.bot() as process:
        events = await party.people.events()
        await party.people.hold(callbacks=True)
        await party.people.invoke("fox", "filler open", wait=False, variant="quick")
        await party.people.event("callback_held", after=events[-1]["number"])
        process.send_signal(signal.SIGKILL)
        await process.wait()
    await party.people.hold(callbacks=False)
    async with host.bot():
        table = await party.wait_for_board(lambda message: bool(message.buttons))
        assert open_colours(await party.press("owl", table, "join"))
