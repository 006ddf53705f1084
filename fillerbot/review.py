"""Looking back on a match: what every move was worth, and what follows from all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Final

from fillerbot.computer.analysis import Analysis
from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.position import Position
from fillerbot.engine.record import Withdrawal
from fillerbot.engine.replay import Ply, ReplayedGame
from fillerbot.engine.standings import Player

_TURNS: Final = 3
_HALVING: Final = 28
"""This part of a board lost with every move makes an accuracy of a half: 2 of the 56 cells of Quick."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move beside the best one. `game` and `ply` count from 1.

    `margin` is what the side that moved would have come to with the best colour, `kept` what the chosen one
    left of it; both are the margin over the best of the others at the end. They are `exact` if that is what
    best play of everybody comes to, else estimates.
    """

    game: int
    ply: int
    seat: Seat
    player: Player
    chosen: Colour
    best: Colour
    margin: int
    kept: int
    exact: bool
    kept_exact: bool

    @property
    def loss(self) -> int:
        """How many cells (or points) the move cost."""
        return max(0, self.margin - self.kept)

    @property
    def turned(self) -> bool:
        """Whether a game that was won is so no longer, or one that was drawn is lost."""
        return _sign(self.kept) < _sign(self.margin)


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a match, judged."""

    moves: tuple[Judged, ...]

    def accuracy(self, player: Player, total: int) -> int | None:
        """How close to the best moves somebody played, in per cent; None if he did not move.

        It is 100 if no move cost anything. It halves with every `halving` cells that a move cost on average,
        by the margin at the end of the game; `total` is what the whole board counts.
        """
        mean = self.mean_loss(player)
        return None if mean is None else round(100 * 0.5 ** (mean / halving(total)))

    def mean_loss(self, player: Player) -> float | None:
        """What a move of somebody cost on average."""
        losses = [move.loss for move in self.moves if move.player == player]
        return sum(losses) / len(losses) if losses else None

    def turns(self) -> list[Judged]:
        """The moves that turned the match, at most three, as they were played: those that cost most.

        One that gave a win or a draw away comes before one that only cost cells.
        """
        costly = [move for move in self.moves if move.loss]
        costly.sort(key=lambda move: (move.turned, move.loss), reverse=True)
        return sorted(costly[:_TURNS], key=lambda move: (move.game, move.ply))

    def known(self, game: int) -> Judged | None:
        """The first move of a game, from 1, from which on its result with best play is known exactly."""
        found = None
        for move in reversed([move for move in self.moves if move.game == game]):
            if not move.exact:
                break
            found = move
        return found

    def dump(self) -> str:
        """The review as text that `load` reads."""
        return json.dumps([astuple(move) for move in self.moves], separators=(",", ":"))


def halving(total: int) -> int:
    """How many cells (or points) lost with every move make an accuracy of a half, of so many in all."""
    return max(1, round(total / _HALVING))


def load(text: str) -> Review:
    """The review that `dump` has written."""
    return Review(tuple(Judged(*move) for move in json.loads(text)))


@dataclass(frozen=True, slots=True)
class Moment:
    """A move of a match to be judged; `game` and `ply` count from 1."""

    game: int
    ply: int
    player: Player
    move: Ply


def moments(games: Sequence[ReplayedGame], seats: Sequence[tuple[Player, ...]]) -> list[Moment]:
    """All moves of a match; `seats` has who sat where in each game."""
    return [
        Moment(number, place, seated[ply.seat], ply)
        for number, (game, seated) in enumerate(zip(games, seats, strict=True), 1)
        for place, ply in enumerate(game.plies, 1)
        if not isinstance(ply.entry, Withdrawal)
    ]


def judged(moments: Sequence[Moment], analyses: Sequence[Analysis]) -> Review:
    """The moves of a match with what a search has found at the position before each."""
    nexts = [*zip(moments[1:], analyses[1:], strict=True), None]
    return Review(
        tuple(
            _judged(moment, analysis, _kept(moment.move, after))
            for moment, analysis, after in zip(moments, analyses, nexts, strict=True)
        )
    )


def _judged(moment: Moment, analysis: Analysis, known: int | None) -> Judged:
    chosen = moment.move.entry
    assert not isinstance(chosen, Withdrawal)
    found = {one.colour: one for one in analysis.colours}
    top, own = found[analysis.best], found[chosen]
    kept, exact = (own.margin, own.exact) if known is None else (known, True)
    best, margin, certain = analysis.best, top.margin, top.exact
    if chosen == best or (exact and kept >= margin and not certain):
        # What came of it is known better than what was expected before.
        best, margin, certain = chosen, kept, exact
    place = (moment.game, moment.ply, moment.move.seat, moment.player)
    return Judged(*place, chosen, best, margin, min(kept, margin), certain, exact)


def _kept(ply: Ply, following: tuple[Moment, Analysis] | None) -> int | None:
    """The margin after a move as the end of the game or the next search tells it exactly, else None."""
    board = ply.after.board
    side = board.side_of[ply.seat]
    if ply.after.ending:
        return _margin(ply.after, side)
    if following is None or not board.two_sided or following[0].move.before is not ply.after:
        return None
    moment, analysis = following
    top = analysis.colours[0]
    if not top.exact:
        return None
    return top.margin if board.side_of[moment.move.seat] == side else -top.margin


def _margin(position: Position, side: int) -> int:
    counts = position.board.by_side(position.counts)
    return counts[side] - max(count for other, count in enumerate(counts) if other != side)


@dataclass(frozen=True, slots=True)
class Point:
    """A margin after so many moves of a game."""

    moves: int
    margin: int
    exact: bool


def curves(review: Review, game: int, *, sides: int, seats: int) -> Iterator[list[Point]]:
    """The margin over a game, from 1, as one line from the view of seat 1 where there are two sides.

    With more sides each has a line of its own, with a point for each of its own moves: nothing is known of
    the others' margins then.
    """
    moves = [move for move in review.moves if move.game == game]
    two = sides == 2  # noqa: PLR2004
    for seat in range(1 if two else seats):
        own = moves if two else [move for move in moves if move.seat == seat]
        line = [Point(move.ply - 1, _seen(move, two), move.exact) for move in own]
        if own:
            last = own[-1]
            after = Point(last.ply, _seen(last, two, kept=True), last.kept_exact)
            line.append(after)
        yield line


def _seen(move: Judged, two: bool, *, kept: bool = False) -> int:  # noqa: FBT001
    margin = move.kept if kept else move.margin
    return -margin if two and move.seat % 2 else margin


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
