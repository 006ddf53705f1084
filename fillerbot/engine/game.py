"""A game's outcome, and what stands above the board while it lasts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fillerbot.engine.board import Seat
from fillerbot.engine.position import FREE, STALL, Ending, Position


@dataclass(frozen=True, slots=True)
class Result:
    """A game that has ended: the seats that won (all tied ones for a draw), points and counts per seat."""

    ending: Ending
    winners: tuple[Seat, ...]
    points: tuple[Fraction, ...]
    counts: tuple[int, ...]


def result(position: Position) -> Result | None:
    """What the game gives each seat, None while it lasts."""
    if position.ending is None:
        return None
    board = position.board
    counts = _final_counts(position)
    standing = [seats for seats in board.sides if not position.out.issuperset(seats)]
    totals = [sum(counts[seat] for seat in seats) for seats in standing]
    first = [seats for seats, total in zip(standing, totals, strict=True) if total == max(totals)]
    winners = tuple(sorted(seat for seats in first for seat in seats))
    points = tuple(Fraction(1, len(first)) if seat in winners else Fraction(0) for seat in board.seats)
    return Result(position.ending, winners, points, counts)


def _final_counts(position: Position) -> tuple[int, ...]:
    """Who gives up against one side keeps what he has, the other gets the rest; among four he has nothing."""
    board, counts = position.board, list(position.counts)
    if not board.two_sided:
        return tuple(0 if seat in position.out else count for seat, count in enumerate(counts))
    if position.out:
        heir = min(seat for seat in board.seats if seat not in position.out)
        counts[heir] += sum(board.values[cell] for cell in board.reachable if position.owner[cell] == FREE)
    return tuple(counts)


@dataclass(frozen=True, slots=True)
class SideStatus:
    """One side's part of the line above the board.

    `to_equator` is what it lacks of the count that wins, `lead` is negative for a deficit: to the opponent,
    or with several sides to the leader, or of the leader to the second.
    """

    count: int
    to_equator: int
    lead: int


def winning_count(position: Position, side: int | None = None) -> int:
    """How many cells win for a side, or else for that of who is to move.

    They are more than half, or among several sides more than the others can still get.
    """
    if side is None:
        side = position.board.side_of[position.turn]
    half = position.board.total // 2 + 1
    others = [
        best
        for other, best in enumerate(position.best)
        if other != side and not position.out.issuperset(position.board.sides[other])
    ]
    return half if position.board.two_sided else min(half, 1 + max(others, default=0))


def status(position: Position) -> tuple[SideStatus, ...]:
    """The equator status of every side. Among four nobody is ahead of or behind those who are out."""
    board = position.board
    counts = board.by_side(position.counts)
    rivals = [
        side
        for side, seats in enumerate(board.sides)
        if board.two_sided or not position.out.issuperset(seats)
    ]

    def lead(side: int) -> int:
        return counts[side] - max((counts[rival] for rival in rivals if rival != side), default=0)

    return tuple(
        SideStatus(count, winning_count(position, side) - count, lead(side))
        for side, count in enumerate(counts)
    )


def moves_until_stall(position: Position) -> int | None:
    """How many more moves without capture end the game; None before half of them have been made."""
    idle = [position.idle[seat] for seat in map(Seat, position.board.seats) if position.active(seat)]
    left = sum(max(0, STALL - moves) for moves in idle)
    return left if idle and 2 * left <= STALL * len(idle) else None
