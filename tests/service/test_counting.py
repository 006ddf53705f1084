"""What counts for the rating: not too often between the same people, and no new accounts."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase, Terms
from fillerbot.live import Live, Person, PersonId, Refused
from fillerbot.scoring import DAY
from tests.service.world import ANN, BEN, EVE, TABLE, World, world_on

RATED = Terms("quick", "normal", rated=True, length=2)
DAN = Person(PersonId(14), "Dan")
EPOCH = 1_420_070_400_000


async def accepted(world: World, one: Person = ANN, two: Person = BEN) -> Live:
    live = await world.challenge(RATED, one, two)
    return await world.service.accept(live.id, two.id, world.at())


async def finished(world: World) -> Live:
    live = await accepted(world)
    return await world.service.resign(live.id, BEN.id, world.at())


def born(world: World, days: float) -> Person:
    return Person(PersonId(int(world.time - days * DAY - EPOCH) << 22), "Kid")


async def refused(act: object) -> Refused:
    with pytest.raises(Refused) as refusal:
        await act  # type: ignore[misc]
    return refusal.value


async def test_two_people_are_rated_three_times_in_a_day(world: World) -> None:
    for _ in range(3):
        await finished(world)
        world.time += 1000
    reason = await refused(world.challenge(RATED))
    assert (reason.reason, reason.people) == ("rated-today", (ANN, BEN))
    assert reason.until == world.time - 3000 + DAY
    # Whichever of them asks; others are not concerned.
    assert (await refused(world.challenge(RATED, BEN, ANN))).reason == "rated-today"
    await world.challenge(RATED, ANN, EVE)
    live = await world.service.challenge(RATED, (ANN, BEN), TABLE, world.at(), insists=False)
    assert not live.setup.terms.rated
    assert live.obstacle
    world.time = reason.until or 0
    await finished(world)


async def test_two_people_are_rated_ten_times_in_a_week(world: World) -> None:
    for number in range(10):
        await finished(world)
        world.time += DAY // 2
        assert number < 10
    reason = await refused(world.challenge(RATED))
    assert reason.reason == "rated-this-week"
    assert reason.until == world.time - 5 * DAY + 7 * DAY


async def test_matches_under_way_count_and_voided_ones_do_not(world: World) -> None:
    lives = [await accepted(world) for _ in range(3)]
    reason = await refused(world.challenge(RATED))
    assert (reason.reason, reason.until) == ("rated-today", None)
    await world.service.resign(lives[0].id, ANN.id, world.at())
    await world.service.abort(lives[1].id, ANN.id, world.at())
    await world.service.void(lives[0].id, TABLE.guild, "a test")
    await accepted(world)


async def test_of_challenges_accepted_at_the_same_time_no_more_begin_than_count(world: World) -> None:
    lives = [await world.challenge(RATED) for _ in range(5)]
    begun = await asyncio.gather(
        *(world.service.accept(live.id, BEN.id, world.at()) for live in lives), return_exceptions=True
    )
    assert sum(isinstance(live, Live) for live in begun) == 3
    assert {live.reason for live in begun if isinstance(live, Refused)} == {"rated-today"}
    # A challenge that does not count is still there to be declined.
    assert (await world.service.live(lives[4].id)).match.phase is Phase.CHALLENGED


async def test_a_rematch_that_would_not_count_is_refused(world: World) -> None:
    await finished(world)
    await finished(world)
    live = await finished(world)
    assert (await refused(world.service.rematch(live.id, ANN.id, world.at()))).reason == "rated-today"


async def test_tables_of_four_look_at_every_two_opponents(world: World) -> None:
    for _ in range(3):
        await finished(world)
    pairs, four = (replace(RATED, variant=variant) for variant in ("pairs", "four"))
    table = await world.service.open_table(pairs, ANN, TABLE, world.at())
    assert (
        await refused(world.service.join(table.id, BEN, world.at(), against=True))
    ).reason == "rated-today"
    # With each other they may play.
    assert (await world.service.join(table.id, BEN, world.at(), against=False)).people == (ANN, BEN)
    assert (
        await refused(world.service.join(table.id, BEN, world.at(), against=True))
    ).reason == "rated-today"
    assert (await world.service.live(table.id)).people == (ANN, BEN)
    table = await world.service.open_table(four, ANN, TABLE, world.at())
    for person in (EVE, DAN):
        await world.service.join(table.id, person, world.at())
    assert (await refused(world.service.join(table.id, BEN, world.at()))).people == (ANN, BEN)


async def test_a_table_that_no_longer_counts_does_not_start(world: World) -> None:
    table = await world.service.open_table(replace(RATED, variant="four"), ANN, TABLE, world.at())
    for person in (BEN, EVE, DAN):
        await world.service.join(table.id, person, world.at())
    for _ in range(3):
        await finished(world)
    assert (await refused(world.service.start(table.id, ANN.id, world.at()))).reason == "rated-today"


async def test_new_accounts_are_not_rated(world: World) -> None:
    kid, grown = born(world, 13.9), born(world, 14.1)
    reason = await refused(world.challenge(RATED, ANN, kid))
    assert (reason.reason, reason.people) == ("too-young", (kid,))
    assert abs((reason.until or 0) - world.time - DAY // 10) < 1000
    assert (await refused(world.challenge(RATED, kid, ANN))).reason == "too-young"
    await world.challenge(RATED, ANN, grown)
    table = await world.service.open_table(RATED, ANN, TABLE, world.at())
    assert (await refused(world.service.join(table.id, kid, world.at()))).reason == "too-young"
    casual = replace(RATED, rated=False)
    table = await world.service.open_table(casual, ANN, TABLE, world.at())
    assert (await world.service.join(table.id, kid, world.at())).match.phase is Phase.PLAYING


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.tuples(st.sampled_from(["open", "end"]), st.integers(0, 8)), max_size=40))
async def test_no_day_ever_sees_more_than_three(
    acts: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with world_on(tmp_path_factory.mktemp("law") / "law.sqlite3") as world:
        running: list[Live] = []
        for act, hours in acts:
            world.time += hours * DAY // 24
            if act == "end" and running:
                live = await world.service.live(running.pop(0).id)
                if live.match.phase is not Phase.OVER:
                    await world.service.resign(live.id, BEN.id, world.at())
                continue
            try:
                live = await world.challenge(replace(RATED, clock="days7"))
                running.append(await world.service.accept(live.id, BEN.id, world.at()))
            except Refused as reason:
                assert reason.reason in ("rated-today", "rated-this-week")  # noqa: PT017
        met = await world.store.meetings(ANN.id, BEN.id, Instant(0))
        for number, at in enumerate(met):
            assert sum(at <= other < at + DAY for other in met[number:]) <= 3
