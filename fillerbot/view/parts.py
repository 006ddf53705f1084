"""What several messages say alike: names, points, clocks, and what stands above a picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fillerbot.engine.game import status, winning_count
from fillerbot.engine.match import Game, Match
from fillerbot.engine.position import Position
from fillerbot.engine.standings import Player
from fillerbot.figures import Column
from fillerbot.live import Live, Person
from fillerbot.texts import Texts
from fillerbot.view.message import clean_name, signed

_PARTS = {
    Fraction(text): sign
    for text, sign in {
        "0": "",
        "1/4": "¼",
        "1/3": "⅓",
        "1/2": "½",
        "7/12": "7/12",
        "2/3": "⅔",
        "3/4": "¾",
        "5/6": "⅚",
    }.items()
}


def played(match: Match) -> tuple[Game, ...]:
    """The games of which there is something to see: who leaves between two games begins none."""
    return tuple(game for game in match.games if not game.unplayed)


def points(match: Match) -> tuple[str, ...]:
    """Each side's points so far, as people write them."""
    tally = match.tally()
    if tally is None or tally.points is None:
        return ("0",) * len(match.game.position.board.sides)
    return tuple(map(fraction, tally.points))


def fraction(number: Fraction) -> str:
    """A number of points as people write it: 0, ½, ⅓, 1, 1½."""
    whole, rest = divmod(number, 1)
    return (str(whole) if whole or not rest else "") + _PARTS[rest]


def remaining(milliseconds: int) -> str:
    """What is left on a clock: m:ss, h:mm:ss from an hour up."""
    seconds = max(0, milliseconds) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def name_of(live: Live, player: Player, texts: Texts) -> str:
    """A player's name, as plain text."""
    person = live.setup.people[player]
    assert person is not None, "nobody is asked about a place that is free"
    return person_named(person, texts)


def person_named(person: Person, texts: Texts) -> str:
    """What somebody is called, as plain text."""
    level = person.level
    return clean_name(person.name) if level is None else texts("computer-name", level=level)


def columns_of(position: Position, names: Sequence[str], clocks: Sequence[str | None]) -> tuple[Column, ...]:
    """What stands above the picture of a position about each seat."""
    standing = status(position)
    sides = [standing[side] for side in position.board.side_of]
    return tuple(
        Column(
            name,
            str(side.count),
            signed(side.lead),
            clock,
            running=position.ending is None and seat == position.turn,
        )
        for seat, (name, side, clock) in enumerate(zip(names, sides, clocks, strict=True))
    )


def to_win(position: Position, texts: Texts) -> str:
    """How many cells win, as it stands above a picture."""
    return texts("to-win", cells=winning_count(position))
