"""What each event does to a match: every event gives a new one, and a refused event changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fillerbot.engine.absence import going_on, interrupted, resumed
from fillerbot.engine.board import Board, Colour, Seat
from fillerbot.engine.clock import Millis
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Dropped,
    Event,
    Interrupted,
    Moved,
    Readied,
    RematchWanted,
    Resumed,
    Rose,
    Sat,
    Shown,
    Succeeded,
    TakenBack,
)
from fillerbot.engine.match import (
    WAITING,
    Game,
    LastMove,
    Match,
    Phase,
    Proposal,
    Refusal,
    RefusedError,
    leavers,
    next_seats,
    partner,
)
from fillerbot.engine.position import Ending, IllegalMoveError, start
from fillerbot.engine.record import Withdrawal
from fillerbot.engine.standings import Player


def step(match: Match, event: Event) -> Match:
    """The match after an event; the very same object if the event changes nothing. Raises RefusedError."""
    after = _STEPS[type(event)](match, event)
    if after is match:
        return match
    touched = after.touched if isinstance(event, Interrupted) else event.at
    return replace(after, changed=event.at, touched=touched)


def _need(condition: bool, refusal: Refusal) -> None:  # noqa: FBT001 — reads like the sentence it checks
    if not condition:
        raise RefusedError(refusal)


def _sat(match: Match, event: Sat) -> Match:
    _need(match.phase is Phase.OPEN, Refusal.NOT_OPEN)
    _need(event.player not in match.seated, Refusal.PLACE_TAKEN)
    return replace(match, seated=match.seated | {event.player})


def _rose(match: Match, event: Rose) -> Match:
    _need(match.phase is Phase.OPEN and event.player in match.seated, Refusal.NOT_OPEN)
    return replace(match, seated=match.seated - {event.player})


def _accepted(match: Match, event: Accepted) -> Match:
    _need(match.phase in WAITING, Refusal.NOT_OPEN)
    _need(match.phase is Phase.CHALLENGED or match.seated == set(event.seats), Refusal.NOT_FULL)
    budget = match.clock.budget if match.clock else Millis(0)
    after = replace(match, phase=Phase.PLAYING, budgets=(budget,) * len(event.seats))
    return _begin(after, event.seats, event.board)


def _begin(match: Match, seats: tuple[Player, ...], board: Board) -> Match:
    """The match with a new game. Who left during one before only blocks, who left since does so first."""
    out = {game.seats[seat] for game in match.games for seat in leavers(game)}
    game = Game(
        seats, start(board, frozenset(Seat(seat) for seat, player in enumerate(seats) if player in out))
    )
    for player in match.gone:
        if player not in out:
            game = _without(game, player, leaves=True)
    after = replace(match, phase=Phase.PLAYING, games=(*match.games, game), ready=frozenset(), shown=None)
    # A board can be decided before the first move.
    return _judged(after) if game.result else after


def _judged(match: Match) -> Match:
    """The match after its game has ended."""
    after = replace(match, proposal=None, shown=None)
    if len(match.games) == match.terms.length:
        return replace(after, phase=Phase.OVER, closing=Closing.PLAYED)
    return replace(after, phase=Phase.BETWEEN, ready=frozenset())


def _with_game(match: Match, game: Game, budgets: tuple[Millis, ...] | None = None) -> Match:
    """The match with its game changed; where it is still the same player's turn, his time runs on."""
    moved = game.last is not match.game.last or game.to_move != match.game.to_move
    after = replace(
        match,
        games=(*match.games[:-1], game),
        budgets=match.budgets if budgets is None else budgets,
        shown=None if moved else match.shown,
    )
    return _judged(after) if game.result else after


def _moved(match: Match, event: Moved) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    _need(match.phase is Phase.PLAYING, Refusal.NOT_PLAYING)
    _need(match.paused is None, Refusal.PAUSED)
    game = match.game
    _need(game.to_move == event.player, Refusal.NOT_YOUR_TURN)
    before = game.position
    try:
        after = before.play(event.colour)
    except IllegalMoveError as error:
        raise RefusedError(Refusal(error.reason.value)) from error
    seat = before.turn
    values, gain = before.board.values, after.counts[seat] - before.counts[seat]
    last = LastMove(
        seat=seat,
        colour=event.colour,
        gain=gain,
        cut_off=gain - sum(values[cell] for cell in before.captures(event.colour)),
        cells=after.taken_since(before),
    )
    moved = Game(game.seats, after, (*game.entries, event.colour), last, game.movers | {seat})
    return _with_game(match, moved, _charged(match, event, ends_game=after.ending is not None))


def _taken_back(match: Match, event: TakenBack) -> Match:
    _need(match.phase is Phase.PLAYING, Refusal.NOT_PLAYING)
    game = match.game
    seat, entries = game.seat_of(event.player), game.entries
    positions = [start(game.position.board)]
    for entry in entries:
        _need(not isinstance(entry, Withdrawal), Refusal.NOTHING_TO_TAKE_BACK)
        positions.append(positions[-1].play(Colour(entry)) if isinstance(entry, int) else positions[-1])
    before = [number for number in range(len(entries)) if positions[number].turn == seat]
    _need(bool(before), Refusal.NOTHING_TO_TAKE_BACK)
    kept = before[-1]
    shorter = Game(game.seats, positions[kept], entries[:kept], None, game.movers)
    removed = match.taken_back + len(entries) - kept
    return replace(match, games=(*match.games[:-1], shorter), shown=None, taken_back=removed)


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
    game = _without(match.game, event.player, leaves=False)
    if _alone(match, event.player, resigns=False):
        return _propose(match, Proposal(event.player, resigns=False, at=event.at))
    return _with_game(match, game)


