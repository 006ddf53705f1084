"""Matches with their people, played to wherever a test needs them."""

from __future__ import annotations

import random

from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted, Moved, Readied
from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, MatchId, Person, PersonId, Setup, Table
from fillerbot.texts import texts_of
from fillerbot.view.board import Board
from fillerbot.view.message import Emoji

NOW = Instant(1_800_000_000_000)
NAMES = ("fox", "owl", "lynx", "hare")


def begun(variant: str, *, length: int = 2, seed: int = 1) -> Match:
    """A match that has just begun, everybody on the seat of his number."""
    match = Match(Terms(variant, "normal", rated=False, length=length), NOW)
    seats = tuple(map(Player, range(VARIANTS[variant].seats)))
    return step(match, Accepted(NOW, deal(VARIANTS[variant], seed), seats))


def played(match: Match, moves: int = 10_000, seed: int = 1) -> Match:
    """A match after some more moves, or played to its end: mostly what gains most, sometimes anything."""
    rng = random.Random(seed)
    for _ in range(moves):
        if match.phase is Phase.BETWEEN:
            for player in match.remaining:
                match = step(match, Readied(NOW, player))
        if match.phase is not Phase.PLAYING:
            break
        position = match.game.position
        legal = position.legal()
        colour = rng.choice(legal) if rng.random() < 0.1 else max(legal, key=position.gain)
        match = step(match, Moved(NOW, match.game.to_move, colour))
    return match


def live(match: Match) -> Live:
    """The match at a table, with people."""
    people = tuple(Person(PersonId(n), NAMES[n]) for n in range(VARIANTS[match.terms.variant].seats))
    setup = Setup(MatchId(1), NOW, match.terms, people)
    return Live(setup, match, 1, Table(1, 1, 1, "en"))


def board(match: Match, language: str = "en") -> Board:
    return Board(live(match), texts_of(language), Emoji(), NOW)
