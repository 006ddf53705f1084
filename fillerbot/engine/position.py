"""What moves change: who owns which cell, the colours held, whose turn it is, and how a game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from fillerbot.engine.board import Board, Colour, Seat
from fillerbot.engine.topology import Cell

FREE: Final = -1
STALL: Final = 8
"""A game is stalled when each active player has moved this often since a free cell was last taken."""


class Reason(StrEnum):
    """Why a move is not legal."""

    OWN_COLOUR = "own-colour"
    HELD_BY_OPPONENT = "held-by-opponent"
    HELD_BY_PARTNER = "held-by-partner"
    NO_SUCH_COLOUR = "no-such-colour"
    GAME_OVER = "game-over"


class Ending(StrEnum):
    """How a game ends."""

    DECIDED = "decided"
    FULL = "full"
    STALLED = "stalled"
    CONCEDED = "conceded"
    LEFT = "left"


class IllegalMoveError(ValueError):
    """A move or concession that the rules do not allow."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Position:
    """A game after some moves. Every change returns a new position.

    Indexed by cell: `owner` (a seat, or FREE). Indexed by seat: `held` colours, `counts`, the free cells next
    to each area (`frontier`), and `idle`, how often a seat moved since a free cell was last taken. Indexed by
    side: `best`, what the side has and every free region that touches it. `out` are the seats that conceded
    or left. `turn` is the seat to move, meaningless once `ending` is set.
    """

    board: Board
    owner: tuple[int, ...]
    held: tuple[Colour, ...]
    counts: tuple[int, ...]
    frontier: tuple[frozenset[Cell], ...]
    idle: tuple[int, ...]
    best: tuple[int, ...]
    turn: Seat
    out: frozenset[Seat] = frozenset()
    ending: Ending | None = None

    def __hash__(self) -> int:
        """By what mostly tells positions apart: the rest would take five times as long."""
        return hash((self.owner, self.held, self.turn))

    def active(self, seat: Seat) -> bool:
        """Whether a seat still takes part: it has not left, and its area touches a free cell."""
        return seat not in self.out and bool(self.frontier[seat])

    def objection(self, colour: int) -> Reason | None:
        """Why the player to move cannot choose a colour, None if he can."""
        if self.ending:
            return Reason.GAME_OVER
        if not 1 <= colour <= self.board.palette:
            return Reason.NO_SUCH_COLOUR
        if self.held[self.turn] == colour:
            return Reason.OWN_COLOUR
        holder = self.holder(colour)
        if holder is None:
            return None
        partner = self.board.side_of[holder] == self.board.side_of[self.turn]
        return Reason.HELD_BY_PARTNER if partner else Reason.HELD_BY_OPPONENT

    def holder(self, colour: int) -> Seat | None:
        """The active seat that holds a colour, the one to move before others."""
        if colour not in self.held:
            return None
        seats = (self.turn, *map(Seat, self.board.seats))
        return next((seat for seat in seats if self.held[seat] == colour and self.active(seat)), None)

    def legal(self) -> tuple[Colour, ...]:
        """The colours that the player to move can choose, in palette order."""
        colours = map(Colour, range(1, self.board.palette + 1))
        return tuple(colour for colour in colours if self.objection(colour) is None)

    def play(self, colour: Colour) -> Position:
        """The position after the player to move has chosen a colour. Raises IllegalMoveError."""
        if reason := self.objection(colour):
            raise IllegalMoveError(reason)
        seat = self.turn
        owner = list(self.owner)
        taken = self._flood(owner, seat, colour)
        held = (*self.held[:seat], colour, *self.held[seat + 1 :])
        return _settle(self, owner, held, taken, seat) if taken else self._missed(held)

    def _missed(self, held: tuple[Colour, ...]) -> Position:
        """The position after a move that captures nothing: regions, counts and best are what they were."""
        seat = self.turn
        idle = (*self.idle[:seat], self.idle[seat] + 1, *self.idle[seat + 1 :])
        active = [Seat(other) for other in self.board.seats if self.active(Seat(other))]
        stalled = min(idle[other] for other in active) >= STALL
        ending = Ending.STALLED if stalled else None
        return replace(self, held=held, idle=idle, turn=_turn(seat, seat, active), ending=ending)

    def gain(self, colour: Colour) -> int:
        """How many cells (or points) a legal colour adds to the count of the player to move."""
        return self.play(colour).counts[self.turn] - self.counts[self.turn]

    def gains(self) -> list[tuple[Colour, int]]:
        """What each legal colour would gain."""
        return [(colour, self.gain(colour)) for colour in self.legal()]

    def taken_since(self, before: Position) -> frozenset[Cell]:
        """The cells that have found an owner since an earlier position."""
        pairs = zip(before.owner, self.owner, strict=True)
        return frozenset(Cell(cell) for cell, (was, now) in enumerate(pairs) if was != now)

    def captures(self, colour: Colour) -> list[Cell]:
        """The cells that a legal colour captures by flooding, own regions not counted."""
        return self._flood(list(self.owner), self.turn, colour)

    def withdraw(self, seat: Seat, ending: Ending) -> Position:
        """The position after a seat has conceded (Ending.CONCEDED) or left the match (Ending.LEFT).

        Raises IllegalMoveError if the game is over or the seat is out already.
        """
        if self.ending or seat in self.out:
            raise IllegalMoveError(Reason.GAME_OVER)
        if not self.board.two_sided:
            after = replace(self, out=self.out | {seat})
            return _settle(after, list(self.owner), self.held, [], None)
        # A game of two sides simply ends: no owner changes.
        out = self.out.union(self.board.sides[self.board.side_of[seat]])
        best = _best(self.board, self.counts, _regions(self.board, list(self.owner), self.frontier, out))
        return replace(self, out=out, best=best, ending=ending)

    def _flood(self, owner: list[int], seat: Seat, colour: Colour) -> list[Cell]:
        """Give the seat every free cell of the colour that its area reaches, and what tipping pots spill."""
        neighbours, colours, pots = self.board.topology.neighbours, self.board.colours, self.board.pots
        taken = [cell for cell in self.frontier[seat] if colours[cell] == colour]
        for cell in taken:
            owner[cell] = seat
        for cell in taken:
            tips = cell in pots
            for other in neighbours[cell]:
                if owner[other] == FREE and (tips or colours[other] == colour):
                    owner[other] = seat
                    taken.append(other)
        return taken


