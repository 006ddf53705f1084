"""What the computer keeps of what it promises: legal moves in time, and nobody waits because others practise.

Positions are random ones of all variants. Overruns are counted in the processor's time as well, which a busy
computer does not make longer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.presses import Pressing, Seated, shown, sit_down, spread
from bench.processes import Local, local
from fillerbot.computer.analysis import analyse
from fillerbot.engine.deal import deal
from fillerbot.engine.position import Position, start
from fillerbot.engine.variants import VARIANTS

POSITIONS, SECONDS, TOLERANCE = 2000, 0.1, 0.2
GREED = 0.8
"""How often the moves before a position take something."""
PRACTISING = ("fox", "lynx", "hare")
PRESSES, RATE = 400, 10.0

Figures = dict[str, Any]


def positions(count: int) -> Iterator[tuple[str, Position]]:
    """Random positions in turn of each variant, from the first move of a game to its last."""
    rng = random.Random(1)
    keys = sorted(VARIANTS)
    for number in range(count):
        variant = keys[number % len(keys)]
        game = [start(deal(VARIANTS[variant], number))]
        while game[-1].ending is None:
            now = game[-1]
            taking = [colour for colour in now.legal() if now.gain(colour)]
            game.append(now.play(rng.choice(taking if taking and rng.random() < GREED else now.legal())))
        yield variant, rng.choice(game[:-1])


def punctuality(count: int, seconds: float) -> Figures:
    """How often a move was not legal, or took longer than it may."""
    illegal, late, late_cpu = 0, 0, 0
    wall: dict[str, float] = dict.fromkeys(sorted(VARIANTS), 0.0)
    for variant, position in positions(count):
        began, began_cpu = time.perf_counter(), time.process_time()
        found = analyse(position, seconds=seconds)
        took, cpu = time.perf_counter() - began, time.process_time() - began_cpu
        illegal += found.best not in position.legal()
        illegal += {one.colour for one in found.colours} != set(position.legal())
        late += took > seconds * (1 + TOLERANCE)
        late_cpu += cpu > seconds * (1 + TOLERANCE)
        wall[variant] = max(wall[variant], took)
    longest = {variant: round(took, 3) for variant, took in wall.items()}
    return {
        "positions": count,
        "seconds": seconds,
        "illegal": illegal,
        "late": late,
        "late_cpu": late_cpu,
        "longest_s": longest,
    }


async def begin(here: Local, who: str, variant: str) -> Seated:
    """A game against the strongest computer."""
    board = shown(await here.people.invoke(who, "filler practice", variant=variant, level=7))
    return Seated(board, (who, who))


async def practise(here: Local, people: tuple[str, ...], presses: int, variant: str) -> list[float]:
    """Press so often each, as soon as the computer has answered; returns the seconds that it took."""
    pressings = [Pressing(here.people, [await begin(here, who, variant)]) for who in people]
    await asyncio.gather(*(pressing.closed(presses) for pressing in pressings))
    return [latency for pressing in pressings for latency in pressing.latencies]


async def company(folder: Path, presses: int, variant: str) -> Figures:
    """Matches among people with and without others who practise, and how long those wait."""
    async with local() as here, here.bot(folder / "practice.sqlite3"):
        tables = await sit_down(here.people, 4, variant=variant)
        match = Pressing(here.people, tables)
        await match.closed(presses // 4)
        await match.open(presses, RATE)
        usual = spread(match.latencies)
        alone = await practise(here, PRACTISING[:1], presses // 20, variant)
        together = asyncio.create_task(practise(here, PRACTISING, presses // 20, variant))
        beside: list[float] = []
        while not together.done():
            await match.open(int(RATE), RATE)
            beside += match.latencies
        meanwhile = spread(beside)
    return {
        "match": usual,
        "match_beside_practice": meanwhile,
        "ratio_p99": round(meanwhile["p99_ms"] / usual["p99_ms"], 2),
        "alone_s": round(max(alone), 2),
        "three_at_once_s": round(max(await together), 2),
    }


async def with_people(presses: int, variant: str) -> Figures:
    """The figures of the bot."""
    with tempfile.TemporaryDirectory() as folder:
        return await company(Path(folder), presses, variant)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="0 for none")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that each may take")
    parser.add_argument("--presses", type=int, default=PRESSES, help="of people beside practice; 0 for none")
    parser.add_argument("--variant", default="classic", choices=sorted(VARIANTS))
    options = parser.parse_args()
    figures: Figures = {}
    if options.positions:
        figures["punctuality"] = punctuality(options.positions, options.seconds)
    if options.presses:
        figures["company"] = asyncio.run(with_people(options.presses, options.variant))
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
