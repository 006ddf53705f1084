"""The match as a value: every event gives a new one, and a refused event changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from fillerbot.engine.board import Board, Colour, Seat
from fillerbot.engine.clock import CHALLENGE_LIMIT, GRACE, IDLE_LIMIT, PRESETS, Clock, Instant, Millis
from fillerbot.engine.events import (
    NO_RESULT,
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Interrupted,
    Moved,
    Readied,
    RematchWanted,
    Shown,
    Succeeded,
)
from fillerbot.engine.game import Result, result
from fillerbot.engine.position import Ending, IllegalMoveError, Position, start
from fillerbot.engine.record import Entry, GameRecord, Record, Withdrawal
from fillerbot.engine.standings import Played, Player, Standings, standings
from fillerbot.engine.topology import Cell


class Phase(StrEnum):
    """What a match is waiting for."""

    CHALLENGED = "challenged"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class Refusal(StrEnum):
    """Why an event does not fit a match; the reasons against a colour are those of a position."""

    NOT_OPEN = "not-open"
    NOT_PLAYING = "not-playing"
    NOT_BETWEEN = "not-between"
    NOT_OVER = "not-over"
    NOT_FOR_YOU = "not-for-you"
    NOT_YOUR_TURN = "not-your-turn"
    MATCH_OVER = "match-over"
    HAS_MOVED = "has-moved"
    OWN_COLOUR = "own-colour"
    HELD_BY_OPPONENT = "held-by-opponent"
    HELD_BY_PARTNER = "held-by-partner"
    NO_SUCH_COLOUR = "no-such-colour"
    GAME_OVER = "game-over"


class RefusedError(ValueError):
    """An event that does not fit; the match is what it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on: a variant's key, a preset's key, rated or not, one game or two."""

    variant: str
    clock: str
    rated: bool
    length: int


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move: who took which colour, what he gained by it, `cut_off` of that as own regions."""

    seat: Seat
    colour: Colour
    gain: int
    cut_off: int
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: who sits where, the newest position, and how it came to be."""

    seats: tuple[Player, ...]
    position: Position
    entries: tuple[Entry, ...] = ()
    last: LastMove | None = None

    @property
    def result(self) -> Result | None:
        """What came out, None while it lasts."""
        return result(self.position)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return sum(not isinstance(entry, Withdrawal) for entry in self.entries)

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""
        return self.seats[self.position.turn]

    def seat_of(self, player: Player) -> Seat:
        """Where a player sits in this game."""
        return Seat(self.seats.index(player))


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some events.

    `budgets` has what is left on each player's clock (without a clock: 0). `shown` is when what the match now
    waits for was published, None if it is not known to have been; `changed` is the instant of the last event.
    """

    terms: Terms
    opened: Instant
    phase: Phase = Phase.CHALLENGED
    games: tuple[Game, ...] = ()
    budgets: tuple[Millis, ...] = ()
    shown: Instant | None = None
    changed: Instant | None = None
    ready: frozenset[Player] = frozenset()
    closing: Closing | None = None
    by: Player | None = None
    wants_rematch: frozenset[Player] = frozenset()
    successor: int | None = None

    @property
    def clock(self) -> Clock | None:
        """The time control."""
        return PRESETS[self.terms.clock]

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def moves(self) -> int:
        """How many moves were made in all games."""
        return sum(game.moves for game in self.games)

    @property
    def moves_before_game(self) -> int:
        """How many moves were made in the games before the current one."""
        return sum(game.moves for game in self.games[:-1])

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the board, from the start on."""
        return tuple(map(Player, range(len(self.budgets))))

    def has_moved(self, player: Player) -> bool:
        """Whether a player has made his own first move of game one."""
        first = self.games[0]
        return len(self.games) > 1 or first.seats.index(player) < first.moves

    def standings(self) -> Standings | None:
        """What the match came to, None while it lasts or where it has no result."""
        if self.phase is not Phase.OVER or self.closing in NO_RESULT:
            return None
        return standings(self._played(), pairs=self._pairs, length=self.terms.length)

    def _played(self) -> list[Played]:
        return [
            Played(game.seats, outcome, tuple(game.seats[seat] for seat in _left(game)))
            for game in self.games
            if (outcome := game.result)
        ]

    def tally(self) -> Standings | None:
        """The score of the games that were played to their end, None before the first was."""
        played = [game for game in self._played() if not game.left]
        if not played:
            return None
        return standings(played, pairs=self._pairs, length=self.terms.length)

    def timeout(self) -> tuple[Instant, Closed] | None:
        """What happens by itself if nobody does anything, and when."""
        if self.phase is Phase.CHALLENGED:
            at = Instant(self.opened + CHALLENGE_LIMIT)
            return at, Closed(at, Closing.EXPIRED)
        if self.phase is Phase.OVER:
            return None
        clock = self.clock
        if clock is None or self.shown is None:
            # No clock runs, but what nobody looks at any more does not last for ever.
            at = Instant((self.changed or self.opened) + IDLE_LIMIT)
            return at, Closed(at, Closing.ABORTED)
        if self.phase is Phase.BETWEEN:
            return self._late_for_next_game(clock, self.shown)
        player = self.game.to_move
        if self.has_moved(player):
            at = Instant(self.shown + GRACE + self.budgets[player])
            return at, Closed(at, Closing.FLAG, player)
        at = Instant(self.shown + clock.first_move)
        return at, Closed(at, Closing.ABORTED)

    def _late_for_next_game(self, clock: Clock, shown: Instant) -> tuple[Instant, Closed]:
        waiting = [
            player for player in next_seats(self.game.seats, pairs=self._pairs) if player not in self.ready
        ]
        # The lower seat's flag counts first where two fall at the same time.
        player = min(waiting, key=lambda player: self.budgets[player])
        at = Instant(shown + clock.between + self.budgets[player])
        return at, Closed(at, Closing.FLAG, player)

    @property
    def _pairs(self) -> bool:
        return self.game.position.board.pairs

    def record(self) -> Record:
        """The match in the interchange format; only for a match that has a board."""
        games = tuple(GameRecord(game.seats, game.entries) for game in self.games)
        return Record(self.terms.variant, self.game.position.board, games, self.terms.length)


def next_seats(seats: tuple[Player, ...], *, pairs: bool) -> tuple[Player, ...]:
    """Who sits where in the second game: the other way round, pairs exchanging 1 and 2, 3 and 4."""
    if pairs:
        return (seats[1], seats[0], seats[3], seats[2])
    return seats[::-1]


def _left(game: Game) -> list[Seat]:
    return [entry.seat for entry in game.entries if isinstance(entry, Withdrawal) and entry.leaves]


def step(match: Match, event: Event) -> Match:
    """The match after an event; the very same object if the event changes nothing. Raises RefusedError."""
    after = _STEPS[type(event)](match, event)
    return after if after is match else replace(after, changed=event.at)


def _need(condition: bool, refusal: Refusal) -> None:  # noqa: FBT001 — reads like the sentence it checks
    if not condition:
        raise RefusedError(refusal)


def _accepted(match: Match, event: Accepted) -> Match:
    _need(match.phase is Phase.CHALLENGED, Refusal.NOT_OPEN)
    budget = match.clock.budget if match.clock else Millis(0)
    after = replace(match, phase=Phase.PLAYING, budgets=(budget,) * len(event.seats))
    return _begin(after, event.seats, event.board)


def _begin(match: Match, seats: tuple[Player, ...], board: Board) -> Match:
    game = Game(seats, start(board))
    after = replace(match, phase=Phase.PLAYING, games=(*match.games, game), ready=frozenset(), shown=None)
    # A board can be decided before the first move.
    return _judged(after) if game.result else after


def _judged(match: Match) -> Match:
    """The match after its game has ended."""
    if len(match.games) == match.terms.length:
        return replace(match, phase=Phase.OVER, closing=Closing.PLAYED, shown=None)
    return replace(match, phase=Phase.BETWEEN, ready=frozenset(), shown=None)


def _with_game(match: Match, game: Game) -> Match:
    after = replace(match, games=(*match.games[:-1], game), shown=None)
    return _judged(after) if game.result else after


def _moved(match: Match, event: Moved) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    _need(match.phase is Phase.PLAYING, Refusal.NOT_PLAYING)
    game = match.game
    _need(game.to_move == event.player, Refusal.NOT_YOUR_TURN)
    before = game.position
    try:
        after = before.play(event.colour)
    except IllegalMoveError as error:
        raise RefusedError(Refusal(error.reason.value)) from error
    cells = frozenset(
        Cell(cell)
        for cell, (was, now) in enumerate(zip(before.owner, after.owner, strict=True))
        if was != now
    )
    seat = before.turn
    values, gain = before.board.values, after.counts[seat] - before.counts[seat]
    last = LastMove(
        seat=seat,
        colour=event.colour,
        gain=gain,
        cut_off=gain - sum(values[cell] for cell in before.captures(event.colour)),
        cells=cells,
    )
    moved = Game(game.seats, after, (*game.entries, event.colour), last)
    budgets = _charged(match, event, ends_game=after.ending is not None)
    return _with_game(replace(match, budgets=budgets), moved)


def _charged(match: Match, event: Moved, *, ends_game: bool) -> tuple[Millis, ...]:
    """The budgets after a move; the first moves of game one and boards never shown cost nothing."""
    clock, budgets = match.clock, list(match.budgets)
    if clock is not None and match.has_moved(event.player):
        spent = clock.spent(match.shown, event.at) if match.shown is not None else Millis(0)
        left = clock.after_move(budgets[event.player], spent, ends_game=ends_game)
        budgets[event.player] = left
    return tuple(budgets)


def _conceded(match: Match, event: Conceded) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    _need(match.phase is Phase.PLAYING, Refusal.NOT_PLAYING)
    return _with_game(match, _without(match.game, event.player, leaves=False))


def _without(game: Game, player: Player, *, leaves: bool) -> Game:
    seat = game.seat_of(player)
    position = game.position.withdraw(seat, Ending.LEFT if leaves else Ending.CONCEDED)
    return replace(game, position=position, entries=(*game.entries, Withdrawal(seat, leaves)))


def _closed(match: Match, event: Closed) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    challenge = event.closing in (Closing.DECLINED, Closing.WITHDRAWN, Closing.EXPIRED)
    _need(
        challenge == (match.phase is Phase.CHALLENGED), Refusal.NOT_OPEN if challenge else Refusal.NOT_PLAYING
    )
    if event.closing is Closing.ABORTED and event.by is not None:
        _need(match.phase is Phase.PLAYING and not match.has_moved(event.by), Refusal.HAS_MOVED)
    games = match.games
    if event.closing in (Closing.RESIGNED, Closing.FLAG) and event.by is not None:
        if match.phase is Phase.BETWEEN:
            # Who leaves between the games does so at the start of the next.
            seats = next_seats(match.game.seats, pairs=match.game.position.board.pairs)
            games = (*games, Game(seats, start(match.game.position.board)))
        games = (*games[:-1], _without(games[-1], event.by, leaves=True))
    return replace(match, phase=Phase.OVER, games=games, closing=event.closing, by=event.by, shown=None)


def _readied(match: Match, event: Readied) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    _need(match.phase is Phase.BETWEEN, Refusal.NOT_BETWEEN)
    if event.player in match.ready:
        return match
    ready = match.ready | {event.player}
    budgets = list(match.budgets)
    clock = match.clock
    if clock is not None and not clock.per_move and match.shown is not None:
        late = max(0, event.at - match.shown - clock.between)
        budgets[event.player] = Millis(budgets[event.player] - late)
    after = replace(match, ready=ready, budgets=tuple(budgets))
    if len(ready) < len(match.players):
        return after
    game = match.game
    board = game.position.board
    return _begin(after, next_seats(game.seats, pairs=board.pairs), board)


def _shown(match: Match, event: Shown) -> Match:
    if match.shown is not None:
        return match
    return replace(match, shown=event.at)


def _interrupted(match: Match, _: Interrupted) -> Match:
    if match.shown is None or match.phase is Phase.OVER:
        return match
    return replace(match, shown=None)


def _rematch_wanted(match: Match, event: RematchWanted) -> Match:
    _need(match.phase is Phase.OVER and bool(match.games), Refusal.NOT_OVER)
    if event.player in match.wants_rematch:
        return match
    return replace(match, wants_rematch=match.wants_rematch | {event.player})


def _succeeded(match: Match, event: Succeeded) -> Match:
    _need(match.phase is Phase.OVER and bool(match.games), Refusal.NOT_OVER)
    return replace(match, successor=event.match)


_STEPS: dict[type, Callable[[Match, Any], Match]] = {
    Accepted: _accepted,
    Closed: _closed,
    Moved: _moved,
    Conceded: _conceded,
    Readied: _readied,
    Shown: _shown,
    Interrupted: _interrupted,
    RematchWanted: _rematch_wanted,
    Succeeded: _succeeded,
}
