"""Thinking for the computer's players, where it delays nobody: in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final

from fillerbot.computer.analysis import Analysis, analyse
from fillerbot.computer.levels import LEVELS
from fillerbot.engine.position import Position

_log = logging.getLogger(__name__)

_PATIENCE: Final = 1.5
"""Seconds beyond its budget after which a search is taken to be stuck."""
_AT_ONCE: Final = 2
"""The level that steps in where a search fails; it takes next to no time."""


def _kindly() -> None:
    """Let everybody else go first."""
    if hasattr(os, "nice"):
        os.nice(10)


class Thinker:
    """One search process, whose time is shared by those who wait."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def analyse(
        self, position: Position, *, level: int, seed: int, share: int = 1, every: bool = False
    ) -> Analysis:
        """What a level thinks of a position; `share` says how many searches one answer waits for."""
        self._waiting += 1
        try:
            return await self._search(position, level, seed, share * self._waiting, every=every)
        finally:
            self._waiting -= 1

    async def _search(
        self, position: Position, level: int, seed: int, among: int, *, every: bool
    ) -> Analysis:
        seconds = LEVELS[level].seconds
        seconds = None if seconds is None else seconds / among
        work = partial(analyse, position, level=level, seconds=seconds, seed=seed, every=every)
        try:
            async with asyncio.timeout(among * (seconds or 1) + _PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(self._process(), work)
        except (TimeoutError, BrokenProcessPool, OSError):
            _log.exception("A search failed; a weaker level steps in")
            self.close()
            return analyse(position, level=min(level, _AT_ONCE), seed=seed, every=every)

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fork would share the database and the connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=_kindly)
        return self._pool

    def close(self) -> None:
        """End the process, whatever it is at."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
