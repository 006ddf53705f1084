"""What a record comes to: every position of every game, and the match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fillerbot.engine.board import Board, Seat
from fillerbot.engine.game import Result, result
from fillerbot.engine.position import FREE, Ending, IllegalMoveError, Position, start
from fillerbot.engine.record import BadRecordError, Entry, GameRecord, Record, Withdrawal, read
from fillerbot.engine.standings import Played, Player, Standings, standings


class IllegalEntryError(ValueError):
    """An entry that the rules do not allow where it stands; `game` is 0-based, `ply` counts from 1."""

    def __init__(self, game: int, ply: int, error: IllegalMoveError) -> None:
        super().__init__(f"game {game}, ply {ply}: {error}")
        self.game, self.ply, self.reason = game, ply, error.reason

    def answer(self) -> dict[str, Any]:
        """What the command line writes of it."""
        return {"error": {"game": self.game, "ply": self.ply, "reason": self.reason.value}}


@dataclass(frozen=True, slots=True)
class Ply:
    """An entry, the seat it belongs to, and the positions around it."""

    entry: Entry
    seat: Seat
    before: Position
    after: Position


@dataclass(slots=True)
class ReplayedGame:
    """A game with all its positions."""

    start: Position
    plies: list[Ply] = field(default_factory=list)
    left: list[Player] = field(default_factory=list)

    @property
    def last(self) -> Position:
        """The newest position."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def result(self) -> Result | None:
        """What came out, None while the game lasts."""
        return result(self.last)


def over_by_leaving(board: Board, left: list[Player]) -> bool:
    """Whether those who are left cannot go on with the match."""
    return bool(left) if board.two_sided else len(left) >= len(board.seats) - 1


def replay(record: Record) -> tuple[list[ReplayedGame], Standings | None]:
    """Play a record. Raises IllegalEntryError, or BadRecordError for a game that cannot follow."""
    games: list[ReplayedGame] = []
    left: list[Player] = []
    for number, game in enumerate(record.games):
        if games and (games[-1].result is None or over_by_leaving(record.board, left)):
            raise BadRecordError(f"games[{number}]")
        games.append(_play(record.board, game, number, left))
        left += games[-1].left
    results = [game.result for game in games]
    finished = [
        Played(game.seats, outcome, tuple(replayed.left))
        for game, outcome, replayed in zip(record.games, results, games, strict=True)
        if outcome
    ]
    over = len(finished) == record.length or over_by_leaving(record.board, left)
    if not over or not finished:
        return games, None
    return games, standings(tuple(finished), pairs=record.board.pairs, length=record.length)


def _play(board: Board, game: GameRecord, number: int, left: list[Player]) -> ReplayedGame:
    gone = frozenset(Seat(seat) for seat, player in enumerate(game.seats) if player in left)
    replayed = ReplayedGame(start(board, gone))
    for ply, entry in enumerate(game.entries, 1):
        before = replayed.last
        try:
            if isinstance(entry, Withdrawal):
                seat = entry.seat
                after = before.withdraw(seat, Ending.LEFT if entry.leaves else Ending.CONCEDED)
                if entry.leaves:
                    replayed.left.append(game.seats[seat])
            else:
                seat, after = before.turn, before.play(entry)
        except IllegalMoveError as error:
            raise IllegalEntryError(number, ply, error) from error
        replayed.plies.append(Ply(entry, seat, before, after))
    return replayed


def answer(data: object) -> dict[str, Any]:
    """What `fillerbot replay` writes for a decoded JSON value."""
    try:
        games, match = replay(read(data))
    except (BadRecordError, IllegalEntryError) as error:
        return error.answer()
    return {"games": [_game_answer(game) for game in games], "match": _match_answer(match)}


def _game_answer(game: ReplayedGame) -> dict[str, Any]:
    answered: dict[str, Any] = {
        "start": {"owners": owners(game.start), "counts": list(game.start.counts)},
        "plies": [_ply_answer(number, ply) for number, ply in enumerate(game.plies, 1)],
        "end": game.last.ending,
    }
    if outcome := game.result:
        answered["winners"] = list(outcome.winners)
        answered["points"] = list(map(str, outcome.points))
        answered["counts"] = list(outcome.counts)
    return answered


def _ply_answer(number: int, ply: Ply) -> dict[str, Any]:
    return {
        "ply": number,
        "seat": ply.seat,
        "colour": None if isinstance(ply.entry, Withdrawal) else ply.entry,
        "gain": ply.after.counts[ply.seat] - ply.before.counts[ply.seat],
        "legal": list(ply.before.legal()),
        "owners": owners(ply.after),
        "counts": list(ply.after.counts),
        "best": list(ply.after.best),
        "end": ply.after.ending,
    }


def _match_answer(match: Standings | None) -> dict[str, Any] | None:
    if match is None:
        return None
    return {
        "points": match.points and list(map(str, match.points)),
        "counts": match.totals and list(match.totals),
        "ranking": [list(place) for place in match.ranking],
        "score": match.score and list(map(str, match.score)),
    }


def owners(position: Position) -> list[str]:
    """The board's rows with `a` to `d` for the owner's seat and `-` for free."""
    return list(
        position.board.rows(tuple("-" if owner == FREE else "abcd"[owner] for owner in position.owner))
    )
