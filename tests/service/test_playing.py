"""Who may do what, and what becomes of presses that come at once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.match import Phase, Terms
from fillerbot.gathering import OPEN_CHALLENGES, RUNNING_MATCHES
from fillerbot.live import Live, MatchId, Person, PersonId, Refused
from tests.service.world import ANN, BEN, CASUAL, EVE, TABLE, World, colour, mover, outcomes, waiting

HOUR, MINUTE = 3_600_000, 60_000


async def refusal(work: Awaitable[object]) -> Refused:
    with pytest.raises(Refused) as refused:
        await work
    return refused.value


async def test_of_two_identical_moves_at_once_exactly_one_counts(world: World) -> None:
    live = await world.match()
    results = await asyncio.gather(*(world.move(live, seq=0) for _ in range(2)), return_exceptions=True)
    assert outcomes(results) == ["done", "stale"]
    assert (await world.service.live(live.id)).match.moves == 1


async def test_a_stale_press_is_told_about_the_match_as_it_is_now(world: World) -> None:
    live = await world.match()
    now = await world.move(live, seq=0)
    refused = await refusal(world.service.move(live.id, mover(live).id, world.at(), colour(live), 0))
    assert (refused.reason, refused.live, refused.colour, refused.seq) == ("stale", now, colour(live), 0)


async def test_the_opponent_may_not_move_for_one(world: World) -> None:
    live = await world.match()
    for seq in (0, None):
        refused = await refusal(world.service.move(live.id, waiting(live).id, world.at(), colour(live), seq))
        assert (refused.reason, refused.live) == ("not-your-turn", live)
    assert await world.service.live(live.id) == live


Action = Callable[[World, Live, Person], Awaitable[Live]]
ACTIONS: dict[str, Action] = {
    "accept": lambda world, live, person: world.service.accept(live.id, person.id, world.at()),
    "decline": lambda world, live, person: world.service.decline(live.id, person.id, world.at()),
    "withdraw": lambda world, live, person: world.service.withdraw(live.id, person.id, world.at()),
    "move": lambda world, live, person: world.service.move(live.id, person.id, world.at(), colour(live)),
    "concede": lambda world, live, person: world.service.concede(live.id, person.id, world.at()),
    "resign": lambda world, live, person: world.service.resign(live.id, person.id, world.at()),
    "abort": lambda world, live, person: world.service.abort(live.id, person.id, world.at()),
    "ready": lambda world, live, person: world.service.ready(live.id, person.id, world.at()),
    "rematch": lambda world, live, person: world.service.rematch(live.id, person.id, world.at()),
}


@pytest.mark.parametrize("name", ACTIONS)
async def test_a_stranger_may_do_nothing(world: World, name: str) -> None:
    live = await world.match()
    refused = await refusal(ACTIONS[name](world, live, EVE))
    assert (refused.reason, refused.live) == ("not-your-match", live)
    assert await world.service.live(live.id) == live


async def test_a_match_that_does_not_exist_is_refused(world: World) -> None:
    assert (await refusal(world.service.resign(MatchId(9), ANN.id, world.at()))).reason == "no-such-match"


@pytest.mark.parametrize(
    ("name", "person", "closing"),
    [("decline", BEN, Closing.DECLINED), ("withdraw", ANN, Closing.WITHDRAWN)],
)
async def test_the_challenged_may_accept_or_decline_and_the_challenger_withdraw(
    world: World, name: str, person: Person, closing: Closing
) -> None:
    challenged = await world.challenge()
    for wrong, somebody in (("accept", ANN), ("decline", ANN), ("withdraw", BEN)):
        assert (await refusal(ACTIONS[wrong](world, challenged, somebody))).reason == "not-for-you"
    assert (await ACTIONS[name](world, challenged, person)).match.closing is closing
    assert (await refusal(ACTIONS["accept"](world, challenged, BEN))).reason == "not-open"
    assert await world.service.running(ANN.id) == []


async def test_if_a_challenge_is_accepted_and_withdrawn_at_once_only_the_first_counts(world: World) -> None:
    challenged = await world.challenge()
    results = await asyncio.gather(
        *(ACTIONS[name](world, challenged, person) for name, person in (("withdraw", ANN), ("accept", BEN))),
        return_exceptions=True,
    )
    assert outcomes(results) == ["done", "not-open"]


async def test_if_both_press_ready_at_once_one_second_game_begins(world: World) -> None:
    live = await world.between()
    results = await asyncio.gather(
        *(world.service.ready(live.id, person.id, world.at()) for person in (ANN, BEN))
    )
    assert [result.match.phase for result in results] == [Phase.BETWEEN, Phase.PLAYING]
    begun = await world.service.live(live.id)
    assert len(begun.match.games) == 2
    assert begun.match.game.seats == live.match.game.seats[::-1]


async def test_pressing_ready_twice_stores_one_event(world: World) -> None:
    live = await world.between()
    once = await world.service.ready(live.id, ANN.id, world.at())
    twice = await world.service.ready(live.id, ANN.id, world.at(500))
    assert twice == once
    assert once.version == live.version + 1


async def test_a_rematch_wanted_by_both_starts_exactly_one_match_with_the_other_side_first(
    world: World,
) -> None:
    live = await world.match()
    over = await world.service.resign(live.id, BEN.id, world.at())
    presses = [world.service.rematch(live.id, person.id, world.at(9)) for person in (ANN, ANN, BEN, BEN)]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert outcomes(results) == ["done", "done", "done", "done"]
    assert results[3] == await world.service.live(live.id), "who is late gets the old match, which says so"
    assert await world.store.everything() == [live.id, live.id + 1]
    new = await world.service.live(MatchId(live.id + 1))
    assert new.match.phase is Phase.PLAYING
    assert new.match.game.seats == over.match.game.seats[::-1]
    assert new.match.game.position.board != over.match.game.position.board
    assert (new.setup.origin, new.setup.people, new.setup.terms) == (live.id, (ANN, BEN), CASUAL)
    # It is shown in a message of its own.
    assert new.table == replace(TABLE, message=None)
    assert (await world.service.live(live.id)).match.successor == new.id


async def test_a_match_that_goes_on_has_no_rematch(world: World) -> None:
    live = await world.match()
    assert (await refusal(world.service.rematch(live.id, ANN.id, world.at()))).reason == "not-over"


async def aborted(world: World, at: int) -> None:
    live = await world.service.challenge(CASUAL, (BEN, ANN), TABLE, Instant(at))
    await world.service.accept(live.id, ANN.id, Instant(at))
    await world.service.abort(live.id, ANN.id, Instant(at))


async def test_who_calls_off_three_matches_in_an_hour_gets_no_new_ones_for_an_hour(world: World) -> None:
    start = world.time
    third = start + 50 * MINUTE
    for at in (start, start + MINUTE, third):
        await aborted(world, at)
    offered = await world.service.challenge(CASUAL, (BEN, ANN), TABLE, Instant(third))
    for later in (1, 15 * MINUTE, HOUR - 1):
        at = Instant(third + later)
        for attempt in (
            world.service.challenge(CASUAL, (ANN, EVE), TABLE, at),
            world.service.accept(offered.id, ANN.id, at),
            world.service.rematch(MatchId(1), ANN.id, at),
        ):
            refused = await refusal(attempt)
            assert (refused.reason, refused.until) == ("too-many-aborts", third + HOUR)
    # Others are not slowed down, and an hour later nobody is.
    await world.service.challenge(CASUAL, (BEN, EVE), TABLE, Instant(third + 1))
    await world.service.challenge(CASUAL, (ANN, EVE), TABLE, Instant(third + HOUR))


async def test_three_matches_called_off_in_more_than_an_hour_slow_nobody_down(world: World) -> None:
    start = world.time
    for at in (start, start + MINUTE, start + HOUR + 1):
        await aborted(world, at)
    await world.service.challenge(CASUAL, (ANN, EVE), TABLE, Instant(start + HOUR + 2))


@pytest.mark.parametrize(
    ("terms", "people", "reason"),
    [
        (CASUAL, (ANN, ANN), "yourself"),
        (Terms("quick", "normal", rated=True, length=1), (ANN, BEN), "rated-takes-two"),
        (Terms("quick", "none", rated=True, length=2), (ANN, BEN), "rated-takes-clock"),
    ],
)
async def test_terms_that_the_rules_do_not_allow_are_refused(
    world: World, terms: Terms, people: tuple[Person, ...], reason: str
) -> None:
    assert (await refusal(world.service.challenge(terms, people, TABLE, world.at()))).reason == reason
    assert await world.store.everything() == []


async def test_nobody_may_have_too_many_challenges_open(world: World) -> None:
    first, *_ = [await world.challenge() for _ in range(OPEN_CHALLENGES)]
    assert (await refusal(world.challenge())).reason == "too-many-challenges"
    # Being challenged does not count, and a withdrawn one no more.
    await world.challenge(by=BEN, to=ANN)
    await world.service.withdraw(first.id, ANN.id, world.at())
    await world.challenge()


async def test_nobody_may_have_too_many_matches_running(world: World) -> None:
    for number in range(RUNNING_MATCHES):
        other = Person(PersonId(100 + number), "Other")
        live = await world.challenge(by=other, to=ANN)
        await world.service.accept(live.id, ANN.id, world.at())
    assert (await refusal(world.challenge())).reason == "too-many-matches"


async def test_challenges_made_at_once_get_numbers_of_their_own(world: World) -> None:
    made = await asyncio.gather(*(world.challenge(by=person, to=EVE) for person in (ANN, BEN) * 2))
    assert sorted(live.id for live in made) == await world.store.everything() == [1, 2, 3, 4]
