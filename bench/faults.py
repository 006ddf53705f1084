"""Matches that are played while the bot is killed in the middle of answers and its line does badly."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import re
import sys
import tempfile
from asyncio.subprocess import Process
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.line import Line
from bench.presses import ANSWERS, Seated, sit_down
from bench.sandbox_parts import TOKEN
from fillerbot.drawing import drawn
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Moved
from fillerbot.engine.step import step
from fillerbot.live import Live, MatchId
from fillerbot.render import Symbols
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from fillerbot.sandbox.payloads import walk
from fillerbot.store.sqlite import read_store
from fillerbot.texts import texts_for
from fillerbot.view.frame import link, table
from fillerbot.view.message import Emoji
from fillerbot.view.message import Message as Said

_CLOCK = re.compile(r"<t:\d+|\d+:\d\d")
_EMOJI = re.compile(r"<:\w+:\d+>|[🟥🟨🟩🟦🟪⬛⬜🟧🩷]️?( \w+)?")
_ADDRESS = re.compile(r"f1:(\d+):(\d+):(.+)")
_LONGEST_ANSWER = 20_000
"""Bytes of an answer with its picture and of what Discord says to it."""
_PATIENCE, _STARTS, _CATCHES_UP = 3.0, 30.0, 10.0


@dataclass
class Counts:
    """What has happened."""

    matches: int = 0
    kills: int = 0
    cuts: int = 0
    stalls: int = 0
    answered: int = 0
    mischief: int = 0
    """Presses that were doubled, forged or stale."""
    unanswered: int = 0
    """Presses outside of kills that nobody answered."""
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """As they are told."""
        return vars(self) | {
            "lost": len(self.lost),
            "wrong": len(self.wrong),
            "details": self.lost + self.wrong,
        }


@dataclass
class Trial:
    """A bot on a sandbox, two people at each table, and everything that they were told."""

    sandbox: Sandbox
    people: People
    line: Line
    database: Path
    rng: random.Random
    counts: Counts = field(default_factory=Counts)
    tables: list[Seated] = field(default_factory=list)
    moves: dict[tuple[int, int], int] = field(default_factory=dict)
    """The colour of each answered move, by match and number."""
    process: Process | None = None

    async def begin(self) -> None:
        """Start the bot and wait until it is connected."""
        events = await self.people.events()
        settings = {
            "FILLERBOT_TOKEN": TOKEN,
            "FILLERBOT_DATABASE": str(self.database),
            "FILLERBOT_API_URL": self.line.url,
            "FILLERBOT_GATEWAY_URL": self.sandbox.gateway_url,
            "FILLERBOT_LOG_LEVEL": "ERROR",
            "PYTHONWARNINGS": "ignore",
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "fillerbot", "run", env=os.environ | settings
        )
        after = events[-1]["number"] if events else 0
        await self.people.event("bot_connected", after=after, seconds=_STARTS)

    def kill(self) -> None:
        """End the bot at this byte."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            self.counts.kills += 1

    async def press(self, table: Seated, *, excused: bool = False) -> None:
        """Press once; what is answered must be stored."""
        who, button = table.next()
        match, seq, action = _address(button.custom_id or "")
        outcome = await self.people.press(who, table.message, button)
        message = outcome.message
        if outcome.failed is not None or outcome.kind not in ANSWERS or message is None:
            self.counts.unanswered += not excused
            return
        self.counts.answered += 1
        if message.ephemeral:
            return
        if action[0] == "c" and action[1:].isdigit():
            self.moves[match, seq] = int(action[1:])
        if message.id != table.message.id:
            self.counts.matches += 1
        table.message = message

    async def misbehave(self, table: Seated) -> None:
        """Press twice at once, press what is disabled, and press what was on the board before."""
        old = table.message
        who, button = table.next()
        disabled = [b for b in old.buttons if b.disabled]
        match, seq, _ = _address(button.custom_id or "")
        forged = [b.custom_id or "" for b in disabled[:1]] + [f"f1:{match}:{max(0, seq - 1)}:c1"]
        twice = [self.people.press(who, old, button, wait=False) for _ in range(2)]
        others = [self.people.press(who, old, custom_id, forged=True, wait=False) for custom_id in forged]
        for started in await asyncio.gather(*twice, *others, return_exceptions=True):
            if isinstance(started, BaseException):
                continue
            self.counts.mischief += 1
            if not await self._answered(started.interaction):
                self.counts.unanswered += 1
        await self.look(table)

    async def _answered(self, interaction: int) -> bool:
        for _ in range(int(_PATIENCE / 0.02) + 10):
            outcome = await self.people.interaction(interaction)
            if outcome.kind is not None or outcome.failed is not None:
                self.counts.answered += outcome.kind is not None
                return outcome.kind is not None
            await asyncio.sleep(0.02)
        return False

    async def look(self, table: Seated) -> None:
        """See what a table's message is now, or which one shows the match after it."""
        seen = await self.people.messages("fox", self.sandbox.channel_id)
        table.message = next(m for m in seen if m.id == table.message.id)

    async def killed_while(self, presses: list[Seated]) -> None:
        """Press everywhere, kill the bot in the middle of an answer, and start it anew."""
        assert self.process is not None
        self.line.arm(self.rng.randrange(1, _LONGEST_ANSWER), self.kill)
        pressed = [asyncio.create_task(self.press(table, excused=True)) for table in presses]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self.process.wait()
        # Who is not killed by this answer's bytes is killed after it.
        self.kill()
        await self.process.wait()
        await asyncio.gather(*pressed)
        await self.begin()

    async def trouble(self) -> None:
        """Cut the line, or let nothing through for a moment, while people press."""
        table = self.rng.choice(self.tables)
        if self.rng.random() < 0.5:  # noqa: PLR2004 — either
            await self.people.faults.cut()
            self.counts.cuts += 1
            await self.press(table)
        else:
            await self.people.faults.stall(active=True)
            self.counts.stalls += 1
            pressing = asyncio.create_task(self.press(table))
            await asyncio.sleep(self.rng.uniform(0.1, 1.0))
            await self.people.faults.stall(active=False)
            await pressing

    async def compare(self) -> None:
        """Wait until all boards are those of the stored events, and note which never are."""
        for seated in self.tables:
            said, seen = "", "nothing"
            for _ in range(int(_CATCHES_UP / 0.1)):
                await self.look(seated)
                said, seen = await self._stored(seated.message), await self._seen(seated.message)
                if said == seen:
                    break
                await asyncio.sleep(0.1)
            else:
                self.counts.wrong.append(f"shown {seen!r}, stored {said!r}")

    async def _stored(self, message: Message) -> str:
        """What the events of a message's match look like, replayed here."""
        match = next((_address(b.custom_id)[0] for b in message.buttons if b.custom_id), 0)
        async with read_store(self.database) as store:
            stored, where = await store.load(MatchId(match)), await store.table(MatchId(match))
            if stored is None or where is None:
                return "no match"
            setup, events = stored
            state = setup.beginning()
            for event in events:
                state = step(state, event)
            after = None if state.successor is None else await store.table(MatchId(state.successor))
        live = Live(setup, state, len(events), where)
        shown = table(
            live, texts_for(where.locale), Emoji(), Instant(0), None if after is None else link(after)
        )
        return _said(shown, match, state.moves, where.symbols)

    async def _seen(self, message: Message) -> str:
        components = message.raw["components"]
        texts = "\n".join(c["content"] for c in walk(components) if "content" in c)
        buttons = " ".join(c["custom_id"] for c in walk(components) if "custom_id" in c)
        pictures = [hash(picture) for picture in await self.people.pictures(message)]
        return f"{_plain(texts)} {buttons} {pictures}"

    async def check_stored(self) -> None:
        """Every answered move is in the stored events, in its place."""
        async with read_store(self.database) as store:
            stored: dict[tuple[int, int], int] = {}
            for number in await store.everything():
                loaded = await store.load(number)
                moved = [event for event in (loaded[1] if loaded else ()) if isinstance(event, Moved)]
                stored |= {(number, seq): event.colour for seq, event in enumerate(moved)}
        for (match, seq), colour in self.moves.items():
            if stored.get((match, seq)) != colour:
                self.counts.lost.append(f"match {match}, move {seq}: colour {colour}")


