"""What the bot bears next to a bare one: processor time, speed, latency, memory, starts, and many flags."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sqlite3
import tempfile
import time
from asyncio.subprocess import Process
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.bare import COMPONENTS, PICTURE
from bench.presses import Pressing, Seated, shown, sit_down, spread
from bench.processes import Local, local, usage
from bench.stored import fill, now
from fillerbot.engine.clock import Instant
from fillerbot.live import MatchId, Table
from fillerbot.store.codec import read_table

_HALF_WAY = 6
"""Presses until a board is as the average one: its message and picture are what the bare bot answers with."""
_WARM_UP, _ROUNDS, _IDLE, _LOOK = 0.2, 5, 0.05, 0.1
_LEAD, _MADE_UP_PER_S = 24.0, 60
"""Seconds between a start and the first flag: as many as the bot needs to bring boards up to date before."""
_LATEST = 300.0
_TABLES, _PRESSES, _PRESSING = 8, 10, 10.0
"""At how many tables at most people press while a bot starts, how often a second, for how many seconds."""

Figures = dict[str, Any]


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    tables: int = 32
    presses: int = 4000
    rates: tuple[int, ...] = (50, 100, 200)
    seconds: float = 20.0
    matches: int = 10_000
    flags: int = 2_000


@dataclass
class Pressed:
    """A bot that is pressed, and at each rate (0: as fast as it answers) what that took.

    That is its processor time in seconds and that of its sandbox, how many seconds passed, and how long
    people have waited.
    """

    people_at: Pressing
    process: Process
    sandbox: int
    beside: float = 0.0
    cpu: dict[int, float] = field(default_factory=partial(defaultdict, float))
    seconds: dict[int, float] = field(default_factory=partial(defaultdict, float))
    waits: dict[int, list[float]] = field(default_factory=dict)

    async def press(self, count: int, rate: int = 0) -> None:
        """Press so often."""
        before, began = usage(self.process.pid)["cpu"], time.perf_counter()
        beside = usage(self.sandbox)["cpu"]
        self.people_at.latencies.clear()
        await (self.people_at.open(count, rate) if rate else self.people_at.closed(count))
        self.seconds[rate] += time.perf_counter() - began
        self.cpu[rate] += usage(self.process.pid)["cpu"] - before
        self.beside += 0 if rate else usage(self.sandbox)["cpu"] - beside
        self.waits.setdefault(rate, []).extend(self.people_at.latencies)

    def figures(self) -> Figures:
        """What presses cost, and how soon they were answered."""
        each = {rate: round(self.cpu[rate] / len(waited) * 1e3, 2) for rate, waited in self.waits.items()}
        beside = round(self.beside / len(self.waits[0]) * 1e3, 2)
        figures = {
            "cpu_ms": each[0],
            "sandbox_cpu_ms": beside,
            "presses_per_s": round(len(self.waits[0]) / self.seconds[0]),
        }
        rates = {f"at_{rate}": {"cpu_ms": each[rate]} | spread(self.waits[rate]) for rate in each if rate}
        return figures | rates | {"rss_mb": usage(self.process.pid)["rss_mb"]}


async def compared(ours: Pressed, bare: Pressed, sizes: Sizes) -> tuple[Figures, Figures]:
    """The figures of both, taken in turns: what else the machine does meanwhile concerns both."""
    for bot in (ours, bare):
        await bot.people_at.closed(int(sizes.presses * _WARM_UP) + sizes.tables)
    for rate in (0, *sizes.rates):
        presses = rate * sizes.seconds if rate else sizes.presses
        for _ in range(_ROUNDS):
            for bot in (ours, bare):
                await bot.press(max(1, int(presses / _ROUNDS)), rate)
    return ours.figures(), bare.figures()


async def model(there: Local, folder: Path) -> None:
    """Let our bot show a board half way, which is what the bare one answers with on the same sandbox."""
    async with there.bot(folder / "model.sqlite3"):
        tables = await sit_down(there.people, 1)
        await Pressing(there.people, tables).closed(_HALF_WAY)
        message = tables[0].message
        (folder / COMPONENTS).write_text(json.dumps(message.raw["components"]), encoding="utf-8")
        (folder / PICTURE).write_bytes((await there.people.pictures(message))[0])


async def presses(folder: Path, sizes: Sizes) -> Figures:
    """Our bot and the bare one, each on a sandbox of its own."""
    async with local() as here, local() as there:
        await model(there, folder)
        async with (
            here.bot(folder / "presses.sqlite3") as our_process,
            there.bare_bot(folder) as bare_process,
        ):
            posted = [shown(await there.people.invoke("fox", "post")) for _ in range(sizes.tables)]
            bare_tables = [Seated(message, ("fox", "owl")) for message in posted]
            ours, bare = await compared(
                Pressed(
                    Pressing(here.people, await sit_down(here.people, sizes.tables)), our_process, here.pid
                ),
                Pressed(Pressing(there.people, bare_tables), bare_process, there.pid),
                sizes,
            )
    ratios = {"cpu_ms": _over(ours["cpu_ms"], bare["cpu_ms"])}
    for at in (f"at_{rate}" for rate in sizes.rates):
        ratios |= {f"{name}_{at}": _over(ours[at][name], bare[at][name]) for name in ("cpu_ms", "p99_ms")}
    return {"ours": ours, "bare": bare, "ratio": ratios}


def _over(one: float, other: float) -> float:
    return round(one / other, 2) if other else 0.0


def ask(database: Path, query: str, *values: object) -> list[Any]:
    """Look into the database of a running bot."""
    with contextlib.closing(
        sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=5)
    ) as connection:
        return connection.execute(query, values).fetchall()


async def until(is_so: Callable[[], bool], seconds: float = _LATEST) -> float:
    """Wait for something; returns how long it took."""
    began = time.perf_counter()
    while not is_so():
        if time.perf_counter() - began > seconds:
            raise TimeoutError("it never came")
        await asyncio.sleep(_LOOK)
    return time.perf_counter() - began


async def idle(process: Process) -> float:
    """Wait until a bot has nothing left to do; returns the most memory it has had meanwhile."""
    most, quiet, before = 0.0, 0, usage(process.pid)
    while quiet < 10:  # noqa: PLR2004 — for a second
        await asyncio.sleep(_LOOK)
        after = usage(process.pid)
        quiet = quiet + 1 if after["cpu"] - before["cpu"] < _IDLE * _LOOK + 0.01 else 0
        most, before = max(most, after["rss_mb"]), after
    return most


async def start(here: Local, database: Path, tables: list[Seated], seconds: float) -> Figures:
    """How long a start takes: until the gateway, a first answer, running clocks, and all boards redrawn.

    Meanwhile people press at some tables.
    """
    began, at = time.perf_counter(), now()

    def passed() -> float:
        return round(time.perf_counter() - began, 2)

    def clocks_run() -> bool:
        rows = ask(database, "SELECT text FROM notes WHERE name = 'heartbeat'")
        return bool(rows) and json.loads(rows[0][0])[0] > at

    after = await here.mark()
    async with here.connecting(await here.begin(database), after) as process:
        figures: Figures = {"connected_s": passed()}
        shown_to_one = await here.people.invoke("fox", "filler rules")
        if shown_to_one.message is None:
            raise RuntimeError(f"not answered: {shown_to_one}")
        figures["answers_s"] = passed()
        pressed = Pressing(here.people, tables)
        pressing = asyncio.create_task(pressed.open(max(2, int(seconds * _PRESSES)), _PRESSES))
        await until(clocks_run)
        figures["clocks_run_s"] = passed()
        figures["presses"] = await pressing | {"longest_ms": round(max(pressed.latencies) * 1e3, 1)}
        most = await idle(process)
        figures["idle_s"] = round(passed() - 1, 2)
        figures["rss_mb"], figures["most_rss_mb"] = usage(process.pid)["rss_mb"], most
        process.terminate()
        await process.wait()
        figures["stopped_s"] = round(passed() - figures["idle_s"] - 1, 2)
    return figures


async def somewhere(here: Local, database: Path, tables: int = 0) -> tuple[Table, list[Seated]]:
    """A message of the bot that can stand for the boards of all matches, and tables at which people sit."""
    async with here.bot(database):
        seated = await sit_down(here.people, tables)
        message = shown(await here.people.invoke("fox", "filler open", variant="quick"))
    row = ask(database, "SELECT guild, channel, message, locale, symbols FROM tables")[0]
    return replace(read_table(row), message=message.id), seated


async def starts(folder: Path, sizes: Sizes) -> Figures:
    """Starts with nothing stored and with many live matches, of minutes and of days."""
    figures: Figures = {}
    async with local() as here:
        for name, clock in (("none", None), ("of days", "days3"), ("of minutes", "slow")):
            database = folder / f"start {name}.sqlite3"
            table, seated = await somewhere(here, database, min(sizes.tables, _TABLES))
            if clock is not None:
                await fill(database, sizes.matches, table, clock)
            figures[name] = await start(here, database, seated, min(sizes.seconds, _PRESSING))
    return figures


async def storm(folder: Path, sizes: Sizes) -> Figures:
    """Many flags that fall within a second."""
    database = folder / "storm.sqlite3"
    async with local() as here:
        table, _ = await somewhere(here, database)
        due = Instant(now() + int((_LEAD + 2 * sizes.flags / _MADE_UP_PER_S) * 1e3))
        numbers = await fill(database, sizes.flags, table, "blitz", due=due)
        async with here.bot(database):
            return await flags(database, numbers, due)


_FLAGS = "SELECT match, at FROM events WHERE kind = 'closed' AND match BETWEEN ? AND ?"


async def flags(database: Path, numbers: list[MatchId], due: Instant) -> Figures:
    """Watch flags being stored, each of which has its own instant; before that it is early."""
    falls = {number: due + 1000 * of // len(numbers) for of, number in enumerate(numbers)}
    seen: dict[int, int] = {}
    stored: list[Any] = []

    def all_fell() -> bool:
        stored[:] = ask(database, _FLAGS, numbers[0], numbers[-1])
        at = now()
        for match, _ in stored:
            seen.setdefault(match, at)
        return len(seen) == len(numbers)

    with contextlib.suppress(TimeoutError):
        await until(all_fell)
    late = [at - falls[MatchId(match)] for match, at in seen.items()] or [0]
    return {
        "flags": len(stored),
        "missing": len(numbers) - len(seen),
        "doubled": len(stored) - len(seen),
        "early": sum(min(at, seen[match]) < falls[match] for match, at in stored),
        "misdated": sum(at != falls[match] for match, at in stored),
        "soonest_after_due_s": round(min(late) / 1e3, 2),
        "latest_after_due_s": round(max(late) / 1e3, 2),
    }


PARTS = {"presses": presses, "starts": starts, "storm": storm}


async def measure(sizes: Sizes, parts: list[str]) -> Figures:
    """The figures of some parts."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: await PARTS[name](Path(folder), sizes) for name in parts}


def main() -> None:
    """Print the figures."""
    parser, usual = argparse.ArgumentParser(description=__doc__), Sizes()
    parser.add_argument("parts", nargs="*", default=[], help=f"of {', '.join(PARTS)}; all if left out")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--presses", type=int, default=usual.presses, help="without a pause")
    parser.add_argument("--rates", type=int, nargs="+", default=usual.rates, help="presses a second")
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="of each rate")
    parser.add_argument("--matches", type=int, default=usual.matches, help="that are live at a start")
    parser.add_argument("--flags", type=int, default=usual.flags, help="that fall within a second")
    given = parser.parse_args()
    sizes = Sizes(given.tables, given.presses, tuple(given.rates), given.seconds, given.matches, given.flags)
    figures = asyncio.run(measure(sizes, given.parts or list(PARTS)))
    if given.json:
        print(json.dumps(figures))
    else:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
