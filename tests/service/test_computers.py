"""Computers at a table go on whatever happens to the people."""

import asyncio
import sys

import pytest

from fillerbot.computer.levels import LEVELS, STRONGEST, glance
from fillerbot.computer.process import Thinker
from fillerbot.engine.match import Phase, Terms
from fillerbot.gathering import ABORTS_PER_HOUR, RUNNING_MATCHES
from fillerbot.live import Live, PersonId, Refused, Why
from fillerbot.practice import Exercise
from tests.service.world import ANN, BEN, EVE, PATIENCE, TABLE, World, colour, deadlines, mover

IS_STUCK = (sys.executable, "-c", "import time; time.sleep(60)")


async def table(world: World, clock: str = "normal") -> Live:
    terms = Terms("four", clock, rated=False, length=1)
    live = await world.service.open_table(terms, ANN, TABLE, world.at())
    await world.service.join(live.id, BEN, world.at())
    await world.service.fill(live.id, ANN.id, world.at(), 2)
    return await world.service.start(live.id, ANN.id, world.at())


async def test_they_go_on_when_the_time_of_one_is_up(world: World) -> None:
    live = await world.show(await table(world))
    for _ in range(3):
        live = await world.show(await world.move(live))
    late = mover(live).id
    async with deadlines(world):
        world.wait(20 * 60_000)
        async with asyncio.timeout(PATIENCE):
            while (live := await world.next_told()).match.gone == ():
                pass
    assert live.player(late) in live.match.gone
    assert live.match.phase is Phase.OVER or mover(live).level is None


async def test_they_end_the_match_among_themselves(world: World) -> None:
    live = await table(world, "none")
    for person in (ANN.id, BEN.id):
        live = await world.service.resign(live.id, person, world.at())
    assert live.match.phase is Phase.OVER
    assert live.match.standings() is not None
    assert await world.store.results(PersonId(ANN.id)) == {}
    assert await world.store.practised(PersonId(ANN.id)) == {}


@pytest.mark.parametrize("level", [1, 2])
async def test_a_beginner_overlooks_the_same_cells_for_the_whole_game(level: int, world: World) -> None:
    live = await world.service.practise(Exercise("quick", level, 1), ANN, TABLE, world.at())
    for _ in range(10):
        position = live.match.game.position.play(colour(live))
        live = await world.move(live)
        chosen = live.match.game.position.held[position.turn]
        noticed = glance(position, LEVELS[level], live.id * 1_000 + 1)
        assert noticed[chosen] == max(noticed.values())


async def practised(world: World, times: int) -> list[Live]:
    exercise = Exercise("quick", 1, 1)
    return [await world.service.practise(exercise, ANN, TABLE, world.at()) for _ in range(times)]


async def test_who_calls_off_practice_goes_on_to_play_with_people(world: World) -> None:
    for live in await practised(world, ABORTS_PER_HOUR):
        await world.service.abort(live.id, ANN.id, world.at())
    await world.service.accept((await world.challenge(by=BEN, to=ANN)).id, ANN.id, world.at())


async def test_boards_of_practice_are_no_matches_with_people_and_have_a_limit_of_their_own(
    world: World,
) -> None:
    await practised(world, RUNNING_MATCHES)
    with pytest.raises(Refused, match=Why.TOO_MANY_MATCHES):
        await practised(world, 1)
    await world.challenge(by=ANN, to=BEN)
    await world.service.accept((await world.challenge(by=BEN, to=ANN)).id, ANN.id, world.at())


async def test_while_they_think_about_a_start_others_begin_their_matches(world: World) -> None:
    world.service._thinker = Thinker(IS_STUCK)
    terms = Terms("four", "none", rated=False, length=1)
    opened = await world.service.open_table(terms, ANN, TABLE, world.at())
    await world.service.fill(opened.id, ANN.id, world.at(), STRONGEST)
    challenge = await world.challenge(Terms("quick", "normal", rated=True, length=2), BEN, EVE)
    start = asyncio.ensure_future(world.service.start(opened.id, ANN.id, world.at()))
    await asyncio.wait({start}, timeout=0.5)
    assert (await world.service.live(opened.id)).match.phase is Phase.PLAYING
    async with asyncio.timeout(2):
        await world.service.accept(challenge.id, EVE.id, world.at())
    assert not start.done(), "it should have been a computer's turn"
    start.cancel()
    await asyncio.wait({start})
