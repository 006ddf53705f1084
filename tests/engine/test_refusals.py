"""What a match does with every event in every phase; a refused event changes nothing."""

import copy
from collections.abc import Callable

import pytest

from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import (
    Accepted,
    Closing,
    Dropped,
    Event,
    Interrupted,
    Moved,
    RematchWanted,
    Resumed,
    Rose,
    Sat,
    Shown,
    Succeeded,
    TakenBack,
)
from fillerbot.engine.match import Match, Refusal, RefusedError
from fillerbot.engine.position import Reason
from fillerbot.engine.step import _STEPS, step
from tests.engine.matches import (
    ANN,
    BEN,
    LINE,
    accepted,
    after,
    both_ready,
    challenged,
    closed,
    conceded,
    moved,
    opened,
    readied,
    shown,
)

NOW = Instant(1_000)

PHASES: dict[str, Callable[[], Match]] = {
    "open": lambda: opened("quick"),
    "challenged": challenged,
    "fresh": accepted,
    "moved": lambda: after(moved(accepted(), 2, 3), shown(500)),
    "between": lambda: after(moved(accepted(), 2, 3, 5), readied(ANN)),
    "second": lambda: both_ready(moved(accepted(), 2, 3, 5)),
    "over": lambda: moved(accepted(length=1), 2, 3, 5),
    "declined": lambda: after(challenged(), closed(Closing.DECLINED, BEN)),
}

EVENTS: dict[str, Event] = {
    "accepted": Accepted(NOW, LINE, (ANN, BEN)),
    "declined": closed(Closing.DECLINED, BEN),
    "withdrawn": closed(Closing.WITHDRAWN, ANN),
    "expired": closed(Closing.EXPIRED),
    "aborted by Ann": closed(Closing.ABORTED, ANN),
    "aborted by time": closed(Closing.ABORTED),
    "resigned": closed(Closing.RESIGNED, BEN),
    "flag": closed(Closing.FLAG, ANN),
    "conceded": conceded(BEN),
    "Ann takes 5": Moved(NOW, ANN, Colour(5)),
    "Ben takes 5": Moved(NOW, BEN, Colour(5)),
    "Ann takes 2": Moved(NOW, ANN, Colour(2)),
    "Ann takes 3": Moved(NOW, ANN, Colour(3)),
    "Ann takes 7": Moved(NOW, ANN, Colour(7)),
    "Ann ready": readied(ANN),
    "Ben ready": readied(BEN),
    "shown": Shown(NOW),
    "interrupted": Interrupted(NOW),
    "resumed": Resumed(NOW, ANN),
    "rematch": RematchWanted(NOW, ANN),
    "succeeded": Succeeded(NOW, 7),
    "Ben sits": Sat(NOW, BEN, 2, "Ben"),
    "Ann rises": Rose(NOW, ANN),
    "dropped": Dropped(NOW, ANN),
    "taken back": TakenBack(NOW, ANN),
}

# What comes of each event: `+` a new match, `=` the very same, otherwise why it is refused.
TABLE = """
                 open             challenged       fresh                moved            between          second               over             declined
accepted         not-full         +                not-open             not-open         not-open         not-open             not-open         not-open
declined         not-open         +                not-open             not-open         not-open         not-open             match-over       match-over
withdrawn        +                +                not-open             not-open         not-open         not-open             match-over       match-over
expired          +                +                not-open             not-open         not-open         not-open             match-over       match-over
aborted by Ann   not-playing      not-playing      +                    has-moved        has-moved        has-moved            match-over       match-over
aborted by time  not-playing      not-playing      +                    +                +                +                    match-over       match-over
resigned         not-playing      not-playing      +                    +                +                +                    match-over       match-over
flag             not-playing      not-playing      +                    +                +                +                    match-over       match-over
conceded         not-playing      not-playing      +                    +                not-playing      +                    match-over       match-over
Ann takes 5      not-playing      not-playing      +                    +                not-playing      not-your-turn        match-over       match-over
Ben takes 5      not-playing      not-playing      not-your-turn        not-your-turn    not-playing      +                    match-over       match-over
Ann takes 2      not-playing      not-playing      +                    own-colour       not-playing      not-your-turn        match-over       match-over
Ann takes 3      not-playing      not-playing      +                    held-by-opponent not-playing      not-your-turn        match-over       match-over
Ann takes 7      not-playing      not-playing      no-such-colour       no-such-colour   not-playing      not-your-turn        match-over       match-over
Ann ready        not-between      not-between      not-between          not-between      =                not-between          match-over       match-over
Ben ready        not-between      not-between      not-between          not-between      +                not-between          match-over       match-over
shown            =                +                +                    =                +                +                    +                +
interrupted      =                =                =                    +                =                =                    =                =
resumed          not-paused       not-paused       not-paused           not-paused       not-paused       not-paused           not-paused       not-paused
rematch          not-over         not-over         not-over             not-over         not-over         not-over             +                not-over
succeeded        not-over         not-over         not-over             not-over         not-over         not-over             +                not-over
Ben sits         +                not-open         not-open             not-open         not-open         not-open             not-open         not-open
Ann rises        +                not-open         not-open             not-open         not-open         not-open             not-open         not-open
dropped          nothing-proposed nothing-proposed nothing-proposed     nothing-proposed nothing-proposed nothing-proposed     nothing-proposed nothing-proposed
taken back       not-playing      not-playing      nothing-to-take-back +                not-playing      nothing-to-take-back not-playing      not-playing
"""  # noqa: E501 — a table
_HEAD, *_LINES = TABLE.strip("\n").splitlines()
CASES = [
    (line[:17].strip(), phase, outcome)
    for line in _LINES
    for phase, outcome in zip(_HEAD.split(), line[17:].split(), strict=True)
]


def test_the_table_has_every_event_in_every_phase() -> None:
    assert {(event, phase) for event, phase, _ in CASES} == {
        (event, phase) for event in EVENTS for phase in PHASES
    }
    assert {type(event) for event in EVENTS.values()} == set(_STEPS)


@pytest.mark.parametrize(("name", "phase", "outcome"), CASES)
def test_an_event_that_does_not_fit_is_refused_and_changes_nothing(
    name: str, phase: str, outcome: str
) -> None:
    match = PHASES[phase]()
    before = copy.deepcopy(match)
    if outcome in ("+", "="):
        result = step(match, EVENTS[name])
        assert (result is match) == (outcome == "=")
        assert (result == before) == (outcome == "=")
    else:
        with pytest.raises(RefusedError) as refused:
            step(match, EVENTS[name])
        assert refused.value.refusal == outcome
    assert match == before


def test_every_reason_against_a_colour_can_be_given_as_a_refusal() -> None:
    assert {reason.value for reason in Reason} <= {refusal.value for refusal in Refusal}


@pytest.mark.parametrize("closing", [Closing.RESIGNED, Closing.FLAG])
def test_a_match_that_ends_by_leaving_has_somebody_who_left(closing: Closing) -> None:
    with pytest.raises(RefusedError):
        step(moved(accepted(), 2), closed(closing))
