"""How long a picture takes, in three ways and shuffled order, and how long the event loop waits for bursts.

Ours; our prepared tiles with Pillow's encoder; and the straightforward way, for each kind of board, on
positions of the games in `tests/vectors`. A burst is some pictures that the bot wants at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from bench.straightforward import straightforward_png
from fillerbot.drawing import Drawer, drawn
from fillerbot.engine.game import status, winning_count
from fillerbot.engine.position import Position
from fillerbot.engine.record import read
from fillerbot.engine.replay import replay
from fillerbot.engine.topology import Cell
from fillerbot.figures import Column, Symbols
from fillerbot.render import board_png
from fillerbot.render.board import board_canvas
from fillerbot.render.grid import grid
from fillerbot.render.palette import ENTRIES
from fillerbot.render.png import view
from fillerbot.view.message import BoardPicture, signed

KINDS = (
    *("quick", "classic", "hexagons", "vinco", "diamonds", "big"),
    *("obstacles", "paints", "three-starts", "four", "pairs"),
)
VECTORS = Path(__file__).parents[1] / "tests" / "vectors"
GAMES, POSITIONS, ROUNDS = 2, 5, 6
BURSTS, REPEATS, TICK = (1, 8, 32), 12, 0.001
NAMES, CLOCKS = ("Ada", "Борис", "Jürgen", "Зоя"), ("4:32", "3:58", "0:48", "2:11")
_PALETTE = ENTRIES.round().astype(np.uint8).tobytes()


class Scene(NamedTuple):
    """What there is to draw."""

    position: Position
    columns: list[Column]
    middle: str
    gained: list[Cell]


def scenes(key: str) -> Iterator[Scene]:
    """Positions from the beginning to the end of some games."""
    lines = (VECTORS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[:GAMES]:
        plies = replay(read(json.loads(line)["record"]))[0][0].plies
        for step in range(POSITIONS):
            ply = plies[(len(plies) - 1) * step // (POSITIONS - 1)]
            pairs = enumerate(zip(ply.before.owner, ply.after.owner, strict=True))
            yield _scene(ply.after, [Cell(cell) for cell, (before, after) in pairs if before != after])


def _scene(position: Position, gained: list[Cell]) -> Scene:
    sides = [status(position)[side] for side in position.board.side_of]
    columns = [
        Column(NAMES[seat], str(side.count), signed(side.lead), CLOCKS[seat], position.turn == seat)
        for seat, side in enumerate(sides)
    ]
    wins = winning_count(position, position.board.side_of[position.turn])
    return Scene(position, columns, f"{wins} to win", gained)


def ours(scene: Scene) -> bytes:
    """The picture as the bot sends it."""
    return board_png(scene.position, columns=scene.columns, middle=scene.middle, gained=scene.gained)


def pillow(scene: Scene) -> bytes:
    """The same pixels, written by Pillow."""
    canvas = board_canvas(scene.position, columns=scene.columns, middle=scene.middle, gained=scene.gained)
    image = Image.fromarray(np.ascontiguousarray(view(canvas)))
    image.putpalette(_PALETTE)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def straightforward(scene: Scene) -> bytes:
    """Another picture of the same position, drawn shape by shape."""
    place = grid(scene.position.board.topology, (684, 720), 96)
    return straightforward_png(scene.position, place, scene.columns, scene.middle)


WAYS: tuple[Callable[[Scene], bytes], ...] = (ours, pillow, straightforward)


class Sample(NamedTuple):
    """One drawing: how many milliseconds and bytes it took."""

    ms: float
    size: int


def timed(way: Callable[[Scene], bytes], scene: Scene) -> Sample:
    """Draw a picture."""
    before = time.perf_counter()
    picture = way(scene)
    return Sample((time.perf_counter() - before) * 1e3, len(picture))


def measure(drawn: dict[str, list[Scene]]) -> dict[str, dict[str, float]]:
    """The figures of every kind of board; every picture has been drawn once before."""
    samples: dict[tuple[str, Callable[[Scene], bytes]], list[Sample]] = {}
    tasks = [(key, way, scene) for key in drawn for way in WAYS for scene in drawn[key]]
    for _, way, scene in tasks:
        way(scene)
    tasks *= ROUNDS
    random.Random(1).shuffle(tasks)
    for key, way, scene in tasks:
        samples.setdefault((key, way), []).append(timed(way, scene))
    return {key: _figures(*(samples[key, way] for way in WAYS)) for key in drawn}


def _figures(own: list[Sample], pillow: list[Sample], plain: list[Sample]) -> dict[str, float]:
    ms, by_pillow, by_shapes = (
        statistics.median(sample.ms for sample in way) for way in (own, pillow, plain)
    )
    sizes = [statistics.median_high([sample.size for sample in way]) for way in (own, pillow, plain)]
    return {
        "ms": round(ms, 2),
        "p95_ms": round(statistics.quantiles((sample.ms for sample in own), n=20)[18], 2),
        "bytes": sizes[0],
        "most_bytes": max(sample.size for sample in own),
        "speedup": round(by_shapes / ms, 1),
        "pillow_ms": round(by_pillow, 2),
        "pillow_bytes": sizes[1],
        "straightforward_ms": round(by_shapes, 2),
        "straightforward_bytes": sizes[2],
    }


Draw = Callable[[BoardPicture, Symbols], Awaitable[bytes]]


async def inline(picture: BoardPicture, symbols: str) -> bytes:
    """Draw on the event loop itself, whatever it is."""
    return drawn(picture, Symbols(symbols))


async def burst(draw: Draw, scenes: list[Scene]) -> tuple[float, list[float]]:
    """How many milliseconds all pictures take, and by how many a timer on the loop is late meanwhile."""
    late: list[float] = []
    pictures = [
        BoardPicture(
            scene.position,
            tuple(scene.columns),
            scene.middle,
            "",
            frozenset(scene.gained),
        )
        for scene in scenes
    ]

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - before - TICK) * 1e3)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(TICK)
    before = time.perf_counter()
    await asyncio.gather(*(draw(picture, Symbols.NORMAL) for picture in pictures))
    taken = (time.perf_counter() - before) * 1e3
    await asyncio.sleep(2 * TICK)
    ticking.cancel()
    return taken, late


async def bursts(scenes: list[Scene]) -> dict[str, dict[str, float]]:
    """The figures of bursts of each size."""
    figures, rng, drawer = {}, random.Random(2), Drawer(kept=0)
    for count in BURSTS:
        done, done_inline = [], []
        for _ in range(REPEATS * 32 // count):
            chosen = rng.choices(scenes, k=count)
            done.append(await burst(drawer.draw, chosen))
            done_inline.append(await burst(inline, chosen))
        figures[str(count)] = {
            "ms": round(statistics.median(taken for taken, _ in done), 2),
            "loop_delay_p99_ms": _p99(done),
            "inline_loop_delay_p99_ms": _p99(done_inline),
        }
    drawer.close()
    return figures


def _p99(done: list[tuple[float, list[float]]]) -> float:
    late = sorted(delay for _, delays in done for delay in delays)
    return round(late[len(late) * 99 // 100], 2)


def cold(key: str) -> float:
    """The milliseconds of a new process's first picture, imports not counted."""
    return timed(ours, list(scenes(key))[POSITIONS // 2]).ms


def main() -> None:
    """Print the figures of every kind of board and of bursts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cold", choices=KINDS, help="draw one picture only and print its milliseconds")
    options = parser.parse_args()
    if options.cold:
        print(cold(options.cold))
        return
    drawn = {key: list(scenes(key)) for key in KINDS}
    figures = {"boards": measure(drawn)}
    for key, row in figures["boards"].items():
        command = [sys.executable, "-m", "bench.render", "--cold", key]
        row["cold_ms"] = round(float(subprocess.run(command, check=True, capture_output=True).stdout), 1)  # noqa: S603 — ourselves
    figures["burst"] = asyncio.run(bursts([scene for key in KINDS for scene in drawn[key]]))
    if options.json:
        print(json.dumps(figures))
        return
    for part, rows in figures.items():
        for key, row in rows.items():
            print(part, key, *(f"{name} {value}" for name, value in row.items()), sep="  ")


if __name__ == "__main__":
    main()
