"""Open tables: who sits where, who may do what, and how a match comes of it."""

import asyncio
from pathlib import Path

import pytest

from fillerbot import lanes
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.match import Phase, Terms
from fillerbot.live import Live, Person, PersonId, Refused
from tests.service.world import ANN, BEN, EVE, TABLE, World, deadlines, outcomes, world_on

DAN, FAY = Person(PersonId(14), "Dan"), Person(PersonId(15), "Fay")
MINUTE = 60_000


async def opened(world: World, variant: str = "four", opener: Person = ANN) -> Live:
    terms = Terms(variant, "normal", rated=False, length=2)
    return await world.service.open_table(terms, opener, TABLE, world.at())


async def full(world: World, variant: str = "four") -> Live:
    live = await opened(world, variant)
    for person in (BEN, EVE, DAN):
        live = await world.service.join(live.id, person, world.at())
    return live


async def refused(act: asyncio.Future[Live] | object) -> str:
    with pytest.raises(Refused) as refusal:
        await act  # type: ignore[misc]
    return refusal.value.reason


async def test_the_first_who_joins_a_table_for_two_plays(world: World) -> None:
    live = await opened(world, "quick")
    assert live.match.phase is Phase.OPEN
    live = await world.service.join(live.id, BEN, world.at())
    assert live.match.phase is Phase.PLAYING
    assert live.people == (ANN, BEN)


async def test_people_come_and_go_until_the_opener_starts(world: World) -> None:
    live = await opened(world)
    service = world.service
    for person in (BEN, EVE):
        live = await service.join(live.id, person, world.at())
    assert await refused(service.join(live.id, BEN, world.at())) == "already-seated"
    assert await refused(service.start(live.id, ANN.id, world.at())) == "not-full"
    live = await service.leave(live.id, BEN.id, world.at())
    assert live.setup.people == (ANN, None, EVE, None)
    assert [match.id for match in await service.running(EVE.id)] == [live.id]
    assert await service.running(BEN.id) == []
    assert await refused(service.leave(live.id, ANN.id, world.at())) == "opener-stays"
    assert await refused(service.leave(live.id, FAY.id, world.at())) == "not-your-match"
    for person in (DAN, FAY):
        live = await service.join(live.id, person, world.at())
    assert await refused(service.join(live.id, BEN, world.at())) == "table-full"
    assert await refused(service.start(live.id, EVE.id, world.at())) == "only-opener"
    live = await service.start(live.id, ANN.id, world.at())
    assert (live.match.phase, live.people) == (Phase.PLAYING, (ANN, DAN, EVE, FAY))
    assert sorted(live.match.game.seats) == [0, 1, 2, 3]


async def test_the_opener_may_send_somebody_away_and_close_the_table(world: World) -> None:
    live = await full(world)
    service = world.service
    assert await refused(service.remove(live.id, BEN.id, world.at(), EVE.id)) == "only-opener"
    assert await refused(service.remove(live.id, ANN.id, world.at(), FAY.id)) == "not-seated"
    assert await refused(service.remove(live.id, ANN.id, world.at(), ANN.id)) == "not-seated"
    live = await service.remove(live.id, ANN.id, world.at(), EVE.id)
    assert live.setup.people == (ANN, BEN, None, DAN)
    assert await refused(service.withdraw(live.id, BEN.id, world.at())) == "only-opener"
    live = await service.withdraw(live.id, ANN.id, world.at())
    assert live.match.closing is Closing.WITHDRAWN
    assert await refused(service.join(live.id, FAY, world.at())) == "not-open"


async def test_pairs_choose_their_side(world: World) -> None:
    live = await opened(world, "pairs")
    service = world.service
    live = await service.join(live.id, BEN, world.at(), against=False)
    assert live.setup.people == (ANN, None, BEN, None)
    assert await refused(service.join(live.id, EVE, world.at(), against=False)) == "side-full"
    live = await service.join(live.id, BEN, world.at(), against=True)
    assert live.setup.people == (ANN, BEN, None, None)
    assert await refused(service.join(live.id, ANN, world.at(), against=True)) == "opener-stays"
    for person, against in ((EVE, True), (DAN, False)):
        live = await service.join(live.id, person, world.at(), against=against)
    live = await service.start(live.id, ANN.id, world.at())
    # Partners sit opposite each other.
    seats = live.match.game.seats
    assert {seats[0] % 2, seats[2] % 2} != {seats[1] % 2, seats[3] % 2}
    assert seats[0] % 2 == seats[2] % 2


