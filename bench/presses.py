"""People at many tables who press one button after the other, at once or at a rate."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fillerbot.sandbox.client import Button, Message, Outcome, People

_ONWARDS = (":ready", ":rematch", ":again-new")
_COLOUR = re.compile(r":c\d$")
_MOVER = re.compile(r"▶ . (\w+)")
ANSWERS = (4, 7)
PAIRS = (("fox", "owl"), ("lynx", "hare"), ("owl", "lynx"), ("hare", "fox"))


@dataclass(eq=False)
class Seated:
    """Two people at a message."""

    message: Message
    players: tuple[str, str]
    turn: int = 0

    def next(self) -> tuple[str, Button]:
        """Who presses what now: a colour, or what begins the next game or match."""
        colours = open_colours(self.message)
        if colours:
            return mover(self.message), max(colours, key=gain)
        self.turn = 1 - self.turn
        wanted = [b for b in self.message.buttons if (b.custom_id or "").endswith(_ONWARDS)]
        return self.players[self.turn], wanted[0]


def open_colours(message: Message) -> list[Button]:
    """The colours that can be taken."""
    return [b for b in message.buttons if _COLOUR.search(b.custom_id or "") and not b.disabled]


def gain(button: Button) -> int:
    """How much a colour gains, by its label."""
    return int((re.findall(r"\d+", button.label) or ["0"])[-1])


def mover(message: Message) -> str:
    """Whose turn it is."""
    found = _MOVER.search(message.text)
    if found is None:
        raise RuntimeError(f"nobody is to move: {message.text}")
    return found[1]


async def sit_down(people: People, tables: int, **options: object) -> list[Seated]:
    """Begin casual matches, each to be played within days."""
    ids = {person.name: str(person.id) for person in await people.people()}
    seated = []
    for number in range(tables):
        players = PAIRS[number % len(PAIRS)]
        given: dict[str, Any] = {"opponent": ids[players[1]], "clock": "days3", "rated": False, **options}
        asked = shown(await people.invoke(players[0], "filler challenge", **given))
        board = shown(await people.press(players[1], asked, asked.button(":accept")))
        seated.append(Seated(board, players))
    return seated


def shown(outcome: Outcome) -> Message:
    """What an answer shows everybody."""
    message = outcome.message
    if outcome.kind not in ANSWERS or message is None or message.ephemeral:
        raise RuntimeError(f"not answered as expected: {message.text if message else outcome}")
    return message


@dataclass
class Pressing:
    """Presses at some tables, one at a time at each; `latencies` are in seconds."""

    people: People
    tables: Sequence[Seated]
    latencies: list[float] = field(default_factory=list)

    async def press(self, table: Seated, due: float | None = None) -> None:
        """Press once; it may have been due earlier."""
        began = time.perf_counter() if due is None else due
        who, button = table.next()
        table.message = shown(await self.people.press(who, table.message, button))
        self.latencies.append(time.perf_counter() - began)

    async def closed(self, count: int) -> float:
        """Press so often, each person as soon as he was answered; returns the presses a second."""
        left = iter(range(count))

        async def presser(table: Seated) -> None:
            for _ in left:
                await self.press(table)

        began = time.perf_counter()
        await asyncio.gather(*map(presser, self.tables))
        return count / (time.perf_counter() - began)

    async def open(self, count: int, rate: float) -> dict[str, float]:
        """Press so often at a rate, whether or not those before were answered; returns p50 and p99 in ms.

        Who comes to a table that still waits waits as well, and that counts.
        """
        self.latencies.clear()
        free: asyncio.Queue[Seated] = asyncio.Queue()
        for table in self.tables:
            free.put_nowait(table)

        async def one(due: float) -> None:
            table = await free.get()
            await self.press(table, due)
            free.put_nowait(table)

        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(count):
                due = began + number / rate
                await asyncio.sleep(due - time.perf_counter())
                group.create_task(one(due))
        return spread(self.latencies)


def spread(waits: Sequence[float]) -> dict[str, float]:
    """What half of some waits are below, and all but a hundredth, in ms."""
    cuts = statistics.quantiles(waits, n=100) if len(waits) > 1 else list(waits) * 99
    return {"p50_ms": round(cuts[49] * 1e3, 1), "p99_ms": round(cuts[98] * 1e3, 1)}
