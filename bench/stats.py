"""How long questions about people take with many matches stored, each as the commands ask it."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from fillerbot.computer.process import Thinker
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Terms
from fillerbot.live import MatchId, Person
from fillerbot.presence import HostInstant
from fillerbot.scoring import DAY
from fillerbot.service import Service
from fillerbot.stats import SCALES
from fillerbot.store import Void
from fillerbot.store.sqlite import SqliteStore, open_store
from tests.season import HERE, Season, people

MATCHES, PLAYERS, ASKED = 10_000, 2_000, 300
REGULARS, SHARE = 60, 0.6
"""So many play the larger part of the matches, and the first of them every fourth."""
_FOUR = 0.15
_BATCH = 500
NOW = Instant(1_800_000_000_000)


async def fill(store: SqliteStore, rng: random.Random, everybody: list[Person], matches: int) -> None:
    """Store matches of the last year, most of them of a few people."""
    season, first = Season(), everybody[0]
    for number in range(matches):
        crowd = everybody[1:REGULARS] if rng.random() < SHARE else everybody[1:]
        four = rng.random() < _FOUR
        variant = rng.choice(SCALES[3:] if four else SCALES[:3])
        places = {"four": (1, 2, 3, 4), "pairs": (1, 2, 1, 2)}.get(variant) or rng.choice(((1, 2), (2, 1)))
        seated = rng.sample(crowd, len(places))
        if number % 4 == 0:
            seated[0] = first
        at = NOW - 365 * DAY + 364 * DAY * number // matches
        season.play(tuple(seated), at, places, variant=variant, rated=number % 10 > 0)
        if len(season.changes) >= _BATCH:
            await store.commit(*season.take())
    await store.commit(*season.take())


async def timed(ask: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """How many ms an answer takes, half of the times and nearly always."""
    took = []
    for _ in range(ASKED):
        before = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - before) * 1e3)
    return {
        "ms_p50": round(statistics.median(took), 2),
        "ms_p99": round(statistics.quantiles(took, n=100)[98], 2),
    }


async def measure(folder: Path, matches: int, players: int) -> dict[str, dict[str, float]]:
    """The figures of every question."""
    rng, everybody = random.Random(1), people(players)
    async with open_store(folder / "stats.sqlite3") as store:
        await fill(store, rng, everybody, matches)
        service = Service(store, now=lambda: HostInstant(NOW), rng=rng, thinker=Thinker())
        busy, other = everybody[:2]
        slow = Terms("quick", "days3", rated=True, length=2)
        for rival in everybody[1:6]:
            live = await service.challenge(slow, (busy, rival), HERE, NOW)
            await service.accept(live.id, rival.id, NOW)

        async def void() -> None:
            await store.commit(Void(MatchId(rng.randint(1, matches)), "a test"))

        def somebody() -> Person:
            return rng.choice(everybody)

        asked: dict[str, Callable[[], Awaitable[object]]] = {
            **{
                f"leaderboard {scale}": lambda scale=scale: service.leaderboard(scale, busy.id, 0, NOW)  # type: ignore[misc]
                for scale in SCALES
            },
            "leaderboard here": lambda: service.leaderboard("quick", somebody().id, 1, NOW, guild=HERE.guild),
            "profile": lambda: service.profile(somebody().id),
            "profile of who plays most": lambda: service.profile(busy.id),
            "history": lambda: service.history(somebody().id, 0),
            "history of who plays most": lambda: service.history(busy.id, 0),
            "its last page": lambda: service.history(busy.id, 9_999),
            "matches": lambda: service.running(busy.id),
            "whether a match counts": lambda: service._met_too_often(busy, other, NOW),  # noqa: SLF001
            "void": void,
        }
        figures = {name: await timed(ask) for name, ask in asked.items()}
        for scale in SCALES:
            board = await service.leaderboard(scale, busy.id, 0, NOW)
            figures[f"leaderboard {scale}"]["players"] = board.total
        return figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), options.matches, options.players))
    if options.json:
        print(json.dumps(figures))
    else:
        for key, row in figures.items():
            print(key, *(f"{name} {value}" for name, value in row.items()), sep="  ")


if __name__ == "__main__":
    main()
