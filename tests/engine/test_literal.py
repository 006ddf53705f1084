"""The engine agrees with a slow implementation that is written straight from the rules."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fillerbot.engine.board import Seat
from fillerbot.engine.deal import deal
from fillerbot.engine.match import next_seats
from fillerbot.engine.position import Ending, Position, start
from fillerbot.engine.record import BadRecordError, board_data, read_board
from fillerbot.engine.replay import answer, over_by_leaving
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from tests import literal
from tests.engine.test_vectors import FILES, HERE, _named

Json = dict[str, Any]


def games(board: Json, length: int, chances: Json, rng: random.Random) -> Iterator[Json]:
    """Random games on a board. The chances are those of a blind move, of leaving and of conceding."""
    parsed = read_board(board)
    left: list[Player] = []
    seats = tuple(map(Player, parsed.seats))
    for _ in range(length):
        if over_by_leaving(parsed, left):
            return
        position = start(parsed, frozenset(Seat(seats.index(player)) for player in left))
        moves: list[Any] = []
        while position.ending is None:
            entry = choose(position, chances, rng)
            if isinstance(entry, dict):
                leaves = "leave" in entry
                seat = Seat(entry["leave" if leaves else "concede"])
                left += [seats[seat]] if leaves else []
                position = position.withdraw(seat, Ending.LEFT if leaves else Ending.CONCEDED)
            else:
                position = position.play(entry)
            moves.append(entry)
        yield {"seats": list(seats), "moves": moves}
        seats = next_seats(seats, pairs=parsed.pairs)


def choose(position: Position, chances: Json, rng: random.Random) -> Any:
    seat = rng.choice([seat for seat in position.board.seats if seat not in position.out])
    for giving_up in ("leave", "concede"):
        if rng.random() < chances[giving_up]:
            return {giving_up: seat}
    legal = position.legal()
    taking = [colour for colour in legal if position.captures(colour)]
    return rng.choice(taking if taking and rng.random() > chances["blind"] else legal)


def record(board: Json, length: int, chances: Json, seed: int) -> Json:
    rng = random.Random(seed)
    listed = list(games(board, length, chances, rng))
    if rng.random() < 0.2:
        # Something that the rules may not allow where it stands.
        colours = range(board["colours"] + 2)
        moves = rng.choice(listed)["moves"]
        moves.insert(rng.randrange(len(moves) + 1), rng.choice([*colours, {"concede": 0}, {"leave": 1}]))
    elif rng.random() < 0.1:
        del listed[-1]["moves"][-1:]
    return {
        "format": "filler-record/1",
        "variant": "custom",
        "board": board,
        "games": listed,
        "length": length,
    }


CHANCES = st.fixed_dictionaries(
    {
        "blind": st.sampled_from([0.0, 0.2, 1.0]),
        "leave": st.sampled_from([0.0, 0.0, 0.02, 0.2]),
        "concede": st.sampled_from([0.0, 0.0, 0.02, 0.2]),
    }
)


def compare(played: Json) -> None:
    played = json.loads(json.dumps(played))
    answered = json.loads(json.dumps(answer(played)))
    # An entry put in may end a game sooner, and then the next ones are no part of a good record.
    if answered.get("error", {}).get("reason") != "bad-record":
        assert literal.answer(played) == answered


@pytest.mark.parametrize("variant", VARIANTS)
@given(seed=st.integers(0, 10**6), length=st.integers(1, 2), chances=CHANCES)
@settings(max_examples=6, deadline=None)
def test_they_agree_on_random_matches_of_every_variant(
    variant: str, seed: int, length: int, chances: Json
) -> None:
    chances = chances | {"blind": min(chances["blind"], 0.2)}
    compare(record(board_data(deal(VARIANTS[variant], seed)), length, chances, seed))


@st.composite
def boards(draw: st.DrawFn) -> Json:
    """Small boards of any kind: with gaps and cells that nobody can reach, walls, values, pots."""
    palette, wide, high = draw(st.tuples(st.integers(3, 6), st.integers(3, 6), st.integers(2, 5)))
    tiling = draw(st.sampled_from(["square", "hexagon", "diamond"]))
    letters = "123456"[:palette] * 3 + "#."
    rows = [
        "".join(draw(st.lists(st.sampled_from(letters), min_size=width, max_size=width)))
        for y in range(high)
        for width in [wide + (tiling == "diamond" and y % 2)]
    ]
    cells = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter not in "#."]
    edges = [
        [point, other]
        for point in cells
        for other in sorted(literal.around(tiling, *point))
        if other in cells and point < other
    ]
    some = st.sets(st.sampled_from(cells or [(0, 0)]), max_size=6)
    seats = draw(st.sampled_from([2, 4] if palette > 4 else [2]))
    each = draw(st.integers(1, 2))
    assume(len(cells) >= seats * each)
    drawn = draw(st.permutations(cells))
    starts = [drawn[seat::seats][:each] for seat in range(seats)]
    # The start cells of a seat share a colour; some seats share theirs as well, as a record's may.
    for cells_of_seat in starts:
        colour = draw(st.sampled_from("123456"[:palette]))
        for x, y in cells_of_seat:
            rows[y] = rows[y][:x] + colour + rows[y][x + 1 :]
    return {
        "tiling": tiling,
        "colours": palette,
        "rows": rows,
        "starts": starts,
        "pairs": seats == 4 and draw(st.booleans()),
        "walls": draw(st.lists(st.sampled_from(edges), max_size=6)) if edges else [],
        "values": [[*point, draw(st.integers(1, 9))] for point in sorted(draw(some))],
        "pots": sorted(draw(some)),
    }


@given(board=boards(), seed=st.integers(0, 10**6), length=st.integers(1, 2), chances=CHANCES)
@settings(max_examples=300, deadline=None)
def test_they_agree_on_random_matches_on_small_boards_of_any_kind(
    board: Json, seed: int, length: int, chances: Json
) -> None:
    board = json.loads(json.dumps(board))
    try:
        read_board(board)
    except BadRecordError:
        # Most likely start areas meet.
        return
    compare(record(board, length, chances, seed))


@pytest.mark.parametrize("file", sorted(set(FILES) - {"bad.jsonl"}))
def test_the_slow_implementation_answers_as_the_vectors_say(file: str) -> None:
    for line in (HERE / file).read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        assert _named(literal.answer(case["record"])) == _named(case["expect"])
