"""The match record: reading and writing `filler-record/1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fillerbot.engine.board import COLOURS, Board, BoardError, Colour, Seat
from fillerbot.engine.standings import Player
from fillerbot.engine.topology import Cell, Point, Tiling, Topology, Wall
from fillerbot.engine.variants import KEYS

FORMAT = "filler-record/1"
CUSTOM = "custom"
_VALUES, _LENGTHS = range(1, 100), range(1, 3)


class BadRecordError(ValueError):
    """A record that breaks the format; `path` leads to what is wrong."""

    def __init__(self, path: str) -> None:
        super().__init__(f"bad record: {path or 'not an object'}")
        self.path = path

    def answer(self) -> dict[str, Any]:
        """What the command line writes of it."""
        return {"error": {"reason": "bad-record", "path": self.path}}


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """An entry that is no move: a seat concedes the game, or (`leaves`) the match."""

    seat: Seat
    leaves: bool


Entry = Colour | Withdrawal


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: which player sat on each seat, and what happened in order."""

    seats: tuple[Player, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it can be replayed. `length` is how many games it was to have."""

    variant: str
    board: Board
    games: tuple[GameRecord, ...]
    length: int


def read(data: object) -> Record:
    """The record in a decoded JSON value. Raises BadRecordError."""
    top = _mapping(data, "")
    _require(top.get("format") == FORMAT, "format")
    variant = top.get("variant")
    _require(isinstance(variant, str) and (variant in KEYS or variant == CUSTOM), "variant")
    board = read_board(_mapping(top.get("board"), "board"))
    # A board that nobody has played on yet has no games.
    games = tuple(
        _game(board, _mapping(game, f"games[{i}]"), f"games[{i}]")
        for i, game in enumerate(_sequence(top["games"], "games") if "games" in top else ())
    )
    _require("games" not in top or len(games) in _LENGTHS, "games")
    length = _integer(top.get("length", max(1, len(games))), "length", _LENGTHS)
    _require(len(games) <= length, "length")
    return Record(str(variant), board, games, length)


def write(record: Record) -> dict[str, Any]:
    """The JSON object of a record."""
    data: dict[str, Any] = {"format": FORMAT, "variant": record.variant, "board": board_data(record.board)}
    if record.games:
        data["games"] = [
            {"seats": list(game.seats), "moves": [_entry_data(entry) for entry in game.entries]}
            for game in record.games
        ]
    return data | {"length": record.length}


def _entry_data(entry: Entry) -> object:
    if isinstance(entry, Withdrawal):
        return {"leave" if entry.leaves else "concede": entry.seat}
    return entry


def board_data(board: Board) -> dict[str, Any]:
    """A board as it stands in a record."""
    points = board.topology.points
    values = [[*points[cell], value] for cell, value in enumerate(board.values) if value != 1]
    optional = {
        "walls": [[list(end) for end in wall] for wall in board.topology.walls],
        "values": values,
        "pots": [list(points[cell]) for cell in sorted(board.pots)],
    }
    return {
        "tiling": board.topology.tiling.value,
        "colours": board.palette,
        "rows": list(board.rows(tuple(map(str, board.colours)))),
        "starts": [[list(points[cell]) for cell in cells] for cells in board.starts],
        "pairs": board.pairs,
        **{key: value for key, value in optional.items() if value},
    }


def _require(condition: bool, path: str) -> None:  # noqa: FBT001 — reads like the sentence it checks
    if not condition:
        raise BadRecordError(path)


def _mapping(data: object, path: str) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise BadRecordError(path)
    return data


def _sequence(data: object, path: str) -> Sequence[object]:
    if not isinstance(data, list):
        raise BadRecordError(path)
    return data


def _integer(data: object, path: str, allowed: range | None = None) -> int:
    # JSON's true is an int in Python.
    if not isinstance(data, int) or isinstance(data, bool) or (allowed is not None and data not in allowed):
        raise BadRecordError(path)
    return data


def _point(data: object, path: str) -> Point:
    pair = _sequence(data, path)
    _require(len(pair) == 2, path)  # noqa: PLR2004
    return _integer(pair[0], f"{path}[0]"), _integer(pair[1], f"{path}[1]")


def read_board(data: Mapping[str, object]) -> Board:
    """The board of a record. Raises BadRecordError."""
    tilings = {tiling.value: tiling for tiling in Tiling}
    tiling = data.get("tiling")
    if not isinstance(tiling, str) or tiling not in tilings:
        raise BadRecordError("board.tiling")
    palette = _integer(data.get("colours"), "board.colours", COLOURS)
    rows = _rows(data.get("rows"), palette)
    if tilings[tiling] is not Tiling.DIAMOND:
        for y, row in enumerate(rows):
            _require(len(row) == len(rows[0]), f"board.rows[{y}]")
    plain = _topology(tilings[tiling], rows)
    topology = _topology(tilings[tiling], rows, _walls(data.get("walls", []), plain))
    colours = [Colour(int(rows[y][x])) for x, y in topology.points]
    pots = [
        _cell(topology, pot, f"board.pots[{i}]")
        for i, pot in enumerate(_sequence(data.get("pots", []), "board.pots"))
    ]
    pairs = data.get("pairs", False)
    if not isinstance(pairs, bool):
        raise BadRecordError("board.pairs")
    try:
        return Board(
            topology=topology,
            palette=palette,
            colours=tuple(colours),
            starts=_starts(data.get("starts"), topology),
            values=_values(data.get("values", []), topology),
            pots=frozenset(pots),
            pairs=pairs,
        )
    except BoardError as error:
        raise BadRecordError(f"board.{error.where}") from error


def _rows(data: object, palette: int) -> list[str]:
    letters = "".join(map(str, range(1, palette + 1))) + "#."
    rows = []
    for y, row in enumerate(_sequence(data, "board.rows")):
        if not isinstance(row, str) or not row:
            raise BadRecordError(f"board.rows[{y}]")
        _require(all(letter in letters for letter in row), f"board.rows[{y}]")
        rows.append(row)
    _require(bool(rows), "board.rows")
    return rows


def _topology(tiling: Tiling, rows: Sequence[str], walls: tuple[Wall, ...] = ()) -> Topology:
    return _shaped(tiling, tuple(re.sub(r"[1-9]", " ", row) for row in rows), walls)


@lru_cache(64)
def _shaped(tiling: Tiling, rows: tuple[str, ...], walls: tuple[Wall, ...]) -> Topology:
    """The cells of a board. They take much of the time and memory of a match, and most boards share them."""
    places = [(x, y, letter) for y, row in enumerate(rows) for x, letter in enumerate(row)]
    return Topology(
        tiling=tiling,
        widths=tuple(map(len, rows)),
        points=tuple((x, y) for x, y, letter in places if letter not in "#."),
        obstacles=frozenset((x, y) for x, y, letter in places if letter == "#"),
        walls=walls,
    )


def _walls(data: object, topology: Topology) -> tuple[Wall, ...]:
    walls = []
    for i, wall in enumerate(_sequence(data, "board.walls")):
        path = f"board.walls[{i}]"
        ends = _sequence(wall, path)
        _require(len(ends) == 2, path)  # noqa: PLR2004
        one, other = _point(ends[0], f"{path}[0]"), _point(ends[1], f"{path}[1]")
        _require(topology.adjoin(one, other), path)
        walls.append((one, other))
    return tuple(walls)


def _cell(topology: Topology, data: object, path: str) -> Cell:
    point = _point(data, path)
    _require(point in topology.index, path)
    return topology.index[point]


def _values(data: object, topology: Topology) -> tuple[int, ...]:
    values = [1] * len(topology.points)
    seen = set()
    for i, entry in enumerate(_sequence(data, "board.values")):
        path = f"board.values[{i}]"
        triple = _sequence(entry, path)
        _require(len(triple) == 3, path)  # noqa: PLR2004
        cell = _cell(topology, triple[:2], path)
        _require(cell not in seen, path)
        seen.add(cell)
        values[cell] = _integer(triple[2], f"{path}[2]", _VALUES)
    return tuple(values)


def _starts(data: object, topology: Topology) -> tuple[tuple[Cell, ...], ...]:
    seats = _sequence(data, "board.starts")
    _require(len(seats) in (2, 4), "board.starts")
    starts: list[tuple[Cell, ...]] = []
    taken: set[Cell] = set()
    for seat, cells in enumerate(seats):
        path = f"board.starts[{seat}]"
        area = tuple(_cell(topology, cell, f"{path}[{i}]") for i, cell in enumerate(_sequence(cells, path)))
        _require(bool(area) and len(set(area)) == len(area) and taken.isdisjoint(area), path)
        taken.update(area)
        starts.append(area)
    return tuple(starts)


def _game(board: Board, data: Mapping[str, object], path: str) -> GameRecord:
    seats = [_integer(player, f"{path}.seats") for player in _sequence(data.get("seats"), f"{path}.seats")]
    _require(sorted(seats) == list(board.seats), f"{path}.seats")
    if board.pairs:
        # Players 0 and 2 are partners, and partners sit opposite.
        _require((seats[0] + seats[2]) % 2 == 0, f"{path}.seats")
    moves = _sequence(data.get("moves"), f"{path}.moves")
    entries = (_entry(board, move, f"{path}.moves[{i}]") for i, move in enumerate(moves))
    return GameRecord(tuple(map(Player, seats)), tuple(entries))


def _entry(board: Board, data: object, path: str) -> Entry:
    if not isinstance(data, dict):
        return Colour(_integer(data, path))
    kinds = _known(data, ("concede", "leave"))
    _require(len(kinds) == 1, path)
    seat = _integer(data[kinds[0]], path, board.seats)
    return Withdrawal(Seat(seat), leaves=kinds[0] == "leave")


def _known(data: Mapping[str, object], keys: Iterable[str]) -> list[str]:
    return [key for key in keys if key in data]
