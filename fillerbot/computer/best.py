"""What `fillerbot best` writes: the best colour at the end of each record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from fillerbot.computer.analysis import Analysis, analyse
from fillerbot.engine.position import IllegalMoveError, Position, Reason, start
from fillerbot.engine.record import BadRecordError, Record, read
from fillerbot.engine.replay import IllegalEntryError, replay


def answers(
    lines: Iterable[bytes], *, level: int | None = None, seconds: float | None = None
) -> Iterator[dict[str, Any]]:
    """The answer to each line that is not empty, as soon as the line has come."""
    for line in lines:
        if line.strip():
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                data = None
            yield answer(data, level=level, seconds=seconds)


def answer(data: object, *, level: int | None = None, seconds: float | None = None) -> dict[str, Any]:
    """What is best at the end of a decoded record, or why there is nothing to choose.

    Errors are those of `fillerbot replay`; at the end of a game the reason is `game-over`, at the ply that
    would come next.
    """
    try:
        record = read(data)
        position = _last(record)
    except (BadRecordError, IllegalEntryError) as error:
        return error.answer()
    if position.ending:
        ply = len(record.games[-1].entries) + 1 if record.games else 1
        game = max(0, len(record.games) - 1)
        return IllegalEntryError(game, ply, IllegalMoveError(Reason.GAME_OVER)).answer()
    return _data(analyse(position, level=level, seconds=seconds))


def _last(record: Record) -> Position:
    if not record.games:
        return start(record.board)
    games, _ = replay(record)
    return games[-1].last


def _data(analysis: Analysis) -> dict[str, Any]:
    return {
        "best": analysis.best,
        "colours": [
            {"colour": one.colour, "margin": one.margin, "exact": one.exact} for one in analysis.colours
        ],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }
