"""The search in a process of its own, so that whoever answers people never waits for it."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from time import monotonic
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
_SOON: Final = 1.7
"""Seconds within which whoever waits for a move or a hint is answered, if there are not very many."""
_LATE: Final = 5
"""Seconds over its time after which a process counts as stuck; a busy computer starts one in less."""


@dataclass(frozen=True, slots=True)
class _Question:
    position: Position
    level: int
    seconds: float
    seed: int
    every: bool
    asked: Colour | None


class Rank(IntEnum):
    """Who goes first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


_LEAST: Final = {Rank.MOVE: 0.05, Rank.HINT: 0.25}
"""Seconds that one gets however many wait; a hint should be worth waiting for."""


@dataclass(eq=False, slots=True)
class _Waiting:
    """Somebody in line; `ahead` counts his own who were there before."""

    rank: Rank
    asker: int
    ahead: int
    since: float = field(default_factory=monotonic)
    turn: asyncio.Event = field(default_factory=asyncio.Event)


class Thinker:
    """One search process at low priority, started when it is first needed.

    Those who ask at the same time share it, every asker alike: moves go before hints and hints before
    reviews, and each gets a part of the time that he asked for, so that he does not wait long. Where the
    process crashes or is stuck, it is replaced, and a weaker level answers. A level that is not given time
    takes next to none: it is asked here, and never waits. To be closed at the end, or used in `async with`.
    """

    def __init__(self, command: tuple[str, ...] = (sys.executable, "-m", __name__)) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._line: list[_Waiting] = []
        self._served: _Waiting | None = None

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
        rank: Rank = Rank.MOVE,
        asker: int = 0,
    ) -> Analysis:
        """What `analysis.analyse` answers. Raises IllegalMoveError if the game is over."""
        if position.ending:
            raise IllegalMoveError(Reason.GAME_OVER)
        seconds = seconds or LEVELS[level].seconds
        if seconds is None:
            return await asyncio.to_thread(
                analyse, position, level=level, seed=seed, every=every, asked=asked
            )
        async with self._turn(rank, asker) as mine:
            if rank is not Rank.REVIEW:
                seconds = min(seconds, max(_LEAST[rank], self._share(mine)))
            return await self._ask(_Question(position, level, seconds, seed, every, asked))

    @asynccontextmanager
    async def _turn(self, rank: Rank, asker: int) -> AsyncIterator[_Waiting]:
        """Wait in line, and be served."""
        ahead = sum(one.rank is rank and one.asker == asker for one in self._line)
        mine = _Waiting(rank, asker, ahead)
        self._line.append(mine)
        try:
            self._serve()
            await mine.turn.wait()
            yield mine
        finally:
            self._line.remove(mine)
            if self._served is mine:
                self._served = None
            self._serve()

    def _serve(self) -> None:
        if self._served is None and self._line:
            self._served = min(self._line, key=lambda one: (one.rank, one.ahead))
            self._served.turn.set()

    def _share(self, mine: _Waiting) -> float:
        """The seconds for one, if everybody who waits for the like is to be answered soon."""
        askers = {one.asker for one in self._line if one.rank is mine.rank}
        return (mine.since + _SOON - monotonic()) / len(askers)

    async def close(self) -> None:
        """End the process; a question that is being answered gets the weaker level's answer."""
        process, self._process = self._process, None
        if process:
            await _end(process)

    async def _ask(self, question: _Question) -> Analysis:
        try:
            async with asyncio.timeout(question.seconds + _LATE):
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
        found = analyse(
            asked.position,
            level=asked.level,
            seconds=asked.seconds,
            seed=asked.seed,
            every=asked.every,
            asked=asked.asked,
        )
        try:
            answers.write(_packed(found))
            answers.flush()
        except BrokenPipeError:
            # Who asked was killed; a regular end would try to send the answer once more.
            os._exit(0)


if __name__ == "__main__":
    main()
