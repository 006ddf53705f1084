"""Matches on boards small enough to play in a line."""

from fillerbot.engine.board import Board, Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Accepted, Closed, Closing, Conceded, Event, Moved, Readied, Shown
from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from tests.engine.boards import board

ANN, BEN = Player(0), Player(1)
"""Ann has challenged Ben; with `seats` (ANN, BEN) she moves first in game one."""

LINE = board("a1 2 5 3 b4")
"""Whoever moves first wins it with 2 and 5 by three cells to two."""

EVEN = board("a1 2 3 b4")
"""A draw, if both take what is beside them."""

WIDE = board("""
     3  1  2  3 b4
     2  2  1  4  1
     1  2  3  2  2
     2  3  1  3  1
    a5  1  3  1  2
""")
"""Room for many moves. Neither 6 nor what either holds ever captures at the start corners."""

T = 1_000_000
"""When a board is shown that somebody's time runs on."""


def challenged(clock: str = "normal", *, length: int = 2) -> Match:
    """A challenge, opened at instant 0."""
    return Match(Terms("quick", clock, rated=False, length=length), Instant(0))


def opened(variant: str) -> Match:
    """An open table at which Ann alone sits."""
    return Match(Terms(variant, "normal", rated=False, length=2), Instant(0), Phase.OPEN)


def accepted(
    on: Board = LINE, clock: str = "normal", *, length: int = 2, seats: tuple[Player, ...] = (ANN, BEN)
) -> Match:
    """A match of which nothing has been shown yet."""
    return step(challenged(clock, length=length), Accepted(Instant(0), on, seats))


def after(match: Match, *events: Event) -> Match:
    """The match after some events."""
    for event in events:
        match = step(match, event)
    return match


def moved(match: Match, *colours: int, at: int = 0) -> Match:
    """The match after moves by whoever's turn it is."""
    for colour in colours:
        match = step(match, Moved(Instant(at), match.game.to_move, Colour(colour)))
    return match


def both_ready(match: Match) -> Match:
    """The second game of a match that waits for it."""
    return after(match, readied(ANN), readied(BEN))


def readied(player: Player, at: int = 0) -> Readied:
    return Readied(Instant(at), player)


def shown(at: int) -> Shown:
    return Shown(Instant(at))


def conceded(player: Player) -> Conceded:
    return Conceded(Instant(0), player)


def closed(closing: Closing, by: Player | None = None) -> Closed:
    return Closed(Instant(0), closing, by)


def timed(clock: str = "normal") -> Match:
    """Both have made their first moves; Ann is to move on a board shown at T."""
    return step(moved(accepted(WIDE, clock), 2, 3), shown(T))
