"""The search process: shared, replaced when it fails, closed cleanly."""

import asyncio
import subprocess
import sys

import pytest

from fillerbot.computer import process
from fillerbot.computer.analysis import analyse
from fillerbot.computer.levels import STRONGEST
from fillerbot.computer.process import WEAKER, Rank, Thinker, _packed, _Question
from fillerbot.engine.position import IllegalMoveError
from tests.computer.positions import game

OPENING, POSITION, NEARLY_OVER = game("vinco", 1)[0], game("quick", 1)[2], game("quick", 1)[-4]
CRASHES = (sys.executable, "-c", "")
IS_STUCK = (sys.executable, "-c", "import time; time.sleep(60)")


async def test_it_answers_as_a_call_would() -> None:
    async with Thinker() as thinker:
        one = await thinker.analyse(NEARLY_OVER, seconds=2, seed=3)
    assert one.colours == analyse(NEARLY_OVER, seconds=2, seed=3).colours


async def test_of_many_who_ask_at_once_nobody_waits_for_two_seconds() -> None:
    async with Thinker() as thinker:
        await thinker.analyse(POSITION, seconds=0.01)
        answers = await asyncio.gather(
            *(thinker.analyse(OPENING, seconds=1, asker=person) for person in range(8))
        )
    assert sum(answer.seconds for answer in answers) < 2


async def test_a_level_that_needs_no_time_does_not_wait_for_others() -> None:
    async with Thinker(IS_STUCK) as thinker:
        hint = asyncio.ensure_future(thinker.analyse(POSITION, rank=Rank.HINT))
        await asyncio.sleep(0)
        for level in range(1, STRONGEST):
            answer = await thinker.analyse(POSITION, level=level, seed=3)
            assert answer.colours == analyse(POSITION, level=level, seed=3).colours
        assert not hint.done()
        hint.cancel()


async def in_turn(*asked: tuple[str, int, Rank]) -> list[str]:
    """In which order those are answered who ask at the same time."""
    answered: list[str] = []

    async def ask(name: str, asker: int, rank: Rank) -> None:
        await thinker.analyse(POSITION, seconds=0.05, asker=asker, rank=rank)
        answered.append(name)

    async with Thinker() as thinker:
        await asyncio.gather(*(ask(*one) for one in asked))
    return answered


async def test_moves_go_before_hints_and_hints_before_reviews() -> None:
    review, hint, move = ((rank.name, rank.value, rank) for rank in (Rank.REVIEW, Rank.HINT, Rank.MOVE))
    assert await in_turn(review, review, hint, hint, move, move) == [
        *("REVIEW", "MOVE", "MOVE", "HINT", "HINT", "REVIEW")
    ]


async def test_who_asks_for_much_lets_the_others_have_their_turn() -> None:
    many = [(f"ann {number}", 1, Rank.HINT) for number in range(4)]
    order = await in_turn(*many, ("ben", 2, Rank.HINT), ("eve", 3, Rank.HINT))
    assert order == ["ann 0", "ben", "eve", "ann 1", "ann 2", "ann 3"]


async def test_who_asks_for_much_costs_the_others_little_of_their_time() -> None:
    async with Thinker() as thinker:
        many = [asyncio.ensure_future(thinker.analyse(OPENING, seconds=0.6, asker=1)) for _ in range(9)]
        other = await thinker.analyse(OPENING, seconds=0.6, asker=2)
        for task in many:
            task.cancel()
        await asyncio.wait(many)
    assert other.seconds > 0.3


async def test_who_gives_up_waiting_leaves_the_line() -> None:
    async with Thinker() as thinker:
        first, second, third = (
            asyncio.ensure_future(thinker.analyse(POSITION, seconds=0.2)) for _ in range(3)
        )
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, third)
    assert second.cancelled()


@pytest.mark.parametrize("command", [CRASHES, IS_STUCK, ("/nowhere",)])
async def test_where_it_fails_a_weaker_level_answers(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_LATE", 0.1)
    async with Thinker(command) as thinker:
        answer = await thinker.analyse(POSITION, seconds=0.1)
    assert answer.colours == analyse(POSITION, level=WEAKER).colours


async def test_a_process_that_was_killed_is_replaced() -> None:
    async with Thinker() as thinker:
        await thinker.analyse(POSITION, seconds=0.01)
        assert thinker._process is not None
        thinker._process.kill()
        await thinker.analyse(NEARLY_OVER, seconds=2)
        answer = await thinker.analyse(NEARLY_OVER, seconds=2)
    assert all(one.exact for one in answer.colours)


async def test_after_a_question_that_was_given_up_the_next_gets_its_own_answer() -> None:
    async with Thinker() as thinker:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(thinker.analyse(game("vinco", 1)[0], seconds=5), 0.3)
        answer = await thinker.analyse(POSITION, seconds=0.1)
    assert sorted(one.colour for one in answer.colours) == list(POSITION.legal())


async def test_a_game_that_is_over_is_not_asked_about() -> None:
    async with Thinker() as thinker:
        with pytest.raises(IllegalMoveError):
            await thinker.analyse(game("quick", 1)[-1])


def test_whose_bot_was_killed_in_the_middle_of_a_question_it_ends_without_a_word() -> None:
    command = (sys.executable, "-m", process.__name__)
    pipes = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipes, stdout=pipes, stderr=pipes) as thinking:
        assert thinking.stdin
        assert thinking.stdout
        assert thinking.stderr
        thinking.stdout.close()
        thinking.stdin.write(_packed(_Question(POSITION, 1, 0.1, 1, every=False, asked=None)))
        thinking.stdin.close()
        assert thinking.stderr.read() == b""
        assert thinking.wait() == 0
