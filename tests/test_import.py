"""All matches out of a database and back into one, as records."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fillerbot.archive.export import records
from fillerbot.archive.restore import Outcome, restore
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase, Terms
from fillerbot.engine.replay import answer
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, MatchId, Person, PersonId, Refused
from fillerbot.practice import Exercise
from fillerbot.scoring import DAY
from fillerbot.store import StoreError
from fillerbot.store.sqlite import open_store
from tests.service.world import ANN, BEN, EVE, TABLE, World, colour, mover, world_on
from tests.store.stored import look

Json = dict[str, Any]
DAN = Person(PersonId(14), "Dän 🦆")
LATER = Instant(1_900_000_000_000)
RATED = Terms("quick", "normal", rated=True, length=2)


async def written(database: Path) -> bytes:
    """What `fillerbot records` prints."""
    lines = [json.dumps(record, ensure_ascii=False) + "\n" async for record in records(database)]
    return "".join(lines).encode()


async def taken(lines: bytes, database: Path) -> tuple[Outcome, list[str]]:
    """What comes of `fillerbot import`, and what it complains about."""
    said: list[str] = []
    outcome = await restore(lines.splitlines(keepends=True), database, LATER, said.append)
    return outcome, said


async def begun(world: World, terms: Terms) -> Live:
    if VARIANTS[terms.variant].seats == 2:
        live = await world.service.challenge(terms, (ANN, BEN), TABLE, world.at())
        return await world.service.accept(live.id, BEN.id, world.at())
    live = await world.service.open_table(terms, ANN, TABLE, world.at())
    for person in (BEN, EVE, DAN):
        live = await world.service.join(live.id, person, world.at())
    live = await world.service.leave(live.id, EVE.id, world.at())
    live = await world.service.join(live.id, EVE, world.at())
    return await world.service.start(live.id, ANN.id, world.at())


async def act(world: World, live: Live, rng: random.Random) -> Live:
    """Something that people do, mostly moves."""
    service, person = world.service, rng.choice(live.people).id
    match rng.random():
        case roll if roll < 0.03:
            return await service.concede(live.id, person, world.at())
        case roll if roll < 0.05:
            return await service.resign(live.id, person, world.at())
        case roll if roll < 0.06:
            return await service.abort(live.id, person, world.at())
        case roll if roll < 0.3:
            return await world.show(live)
    if live.match.phase is Phase.BETWEEN:
        return await service.ready(live.id, person, world.at())
    chosen = rng.choice(live.match.game.position.legal())
    return await service.move(live.id, mover(live).id, world.at(), chosen)


async def play(world: World, live: Live, rng: random.Random, acts: int) -> Live:
    """A match some random acts later; what is refused is as well."""
    for _ in range(acts):
        world.time += rng.randrange(40_000)
        try:
            live = await act(world, live, rng)
        except Refused:
            live = await world.service.live(live.id)
        if live.match.phase is Phase.OVER:
            break
    return live


TERMS = st.builds(
    Terms,
    variant=st.sampled_from(sorted(VARIANTS)),
    clock=st.sampled_from(["blitz", "normal", "day", "none", "150+5"]),
    rated=st.booleans(),
    length=st.sampled_from([1, 2]),
).filter(lambda terms: not terms.rated or _can_be_rated(terms))


def _can_be_rated(terms: Terms) -> bool:
    return terms.length == 2 and VARIANTS[terms.variant].rated and terms.clock != "none"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(terms=TERMS, acts=st.integers(0, 150), seed=st.integers(0, 10**6))
def test_a_match_of_any_variant_wherever_it_stands_comes_back_as_the_same_record(
    terms: Terms, acts: int, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("round")

    async def there_and_back() -> None:
        async with world_on(folder / "old.sqlite3") as world:
            live = await begun(world, terms)
            await play(world, live, random.Random(seed), acts)
        lines = await written(folder / "old.sqlite3")
        assert await taken(lines, folder / "new.sqlite3") == (Outcome(stored=1), [])
        assert await written(folder / "new.sqlite3") == lines
        for what in (
            "SELECT * FROM ratings ORDER BY person, scale",
            "SELECT * FROM rating_changes ORDER BY match, player",
            "SELECT match, player, person, name, place FROM players ORDER BY match, player",
            "SELECT id, opened, clock, rated, length, places, guild, closed, closing, closer FROM matches",
            "SELECT * FROM tables",
        ):
            assert look(folder / "new.sqlite3", what) == look(folder / "old.sqlite3", what)

    asyncio.run(there_and_back())


@pytest.fixture
async def old(tmp_path: Path) -> Path:
    """A database with rated matches, one of them voided, a rematch, and a match that goes on."""
    path = tmp_path / "old.sqlite3"
    async with world_on(path) as world:
        service = world.service
        live = None
        for winner, loser in ((ANN, BEN), (BEN, EVE), (EVE, ANN), (ANN, BEN)):
            live = await world.challenge(RATED, winner, loser)
            live = await service.accept(live.id, loser.id, world.at())
            await service.resign(live.id, loser.id, world.at())
            world.time += 3 * DAY
        assert live is not None
        await service.void(MatchId(2), TABLE.guild, "They were one.")
        await service.rematch(live.id, ANN.id, world.at())
        live = await service.rematch(live.id, BEN.id, world.at())
        await world.show(await world.move(live))
    return path


async def test_imported_twice_changes_nothing(old: Path, tmp_path: Path) -> None:
    lines, new = await written(old), tmp_path / "new.sqlite3"
    assert await taken(lines, new) == (Outcome(stored=5), [])
    assert await taken(lines, new) == (Outcome(there=5), [])
    assert await taken(lines, old) == (Outcome(there=5), [])
    assert await written(new) == await written(old) == lines


async def test_everybody_stands_where_he_stood(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    await taken(await written(old), new)
    async with world_on(old) as before, world_on(new) as after:
        for person in (ANN, BEN, EVE):
            one = await before.service.profile(person.id)
            other = await after.service.profile(person.id)
            assert one.results == other.results
            for scale, standing in one.standings.items():
                again = other.standings[scale]
                assert again.rating.rating == pytest.approx(standing.rating.rating, abs=1e-9)
                assert (again.rating.rd, again.matches, again.last) == (
                    *(standing.rating.rd, standing.matches),
                    standing.last,
                )
        assert (await after.service.live(MatchId(2))).voided == "They were one."


async def test_what_happened_in_both_databases_adds_up(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    async with world_on(new, int(LATER)) as world:
        live = await world.challenge(RATED, BEN, EVE)
        live = await world.service.accept(live.id, EVE.id, world.at())
        won = (await world.service.resign(live.id, EVE.id, world.at())).changes[0].gain
    lines = await written(old)
    assert await taken(lines, new) == (Outcome(stored=5), [])
    async with world_on(old) as before, world_on(new) as after:
        stood = await before.store.standing(BEN.id, "quick")
        stands = await after.store.standing(BEN.id, "quick")
        assert stands.rating.rating == pytest.approx(stood.rating.rating + won)
        assert stands.matches == stood.matches + 1
        # The number 1 was taken.
        assert [match.id for match in await after.service.running(ANN.id)] == [6]
        assert (await after.service.live(MatchId(5))).match.successor == 6
        assert (await after.service.live(MatchId(6))).setup.origin == 5
    assert await taken(lines, new) == (Outcome(there=5), [])
    # Home again they are known by the numbers that they had there; the new one is not.
    assert await taken(await written(new), old) == (Outcome(stored=1, there=5), [])


async def test_a_match_that_goes_on_loses_no_time_to_the_move(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    await taken(await written(old), new)
    async with world_on(old) as before, world_on(new, LATER + DAY) as after:
        one, other = await before.service.live(MatchId(5)), await after.service.live(MatchId(5))
        assert (other.match.budgets, other.match.games) == (one.match.budgets, one.match.games)
        assert (one.match.shown is None, other.match.shown) == (False, None)
        moved = await after.service.move(MatchId(5), mover(other).id, after.at(), colour(other))
        assert moved.match.moves == other.match.moves + 1


async def test_practice_comes_back_with_its_computer_and_without_what_was_taken_back(tmp_path: Path) -> None:
    path, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    async with world_on(path) as world:
        live = await world.service.practise(Exercise("quick", 1, 1), ANN, TABLE, world.at())
        for _ in range(2):
            world.time += 1_000
            live = await world.move(live)
        live = await world.service.take_back(live.id, ANN.id, world.at())
    lines = await written(path)
    [record] = map(json.loads, lines.splitlines())
    assert list(map(len, record["times"])) == [len(game["moves"]) for game in record["games"]]
    await taken(lines, new)
    assert await written(new) == lines
    async with world_on(new) as again:
        assert (await again.service.live(live.id)).match.moves == live.match.moves
        assert (await again.service.live(live.id)).is_practice


async def test_what_is_not_known_is_kept(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite3"
    record = json.loads((await written(old)).splitlines()[0])
    record |= {"arbiter": {"name": "Zoë", "notes": [1, 2.5, None]}, "rematch_of": 77}
    record["board"]["painter"] = None
    record["games"][0]["comment"] = "dull"
    line = json.dumps(record).encode()
    assert await taken(line, new) == (Outcome(stored=1), [])
    [again] = [record async for record in records(new)]
    assert again == record
    assert answer(again) == answer(record)


Spoil = Callable[[Json], object]


def put(*way: str | int, value: object) -> Spoil:
    def spoil(record: Any) -> None:
        for step in way[:-1]:
            record = record[step]
        record[way[-1]] = value

    return spoil


def drop(key: str) -> Spoil:
    return lambda record: record.pop(key)


WRONG: Sequence[tuple[Spoil, str]] = (
    (put("format", value="filler-record/2"), "format"),
    (put("variant", value="custom"), "variant"),
    (put("variant", value="four"), "board.starts"),
    (put("board", "rows", 0, value="zzzzzzzz"), "board.rows[0]"),
    (put("board", "pairs", value=1), "board.pairs"),
    (drop("games"), "games"),
    (put("games", 0, "moves", 0, value="red"), "games[0].moves[0]"),
    (put("games", 0, "seats", value=[1, 1]), "games[0].seats"),
    (put("length", value=1), "rated"),
    (drop("match_id"), "match_id"),
    (put("match_id", value=True), "match_id"),
    (put("match_id", value=10**15), "match_id"),
    (drop("players"), "players"),
    (put("players", value=[]), "players"),
    (put("players", 1, "id", value=12), "players[1].id"),
    (put("players", 1, "id", value="-9"), "players[1].id"),
    (put("players", 1, "id", value="13"), "players[1].id"),
    (put("players", 1, "id", value="-3"), "rated"),
    (put("players", 0, "name", value=""), "players[0].name"),
    (put("rated", value=None), "rated"),
    (put("clock", value={"budget": 1, "increment": 0, "per_move": False}), "clock"),
    (put("clock", "budget", value="long"), "clock.budget"),
    (put("clock", value=None), "rated"),
    (put("opened", value=-1), "opened"),
    (put("opened", value=2**43), "opened"),
    (put("board", "rows", value=["1" * 101] * 100), "board.rows"),
    (put("times", 0, 0, value=5), "times[0][0]"),
    (put("closing", value="aborted"), "closing"),
    (put("closed_by", value=0), "closed_by"),
    (put("guild", value="here"), "guild"),
    (put("table", "channel", value=None), "table.channel"),
    (put("table", "symbols", value="huge"), "table.symbols"),
    (put("rematch_of", value=0), "rematch_of"),
    (put("rematch_of", value=3), "rematch_of"),
    (put("ratings", value=[]), "ratings"),
    (put("ratings", 0, "after", value=[1500.0, 350.0]), "ratings[0].after"),
    (put("ratings", 0, "after", 1, value=-1), "ratings[0].after"),
    (put("ratings", 0, "after", 0, value=10**400), "ratings[0].after"),
    (put("ratings", 0, "before", 2, value=1e-300), "ratings[0].before"),
    (put("voided", value=""), "voided"),
    (drop("events"), "events"),
    (put("events", value=[]), "events"),
    (put("events", 0, "kind", value="invented"), "events[0].kind"),
    (put("events", 0, "kind", value="succeeded"), "events[0].kind"),
    (put("events", 0, value={"at": 1, "kind": "moved", "player": 0, "colour": 1}), "events[0]"),
    (put("events", 1, "closing", value="bored"), "events[1].closing"),
    (put("events", 1, "by", value=2), "events[1].by"),
    (put("events", 1, "by", value=None), "events[1].by"),
    (put("events", 1, "at", value=1.5), "events[1].at"),
)


@pytest.mark.parametrize(("spoil", "path"), WRONG, ids=[f"{i}-{path}" for i, (_, path) in enumerate(WRONG)])
async def test_a_line_that_is_wrong_is_told_with_its_path_and_the_others_are_stored(
    spoil: Spoil, path: str, old: Path, tmp_path: Path
) -> None:
    lines, new = (await written(old)).splitlines(), tmp_path / "new.sqlite3"
    wrong = json.loads(lines[2])
    spoil(wrong)
    mixed = b"\n".join([lines[0], b"", json.dumps(wrong).encode(), lines[1]])
    outcome, said = await taken(mixed, new)
    assert said == [f"line 3 is not stored: bad record: {path}"]
    assert outcome == Outcome(stored=2, refused=1)
    assert await written(new) == b"".join(line + b"\n" for line in lines[:2])
    # Mended, it finds its place.
    assert await taken(b"\n".join(lines), new) == (Outcome(stored=3, there=2), [])
    assert await written(new) == await written(old)


@pytest.mark.parametrize(
    "line", [b"{", b"[1]", b"null", b'{"a": NaN}', b'"\\ud800"', b"[" * 100_000, b"\xff"]
)
async def test_what_is_no_record_at_all_is_told(line: bytes, old: Path, tmp_path: Path) -> None:
    first = (await written(old)).splitlines()[0]
    outcome, said = await taken(line + b"\n" + first, tmp_path / "new.sqlite3")
    assert said == ["line 1 is not stored: bad record: not an object"]
    assert outcome == Outcome(stored=1, refused=1)


async def test_one_record_may_stand_on_many_lines(old: Path, tmp_path: Path) -> None:
    first = json.loads((await written(old)).splitlines()[0])
    lines = json.dumps(first, indent=2).encode()
    assert await taken(lines, tmp_path / "new.sqlite3") == (Outcome(stored=1), [])


async def test_the_database_of_a_running_bot_is_not_touched(old: Path, tmp_path: Path) -> None:
    lines, new = await written(old), tmp_path / "new.sqlite3"
    async with open_store(new):
        with pytest.raises(StoreError, match="another process is using"):
            await taken(lines, new)
    assert await written(new) == b""


def command(*arguments: str | Path, lines: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "fillerbot", *arguments],
        input=lines,
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"FILLERBOT_DATABASE": "/nowhere/at/all.sqlite3"},
    )


def test_the_commands_fit_each_other(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "folder" / "new.sqlite3"
    printed = command("records", "--database", old).stdout
    file = tmp_path / "all.jsonl"
    file.write_bytes(printed + b"{}\n")
    first = command("import", file, "--database", new)
    assert first.returncode == 1
    assert first.stderr == b"fillerbot: line 6 is not stored: bad record: format\n"
    assert first.stdout == b"5 matches stored, 0 there already, 1 line refused.\n"
    again = command("import", "--database", new, lines=printed)
    assert (again.returncode, again.stdout) == (0, b"0 matches stored, 5 there already, 0 lines refused.\n")
    assert command("records", "--database", new).stdout == printed
    missing = command("import", tmp_path / "none.jsonl", "--database", tmp_path / "other.sqlite3")
    assert missing.returncode == 1
    assert b"none.jsonl cannot be read: No such file" in missing.stderr
    assert not (tmp_path / "other.sqlite3").exists()
