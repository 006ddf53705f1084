"""What holds in every game of every variant."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fillerbot.engine.board import Colour
from fillerbot.engine.clock import PRESETS, Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Interrupted,
    Moved,
    Readied,
    Resumed,
    Shown,
)
from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.position import FREE, Ending, Position, start
from fillerbot.engine.record import board_data, read, read_board, write
from fillerbot.engine.replay import replay
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.store.codec import decode, encode
from tests.engine.test_vectors import FILES, HERE

Choice = Callable[[Position, random.Random], Colour]


def anything(position: Position, rng: random.Random) -> Colour:
    return rng.choice(position.legal())


def the_most(position: Position, _: random.Random) -> Colour:
    return max(position.legal(), key=position.gain)


def something(position: Position, rng: random.Random) -> Colour:
    """Mostly what captures, now and then anything."""
    taking = [colour for colour in position.legal() if position.gain(colour)]
    return rng.choice(taking if taking and rng.random() < 0.8 else position.legal())


STYLES: dict[str, Choice] = {style.__name__: style for style in (anything, the_most, something)}
LONGEST = 2_000
"""No random game is nearly as long: a game that reaches this does not end."""


@lru_cache(maxsize=256)
def game(variant: str, seed: int, style: str) -> tuple[Position, ...]:
    """The positions of a game, its board and moves drawn with the seed, chosen in the style."""
    rng = random.Random(seed)
    positions = [start(deal(VARIANTS[variant], seed))]
    while positions[-1].ending is None and len(positions) < LONGEST:
        positions.append(positions[-1].play(STYLES[style](positions[-1], rng)))
    return tuple(positions)


every_variant = pytest.mark.parametrize("variant", VARIANTS)
"""A variant is tested because it is registered."""
SEEDS = st.integers(0, 19)
HOW = st.sampled_from(sorted(STYLES))
lawful = partial(settings, deadline=None)


def can_reach(position: Position, seat: int) -> set[int]:
    """The free cells of all regions that touch a seat, found once more in another way than the engine's."""
    neighbours = position.board.topology.neighbours
    free = {cell for cell, owner in enumerate(position.owner) if owner == FREE}
    found: set[int] = set()
    edge = {cell for cell, owner in enumerate(position.owner) if owner == seat}
    while edge:
        edge = {int(other) for cell in edge for other in neighbours[cell]} & (free - found)
        found |= edge
    return found


def by_side(position: Position) -> list[int]:
    """What each side has."""
    return [sum(position.counts[seat] for seat in seats) for seats in position.board.sides]


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_every_game_ends(variant: str, seed: int, style: str) -> None:
    assert game(variant, seed, style)[-1].ending in {Ending.DECIDED, Ending.FULL, Ending.STALLED}


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_owned_cells_never_change_hands_and_free_ones_go_to_the_mover_only(
    variant: str, seed: int, style: str
) -> None:
    for before, after in pairwise(game(variant, seed, style)):
        for cell, (was, now) in enumerate(zip(before.owner, after.owner, strict=True)):
            allowed = (FREE, before.turn) if was == FREE else (was,)
            assert now in allowed, cell


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_counts_and_free_cells_add_up_to_the_total(variant: str, seed: int, style: str) -> None:
    for position in game(variant, seed, style):
        cells, values = position.board.reachable, position.board.values
        assert sum(values[cell] for cell in cells) == position.board.total
        free = sum(values[cell] for cell in cells if position.owner[cell] == FREE)
        assert sum(position.counts) + free == position.board.total
        for seat in position.board.seats:
            held = sum(values[cell] for cell, owner in enumerate(position.owner) if owner == seat)
            assert position.counts[seat] == held


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_a_player_can_always_choose_among_all_colours_but_those_held(
    variant: str, seed: int, style: str
) -> None:
    for position in game(variant, seed, style)[:-1]:
        colours = set(range(1, position.board.palette + 1))
        held = {position.held[seat] for seat in position.board.seats if can_reach(position, seat)}
        assert set(position.legal()) == colours - held
        assert len(position.legal()) >= 4


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_the_mover_holds_the_chosen_colour_and_the_next_seat_moves(
    variant: str, seed: int, style: str
) -> None:
    for before, after in pairwise(game(variant, seed, style)):
        others = [seat for seat in before.board.seats if seat != before.turn]
        assert after.held[before.turn] in before.legal()
        assert [after.held[seat] for seat in others] == [before.held[seat] for seat in others]
        if after.ending is None:
            later = [*range(before.turn + 1, len(before.board.seats)), *range(before.turn + 1)]
            assert after.turn == next(seat for seat in later if can_reach(after, seat))


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_best_is_what_a_side_has_and_can_reach_and_never_grows(variant: str, seed: int, style: str) -> None:
    for position in game(variant, seed, style)[::5]:
        for side, seats in enumerate(position.board.sides):
            reach = {cell for seat in seats for cell in can_reach(position, seat)}
            value = sum(position.board.values[cell] for cell in reach)
            assert position.best[side] == value + by_side(position)[side]
    for before, after in pairwise(game(variant, seed, style)):
        assert all(now <= was for was, now in zip(before.best, after.best, strict=True))


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_no_free_region_touches_one_side_only(variant: str, seed: int, style: str) -> None:
    for position in game(variant, seed, style)[::3]:
        reach = [
            {cell for seat in seats for cell in can_reach(position, seat)} for seats in position.board.sides
        ]
        for side, mine in enumerate(reach):
            others = set().union(*(theirs for other, theirs in enumerate(reach) if other != side))
            assert mine <= others


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_a_game_goes_on_exactly_as_long_as_the_leader_can_be_caught(
    variant: str, seed: int, style: str
) -> None:
    *before, last = game(variant, seed, style)
    for position in before:
        lead = max(by_side(position))
        leader = by_side(position).index(lead)
        assert any(lead <= best for side, best in enumerate(position.best) if side != leader)
        assert any(can_reach(position, seat) for seat in position.board.seats)
    if last.ending is Ending.DECIDED and last.board.two_sided:
        assert 2 * max(by_side(last)) > last.board.total


