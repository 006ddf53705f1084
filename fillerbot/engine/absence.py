"""What the bot's own absence does to a match: it costs nobody time."""

from __future__ import annotations

from dataclasses import replace

from fillerbot.engine.clock import CREDIT, CREDIT_TO_MOVE, PAUSE_AFTER, Clock, Instant, Millis
from fillerbot.engine.events import Interrupted, Resumed
from fillerbot.engine.match import WAITING, Match, Phase, Refusal, RefusedError
from fillerbot.engine.standings import Player


def interrupted(match: Match, event: Interrupted) -> Match:
    """The match after an absence: no clock runs before its board has been shown again.

    By correspondence the deadline moves by the absence instead.
    """
    clock, since = match.clock, event.since
    if match.phase is Phase.OVER:
        return match
    if since is None:
        return match if match.shown is None else replace(match, shown=None)
    if clock is None or match.phase in WAITING:
        return match
    after = match
    if match.proposal is not None:
        after = replace(after, proposal=replace(match.proposal, at=event.at))
    if clock.per_move:
        if match.shown is None:
            return after
        return replace(after, shown=Instant(event.at - max(0, since - match.shown)))
    if match.shown is not None:
        after = replace(after, shown=None, budgets=_credited(match, clock, match.shown, since))
    if event.at - since > PAUSE_AFTER:
        after = replace(after, paused=event.at, resumed=frozenset())
    return after


def _credited(match: Match, clock: Clock, shown: Instant, since: Instant) -> tuple[Millis, ...]:
    """The budgets if clocks were running: charged up to where the bot was last there, and something more."""
    free = clock.between if match.phase is Phase.BETWEEN else Millis(0)
    spent = max(0, since - shown - free)
    running: frozenset[Player] = frozenset()
    if match.phase is Phase.BETWEEN:
        if spent:
            running = frozenset(match.remaining) - match.ready
    elif match.has_moved(match.game.to_move):
        running = frozenset({match.game.to_move})
    if not running:
        return match.budgets
    return tuple(
        Millis(max(0, left - spent) + CREDIT_TO_MOVE if player in running else left + CREDIT)
        for player, left in zip(match.players, match.budgets, strict=True)
    )


def resumed(match: Match, event: Resumed) -> Match:
    """The match after somebody has come back to it."""
    if match.paused is None or match.phase is Phase.OVER:
        raise RefusedError(Refusal.NOT_PAUSED)
    if event.player in match.gone:
        raise RefusedError(Refusal.GAVE_UP)
    if event.player in match.resumed:
        return match
    return going_on(replace(match, resumed=match.resumed | {event.player}))


def going_on(match: Match) -> Match:
    """The match, no longer paused if all of its players are back; its board has yet to be shown."""
    if match.paused is None or match.phase is Phase.OVER or not match.resumed.issuperset(match.remaining):
        return match
    return replace(match, paused=None, resumed=frozenset(), shown=None)
