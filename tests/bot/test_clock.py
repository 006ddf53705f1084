"""Deadlines as people see them; the sandbox's clock is moved, nobody waits."""

from datetime import datetime

from fillerbot.engine.events import Closing
from fillerbot.lanes import SETTLE
from fillerbot.sandbox import Sandbox
from tests.bot.conftest import Party, Running, button, match_id, mover, open_colours, other
from tests.passing import been_there


def pass_time(sandbox: Sandbox, running: Running, seconds: float) -> None:
    """Let time pass, and the one that serves deadlines look at the clock."""
    sandbox.clock.advance(seconds)
    been_there(running.service)


async def test_a_challenge_expires_after_ten_minutes(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    challenge = await party.challenge()
    pass_time(sandbox, running, 600 + SETTLE / 1000)
    closed = await party.wait_for_board(lambda message: "ran out" in message.text)
    assert closed.id == challenge.id
    assert closed.text == "The challenge of **fox** to **owl** ran out (Quick 8×7)."


async def test_who_never_makes_his_first_move_has_played_no_match(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await party.start()
    await running.service.settled()
    pass_time(sandbox, running, 60 + SETTLE / 1000)
    over = await party.wait_for_board(lambda message: not open_colours(message))
    late = mover(board)
    assert f"**The match was called off, since {late} did not move. It has no result.**" in over.text
    assert (await running.service.live(match_id(board))).match.closing is Closing.ABORTED


async def test_a_flag_loses_the_match_whatever_its_score(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await party.start()
    for _ in range(4):
        board = await party.move(board)
    late = mover(board)
    await running.service.settled()
    pass_time(sandbox, running, 200)
    over = await party.wait_for_board(lambda message: not open_colours(message))
    assert f"**{late} ran out of time. {other(late)} wins the match.**" in over.text
    assert not button(over, "rematch").disabled
    assert over.images, "the board stays with its last picture"


async def test_a_press_between_the_flag_and_its_serving_is_told_so(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    board = await party.start(clock="blitz")
    for _ in range(2):
        board = await party.move(board)
    await running.service.settled()
    live = await running.service.live(match_id(board))
    timeout = live.match.timeout()
    assert timeout is not None
    pass_time(sandbox, running, (timeout[0] - sandbox.clock.now()) / 1000 + 0.5)
    outcome = await party.people.press(mover(board), board, open_colours(board)[0])
    assert outcome.message is not None
    assert outcome.message.text.startswith(("The time was up", "Die Zeit war"))
    pass_time(sandbox, running, SETTLE / 1000)
    await party.wait_for_board(lambda message: "ran out of time" in message.text)


async def test_the_clock_runs_from_when_the_board_was_published(party: Party, running: Running) -> None:
    board = await party.start()
    for _ in range(2):
        board = await party.move(board)
    await running.service.settled()
    live = await running.service.live(match_id(board))
    assert live.match.shown is not None
    raw = board.raw["edited_timestamp"]
    assert isinstance(raw, str)
    published = round(datetime.fromisoformat(raw).timestamp() * 1000)
    assert live.match.shown == published


async def test_who_is_not_ready_in_time_loses_the_match(
    party: Party, running: Running, sandbox: Sandbox
) -> None:
    between = await party.finish_game(await party.start(clock="blitz"))
    await party.press("fox", between, "ready")
    await running.service.settled()
    pass_time(sandbox, running, 600)
    over = await party.wait_for_board(lambda message: "ran out of time" in message.text)
    assert "**owl ran out of time. fox wins the match.**" in over.text


async def test_without_a_clock_nothing_stands_there(party: Party) -> None:
    board = await party.start(clock="none", rated=False)
    board = await party.move(board)
    assert "<t:" not in board.text
    assert ":" not in "".join(line.split("·")[-1] for line in board.text.splitlines()[1:3])
