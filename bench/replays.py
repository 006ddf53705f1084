"""How long a replay and a result's card take, and how large they are: games of `tests/vectors`, each kind."""

from __future__ import annotations

import contextlib
import json
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.render import KINDS, VECTORS
from fillerbot.drawing import drawn
from fillerbot.engine.record import read
from fillerbot.engine.replay import IllegalEntryError, ReplayedGame, replay
from fillerbot.figures import Card, Entry, Line
from fillerbot.render import card_png
from fillerbot.texts import texts_of
from fillerbot.view.message import ReplayPicture
from fillerbot.view.replay import scenes

ROUNDS = 5
_LINES = tuple(
    Line(name, (Entry((0,), "1", "113"), Entry((1,), "½", "60")), "1½", "173", won=True) for name in "AB"
)
_CARD = Card("A wins 1½–½", "about", ("Game 1", "Game 2", "Match"), _LINES)


def games(path: Path) -> Iterator[ReplayedGame]:
    """All games of a file of vectors, some records of which have entries that are not legal."""
    for line in path.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(IllegalEntryError):
            yield from replay(read(json.loads(line)["record"]))[0]


def measured(draw: Callable[[], bytes]) -> tuple[float, int]:
    """The median of some rounds in ms, and the size in bytes."""
    times, sizes = [], set[int]()
    for _ in range(ROUNDS):
        began = time.perf_counter()
        sizes.add(len(draw()))
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times), max(sizes)


def main() -> None:
    """Print a line for each kind of board, for its longest game."""
    print(f"{'kind':14} {'moves':>5}  {'replay':>16}  {'card':>16}")
    for key in KINDS:
        longest = max(games(VECTORS / f"{key}.jsonl"), key=lambda game: len(game.plies))
        names = [""] * len(longest.start.board.starts)
        make = partial(scenes, longest, names, texts_of("en"))
        slow, large = measured(partial(drawn, ReplayPicture(longest.start.board, (), (), "", make)))
        quick, small = measured(partial(card_png, (longest.last, longest.last), _CARD))
        print(
            f"{key:14} {len(longest.plies):5}  {slow:6.0f} ms {large / 1000:4.0f} KB"
            f"  {quick:6.1f} ms {small / 1000:4.1f} KB"
        )


if __name__ == "__main__":
    main()
