"""The compact form moves as the engine does."""

from itertools import pairwise

import pytest

from fillerbot.computer.budget import Budget
from fillerbot.computer.duel import Duel
from fillerbot.computer.field import Field
from fillerbot.computer.quartet import Quartet
from fillerbot.engine.position import FREE, Ending, Position
from fillerbot.engine.topology import Cell
from fillerbot.engine.variants import VARIANTS
from tests.computer.positions import game

SEEDS = range(3)
DUELS = [key for key, variant in VARIANTS.items() if variant.seats == 2]
QUARTETS = [key for key, variant in VARIANTS.items() if variant.seats == 4]
NATURAL = (Ending.FULL, Ending.DECIDED, Ending.STALLED)


def free_cells(position: Position) -> set[int]:
    """The free cells that somebody who is still in can reach."""
    topology = position.board.topology
    free = {Cell(cell) for cell, owner in enumerate(position.owner) if owner == FREE}
    seats = [seat for seat in position.board.seats if seat not in position.out]
    return set(topology.flood((cell for seat in seats for cell in position.frontier[seat]), free))


@pytest.mark.parametrize("variant", DUELS)
@pytest.mark.parametrize("seed", SEEDS)
def test_two_seats_take_own_and_end_as_the_engine_says(variant: str, seed: int) -> None:
    positions = game(variant, seed)
    field = Field(positions[0])
    search = Duel(positions[0], field, Budget())
    at = search.root
    for before, after in pairwise(positions):
        colour = after.held[before.turn]
        taken = field.captured(at.front, at.free, colour)
        assert field.cells(taken) == set(before.captures(colour))
        assert {choice for _, choice, _ in search.moves(at)} == set(before.legal())
        at = search.after(at, colour, taken)
        mover, other = 1 - before.turn, before.turn
        assert at.lead == after.counts[mover] - after.counts[other]
        assert field.cells(at.free) == free_cells(after)
        assert (at.front, at.theirs) == tuple(field.set_of(after.frontier[seat]) for seat in (mover, other))
        assert (after.counts[mover] + at.free.bit_count(), at.idle) == (after.best[mover], sum(after.idle))
        over = not at.free or abs(at.lead) > at.free.bit_count()
        assert over == (after.ending in (Ending.FULL, Ending.DECIDED))


@pytest.mark.parametrize("variant", QUARTETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_four_seats_take_own_and_end_as_the_engine_says(variant: str, seed: int) -> None:
    positions = game(variant, seed)
    for before, after in pairwise(positions):
        if after.out != before.out:
            continue
        field = Field(before)
        search = Quartet(before, field, Budget())
        at = search.root
        colour = after.held[before.turn]
        taken = field.captured(at.fronts[at.turn], at.free, colour)
        assert field.cells(taken) == set(before.captures(colour))
        assert {choice for _, choice, _ in search.moves(at)} == set(before.legal())
        at = search.after(at, colour, taken)
        assert at.counts == after.counts
        assert field.cells(at.free) == free_cells(after)
        assert search.over(at) == (after.ending in NATURAL)
        if not after.ending:
            assert at.turn == after.turn
            fronts = [() if seat in after.out else after.frontier[seat] for seat in after.board.seats]
            assert at.fronts == tuple(map(field.set_of, fronts))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_field_in_the_middle_of_a_game_has_the_groups_of_its_free_cells(variant: str) -> None:
    for position in game(variant, 4)[:-1:5]:
        field = Field(position)
        assert field.cells(field.free) == free_cells(position)
        assert field.free.bit_count() == sum(position.board.values[cell] for cell in free_cells(position))
        for group in field.groups:
            assert len({position.board.colours[cell] for cell in group}) == 1
