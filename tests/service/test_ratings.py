"""What rated matches do to the ratings."""

import asyncio

import pytest

from fillerbot.engine.match import Phase, Terms
from fillerbot.live import Live, Person
from fillerbot.rating import Rating, rate
from tests.service.world import ANN, BEN, EVE, TABLE, World

RATED = Terms("quick", "normal", rated=True, length=2)


async def resigned(world: World, by: Person, of: tuple[Person, Person] = (ANN, BEN)) -> Live:
    """A rated match that somebody gave up after both had moved."""
    live = await world.service.challenge(RATED, of, TABLE, world.at())
    live = await world.service.accept(live.id, of[1].id, world.at())
    return await world.service.resign(live.id, by.id, world.at())


async def test_a_rated_match_changes_both_ratings_and_is_remembered(world: World) -> None:
    over = await resigned(world, BEN)
    [[ann], [ben]] = rate([[Rating()], [Rating()]], [[0, 1], [0, 0]])
    assert [change.after for change in over.changes] == [ann, ben]
    assert [change.before for change in over.changes] == [Rating(), Rating()]
    standing = await world.store.standing(ANN.id, "quick")
    assert (standing.rating, standing.matches, standing.last) == (ann, 1, world.time)
    # Each variant has a scale of its own.
    assert (await world.store.standing(ANN.id, "classic")).matches == 0
    world.service._lanes.clear()
    assert (await world.service.live(over.id)).changes == over.changes


async def test_the_next_match_begins_where_the_last_one_ended(world: World) -> None:
    first = await resigned(world, BEN)
    world.time += 90 * 86_400_000
    second = await resigned(world, BEN, (BEN, EVE))
    before = second.changes[0].before
    assert before.rating == first.changes[1].after.rating
    # Who has not played for long is less sure.
    assert before.rd > first.changes[1].after.rd


@pytest.mark.parametrize("terms", [Terms("quick", "normal", rated=False, length=2)])
async def test_a_casual_match_changes_no_rating(world: World, terms: Terms) -> None:
    live = await world.match(terms)
    over = await world.service.resign(live.id, ANN.id, world.at())
    assert over.changes == ()
    assert (await world.store.standing(ANN.id, "quick")).matches == 0


async def test_a_match_that_was_called_off_changes_no_rating(world: World) -> None:
    live = await world.service.challenge(RATED, (ANN, BEN), TABLE, world.at())
    live = await world.service.accept(live.id, BEN.id, world.at())
    over = await world.service.abort(live.id, ANN.id, world.at())
    assert over.match.phase is Phase.OVER
    assert over.changes == ()


async def test_matches_that_end_at_the_same_time_are_rated_one_after_the_other(world: World) -> None:
    lives = []
    for other in (BEN, EVE, BEN, EVE):
        live = await world.service.challenge(RATED, (ANN, other), TABLE, world.at())
        lives.append(await world.service.accept(live.id, other.id, world.at()))
    overs = await asyncio.gather(
        *(world.service.resign(live.id, live.people[1].id, world.at()) for live in lives)
    )
    assert (await world.store.standing(ANN.id, "quick")).matches == 4
    ratings = sorted(over.changes[0].before.rating for over in overs)
    assert len(set(ratings)) == 4
    assert (await world.store.standing(ANN.id, "quick")).rating.rating > max(ratings)


async def test_four_players_are_rated_by_their_places(world: World) -> None:
    people = (ANN, BEN, EVE, Person(type(ANN.id)(14), "Dan"))
    live = await world.service.open_table(
        Terms("four", "normal", rated=True, length=2), ANN, TABLE, world.at()
    )
    for person in people[1:]:
        live = await world.service.join(live.id, person, world.at())
    live = await world.service.start(live.id, ANN.id, world.at())
    for person in (BEN, ANN, people[3]):
        live = await world.service.resign(live.id, person.id, world.at())
    gains = [change.gain for change in live.changes]
    # Who stayed is first, who left first is last.
    assert sorted(range(4), key=lambda player: -gains[player]) == [2, 3, 0, 1]
