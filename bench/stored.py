"""Databases full of live matches, written as the bot would have."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fillerbot.engine.board import Board
from fillerbot.engine.clock import GRACE, Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted, Event, Moved, Shown
from fillerbot.engine.match import Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.lanes import advance
from fillerbot.live import Live, MatchId, Person, PersonId, Setup, Table
from fillerbot.store import Append, Change, Open
from fillerbot.store.sqlite import open_store

_BOARDS, _MOVES, _BATCH = 20, 8, 500
_FIRST_PERSON = 1_000
_THINKING = 60_500
"""What the first mover has thought about his second move, in ms: of a minute little is left to him."""


def now() -> Instant:
    """The host's time, which is the sandbox's as well."""
    return Instant(time.time_ns() // 1_000_000)


@dataclass(frozen=True)
class Beginning:
    """The first moves on a board; `left` is what who is to move has on his clock."""

    appends: tuple[Append, ...]
    left: int


def _beginning(terms: Terms, board: Board, at: Instant) -> Beginning:
    """Play a few moves, of which the first mover's second takes nearly a minute."""
    people = (Person(PersonId(1), "one"), Person(PersonId(2), "two"))
    setup = Setup(MatchId(1), at, terms, people)
    live = Live(setup, setup.beginning(), 0, Table(None, 1, None, "en"))
    appends = []

    def happen(event: Event) -> None:
        nonlocal live
        live, change = advance(live, event)
        if change is not None:
            appends.append(change)

    happen(Accepted(at, board, (Player(0), Player(1))))
    for move in range(_MOVES):
        happen(Shown(at))
        at = Instant(at + (_THINKING if move == 2 else 0))  # noqa: PLR2004 — his first is not timed
        game = live.match.game
        happen(Moved(at, game.to_move, game.position.legal()[0]))
    happen(Shown(at))
    return Beginning(tuple(appends), live.match.budgets[live.match.game.to_move])


async def fill(
    database: Path, count: int, table: Table, clock: str, *, due: Instant | None = None
) -> list[MatchId]:
    """Store so many matches that are being played; `due` is when their flags begin to fall, within a second.

    Such a board is stored as shown only some time from now: a start of the bot before that is no absence.
    """
    terms, at = Terms("quick", clock, rated=False, length=2), Instant(now() - 2 * _THINKING)
    boards = [deal(VARIANTS[terms.variant], seed) for seed in range(_BOARDS)]
    beginnings = [_beginning(terms, board, at) for board in boards]

    def match(number: MatchId, of: int) -> Iterator[Change]:
        beginning = beginnings[of % _BOARDS]
        people = tuple(Person(PersonId(_FIRST_PERSON + 2 * number + i), f"player{i}") for i in (0, 1))
        yield Open(Setup(number, at, terms, people), table, None)
        *before, last = (replace(append, match=number) for append in beginning.appends)
        yield from before
        if due is None:
            yield last
        else:
            falls = Instant(due + 1000 * of // count)
            yield replace(last, event=Shown(Instant(falls - GRACE - beginning.left)), deadline=falls)

    async with open_store(database) as store:
        first = await store.last_id() + 1
        numbers = [MatchId(first + of) for of in range(count)]
        changes: list[Change] = []
        for of, number in enumerate(numbers):
            changes += match(number, of)
            if of % _BATCH == _BATCH - 1:
                await store.commit(*changes)
                changes.clear()
        await store.commit(*changes)
    return numbers
