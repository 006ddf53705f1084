"""The search process: shared, replaced when it fails, closed cleanly."""

import asyncio
import subprocess
import sys

import pytest

from fillerbot.computer import process
from fillerbot.computer.analysis import analyse
from fillerbot.computer.process import WEAKER, Thinker, _packed, _Question
from fillerbot.engine.position import IllegalMoveError
from tests.computer.positions import game

POSITION = game("quick", 1)[2]
CRASHES = (sys.executable, "-c", "")
IS_STUCK = (sys.executable, "-c", "import time; time.sleep(60)")


async def test_it_answers_as_a_call_would() -> None:
    async with Thinker() as thinker:
        one = await thinker.analyse(POSITION, level=6, seed=3)
    assert one.colours == analyse(POSITION, level=6, seed=3).colours


async def test_those_who_wait_share_its_time() -> None:
    async with Thinker() as thinker:
        await thinker.analyse(POSITION, level=1)
        position = game("vinco", 1)[0]
        answers = await asyncio.gather(*(thinker.analyse(position, seconds=0.8) for _ in range(4)))
    assert min(answer.seconds for answer in answers) < 0.4
    assert sum(answer.seconds for answer in answers) < 3 * 0.8


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
        await thinker.analyse(POSITION, level=1)
        assert thinker._process is not None
        thinker._process.kill()
        await thinker.analyse(POSITION, level=6)
        assert (await thinker.analyse(POSITION, level=6)).nodes == analyse(POSITION, level=6).nodes


async def test_after_a_question_that_was_given_up_the_next_gets_its_own_answer() -> None:
    async with Thinker() as thinker:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(thinker.analyse(game("vinco", 1)[0], seconds=5), 0.3)
        answer = await thinker.analyse(POSITION, level=6)
    assert sorted(one.colour for one in answer.colours) == list(POSITION.legal())


async def test_who_is_patient_lets_everybody_else_go_first_and_costs_them_no_time() -> None:
    answered: list[int] = []

    async def ask(number: int, *, patient: bool) -> float:
        answer = await thinker.analyse(POSITION, seconds=0.2, patient=patient)
        answered.append(number)
        return answer.seconds

    async with Thinker() as thinker:
        first = asyncio.ensure_future(ask(0, patient=True))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(ask(number, patient=number < 3)) for number in range(1, 5)]
        await asyncio.gather(first, *waiting)
    assert answered[0] == 0
    assert set(answered[1:3]) == {3, 4}


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
        thinking.stdin.write(_packed(_Question(POSITION, 1, None, 1, every=False, asked=None)))
        thinking.stdin.close()
        assert thinking.stderr.read() == b""
        assert thinking.wait() == 0