def _address(custom_id: str) -> tuple[int, int, str]:
    found = _ADDRESS.fullmatch(custom_id)
    return (int(found[1]), int(found[2]), found[3]) if found else (0, 0, "")


def _plain(text: str) -> str:
    """A text without clocks and emojis, which need not be the same."""
    return _CLOCK.sub("", _EMOJI.sub("*", text))


def _said(message: Said, match: int, seq: int, symbols: str) -> str:
    texts = "\n".join(block for block in message.blocks if isinstance(block, str))
    rows = [block for block in message.blocks if isinstance(block, tuple)]
    buttons = " ".join(f"f1:{match}:{seq}:{button.action}" for row in rows for button in row)
    picture = message.picture
    pictures = [] if picture is None else [hash(drawn(picture, Symbols(symbols)))]
    return f"{_plain(texts)} {buttons} {pictures}"


async def play(folder: Path, kills: int, tables: int, seed: int) -> dict[str, Any]:
    """Play at some tables until the bot was killed so often."""
    rng = random.Random(seed)
    async with (
        Sandbox(token=TOKEN, rate_limits=False) as sandbox,
        Line(sandbox.api_url) as line,
        People(sandbox.people_url) as people,
    ):
        trial = Trial(sandbox, people, line, folder / "faults.sqlite3", rng)
        await trial.begin()
        try:
            trial.tables = await sit_down(people, tables, clock="none", variant="quick")
            trial.counts.matches = tables
            while trial.counts.kills < kills:
                for _ in range(rng.randrange(3)):
                    await asyncio.gather(*map(trial.press, trial.tables))
                await trial.trouble()
                await trial.misbehave(rng.choice(trial.tables))
                await trial.killed_while(rng.sample(trial.tables, rng.randint(1, tables)))
                await trial.compare()
            await trial.check_stored()
        finally:
            if trial.process is not None and trial.process.returncode is None:
                trial.process.kill()
                await trial.process.wait()
    return trial.counts.figures()


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # That senders die in the middle of a request is the point.
    logging.disable(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(play(Path(folder), options.kills, options.tables, options.seed))
    if options.json:
        print(json.dumps(figures))
    else:
        print(*(f"{name} {value}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
