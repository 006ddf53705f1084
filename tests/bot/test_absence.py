"""What people see of the bot's absence: boards that say so, a pause, clocks that stood still."""

import asyncio
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from tests.bot.conftest import Party, Running, bot_on, button, match_id, mover, open_colours, other
from tests.bot.test_restart import Host
from tests.passing import been_there

SOON = "**I am being restarted and will be back soon. Clocks stand still until then.**"


def said_again(board: Message) -> Callable[[Message], bool]:
    """Whether a board no longer says that the bot is away."""
    return lambda message: message.id == board.id and SOON not in message.text


@pytest_asyncio.fixture
async def host(sandbox: Sandbox, people: People, tmp_path: Path) -> Host:
    return Host(sandbox, people, tmp_path / "folder" / "fillerbot.sqlite3")


async def test_before_a_planned_stop_boards_say_so_and_afterwards_they_are_as_before(
    host: Host, guests: Party
) -> None:
    async with host.bot() as process:
        board = await guests.start()
        for _ in range(3):
            board = await guests.move(board)
        slow = await guests.challenge(rated=False, clock="days3")
        slow = await guests.press("owl", slow, "accept")
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0
    told = {message.id: message for message in await guests.people.messages("fox", guests.channel)}
    for left in (board, slow):
        assert SOON in told[left.id].text
        assert open_colours(told[left.id])
    assert told[board.id].text.count("<t:") == 0
    async with host.bot():
        for left in (board, slow):
            again = await guests.wait_for_board(said_again(left))
            assert mover(again) == mover(left)
        await guests.move(await guests.wait_for_board(lambda m: m.id == board.id and "<t:" in m.text))


@pytest.mark.usefixtures("_addresses")
async def test_after_a_long_absence_the_match_waits_for_everybody_to_press_resume(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database):
        board = await guests.start()
        for _ in range(3):
            board = await guests.move(board)
    sandbox.clock.advance(11 * 60)
    async with bot_on(sandbox, database) as running:
        pause = await guests.wait_for_board(lambda m: "the match is paused" in m.text)
        assert pause.id == board.id
        assert pause.images
        assert not open_colours(pause)
        assert "⏳ fox has not pressed Resume yet." in pause.text
        budgets = (await running.service.live(match_id(board))).match.budgets
        late = await guests.people.press("lynx", pause, button(pause, "resume"))
        assert late.message is not None
        assert late.message.ephemeral
        pause = await guests.press("fox", pause, "resume")
        assert "✅ fox is back." in pause.text
        assert "⏳ owl has not pressed Resume yet." in pause.text
        sandbox.clock.advance(5 * 60)
        been_there(running.service)
        again = await guests.press("owl", pause, "resume")
        assert mover(again) == mover(board)
        assert (await running.service.live(match_id(board))).match.budgets == budgets
        assert mover(await guests.move(again)) == other(mover(board))


@pytest.mark.usefixtures("_addresses")
async def test_a_paused_match_that_nobody_comes_back_to_is_called_off(
    sandbox: Sandbox, guests: Party, tmp_path: Path
) -> None:
    database = tmp_path / "fillerbot.sqlite3"
    async with bot_on(sandbox, database):
        between = await guests.finish_game(await guests.start())
    sandbox.clock.advance(11 * 60)
    async with bot_on(sandbox, database) as running:
        pause = await guests.wait_for_board(lambda m: "the match is paused" in m.text)
        assert pause.id == between.id
        await running.service.settled()
        sandbox.clock.advance(25 * 3600)
        been_there(running.service)
        over = await guests.wait_for_board(lambda m: "called off" in m.text and "Resume" not in m.text)
        assert "not everybody came back" in over.text


async def test_a_flag_does_not_fall_while_the_gateway_is_away(
    sandbox: Sandbox, party: Party, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await party.start(clock="blitz")
    for _ in range(3):
        board = await party.move(board)
    await running.service.settled()
    disconnected = running.service.disconnected

    def gone(shard: int) -> None:
        disconnected(shard)
        sandbox.clock.advance(5 * 60)

    monkeypatch.setattr(running.service, "disconnected", gone)
    await party.people.faults.cut(resumable=True)
    back = await party.wait_for_board(lambda m: bool(open_colours(m)) and m.text != board.text)
    assert mover(back) == mover(board)
    live = await running.service.live(match_id(board))
    assert max(live.match.budgets) > 60_000 + 10_000
    await party.move(back)


async def test_a_stop_does_not_wait_for_boards_that_take_too_long(party: Party, running: Running) -> None:
    board = await party.start()
    challenge = await party.challenge()
    await party.people.faults.add("latency", method="PATCH", seconds=3, times=None)
    begun = time.monotonic()
    await running.bot.part(0.5)
    assert time.monotonic() - begun < 2.5
    assert await running.service.note("parted") == f"[{match_id(board)}]"
    refused = await party.people.press("owl", challenge, button(challenge, "accept"))
    assert refused.message is not None
    assert "neu gestartet" in refused.message.text
    # What was begun goes on until the very end.
    assert mover(await party.move(board)) == other(mover(board))


HICCUPS: dict[str, dict[str, Any]] = {
    "502": {"effect": "error"},
    "503": {"effect": "error", "status": 503, "times": 3},
    "429": {"effect": "error", "status": 429, "message": "slow", "retry_after": 0.3},
    "a cut connection": {"effect": "lost", "when": "before", "times": 3},
}


@pytest.mark.parametrize("name", HICCUPS)
async def test_a_board_that_could_not_be_told_of_a_stop_is_told_again(
    name: str, host: Host, guests: Party
) -> None:
    async with host.bot() as process:
        board = await guests.move(await guests.start())
        await guests.people.faults.add(method="PATCH", route="/channels/*", **HICCUPS[name])
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 10)
        assert process.returncode == 0
    told = await guests.wait_for_board(lambda m: m.id == board.id)
    assert SOON in told.text


STUCK: dict[str, dict[str, Any]] = {
    "errors": {"effect": "error", "status": 503},
    "waiting": {"effect": "error", "status": 429, "message": "slow", "retry_after": 60},
    "silence": {"effect": "hold"},
    "no rights": {"effect": "error", "status": 403, "code": 50013},
}


@pytest.mark.parametrize("name", STUCK)
async def test_the_process_ends_within_ten_seconds_whatever_discord_does(
    name: str, host: Host, guests: Party
) -> None:
    async with host.bot() as process:
        board = await guests.move(await guests.start())
        number = await guests.people.faults.add(times=None, **STUCK[name])
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(process.communicate(), 15)
        assert time.monotonic() - begun < 10
        assert process.returncode == 0, log.decode()
        assert b"Traceback" not in log, log.decode()
        assert 1 <= await guests.people.faults.struck(number) <= (1 if name == "no rights" else 20)
        await guests.people.faults.lift()
    async with host.bot():
        assert mover(await guests.move(board)) != mover(board)


async def test_a_gateway_that_does_not_answer_heartbeats_is_noticed(running: Running) -> None:
    assert running.service.silence(0) == 0
    [shard] = running.bot.shards.values()
    keeper = shard._parent.ws._keep_alive
    assert keeper is not None
    assert keeper.interval is not None
    keeper._last_recv -= keeper.interval + 6
    assert running.service.silence(0) > 6_000