def _alone(match: Match, player: Player, *, resigns: bool) -> bool:
    """Whether a player wants to give up what his partner has not proposed to give up."""
    proposal = match.proposal
    agreed = proposal is not None and proposal.resigns == resigns and proposal.player == partner(player)
    return match.pairs and not agreed


def _propose(match: Match, proposal: Proposal) -> Match:
    before = match.proposal
    if before is not None and (before.player, before.resigns) == (proposal.player, proposal.resigns):
        return match
    return replace(match, proposal=proposal)


def _dropped(match: Match, event: Dropped) -> Match:
    _need(match.proposal is not None, Refusal.NOTHING_PROPOSED)
    if match.proposal is not None and event.player is not None:
        _need(event.player in (match.proposal.player, partner(match.proposal.player)), Refusal.ONLY_PAIR)
    return replace(match, proposal=None)


def _without(game: Game, player: Player, *, leaves: bool) -> Game:
    seat = game.seat_of(player)
    try:
        position = game.position.withdraw(seat, Ending.LEFT if leaves else Ending.CONCEDED)
    except IllegalMoveError as error:
        raise RefusedError(Refusal.GAVE_UP) from error
    return replace(game, position=position, entries=(*game.entries, Withdrawal(seat, leaves)))


def _closed(match: Match, event: Closed) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    opening = event.closing in (Closing.DECLINED, Closing.WITHDRAWN, Closing.EXPIRED)
    _need(opening == (match.phase in WAITING), Refusal.NOT_OPEN if opening else Refusal.NOT_PLAYING)
    _need(event.closing is not Closing.DECLINED or match.phase is Phase.CHALLENGED, Refusal.NOT_OPEN)
    if event.closing in (Closing.RESIGNED, Closing.FLAG):
        _need(event.by is not None, Refusal.NOT_PLAYING)
        assert event.by is not None
        # Nobody waits for who has left.
        return going_on(_left(match, event, event.by))
    if event.closing is Closing.ABORTED and event.by is not None:
        _need(match.phase is Phase.PLAYING and not match.has_moved(event.by), Refusal.HAS_MOVED)
        _need(match.game.seat_of(event.by) not in match.game.position.out, Refusal.GAVE_UP)
    return _over(match, event)


def _over(match: Match, event: Closed) -> Match:
    return replace(match, phase=Phase.OVER, closing=event.closing, by=event.by, shown=None, proposal=None)


def _left(match: Match, event: Closed, player: Player) -> Match:
    """The match without a player; it is over unless at least two of four are still in."""
    _need(player not in match.gone, Refusal.GAVE_UP)
    if event.closing is Closing.RESIGNED and _alone(match, player, resigns=True):
        return _propose(match, Proposal(player, resigns=True, at=event.at))
    game = match.game
    board = game.position.board
    after = replace(
        match,
        gone=(*match.gone, player),
        gone_by=(*match.gone_by, event.closing),
        ready=match.ready - {player},
    )
    over = board.two_sided or len(after.remaining) == 1
    if match.phase is Phase.BETWEEN:
        if not over:
            return _begun_if_ready(after)
        # Who leaves between the games does so at the start of the next.
        next_game = _begin(after, next_seats(game.seats, pairs=board.pairs), board)
        noted = replace(next_game.game, unplayed=True)
        return _over(replace(next_game, games=(*next_game.games[:-1], noted)), event)
    # Who has conceded can leave when the next game begins.
    game = _without(game, player, leaves=True)
    return _over(replace(after, games=(*match.games[:-1], game)), event) if over else _with_game(after, game)


def _readied(match: Match, event: Readied) -> Match:
    _need(match.phase is not Phase.OVER, Refusal.MATCH_OVER)
    _need(match.phase is Phase.BETWEEN, Refusal.NOT_BETWEEN)
    _need(match.paused is None, Refusal.PAUSED)
    _need(event.player not in match.gone, Refusal.GAVE_UP)
    if event.player in match.ready:
        return match
    ready = match.ready | {event.player}
    budgets = list(match.budgets)
    clock = match.clock
    if clock is not None and not clock.per_move and match.shown is not None:
        late = max(0, event.at - match.shown - clock.between)
        budgets[event.player] = Millis(budgets[event.player] - late)
    return _begun_if_ready(replace(match, ready=ready, budgets=tuple(budgets)))


def _begun_if_ready(match: Match) -> Match:
    if not match.ready.issuperset(match.remaining):
        return match
    board = match.game.position.board
    return _begin(match, next_seats(match.game.seats, pairs=board.pairs), board)


def _shown(match: Match, event: Shown) -> Match:
    if match.shown is not None or match.phase is Phase.OPEN or match.paused is not None:
        return match
    return replace(match, shown=event.at)


def _rematch_wanted(match: Match, event: RematchWanted) -> Match:
    _need(match.phase is Phase.OVER and bool(match.games), Refusal.NOT_OVER)
    if event.player in match.wants_rematch:
        return match
    return replace(match, wants_rematch=match.wants_rematch | {event.player}, shown=None)


def _succeeded(match: Match, event: Succeeded) -> Match:
    _need(match.phase is Phase.OVER and bool(match.games), Refusal.NOT_OVER)
    return replace(match, successor=event.match)


_STEPS: dict[type, Callable[[Match, Any], Match]] = {
    Sat: _sat,
    Rose: _rose,
    Accepted: _accepted,
    Closed: _closed,
    Moved: _moved,
    TakenBack: _taken_back,
    Conceded: _conceded,
    Dropped: _dropped,
    Readied: _readied,
    Shown: _shown,
    Interrupted: interrupted,
    Resumed: resumed,
    RematchWanted: _rematch_wanted,
    Succeeded: _succeeded,
}
