"""What matches add up to, and taking one back."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fillerbot.engine.clock import Instant
from fillerbot.live import MatchId, PersonId
from fillerbot.rating import START
from fillerbot.scoring import DAY, Standing
from fillerbot.stats import Tally
from fillerbot.store import Void
from fillerbot.store.sqlite import SqliteStore, open_store
from tests.season import HERE, Season, people
from tests.store.stored import look

NOW = 1_700_000_000_000
ABROAD = replace(HERE, guild=9)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with open_store(tmp_path / "stats.sqlite3") as store:
        yield store


async def names(store: SqliteStore, guild: int | None = None) -> list[str]:
    since = Instant(NOW - 30 * DAY)
    found = await store.contenders("quick", matches=2, since=since, guild=guild)
    return [str(await store.name(person)) for person, _ in found]


async def test_contenders_have_enough_matches_and_a_recent_one(store: SqliteStore) -> None:
    season, (ann, ben, eve, dan) = Season(), people(4)
    for one, two in ((ann, ben), (ann, eve), (ben, eve), (dan, ann)):
        season.play((one, two), NOW)
    season.play((dan, ben), NOW, variant="classic")
    await store.commit(*season.take())
    assert sorted(await names(store)) == ["player0", "player1", "player2"]
    found = await store.contenders("quick", matches=1, since=Instant(0), guild=None)
    order = [standing.rating.rating for _, standing in found]
    assert len(order) == 4
    assert order == sorted(order, reverse=True)
    assert await store.contenders("quick", matches=2, since=Instant(NOW + 1), guild=None) == []


async def test_opponents_are_counted_once_each(store: SqliteStore) -> None:
    season, (ann, ben, eve, dan) = Season(), people(4)
    for one, two in ((ann, ben), (ann, ben), (ann, eve), (dan, ann)):
        season.play((one, two), NOW)
    await store.commit(*season.take())
    everybody = [ann.id, ben.id, PersonId(7)]
    assert await store.opponents(everybody, "quick") == {ann.id: 3, ben.id: 1, PersonId(7): 0}
    assert await store.opponents([dan.id], "hexagons") == {dan.id: 0}
    await store.commit(Void(MatchId(4), "a test"))
    assert await store.opponents([ann.id], "quick") == {ann.id: 2}


async def test_partners_are_no_opponents(store: SqliteStore) -> None:
    season, seated = Season(), tuple(people(4))
    season.play(seated, NOW, (1, 2, 1, 2), variant="pairs")
    season.play(seated, NOW, (1, 2, 3, 4), variant="four")
    await store.commit(*season.take())
    first = seated[0].id
    assert await store.opponents([first], "pairs") == {first: 2}
    assert await store.opponents([first], "four") == {first: 3}
    assert len(await store.meetings(seated[0].id, seated[1].id, Instant(0))) == 2
    assert len(await store.meetings(seated[0].id, seated[2].id, Instant(0))) == 1


async def test_a_servers_board_has_those_who_played_there(store: SqliteStore) -> None:
    season, (ann, ben, eve) = Season(), people(3)
    for one, two in ((ann, ben), (ann, eve), (ben, eve)):
        season.play((one, two), NOW, table=ABROAD)
    season.play((ann, ben), NOW, rated=False)
    await store.commit(*season.take())
    assert len(await names(store)) == 3
    assert sorted(await names(store, guild=1)) == ["player0", "player1"]
    assert await store.played_in(ann.id, 1)
    assert not await store.played_in(eve.id, 1)


async def test_results_are_counted_by_variant_and_pairs_win_together(store: SqliteStore) -> None:
    season, (ann, ben, eve, dan) = Season(), people(4)
    season.play((ann, ben), NOW)
    season.play((ben, ann), NOW)
    season.play((ann, ben), NOW, (1, 1), rated=False)
    season.play((ann, ben, eve, dan), NOW, (1, 2, 1, 2), variant="pairs")
    season.play((ann, ben, eve, dan), NOW, (1, 2, 1, 4), variant="four")
    season.play((ann, ben, eve, dan), NOW, (1, 1, 1, 1), variant="pairs")
    await store.commit(*season.take())
    assert await store.results(ann.id) == {
        "quick": Tally(1, 1, 1),
        "pairs": Tally(1, 1, 0),
        "four": Tally(0, 1, 0),
    }
    assert (await store.results(dan.id))["four"] == Tally(0, 0, 1)
    assert await store.results(PersonId(7)) == {}


async def test_what_somebody_played_comes_newest_first_with_what_it_changed(store: SqliteStore) -> None:
    season, (ann, ben, eve, dan) = Season(), people(4)
    season.play((ann, ben), NOW + 5)
    season.play((ben, ann), NOW + 9, rated=False)
    season.play((ann, ben, eve, dan), NOW + 7, (2, 1, 2, 1), variant="pairs")
    await store.commit(*season.take())
    first, second, third = await store.history(ann.id, 0, 5)
    assert [past.match for past in (first, second, third)] == [2, 3, 1]
    assert (first.opponents, first.place, first.shared, first.change) == ([ben], 2, False, None)
    assert (second.opponents, second.place, second.shared) == ([ben, dan], 2, False)
    assert third.change is not None
    assert third.change.gain > 0
    assert third.table == HERE
    assert await store.history(ann.id, 2, 5) == [third]
    assert await store.finished(ann.id) == 3


async def test_a_match_that_is_taken_back_leaves_no_trace_in_the_ratings(
    store: SqliteStore, tmp_path: Path
) -> None:
    season, (ann, ben, eve) = Season(), people(3)
    season.play((ann, ben), NOW)
    await store.commit(*season.take())
    before = [await store.standing(person.id, "quick") for person in (ann, ben)]
    match = season.play((ann, eve), NOW + 20 * DAY)
    await store.commit(*season.take())
    await store.commit(Void(match, "both were one"))
    assert [await store.standing(person.id, "quick") for person in (ann, ben)] == before
    # Whose only match it was is as new as before.
    assert await store.standing(eve.id, "quick") == Standing()
    assert await store.changes(match) == ()
    assert await store.voided(match) == "both were one"
    assert await store.meetings(ann.id, eve.id, Instant(0)) == []
    [past] = await store.history(eve.id, 0, 5)
    assert past.voided == "both were one"
    # Twice is once.
    await store.commit(Void(match, "again"))
    assert await store.voided(match) == "both were one"
    assert await store.standing(ann.id, "quick") == before[0]
    assert look(tmp_path / "stats.sqlite3", "SELECT count(*) FROM ratings") == [(2,)]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 14), voids=st.integers(1, 8))
async def test_ratings_are_what_the_matches_that_stand_add_up_to(seed: int, count: int, voids: int) -> None:
    rng, season, everybody = random.Random(seed), Season(), people(5)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "law.sqlite3"
        async with open_store(path) as store:
            for number in range(count):
                four = rng.random() < 0.4
                seated = tuple(rng.sample(everybody, 4 if four else 2))
                if four:
                    season.play(seated, NOW + number, (1, 2, 1, 2), variant="pairs")
                else:
                    season.play(seated, NOW + number, rng.choice([(1, 2), (2, 1), (1, 1)]))
            await store.commit(*season.take())
            for _ in range(voids):
                await store.commit(Void(MatchId(rng.randint(1, count)), "why not"))
            for person in everybody:
                standings = await store.standings(person.id)
                for scale in ("quick", "pairs"):
                    rows = look(
                        path,
                        "SELECT rating_after - rating_before, rd_after FROM rating_changes "
                        f"WHERE voided IS NULL AND person = {person.id} AND scale = '{scale}' ORDER BY at",
                    )
                    standing = standings.get(scale, Standing())
                    assert standing.matches == len(rows)
                    gained = sum(float(str(gain)) for gain, _ in rows)
                    assert standing.rating.rating == pytest.approx(START + gained, abs=1e-6)
                    if rows:
                        assert standing.rating.rd == rows[-1][1]
