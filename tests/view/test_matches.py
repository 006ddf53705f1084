"""`/filler matches` says of each match what it waits for, and whether that is the reader."""

from dataclasses import replace

from fillerbot.engine.clock import PAUSE_AFTER, Instant
from fillerbot.engine.events import Event, Interrupted, Resumed, Shown
from fillerbot.engine.match import Match
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.live import PersonId, computer
from fillerbot.texts import texts_of
from fillerbot.view.stats import Reader, matches
from tests.view.matches import NOW, begun, live, played

FOX, OWL = 0, 1


def test_a_computer_is_named_as_such_even_where_nobody_may_be_named() -> None:
    shown = live(played(begun("quick"), 5))
    shown = replace(shown, setup=replace(shown.setup, people=(shown.people[FOX], computer(3))))
    reader = Reader(PersonId(FOX), None, texts_of("en"), NOW, named=False)
    [said] = matches([shown], 0, reader).blocks
    assert "It is Computer 3’s turn" in str(said)


def listed(match: Match, person: int) -> str:
    block = matches([live(match)], 0, Reader(PersonId(person), None, texts_of("en"), NOW)).blocks[0]
    assert isinstance(block, str)
    return block.split("\n")[1]


def after(match: Match, *events: Event) -> Match:
    for event in events:
        match = step(match, event)
    return match


def test_a_paused_match_waits_for_those_who_are_not_back_whoever_is_to_move() -> None:
    match = played(begun("quick"), 4)
    away = Instant(NOW + PAUSE_AFTER + 1)
    match = after(match, Shown(NOW), Interrupted(away, NOW))
    assert match.game.to_move == FOX
    for person in (FOX, OWL):
        assert listed(match, person) == "**Paused:** press Resume on the board"
    match = after(match, Resumed(away, Player(FOX)))
    assert listed(match, FOX) == "Waiting for owl"
    assert listed(match, OWL) == "**Paused:** press Resume on the board"
    match = after(match, Resumed(away, Player(OWL)))
    assert listed(match, FOX) == "**Your turn**"
