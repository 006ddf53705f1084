"""Processes that a benchmark starts: a sandbox, bots on it, and what they use of the machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bench.sandbox import ROOT, part
from bench.sandbox_parts import TOKEN
from fillerbot.sandbox.client import People

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = 4096
_AFTER_NAME = 2
"""The first field of `/proc/…/stat` after the process's name, counted from 0."""
_USER, _SYSTEM, _RESIDENT = 13 - _AFTER_NAME, 14 - _AFTER_NAME, 23 - _AFTER_NAME
_STARTS = 60.0


def usage(pid: int) -> dict[str, float]:
    """The seconds of processor time of a process so far and its megabytes now, where Linux tells them."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.is_file():
        return {"cpu": 0.0, "rss_mb": 0.0}
    fields = stat.read_text().rsplit(") ", 1)[1].split()
    spent = int(fields[_USER]) + int(fields[_SYSTEM])
    return {"cpu": spent / _TICK, "rss_mb": round(int(fields[_RESIDENT]) * _PAGE / 2**20, 1)}


def settings(api_url: str, gateway_url: str, database: Path) -> dict[str, str]:
    """What `fillerbot run` is told."""
    return os.environ | {
        "FILLERBOT_TOKEN": TOKEN,
        "FILLERBOT_DATABASE": str(database),
        "FILLERBOT_API_URL": api_url,
        "FILLERBOT_GATEWAY_URL": gateway_url,
        "FILLERBOT_LOG_LEVEL": "ERROR",
        "PYTHONWARNINGS": "ignore",
    }


@dataclass
class Local:
    """A sandbox in a process of its own, and those who press there."""

    api_url: str
    gateway_url: str
    people: People
    pid: int

    async def begin(self, database: Path) -> Process:
        """Start our bot, without waiting for it."""
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "fillerbot",
            "run",
            env=settings(self.api_url, self.gateway_url, database),
            cwd=ROOT,
        )

    @contextlib.asynccontextmanager
    async def bot(self, database: Path) -> AsyncIterator[Process]:
        """Our bot, once it is connected."""
        after = await self.mark()
        async with self.connecting(await self.begin(database), after) as process:
            yield process

    @contextlib.asynccontextmanager
    async def bare_bot(self, folder: Path) -> AsyncIterator[Process]:
        """A bare bot that answers with the message in a folder, once it is connected."""
        after = await self.mark()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bench.bare", self.api_url, self.gateway_url, str(folder)),
            stdin=PIPE,
            cwd=ROOT,
        )
        async with self.connecting(process, after):
            yield process

    async def mark(self) -> int:
        """The number of the newest event."""
        events = await self.people.events()
        return int(events[-1]["number"]) if events else 0

    @contextlib.asynccontextmanager
    async def connecting(self, process: Process, after: int) -> AsyncIterator[Process]:
        """Wait until a bot is connected, which was begun after an event, and end it at the end."""
        try:
            await self.people.event("bot_connected", after=after, seconds=_STARTS)
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def local() -> AsyncIterator[Local]:
    """A sandbox without rate limits."""
    async with part() as sandbox:
        api_url, gateway_url, people_url = json.loads(await sandbox.line())
        async with People(people_url) as people:
            yield Local(api_url, gateway_url, people, sandbox.process.pid)
