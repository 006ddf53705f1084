"""Boards that belong to no match, for explanations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from fillerbot.engine.board import Colour
from fillerbot.engine.deal import deal
from fillerbot.engine.game import winning_count
from fillerbot.engine.position import Position, start
from fillerbot.engine.topology import Cell
from fillerbot.engine.variants import VARIANTS
from fillerbot.texts import Texts
from fillerbot.view.message import BoardPicture
from fillerbot.view.parts import columns_of

SEED = 11
_EARLY, _LATE = 0.22, 0.42
"""The parts of a board between which it shows best what its variant is about."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move in a game of examples."""

    before: Position
    colour: Colour
    after: Position

    @property
    def gained(self) -> frozenset[Cell]:
        """The cells that found an owner."""
        return self.after.taken_since(self.before)

    @property
    def cut_off(self) -> frozenset[Cell]:
        """Those of them that were not taken by colour."""
        return self.gained.difference(self.before.captures(self.colour))

    @property
    def gain(self) -> int:
        """What the mover gained."""
        seat = self.before.turn
        return self.after.counts[seat] - self.before.counts[seat]


@cache
def opening(variant: str, seed: int = SEED) -> Position:
    """A dealt board before the first move."""
    return start(deal(VARIANTS[variant], seed))


@cache
def game(variant: str, seed: int = SEED) -> tuple[Step, ...]:
    """A game in which everybody takes what gains most."""
    before, steps = opening(variant, seed), []
    while not before.ending:
        colour = max(before.legal(), key=before.gain)
        steps.append(Step(before, colour, before.play(colour)))
        before = steps[-1].after
    return tuple(steps)


@cache
def typical(variant: str) -> Step:
    """The largest move of those that are made while areas are neither small nor all there is."""
    steps = game(variant)
    total = steps[0].before.board.total
    middle = [step for step in steps if _EARLY <= sum(step.after.counts) / total <= _LATE]
    return max(middle, key=lambda step: step.gain)


def names(texts: Texts, position: Position) -> list[str]:
    """Who sits where, seen from seat 1."""
    mine = position.board.sides[0]
    return [
        texts("example-you" if not seat else "example-partner" if seat in mine else "example-opponent")
        for seat in position.board.seats
    ]


def drawn(  # noqa: PLR0913 — what a picture shows
    texts: Texts,
    position: Position,
    what: str,
    *,
    ringed: Collection[Cell] = (),
    people: Sequence[str] | None = None,
    clocks: Sequence[str] | None = None,
) -> BoardPicture:
    """A position with its header; `what` is the key of what there is to see."""
    board = position.board
    stopped: list[str | None] = [None] * len(board.starts)
    columns = columns_of(position, people or names(texts, position), clocks or stopped)
    counts = [
        texts(
            "alt-example-side",
            seat=seat + 1,
            colour=texts.colour(position.held[seat]),
            count=position.counts[seat],
        )
        for seat in board.seats
    ]
    cells = winning_count(position)
    alt = texts("alt-example", what=texts(what), sides=", ".join(counts), wins=cells)
    return BoardPicture(position, columns, texts("to-win", cells=cells), alt, frozenset(ringed))


def example(texts: Texts, variant: str) -> BoardPicture:
    """A variant's board some moves in."""
    step = typical(variant)
    return drawn(texts, step.after, f"alt-{variant}", ringed=step.gained)
