"""The game once more, straight from the rules: sets of points, and everything found anew after every move.

Slow on purpose. It reads a good record's JSON and gives the answer of the record format; nothing is taken
from the engine, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any

Point = tuple[int, int]
Json = dict[str, Any]

STALL = 8


def around(tiling: str, x: int, y: int) -> set[Point]:
    if tiling == "square":
        return {(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)}
    if tiling == "hexagon":
        if x % 2 == 0:
            return {(x, y - 1), (x, y + 1), (x - 1, y - 1), (x - 1, y), (x + 1, y - 1), (x + 1, y)}
        return {(x, y - 1), (x, y + 1), (x - 1, y), (x - 1, y + 1), (x + 1, y), (x + 1, y + 1)}
    if y % 2 == 0:
        return {(x, y - 1), (x, y + 1), (x + 1, y - 1), (x + 1, y + 1)}
    return {(x - 1, y - 1), (x - 1, y + 1), (x, y - 1), (x, y + 1)}


class Illegal(Exception):  # noqa: N818 — an answer
    """An entry that the rules do not allow."""


class Board:
    """What a record says of the board."""

    def __init__(self, data: Json) -> None:
        self.rows: list[str] = data["rows"]
        self.palette: int = data["colours"]
        self.colour = {
            (x, y): int(letter)
            for y, row in enumerate(self.rows)
            for x, letter in enumerate(row)
            if letter not in "#."
        }
        walls = [{tuple(end) for end in wall} for wall in data.get("walls", [])]
        self.beside = {
            point: {
                other
                for other in around(data["tiling"], *point)
                if other in self.colour and {point, other} not in walls
            }
            for point in self.colour
        }
        self.value = dict.fromkeys(self.colour, 1) | {(x, y): v for x, y, v in data.get("values", [])}
        self.pots = {tuple(pot) for pot in data.get("pots", [])}
        self.starts: list[list[Point]] = [[(x, y) for x, y in cells] for cells in data["starts"]]
        self.seats = range(len(self.starts))
        self.pairs: bool = data.get("pairs", False)
        self.sides = [[0, 2], [1, 3]] if self.pairs else [[seat] for seat in self.seats]

    def side(self, seat: int) -> list[int]:
        return next(seats for seats in self.sides if seat in seats)

    def spread(self, start: Iterable[Point], within: Collection[Point]) -> set[Point]:
        """Everything of `within` that open edges connect to the start, which belongs to it."""
        found = set(start)
        edge = set(found)
        while edge:
            edge = {other for point in edge for other in self.beside[point]} & set(within) - found
            found |= edge
        return found

    def count(self, points: Iterable[Point]) -> int:
        return sum(self.value[point] for point in points)


class Game:
    """A game in play; seats in `gone` have left the match before."""

    def __init__(self, board: Board, gone: set[int]) -> None:
        self.board = board
        self.held = [board.colour[cells[0]] for cells in board.starts]
        self.area = [
            board.spread(cells, [point for point, colour in board.colour.items() if colour == held])
            for cells, held in zip(board.starts, self.held, strict=True)
        ]
        self.total = board.spread([point for cells in board.starts for point in cells], board.colour)
        self.out = set(gone)
        self.idle = [0] * len(board.seats)
        self.turn = 0
        self.end: str | None = None
        self.best: list[int] = []
        self._award(None)
        self._judge()
        if not self.active(0):
            self._pass()

    def free(self) -> set[Point]:
        return set(self.board.colour) - set().union(*self.area)

    def regions(self) -> list[set[Point]]:
        left, found = self.free(), []
        while left:
            found.append(self.board.spread([next(iter(left))], left))
            left = left - found[-1]
        return found

    def touches(self, seat: int, points: set[Point]) -> bool:
        return any(self.board.beside[point] & points for point in self.area[seat])

    def touching(self, region: set[Point]) -> list[int]:
        return [seat for seat in self.board.seats if seat not in self.out and self.touches(seat, region)]

    def active(self, seat: int) -> bool:
        return seat not in self.out and self.touches(seat, self.free())

    def counts(self) -> list[int]:
        return [self.board.count(area) for area in self.area]

    def legal(self) -> list[int]:
        held = [self.held[seat] for seat in self.board.seats if self.active(seat)]
        return [colour for colour in range(1, self.board.palette + 1) if colour not in held]

    def move(self, colour: int) -> None:
        board, seat = self.board, self.turn
        if self.end:
            raise Illegal("game-over")
        if not 1 <= colour <= board.palette:
            raise Illegal("no-such-colour")
        if self.held[seat] == colour:
            raise Illegal("own-colour")
        for other in board.seats:
            if self.active(other) and self.held[other] == colour:
                raise Illegal("held-by-partner" if other in board.side(seat) else "held-by-opponent")
        self.held[seat] = colour
        self.idle[seat] += 1
        before, captured = set(self.area[seat]), set[Point]()
        while True:
            free = self.free()
            joining = {
                point
                for point in free
                for other in board.beside[point] & self.area[seat]
                if board.colour[point] == colour or other in board.pots & captured
            }
            if not joining:
                break
            self.area[seat] |= joining
            captured = self.area[seat] - before
        if captured:
            self.idle = [0] * len(board.seats)
        self._award(seat)
        self._judge()
        self._pass()

    def withdraw(self, seat: int, how: str) -> None:
        if self.end or seat in self.out:
            raise Illegal("game-over")
        if len(self.board.sides) == 2:
            self.out.update(self.board.side(seat))
            self.end = how
            self._reckon()
            return
        self.out.add(seat)
        self._award(None)
        self._judge()
        if not self.active(self.turn):
            self._pass()

    def _award(self, mover: int | None) -> None:
        for region in self.regions():
            touching = self.touching(region)
            if touching and all(seat in self.board.side(touching[0]) for seat in touching):
                self.area[mover if mover in touching else touching[0]] |= region
                self.idle = [0] * len(self.board.seats)

    def _reckon(self) -> None:
        """What each side has and can still reach."""
        counts, regions = self.counts(), self.regions()
        self.best = [
            sum(counts[seat] for seat in side)
            + sum(self.board.count(region) for region in regions if set(side) & set(self.touching(region)))
            for side in self.board.sides
        ]

    def _judge(self) -> None:
        self._reckon()
        counts = self.counts()
        active = [seat for seat in self.board.seats if self.active(seat)]
        playing = [
            (sum(counts[seat] for seat in side), best)
            for side, best in zip(self.board.sides, self.best, strict=True)
            if not set(side) <= self.out
        ]
        if not active:
            self.end = "full"
        elif any(
            all(count > best for other, (_, best) in enumerate(playing) if other != side)
            for side, (count, _) in enumerate(playing)
        ):
            self.end = "decided"
        elif all(self.idle[seat] >= STALL for seat in active):
            self.end = "stalled"

    def _pass(self) -> None:
        if not self.end:
            self.turn = (self.turn + 1) % len(self.board.seats)
            while not self.active(self.turn):
                self.turn = (self.turn + 1) % len(self.board.seats)

    def owners(self) -> list[str]:
        letters = {point: "abcd"[seat] for seat in self.board.seats for point in self.area[seat]}
        return [
            "".join(letter if letter in "#." else letters.get((x, y), "-") for x, letter in enumerate(row))
            for y, row in enumerate(self.board.rows)
        ]

    def result(self) -> tuple[list[int], list[Fraction], list[int]]:
        """Winners, points and counts per seat of a game that has ended."""
        board, counts = self.board, self.counts()
        if len(board.sides) > 2:
            counts = [0 if seat in self.out else count for seat, count in enumerate(counts)]
        elif self.out:
            counts[min(set(board.seats) - self.out)] += board.count(self.free() & self.total)
        standing = [side for side in board.sides if not set(side) <= self.out]
        most = max(sum(counts[seat] for seat in side) for side in standing)
        first = [side for side in standing if sum(counts[seat] for seat in side) == most]
        winners = sorted(seat for side in first for seat in side)
        points = [Fraction(seat in winners, len(first)) for seat in board.seats]
        return winners, points, counts


def answer(record: Json) -> Json:
    """The answer to a record whose games follow on one another."""
    board = Board(record["board"])
    left: list[int] = []
    answers: list[Json] = []
    played: list[tuple[list[int], Game, set[int]]] = []
    for number, listed in enumerate(record["games"]):
        seats = listed["seats"]
        game = Game(board, {seat for seat, player in enumerate(seats) if player in left})
        start = {"owners": game.owners(), "counts": game.counts()}
        plies: list[Json] = []
        for ply, entry in enumerate(listed["moves"], 1):
            legal, counts = game.legal(), game.counts()
            try:
                seat = _enter(game, entry)
            except Illegal as illegal:
                return {"error": {"game": number, "ply": ply, "reason": str(illegal)}}
            if isinstance(entry, dict) and "leave" in entry:
                left.append(seats[seat])
            plies.append(
                {
                    "ply": ply,
                    "seat": seat,
                    "colour": None if isinstance(entry, dict) else entry,
                    "gain": game.counts()[seat] - counts[seat],
                    "legal": legal,
                    "owners": game.owners(),
                    "counts": game.counts(),
                    "best": list(game.best),
                    "end": game.end,
                }
            )
        answers.append({"start": start, "plies": plies, "end": game.end})
        if game.end:
            winners, points, counts = game.result()
            answers[-1] |= {"winners": winners, "points": list(map(str, points)), "counts": counts}
            played.append((seats, game, set(left)))
    length = record.get("length", len(record["games"]))
    enough = left if len(board.sides) == 2 else len(left) >= 3
    over = bool(played) and (enough or len(played) == length)
    return {"games": answers, "match": _match(board, played, left, length) if over else None}


def _enter(game: Game, entry: Any) -> int:
    """The seat whose entry it was."""
    if isinstance(entry, dict):
        ((what, seat),) = entry.items()
        game.withdraw(seat, "left" if what == "leave" else "conceded")
        return int(seat)
    mover = game.turn
    game.move(entry)
    return mover


def _match(
    board: Board, played: list[tuple[list[int], Game, set[int]]], left: list[int], length: int
) -> Json:
    sides = len(board.sides)
    if left and sides == 2:
        loser = left[0] % 2
        score = None if length == 1 else ["0", "1"] if loser == 0 else ["1", "0"]
        return {"points": None, "counts": None, "ranking": [[1 - loser], [loser]], "score": score}
    points, totals = [Fraction(0)] * sides, [0] * sides
    for seats, game, gone in played:
        _, earned, counts = game.result()
        for side in range(sides):
            mine = [seat for seat in board.seats if seats[seat] % sides == side]
            if not any(seats[seat] in gone for seat in mine):
                points[side] += max(earned[seat] for seat in mine)
                totals[side] += sum(counts[seat] for seat in mine)
    staying = [side for side in range(sides) if side not in left]
    merits = sorted({(points[side], totals[side]) for side in staying}, reverse=True)
    ranking = [[side for side in staying if (points[side], totals[side]) == merit] for merit in merits]
    ranking += [[player] for player in reversed(left)]
    return {
        "points": list(map(str, points)),
        "counts": totals,
        "ranking": ranking,
        "score": _score(points, totals) if sides == 2 and length == 2 else None,
    }


def _score(points: list[Fraction], totals: list[int]) -> list[str]:
    if points[0] != points[1]:
        return ["1", "0"] if points[0] > points[1] else ["0", "1"]
    if totals[0] != totals[1]:
        return ["3/5", "2/5"] if totals[0] > totals[1] else ["2/5", "3/5"]
    return ["1/2", "1/2"]
