"""Records as files of pictures."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from fillerbot.drawing import drawn
from fillerbot.engine.deal import deal
from fillerbot.engine.position import Position, start
from fillerbot.engine.record import BadRecordError, Record, read
from fillerbot.engine.replay import IllegalEntryError, ReplayedGame, replay
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.render.sheet import sheet_png
from fillerbot.texts import LANGUAGES, Texts, texts_of
from fillerbot.view.message import BoardPicture, ReplayPicture, clean_name
from fillerbot.view.replay import scene, scenes

_SEED: Final = 4
_DARING: Final = 0.1
"""How often a game on the sheet goes on with any colour instead of the one that gains most."""

Replayed = tuple[Record, list[ReplayedGame], list[tuple[str, ...]]]
"""A record, its games (or one that nobody has moved in), and the names on the seats of each."""


def draw_replays(values: Iterable[object], out: Path) -> list[str]:
    """Draw the games of decoded records as GIFs; returns what was wrong with the others.

    The games of a record follow each other in one file: `out`, for a second record its name with -2, and so
    on. Raises OSError.
    """
    texts, wrong = texts_of(LANGUAGES[0]), list[str]()
    for number, found in _replayed(values, wrong):
        record, games, names = found
        # What is cached by it must differ, and nothing here is.
        picture = ReplayPicture(record.board, (), (), "", partial(_all_scenes, games, names, texts))
        name = out.name if number == 1 else f"{out.stem}-{number}{out.suffix}"
        out.parent.mkdir(parents=True, exist_ok=True)
        out.with_name(name).write_bytes(drawn(picture))
    return wrong


def draw_endings(values: Iterable[object], out: Path) -> list[str]:
    """Draw the last position of every game of decoded records as PNG; returns what was wrong with others.

    The folder `out` is made; a file's name has the number of the record, its variant and that of the game.
    Raises OSError.
    """
    texts, wrong = texts_of(LANGUAGES[0]), list[str]()
    out.mkdir(parents=True, exist_ok=True)
    for number, (record, games, names) in _replayed(values, wrong):
        for place, (game, seated) in enumerate(zip(games, names, strict=True), 1):
            picture = scenes(game, seated, texts)[-1]
            (out / f"{number:04}-{record.variant}-{place}.png").write_bytes(drawn(picture))
    return wrong


def draw_sheet(out: Path) -> None:
    """Draw `sheet.png` in the folder `out`: every variant at the start, in the middle and at the end.

    All of it stands there once more at half its size, as it is shown. Raises OSError.
    """
    texts = texts_of(LANGUAGES[0])
    out.mkdir(parents=True, exist_ok=True)
    rows = [[drawn(picture) for picture in _stages(key, texts)] for key in VARIANTS]
    (out / "sheet.png").write_bytes(sheet_png(rows))


def _replayed(values: Iterable[object], wrong: list[str]) -> Iterator[tuple[int, Replayed]]:
    """The records that can be replayed with their numbers; what is wrong with the others is noted."""
    for number, value in enumerate(values, 1):
        try:
            record = read(value)
            games, _ = replay(record)
        except (BadRecordError, IllegalEntryError) as error:
            wrong.append(f"record {number}: {error}")
            continue
        players = tuple(map(Player, record.board.seats))
        seats = [game.seats for game in record.games] or [players]
        names = _names(value, len(players))
        seated = [tuple(names[player] for player in seating) for seating in seats]
        yield number, (record, games or [ReplayedGame(start(record.board))], seated)


def _names(value: object, players: int) -> list[str]:
    """The names in a decoded record as the bot exports it, or none."""
    given = value.get("players") if isinstance(value, dict) else None
    listed = given if isinstance(given, list) and len(given) == players else [None] * players
    names = [person.get("name") if isinstance(person, dict) else None for person in listed]
    return [clean_name(name) if isinstance(name, str) else "" for name in names]


def _all_scenes(
    games: Sequence[ReplayedGame], names: Sequence[tuple[str, ...]], texts: Texts
) -> list[BoardPicture]:
    return [
        picture for game, seated in zip(games, names, strict=True) for picture in scenes(game, seated, texts)
    ]


def _stages(key: str, texts: Texts) -> list[BoardPicture]:
    """A game of a variant at its start, in its middle and at its end."""
    rng = random.Random(_SEED)  # noqa: S311 — a game to look at
    positions: list[Position] = [start(deal(VARIANTS[key], _SEED))]
    while not positions[-1].ending:
        position = positions[-1]
        legal = position.legal()
        colour = rng.choice(legal) if rng.random() < _DARING else max(legal, key=position.gain)
        positions.append(position.play(colour))
    unnamed = [""] * VARIANTS[key].seats
    return [
        scene(positions[n], unnamed, texts, positions[n].taken_since(positions[max(0, n - 1)]))
        for n in (0, len(positions) // 2, len(positions) - 1)
    ]
