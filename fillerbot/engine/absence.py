"""What the bot's own absence does to a match: it costs nobody time."""

from __future__ import annotations

from dataclasses import replace

from fillerbot.engine.clock import CREDIT, CREDIT_TO_MOVE, PAUSE_AFTER, Clock, Instant, Millis
from fillerbot.engine.events import Interrupted, Resumed
from fillerbot.engine.match import WAITING, Match, Phase, Refusal, RefusedError
from fillerbot.engine.standings import Player


def interrupted(match: Match, event: Interrupted) -> Match:
    """The match after an absence: no clock runs before its board has been shown again.

    By correspondence the deadline moves by the absence instead, and so do the days after which a match is
    called off that nobody touches.
    """
    since = event.since
    if match.phase is Phase.OVER:
        return match
    if since is None:
        return match if match.shown is None else replace(match, shown=None, touched=event.at)
    if match.phase in WAITING:
        return match
    after = match
    if event.at - since > PAUSE_AFTER:
        # Shorter ones are nothing beside so many days.
        after = replace(after, touched=_moved_on(match.touched or match.opened, event.at, since))
    if match.proposal is not None:
        after = replace(after, proposal=replace(match.proposal, at=event.at))
    return after if match.clock is None else _stopped(after, match.clock, event.at, since)


def _stopped(match: Match, clock: Clock, at: Instant, since: Instant) -> Match:
    """The match whose clocks do not run."""
    if clock.per_move:
        return match if match.shown is None else replace(match, shown=_moved_on(match.shown, at, since))
    after = match
    if match.shown is not None:
        after = replace(after, shown=None, budgets=_credited(match, clock, match.shown, since))
    if at - since > PAUSE_AFTER:
        after = replace(after, paused=at, resumed=frozenset())
    return after


def _moved_on(began: Instant, until: Instant, since: Instant) -> Instant:
    """When something would have begun to wait that has waited as long, but not during an absence."""
    return Instant(until - max(0, since - began))


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
