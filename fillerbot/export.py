"""Stored matches in the interchange format."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

from fillerbot.engine.clock import clock_of
from fillerbot.engine.events import Event
from fillerbot.engine.record import write
from fillerbot.engine.step import step
from fillerbot.live import Setup
from fillerbot.store.sqlite import read_store


async def records(database: Path) -> AsyncGenerator[dict[str, Any]]:
    """Every match that has a board, oldest first. Raises StoreError."""
    async with read_store(database) as store:
        for number in await store.everything():
            stored = await store.load(number)
            if stored is not None and (record := record_of(*stored)) is not None:
                yield record


def record_of(setup: Setup, events: Sequence[Event]) -> dict[str, Any] | None:
    """A match in the interchange format, None if it has no board."""
    match = setup.beginning()
    times: list[list[int]] = []
    for event in events:
        match = step(match, event)
        if len(times) < len(match.games):
            times.append([])
        for game, instants in zip(match.games, times, strict=True):
            instants.extend([event.at] * (len(game.entries) - len(instants)))
    if not match.games:
        return None
    clock = clock_of(setup.terms.clock)
    return write(match.record()) | {
        "match_id": setup.id,
        "players": [{"id": str(person.id), "name": person.name} for person in setup.people if person],
        "rated": setup.terms.rated,
        "clock": None
        if clock is None
        else {"budget": clock.budget, "increment": clock.increment, "per_move": clock.per_move},
        "opened": setup.opened,
        "times": times,
        "closing": match.closing,
        "closed_by": match.by,
    }