Region = tuple[list[Cell], set[Seat]]
"""Connected free cells, and the seats whose areas they touch."""


def start(board: Board, out: frozenset[Seat] = frozenset()) -> Position:
    """The position before the first move; seats in `out` have left the match and only block."""
    owner = [FREE] * len(board.colours)
    for seat, area in enumerate(board.start_areas):
        for cell in area:
            owner[cell] = seat
    empty = Position(
        board=board,
        owner=tuple(owner),
        held=tuple(board.colours[cells[0]] for cells in board.starts),
        counts=tuple(_value(board, area) for area in board.start_areas),
        frontier=tuple(_beside(board, owner, area) for area in board.start_areas),
        idle=(0,) * len(board.starts),
        best=(),
        turn=Seat(0),
        out=out,
    )
    return _settle(empty, owner, empty.held, [], None)


def _value(board: Board, cells: list[Cell] | tuple[Cell, ...]) -> int:
    return len(cells) if board.plain else sum(board.values[cell] for cell in cells)


def _beside(board: Board, owner: list[int], cells: list[Cell] | tuple[Cell, ...]) -> frozenset[Cell]:
    neighbours = board.topology.neighbours
    return frozenset(other for cell in cells for other in neighbours[cell] if owner[other] == FREE)


def _regions(
    board: Board, owner: list[int], frontier: Sequence[frozenset[Cell]], out: frozenset[Seat]
) -> list[Region]:
    """The free regions that touch somebody who has not left."""
    neighbours = board.topology.neighbours
    label = owner.copy()
    first = len(frontier)  # labels from here on are regions, below them seats
    regions: list[Region] = []
    for seat, beside in enumerate(frontier):
        if seat in out:
            continue
        for cell in beside:
            if label[cell] != FREE:
                regions[label[cell] - first][1].add(Seat(seat))
                continue
            mark = first + len(regions)
            label[cell] = mark
            region = [cell]
            for here in region:
                for other in neighbours[here]:
                    if label[other] == FREE:
                        label[other] = mark
                        region.append(other)
            regions.append((region, {Seat(seat)}))
    return regions


def _heir(board: Board, touching: set[Seat], mover: Seat | None) -> Seat | None:
    """Who gets a region at once: the one side that touches it, there the mover, else the lower seat."""
    if len({board.side_of[seat] for seat in touching}) != 1:
        return None
    return mover if mover in touching else min(touching)


def _best(board: Board, counts: Sequence[int], regions: list[Region]) -> tuple[int, ...]:
    best = board.by_side(counts)
    for cells, touching in regions:
        for side in {board.side_of[seat] for seat in touching}:
            best[side] += _value(board, cells)
    return tuple(best)


def _settle(
    before: Position, owner: list[int], held: tuple[Colour, ...], taken: list[Cell], mover: Seat | None
) -> Position:
    """The position once captured cells are counted, own regions awarded, the end judged and the turn passed.

    `taken` are the cells the mover has captured by colour. `mover` is None when nobody has moved: at the
    start, and after somebody has left.
    """
    board, out = before.board, before.out
    counts, idle, frontier = list(before.counts), list(before.idle), list(before.frontier)
    if mover is not None:
        idle[mover] += 1
        counts[mover] += _value(board, taken)
        frontier[mover] |= _beside(board, owner, taken)
    gone = set(taken)
    regions = []
    for region in _regions(board, owner, [beside - gone for beside in frontier], out):
        cells, touching = region
        heir = _heir(board, touching, mover)
        if heir is None:
            regions.append(region)
            continue
        for cell in cells:
            owner[cell] = heir
        counts[heir] += _value(board, cells)
        gone.update(cells)
    if gone:
        frontier = [beside - gone for beside in frontier]
        idle = [0] * len(idle)
    best = _best(board, counts, regions)
    active = [Seat(seat) for seat in board.seats if seat not in out and frontier[seat]]
    return Position(
        board=board,
        owner=tuple(owner),
        held=held,
        counts=tuple(counts),
        frontier=tuple(frontier),
        idle=tuple(idle),
        best=best,
        turn=_turn(before.turn, mover, active),
        out=out,
        ending=_ending(board, counts, best, out, [idle[seat] for seat in active]),
    )


def _turn(turn: Seat, mover: Seat | None, active: list[Seat]) -> Seat:
    """The next active seat after the mover; where nobody has moved, the seat to move keeps its turn."""
    if mover is None and turn in active:
        return turn
    later = [seat for seat in active if seat > turn]
    return (later or active or [turn])[0]


def _ending(
    board: Board, counts: Sequence[int], best: Sequence[int], out: frozenset[Seat], idle: list[int]
) -> Ending | None:
    """How the game ends here, None if it goes on; `idle` is that of the active seats."""
    if not idle:
        return Ending.FULL
    have = board.by_side(counts)
    standing = [side for side, seats in enumerate(board.sides) if not out.issuperset(seats)]
    leader = max(standing, key=have.__getitem__)
    if all(have[leader] > best[side] for side in standing if side != leader):
        return Ending.DECIDED
    if min(idle) >= STALL:
        return Ending.STALLED
    return None
