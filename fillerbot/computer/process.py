"""The search in a process of its own, so that whoever answers people never waits for it."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from fillerbot.computer.analysis import Analysis, analyse
from fillerbot.computer.levels import LEVELS, STRONGEST
from fillerbot.engine.board import Colour
from fillerbot.engine.position import IllegalMoveError, Position, Reason

WEAKER: Final = 3
"""The level that answers where the process does not: it takes about a millisecond."""

_NICE: Final = 10
_LENGTH: Final = 4
_LEAST: Final = 0.05
_LATE: Final = 5
"""Seconds over its time after which a process counts as stuck; a busy computer starts one in less."""


@dataclass(frozen=True, slots=True)
class _Question:
    position: Position
    level: int
    seconds: float | None
    seed: int
    every: bool
    asked: Colour | None


class Thinker:
    """One search process at low priority, started when it is first needed.

    Those who ask at the same time share it: each gets his part of the time that he asked for. Where the
    process crashes or is stuck, it is replaced, and a weaker level answers. To be closed at the end, or used
    in `async with`.
    """

    def __init__(self, command: tuple[str, ...] = (sys.executable, "-m", __name__)) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._lane = asyncio.Lock()
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def analyse(  # noqa: PLR0913 — as `analysis.analyse`
        self,
        position: Position,
        *,
        level: int = STRONGEST,
        seconds: float | None = None,
        seed: int = 0,
        every: bool = True,
        asked: Colour | None = None,
        patient: bool = False,
    ) -> Analysis:
        """What `analysis.analyse` answers; who is `patient` lets everybody else go first.

        Raises IllegalMoveError if the game is over.
        """
        if position.ending:
            raise IllegalMoveError(Reason.GAME_OVER)
        time = seconds or LEVELS[level].seconds
        if patient:
            while True:
                await self._idle.wait()
                async with self._lane:
                    if not self._waiting:
                        return await self._ask(_Question(position, level, time, seed, every, asked))
        self._waiting += 1
        self._idle.clear()
        try:
            async with self._lane:
                time = time and max(_LEAST, time / self._waiting)
                return await self._ask(_Question(position, level, time, seed, every, asked))
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    async def close(self) -> None:
        """End the process; a question that is being answered gets the weaker level's answer."""
        process, self._process = self._process, None
        if process:
            await _end(process)

    async def _ask(self, question: _Question) -> Analysis:
        try:
            async with asyncio.timeout((question.seconds or 1) + _LATE):
                return await self._exchange(question)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await self.close()
            level = min(WEAKER, question.level)
            return analyse(
                question.position, level=level, seed=question.seed, every=question.every, asked=question.asked
            )
        except asyncio.CancelledError:
            # Its answer would be taken for that to the next question.
            await asyncio.shield(self.close())
            raise

    async def _exchange(self, question: _Question) -> Analysis:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(_packed(question))
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(_LENGTH))
        answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 — our own process wrote it
        assert isinstance(answer, Analysis)
        return answer


def _packed(data: object) -> bytes:
    packed = pickle.dumps(data)
    return len(packed).to_bytes(_LENGTH) + packed


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    if process.stdin:
        process.stdin.close()


def main() -> None:
    """Answer questions from standard input until it is closed."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    while length := questions.read(_LENGTH):
        asked = pickle.loads(questions.read(int.from_bytes(length)))  # noqa: S301 — only whoever started us writes
        answers.write(
            _packed(
                analyse(
                    asked.position,
                    level=asked.level,
                    seconds=asked.seconds,
                    seed=asked.seed,
                    every=asked.every,
                    asked=asked.asked,
                )
            )
        )
        answers.flush()


if __name__ == "__main__":
    main()