@every_variant
@given(seed=SEEDS, style=HOW, chance=st.integers(0, 1_000))
@lawful(max_examples=5)
def test_the_leader_of_a_decided_game_is_never_caught(
    variant: str, seed: int, style: str, chance: int
) -> None:
    position = game(variant, seed, style)[-1]
    lead = max(by_side(position))
    leader = by_side(position).index(lead)
    if position.ending is not Ending.DECIDED:
        return
    # The leader never takes anything again if he can help it; the others take as much as they can.
    rng = random.Random(chance)
    for _ in range(LONGEST):
        if not any(position.frontier):
            break
        position = replace(position, ending=None)
        least = min(position.legal(), key=lambda colour: (position.gain(colour), rng.random()))
        leading = position.board.side_of[position.turn] == leader
        position = position.play(least if leading else the_most(position, rng))
        assert all(count < lead for side, count in enumerate(by_side(position)) if side != leader)


def played(variant: str, seed: int, style: str, clock: str) -> tuple[Match, list[Event]]:
    """A match of two games with the events that made it, some of them without effect on the game."""
    rng = random.Random(seed)
    match = Match(Terms(variant, clock, rated=False, length=2), Instant(0))
    board = deal(VARIANTS[variant], seed)
    events: list[Event] = []
    now = 0

    def happens(event: Event) -> None:
        nonlocal match
        after = step(match, event)
        if after is not match:
            match = after
            events.append(event)

    happens(Accepted(Instant(now), board, tuple(Player(seat) for seat in reversed(board.seats))))
    while match.phase is not Phase.OVER:
        now += rng.randrange(900)
        if rng.random() < 0.8:
            happens(Shown(Instant(now)))
        if rng.random() < 0.1:
            away = rng.choice((0, 7_000, 700_000))
            now += away
            happens(Interrupted(Instant(now), rng.choice((None, Instant(now - away)))))
        for player in match.remaining if match.paused is not None else ():
            happens(Resumed(Instant(now), player))
        now += rng.randrange(2_500)
        giving_up = rng.random()
        if match.phase is Phase.BETWEEN:
            happens(Readied(Instant(now), rng.choice(match.players)))
        elif giving_up < 0.01:
            out = match.game.position.out
            staying = [seat for seat in board.seats if seat not in out]
            happens(Conceded(Instant(now), match.game.seats[rng.choice(staying)]))
        elif giving_up < 0.02 and board.two_sided:
            how = rng.choice((Closing.RESIGNED, Closing.FLAG))
            happens(Closed(Instant(now), how, rng.choice(match.players)))
        else:
            colour = STYLES[style](match.game.position, rng)
            happens(Moved(Instant(now), match.game.to_move, colour))
    return match, events


@every_variant
@given(seed=SEEDS, style=HOW, clock=st.sampled_from(sorted(PRESETS)))
@lawful(max_examples=5)
def test_a_match_that_is_stored_and_replayed_is_the_same_match(
    variant: str, seed: int, style: str, clock: str
) -> None:
    match, events = played(variant, seed, style, clock)
    stored = [(*encode(event), event.at) for event in events]
    again = Match(match.terms, match.opened)
    for kind, text, at in stored:
        again = step(again, decode(kind, at, text))
    assert again == match


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_a_record_that_is_written_read_and_replayed_is_the_same_match(
    variant: str, seed: int, style: str
) -> None:
    match, _ = played(variant, seed, style, "normal")
    record = read(json.loads(json.dumps(write(match.record()))))
    assert record == match.record()
    games, standings = replay(record)
    assert [game.last for game in games] == [game.position for game in match.games]
    assert standings == match.standings()


@every_variant
@given(seed=st.integers(0, 2**53))
@lawful(max_examples=5)
def test_printing_and_parsing_a_board_are_inverse(variant: str, seed: int) -> None:
    board = deal(VARIANTS[variant], seed)
    assert read_board(json.loads(json.dumps(board_data(board)))) == board


@pytest.mark.parametrize("file", sorted(set(FILES) - {"bad.jsonl"}))
def test_printing_and_parsing_a_record_of_any_board_are_inverse(file: str) -> None:
    for line in (HERE / file).read_text(encoding="utf-8").splitlines():
        data = json.loads(line)["record"]
        record = read(data)
        assert write(record)["board"]["rows"] == data["board"]["rows"]
        assert read(json.loads(json.dumps(write(record)))) == record


@every_variant
@given(seed=SEEDS, style=HOW)
@lawful(max_examples=5)
def test_what_a_move_captures_and_gains_is_what_its_neighbours_say(
    variant: str, seed: int, style: str
) -> None:
    for position in game(variant, seed, style)[:-1:7]:
        colour = position.legal()[0]
        board, neighbours = position.board, position.board.topology.neighbours
        free = {cell for cell, owner in enumerate(position.owner) if owner == FREE}
        area = {cell for cell, owner in enumerate(position.owner) if owner == position.turn}
        taken: set[int] = set()
        while more := {
            int(other)
            for cell in area | taken
            for other in neighbours[cell]
            if other in free - taken and (board.colours[other] == colour or cell in board.pots & taken)
        }:
            taken |= more
        assert set(position.captures(colour)) == taken
        assert position.gain(colour) >= sum(board.values[cell] for cell in taken)
