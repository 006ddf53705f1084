"""Who is on the leaderboard, and what the others lack."""

from dataclasses import replace

import pytest

from fillerbot.engine.clock import Instant
from fillerbot.live import PersonId
from fillerbot.rating import Rating
from fillerbot.scoring import DAY, RatingChange
from fillerbot.stats import Lacking, Leaderboard, Ranked, page_of, settled
from fillerbot.store import Finish
from tests.season import HERE, Season, people
from tests.service.world import World

ME, *RIVALS = people(21)


async def played(world: World, matches: int, opponents: int, rd: float = 90, ago: int = 0) -> None:
    """Rated matches of one person, after which his rating is as sure as that."""
    season, at = Season(), world.time - ago
    for number in range(matches):
        season.play((ME, RIVALS[number % opponents]), at)
    last = season.changes[-1]
    assert isinstance(last, Finish)
    mine = RatingChange(Rating(1600), Rating(1610, rd))
    season.changes[-1] = replace(last, changes=(mine, last.changes[1]))
    await world.store.commit(*season.take())


async def asked(world: World, *, guild: int | None = None) -> Leaderboard:
    return await world.service.leaderboard("quick", ME.id, 0, world.at(), guild=guild)


async def test_who_has_done_enough_is_on_the_leaderboard(world: World) -> None:
    await played(world, 15, 5)
    board = await asked(world)
    assert isinstance(board.asker, Ranked)
    assert (board.asker.place, board.asker.person, board.total, board.pages) == (1, ME, 1, 1)
    assert [row.person for row in board.rows] == [ME]


@pytest.mark.parametrize(
    ("matches", "opponents", "rd", "days", "lacking"),
    [
        (14, 5, 90, 0, Lacking(matches=1)),
        (15, 4, 90, 0, Lacking(opponents=1)),
        (15, 5, 90.01, 0, Lacking(unsure=True)),
        # Sure enough when it was played, but a day ago.
        (15, 5, 90, 1, Lacking(unsure=True)),
        (15, 5, 50, 31, Lacking(recent=True)),
    ],
)
async def test_who_lacks_one_thing_is_told_which(  # noqa: PLR0913, PLR0917 — the conditions
    world: World, matches: int, opponents: int, rd: float, days: int, lacking: Lacking
) -> None:
    await played(world, matches, opponents, rd, days * DAY)
    board = await asked(world)
    assert board.asker == lacking
    assert board.rows == []


async def test_a_servers_leaderboard_lacks_who_has_not_played_there(world: World) -> None:
    await played(world, 15, 5)
    assert isinstance((await asked(world, guild=HERE.guild)).asker, Ranked)
    assert (await asked(world, guild=77)).asker == Lacking(here=True)


async def test_who_never_played_lacks_everything(world: World) -> None:
    board = await world.service.leaderboard("four", PersonId(5), 9, world.at())
    assert board.asker == Lacking(matches=15, opponents=5, unsure=True)
    assert (board.page, board.pages, board.total) == (0, 1, 0)


def test_pairs_may_be_less_sure() -> None:
    assert settled(Rating(rd=127), "pairs")
    assert not settled(Rating(rd=127.1), "pairs")
    assert not settled(Rating(rd=90.1), "four")


@pytest.mark.parametrize(
    ("page", "total", "expected"), [(0, 0, (0, 1)), (0, 10, (0, 1)), (1, 11, (1, 2)), (99, 20, (1, 2))]
)
def test_a_page_too_far_is_the_last_one(page: int, total: int, expected: tuple[int, int]) -> None:
    assert page_of(page, total, 10) == expected


async def test_the_profile_and_the_history_of_nobody_are_empty(world: World) -> None:
    profile, history = await world.service.profile(PersonId(5)), await world.service.history(PersonId(5), 3)
    assert (profile.name, profile.standings, profile.results, profile.running) == (None, {}, {}, [])
    assert (history.page, history.pages, history.total, history.rows) == (0, 1, 0, [])
    assert await world.store.history(PersonId(5), 0, 5) == []
    assert world.at() > Instant(0)
