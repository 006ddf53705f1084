"""The compact form of a position: what is still free, as sets of bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fillerbot.engine.board import Seat
from fillerbot.engine.position import FREE, Position
from fillerbot.engine.topology import Cell

Bits = int
"""A set of free cells. A group has as many bits as its cells count, so `bit_count()` is what a set counts."""

_CACHED: Final = 200_000
"""Entries after which a cache begins anew: some tens of megabytes."""

_BYTE: Final = 8


class Field:
    """The free cells of a position that somebody can still reach, prepared for quick moves.

    A free cell keeps its colour until it is taken, so connected free cells of equal colour are always taken
    together and are contracted to one *group*; a move then takes the groups of its colour in the mover's
    *front*, the free groups next to his area. A paint pot and the cells beside it can be taken alone, so they
    stay groups of their own, and a move must flood as on the board.

    `free` are all free groups, `fronts` those next to each seat's area (none for who has left), `masks` the
    groups of each colour (indexed by colour), `pots` the paint pots, `groups` the cells of each group and
    `bits` the set of each cell.
    """

    def __init__(self, position: Position) -> None:
        board = position.board
        fronts = [() if seat in position.out else position.frontier[seat] for seat in board.seats]
        unowned = {Cell(cell) for cell, owner in enumerate(position.owner) if owner == FREE}
        within = set(board.topology.flood(sorted(cell for front in fronts for cell in front), unowned))
        self.groups = _groups(position, within)
        where = {cell: number for number, group in enumerate(self.groups) for cell in group}
        whole = _whole([sum(board.values[cell] for cell in group) for group in self.groups])
        self.bits: dict[Cell, Bits] = {cell: whole[number] for cell, number in where.items()}
        self.free = self.set_of(within)
        self.fronts = tuple(map(self.set_of, fronts))
        self.pots = self.set_of(board.pots & within)
        self.masks = [
            self.set_of([cell for cell in within if board.colours[cell] == colour])
            for colour in range(board.palette + 1)
        ]
        beside = [
            self.set_of({near for cell in group for near in board.topology.neighbours[cell]} & within)
            & ~whole[number]
            for number, group in enumerate(self.groups)
        ]
        self.tables = _tables(beside)
        self.heads = (1 << len(self.groups)) - 1
        self.size = len(self.tables)
        self._local: dict[tuple[Bits, Bits], bool] = {}
        self._around: dict[Bits, tuple[Bits, Bits]] = {}
        self._spreads: dict[Bits, Bits] = {}
        self._floods: dict[tuple[Bits, Bits], Bits] = {}

    def set_of(self, cells: Iterable[Cell]) -> Bits:
        """The set of the groups that hold some free cells."""
        found = 0
        for cell in cells:
            found |= self.bits[cell]
        return found

    def cells(self, bits: Bits) -> set[Cell]:
        """The cells of a set."""
        return {cell for number, group in enumerate(self.groups) if bits >> number & 1 for cell in group}

    def spread(self, bits: Bits) -> Bits:
        """Everything next to a set, taken or not.

        Kept for every set that was asked for: a search asks for the same ones again and again.
        """
        around = self._spreads.get(bits)
        if around is None:
            around = 0
            heads = (bits & self.heads).to_bytes(self.size, "little")
            for table, byte in zip(self.tables, heads, strict=True):
                if byte:
                    around |= table[byte]
            if len(self._spreads) > _CACHED:
                self._spreads.clear()
            self._spreads[bits] = around
        return around

    def flood(self, front: Bits, free: Bits) -> Bits:
        """All free groups that are connected to a set of free ones."""
        key = front, free
        found = self._floods.get(key)
        if found is None:
            found = new = front
            while new:
                new = self.spread(new) & free & ~found
                found |= new
            if len(self._floods) > _CACHED:
                self._floods.clear()
            self._floods[key] = found
        return found

    def captured(self, front: Bits, free: Bits, colour: int) -> Bits:
        """What a colour takes by flooding from a front, own regions not counted."""
        mask = self.masks[colour]
        taken = new = front & mask
        if not self.pots:
            return taken
        while new:
            near = (self.spread(new) & mask) | self.spread(new & self.pots)
            new = near & free & ~taken
            taken |= new
        return taken

    def around(self, taken: Bits) -> tuple[Bits, Bits]:
        """What is next to a set, and what is within two steps of it."""
        known = self._around.get(taken)
        if known is None:
            near = self.spread(taken)
            if len(self._around) > _CACHED:
                self._around.clear()
            known = self._around[taken] = near, near | self.spread(near)
        return known

    def whole(self, taken: Bits, free: Bits) -> bool:
        """Whether the free neighbours of what was just taken are still connected to each other.

        If they are, no region was split. Mostly a look at what lies within two steps shows it.
        """
        near, ring = self.around(taken)
        near &= free
        if not near & (near - 1):
            return True
        within = ring & free
        key = taken, within
        local = self._local.get(key)
        if local is None:
            if len(self._local) > _CACHED:
                self._local.clear()
            local = self._local[key] = self._connected(near, within)
        return local or self._connected(near, free)

    def _connected(self, bits: Bits, free: Bits) -> bool:
        found = new = bits & -bits
        left = bits & self.heads & ~found
        while new and left:
            new = self.spread(new) & free & ~found
            found |= new
            left &= ~new
        return not left

    def claim(self, free: Bits, front: Bits, theirs: Bits, taken: Bits) -> tuple[Bits, Bits, Bits, int]:
        """Let the mover of two sides take a set and award the own regions that come of it.

        Returns what is free then, both fronts, and by how much his count less the opponent's rises.
        """
        free ^= taken
        lead = taken.bit_count()
        front = (front | self.around(taken)[0]) & free
        if taken & theirs or not self.whole(taken, free):
            theirs &= free
            mine, yours = self.flood(front, free), self.flood(theirs, free)
            lead += (mine & ~yours).bit_count() - (yours & ~mine).bit_count()
            free = mine & yours
            front &= free
            theirs &= free
        return free, front, theirs, lead

    def claim_among(
        self,
        free: Bits,
        fronts: tuple[Bits, ...],
        seat: int,
        taken: Bits,
        sides: tuple[tuple[Seat, ...], ...],
    ) -> tuple[Bits, tuple[Bits, ...], list[int]]:
        """Let one of several seats take a set and award the own regions that come of it.

        Returns what is free then, the fronts, and the rise of each seat's count.
        """
        gains = [0] * len(fronts)
        gains[seat] = taken.bit_count()
        free ^= taken
        touched = any(front & taken for other, front in enumerate(fronts) if other != seat)
        after = [front & free for front in fronts]
        after[seat] |= self.around(taken)[0] & free
        if not touched and self.whole(taken, free):
            return free, tuple(after), gains
        reach = [self.flood(front, free) for front in after]
        for side in sides:
            own = 0
            for member in side:
                own |= reach[member]
            for other in range(len(fronts)):
                if other not in side:
                    own &= ~reach[other]
            # A region that both partners touch goes to the one who has just moved, else to the lower seat.
            for member in sorted(side, key=lambda member: member != seat):
                gains[member] += (own & reach[member]).bit_count()
                free &= ~(own & reach[member])
                own &= ~reach[member]
        return free, tuple(front & free for front in after), gains

    def nearer(self, front: Bits, theirs: Bits, free: Bits) -> int:
        """How much more is nearer to the mover's front than to the other one, in moves over groups.

        Where both are as near it counts half for the mover, who comes first to some of it.
        """
        known, spread = self._spreads.get, self.spread
        twice = 0
        while front != theirs:
            free &= ~(front | theirs)
            twice += 2 * (front.bit_count() - theirs.bit_count()) + (front & theirs).bit_count()
            front = (known(front) or spread(front)) & free
            theirs = (known(theirs) or spread(theirs)) & free
        # From equal fronts both come to all the rest at once.
        return (twice + free.bit_count() if front else twice) // 2

    def nearest(self, fronts: tuple[Bits, ...], free: Bits) -> list[int]:
        """How much is nearer to each front than to every other one, in moves over groups."""
        near = [0] * len(fronts)
        now = list(fronts)
        while any(now):
            once = twice = 0
            for front in now:
                twice |= once & front
                once |= front
            free &= ~once
            for seat, front in enumerate(now):
                if front:
                    near[seat] += (front & ~twice).bit_count()
                    now[seat] = self.spread(front) & free
        return near


def _groups(position: Position, within: set[Cell]) -> list[list[Cell]]:
    """Connected free cells of equal colour; a paint pot and what is beside it stand alone."""
    board = position.board
    neighbours, colours = board.topology.neighbours, board.colours
    alone = set(board.pots & within)
    alone |= {near for pot in alone for near in neighbours[pot]}
    joining = within - alone
    seen: set[Cell] = set()
    groups = []
    for cell in sorted(within):
        if cell in seen:
            continue
        seen.add(cell)
        group = [cell]
        for here in () if cell in alone else group:
            for near in neighbours[here]:
                if colours[near] == colours[cell] and near in joining and near not in seen:
                    seen.add(near)
                    group.append(near)
        groups.append(group)
    return groups


def _whole(counts: list[int]) -> list[Bits]:
    """The set of each group: one bit at its number, and the others above those of all groups."""
    sets = []
    above = len(counts)
    for number, count in enumerate(counts):
        sets.append(1 << number | ((1 << count - 1) - 1) << above)
        above += count - 1
    return sets


def _tables(beside: list[Bits]) -> list[list[Bits]]:
    """For each byte of a set of groups, what is next to it for every value of that byte."""
    tables = []
    for first in range(0, len(beside), _BYTE):
        table = [0]
        for near in beside[first : first + _BYTE]:
            table += [near | other for other in table]
        tables.append(table)
    return tables