async def test_of_many_who_want_the_last_place_one_gets_it(world: World) -> None:
    live = await opened(world, "classic")
    tries = [world.service.join(live.id, Person(PersonId(100 + n), f"P{n}"), world.at()) for n in range(8)]
    assert outcomes(await asyncio.gather(*tries, return_exceptions=True)) == ["done", *["not-open"] * 7]


async def test_a_table_is_kept_over_a_restart_and_expires(world: World, path: Path) -> None:
    live = await full(world)
    live = await world.service.leave(live.id, EVE.id, world.at(5 * MINUTE))
    async with world_on(path.with_name("other.sqlite3")) as other:
        copied = await opened(other)
        await other.service.join(copied.id, BEN, other.at(MINUTE))
    async with world_on(path.with_name("other.sqlite3"), now=world.time) as again:
        await again.service.wake()
        await again.service.connected()
        found = await again.service.live(copied.id)
        assert found.setup.people == (ANN, BEN, None, None)
        assert found.match.phase is Phase.OPEN
        assert found.match.timeout() is not None
        again.wait(11 * MINUTE + 3_000)
        async with deadlines(again):
            while (told := await again.next_told()).match.phase is not Phase.OVER:
                pass
        assert told.match.closing is Closing.EXPIRED
        assert await again.service.running(BEN.id) == []


async def test_partners_give_up_together_or_not_at_all(world: World) -> None:
    live = await full(world, "pairs")
    service = world.service
    live = await service.start(live.id, ANN.id, world.at())
    live = await service.resign(live.id, ANN.id, world.at())
    assert live.match.phase is Phase.PLAYING
    assert live.match.proposal is not None
    live = await service.drop(live.id, EVE.id, world.at(1_000))
    assert live.match.proposal is None
    assert await refused(service.drop(live.id, EVE.id, world.at(1_000))) == "nothing-proposed"
    await service.concede(live.id, ANN.id, world.at(2_000))
    live = await service.concede(live.id, EVE.id, world.at(3_000))
    assert live.match.phase is Phase.BETWEEN


async def test_a_proposal_that_ran_out_keeps_nobody_from_moving(world: World) -> None:
    live = await full(world, "pairs")
    service = world.service
    live = await service.start(live.id, ANN.id, world.at())
    await service.resign(live.id, ANN.id, world.at())
    mover = live.people[live.match.game.to_move]
    colour = live.match.game.position.legal()[0]
    live = await service.move(live.id, mover.id, Instant(world.time + 2 * MINUTE), colour)
    assert (live.match.proposal, live.match.moves) == (None, 1)


async def test_a_rematch_of_four_moves_the_seats_on_by_one(world: World) -> None:
    live = await full(world)
    service = world.service
    live = await service.start(live.id, ANN.id, world.at())
    before = live.match.game.seats
    for person in (ANN, BEN, EVE):
        live = await service.resign(live.id, person.id, world.at())
    assert live.match.phase is Phase.OVER
    for person in (ANN, BEN, EVE, DAN):
        live = await service.rematch(live.id, person.id, world.at())
    assert live.match.phase is Phase.PLAYING
    assert live.match.game.seats == (*before[1:], before[0])


@pytest.mark.parametrize("act", ["join", "fill", "rematch"])
async def test_who_had_to_wait_acts_on_the_match_that_everybody_sees(
    act: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_LANES", 2)
    service = world.service
    live = await service.resign((await world.match()).id, ANN.id, world.at()) if act == "rematch" else None
    live = live or await opened(world)
    others = [await opened(world, opener=somebody) for somebody in (EVE, DAN, FAY)]
    async with service._beginning:
        acting = asyncio.create_task(
            {
                "join": lambda: service.join(live.id, BEN, world.at()),
                "fill": lambda: service.fill(live.id, ANN.id, world.at(), 2),
                "rematch": lambda: service.rematch(live.id, BEN.id, world.at()),
            }[act]()
        )
        for _ in range(1_000_000):
            if service._beginning._waiters:
                break
            await asyncio.sleep(0)
        # So many matches are looked at meanwhile that this one is no longer kept in memory.
        for other in (*others, live):
            await service.live(other.id)
    after = await acting
    assert after != live
    assert await service.live(live.id) == after
