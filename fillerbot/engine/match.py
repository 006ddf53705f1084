"""The match as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.clock import (
    CHALLENGE_LIMIT,
    GRACE,
    IDLE_LIMIT,
    PAUSE_LIMIT,
    PROPOSAL_LIMIT,
    Clock,
    Instant,
    Millis,
    clock_of,
)
from fillerbot.engine.events import (
    NO_RESULT,
    Closed,
    Closing,
    Dropped,
)
from fillerbot.engine.game import Result, result
from fillerbot.engine.position import Position
from fillerbot.engine.record import Entry, GameRecord, Record, Withdrawal
from fillerbot.engine.standings import Played, Player, Standings, standings
from fillerbot.engine.topology import Cell


class Phase(StrEnum):
    """What a match is waiting for."""

    OPEN = "open"
    CHALLENGED = "challenged"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


WAITING = frozenset({Phase.OPEN, Phase.CHALLENGED})
"""Before the board is dealt."""


class Refusal(StrEnum):
    """Why an event does not fit a match; the reasons against a colour are those of a position."""

    NOT_OPEN = "not-open"
    NOT_FULL = "not-full"
    PLACE_TAKEN = "place-taken"
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
    GAVE_UP = "gave-up"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOTHING_PROPOSED = "nothing-proposed"
    ONLY_PAIR = "only-pair"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"


class RefusedError(ValueError):
    """An event that does not fit; the match is what it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on: a variant's key, a clock's key, rated or not, one game or two."""

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


@dataclass(frozen=True)
class Game:
    """One game of a match: who sits where, the newest position, and how it came to be.

    An `unplayed` one only notes who left between the game before it and this one, and ended the match.
    """

    seats: tuple[Player, ...]
    position: Position
    entries: tuple[Entry, ...] = ()
    last: LastMove | None = None
    movers: frozenset[Seat] = frozenset()
    unplayed: bool = False

    @cached_property
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
class Proposal:
    """What a player would like his pair to give up: the match, or else the game."""

    player: Player
    resigns: bool
    at: Instant

    @property
    def until(self) -> Instant:
        """When it is dropped unless the partner agrees."""
        return Instant(self.at + PROPOSAL_LIMIT)


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some events.

    `seated` are the players at an open table. `budgets` has what is left on each player's clock (without a
    clock: 0). `shown` is when what the match now waits for was published, None if it is not known to have
    been; `changed` is the instant of the last event, `touched` since when nothing has happened, long absences
    of the bot left out. `gone` are those of four who are out of the match, in that order, and `gone_by` says
    how; `taken_back` counts moves that are no longer there. `paused` is since when a match waits for its
    players to come back after a long absence of the bot, `resumed` are those who have.
    """

    terms: Terms
    opened: Instant
    phase: Phase = Phase.CHALLENGED
    seated: frozenset[Player] = frozenset({Player(0)})
    games: tuple[Game, ...] = ()
    budgets: tuple[Millis, ...] = ()
    shown: Instant | None = None
    changed: Instant | None = None
    touched: Instant | None = None
    ready: frozenset[Player] = frozenset()
    gone: tuple[Player, ...] = ()
    gone_by: tuple[Closing, ...] = ()
    proposal: Proposal | None = None
    taken_back: int = 0
    closing: Closing | None = None
    by: Player | None = None
    wants_rematch: frozenset[Player] = frozenset()
    successor: int | None = None
    paused: Instant | None = None
    resumed: frozenset[Player] = frozenset()

    @property
    def clock(self) -> Clock | None:
        """The time control."""
        return clock_of(self.terms.clock)

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def moves(self) -> int:
        """How many moves were made and taken back in all games; it never falls."""
        return sum(game.moves for game in self.games) + 2 * self.taken_back

    @property
    def moves_before_game(self) -> int:
        """How many moves were made in the games before the current one."""
        return sum(game.moves for game in self.games[:-1])

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the board, from the start on."""
        return tuple(map(Player, range(len(self.budgets))))

    @property
    def remaining(self) -> tuple[Player, ...]:
        """Those who are still in the match."""
        return tuple(player for player in self.players if player not in self.gone)

    def has_moved(self, player: Player) -> bool:
        """Whether a player has made his own first move of game one."""
        first = self.games[0]
        return len(self.games) > 1 or first.seat_of(player) in first.movers

    def standings(self) -> Standings | None:
        """What the match came to, None while it lasts or where it has no result."""
        if self.phase is not Phase.OVER or self.closing in NO_RESULT:
            return None
        return standings(tuple(self._played()), pairs=self.pairs, length=self.terms.length)

    def _played(self) -> list[Played]:
        return [
            Played(game.seats, outcome, tuple(game.seats[seat] for seat in leavers(game)))
            for game in self.games
            if (outcome := game.result)
        ]

    def tally(self) -> Standings | None:
        """The score of the games that were played to their end, None before the first was."""
        if not self.games:
            return None
        # Of two sides one that leaves ends everything uncounted, among four the others have played on.
        two_sided = self.game.position.board.two_sided
        played = tuple(game for game in self._played() if not (two_sided and game.left))
        if not played:
            return None
        return standings(played, pairs=self.pairs, length=self.terms.length)

    def timeout(self) -> tuple[Instant, Closed | Dropped] | None:
        """What happens by itself if nobody does anything, and when."""
        if self.phase in WAITING:
            # At a table everybody who comes or goes gives the others new hope.
            since = self.changed if self.phase is Phase.OPEN else None
            at = Instant((since or self.opened) + CHALLENGE_LIMIT)
            return at, Closed(at, Closing.EXPIRED)
        if self.phase is Phase.OVER:
            return None
        late = self._late()
        proposal = self.proposal
        if proposal is None or late[0] <= proposal.until:
            return late
        return proposal.until, Dropped(proposal.until)

    def _late(self) -> tuple[Instant, Closed]:
        if self.paused is not None:
            at = Instant(self.paused + PAUSE_LIMIT)
            return at, Closed(at, Closing.ABORTED)
        clock = self.clock
        if clock is None or self.shown is None:
            # No clock runs, but what nobody looks at any more does not last for ever.
            at = Instant((self.touched or self.opened) + IDLE_LIMIT)
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
        idle = self.ready.union(self.gone)
        waiting = [player for player in next_seats(self.game.seats, pairs=self.pairs) if player not in idle]
        # The lower seat's flag counts first where two fall at the same time.
        player = min(waiting, key=lambda player: self.budgets[player])
        at = Instant(shown + clock.between + self.budgets[player])
        return at, Closed(at, Closing.FLAG, player)

    @property
    def pairs(self) -> bool:
        """Whether players 0 and 2 play together against 1 and 3."""
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


def partner(player: Player) -> Player:
    """With whom a player of a pair plays."""
    return Player((player + 2) % 4)


def leavers(game: Game) -> list[Seat]:
    """The seats whose players left the match during a game, in that order."""
    return [entry.seat for entry in game.entries if isinstance(entry, Withdrawal) and entry.leaves]
