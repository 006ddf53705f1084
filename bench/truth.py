"""What a database says happened, found out by replaying its records, and what contradicts it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from fillerbot.archive.export import full_record
from fillerbot.engine.events import (
    NO_RESULT,
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Moved,
    Readied,
    RematchWanted,
    Sat,
    Succeeded,
)
from fillerbot.engine.replay import answer
from fillerbot.lanes import Lanes
from fillerbot.live import Live, MatchId, Setup
from fillerbot.presence import HostInstant
from fillerbot.rating import Rating, rate
from fillerbot.store import health
from fillerbot.store.sqlite import read_store

_DAY = 86_400_000
_KINDS: dict[str, tuple[type[Event], ...]] = {
    "accept": (Accepted,),
    "start": (Accepted,),
    "join": (Sat,),
    "ready": (Readied,),
    "rematch": (RematchWanted, Succeeded),
    "concede": (Conceded,),
    "resign": (Closed, Conceded),
}


@dataclass(frozen=True)
class Press:
    """What somebody did to a match; `action` is `c4` for a colour, `seq` the moves made before."""

    person: int
    match: int
    seq: int
    action: str


@dataclass
class Result:
    """How a match came out, by its record alone: each player's place, what each side scored against each."""

    scale: str
    at: int
    people: tuple[int, ...]
    places: tuple[int, ...]
    scores: list[list[float]]
    rated: bool


@dataclass
class Truth:
    """A database file; `results` are those of the matches that were over when it was last looked at."""

    database: Path
    results: dict[int, Result] = field(default_factory=dict)
    _over: set[int] = field(default_factory=set)

    async def holds(self, press: Press) -> bool:
        """Whether what a press does is stored."""
        async with read_store(self.database) as store:
            stored = await store.load(MatchId(press.match))
        return stored is not None and _holds(press, *stored)

    async def matches(self) -> int:
        """How many matches were opened."""
        async with read_store(self.database) as store:
            return await store.last_id()

    async def lives(self, matches: Sequence[int]) -> list[Live]:
        """Matches as they are stored; of one that was played again the newest."""
        async with read_store(self.database) as store:
            lanes = Lanes(store, now=lambda: HostInstant(0), rng=random.Random(1))
            found = []
            for number in matches:
                live = await lanes.live(MatchId(number))
                while live.match.successor is not None:
                    live = await lanes.live(MatchId(live.match.successor))
                found.append(live)
        return found

    async def lost(self, answered: set[Press], pressed: set[Press]) -> list[str]:
        """Which answered presses are not stored, and which stored moves nobody made."""
        wrong = []
        by_match: dict[int, list[Press]] = {}
        for press in answered:
            by_match.setdefault(press.match, []).append(press)
        made = {(press.match, press.seq, press.person, press.action) for press in pressed}
        async with read_store(self.database) as store:
            for number in await store.everything():
                stored = await store.load(number)
                assert stored is not None, "the store has named it"
                wrong += [
                    f"{press} is lost" for press in by_match.pop(number, ()) if not _holds(press, *stored)
                ]
                wrong += [f"nobody pressed {move}" for move in _moves(*stored) if move not in made]
        return wrong + [f"{press} is lost" for presses in by_match.values() for press in presses]

    async def look(self) -> list[str]:
        """Replay the matches that have ended since; returns how results and ratings differ from that."""
        async with read_store(self.database) as store:
            for number in await store.everything():
                if number in self._over:
                    continue
                kept = await store.kept(number)
                record = None if kept is None else full_record(kept)
                if kept is None or record is None or record["closing"] is None:
                    continue
                self._over.add(number)
                if (result := _result(kept.setup, kept.events, record)) is not None:
                    self.results[number] = result
        return [*self._wrong_places(), *self._wrong_ratings()]

    def _wrong_places(self) -> Iterator[str]:
        with health.reading(self.database) as db:
            rows = db.execute(
                "SELECT match, place FROM players WHERE place IS NOT NULL ORDER BY match, player"
            )
            stored: dict[int, tuple[int, ...]] = {}
            for match, place in rows:
                stored[match] = (*stored.get(match, ()), place)
        for match in stored.keys() | self.results.keys():
            result = self.results.get(match)
            if stored.get(match) != (result and result.places):
                yield f"match {match}: places {stored.get(match)}, by its record {result}"

    def _wrong_ratings(self) -> Iterator[str]:
        """Rate all again, one match after the other as each player's changes follow each other."""
        with health.reading(self.database) as db:
            changes: dict[int, list[tuple[Rating, Rating]]] = {}
            for match, *values in db.execute(
                "SELECT match, rating_before, rd_before, sigma_before, rating_after, rd_after, sigma_after "
                "FROM rating_changes ORDER BY match, player"
            ):
                changes.setdefault(match, []).append((Rating(*values[:3]), Rating(*values[3:])))
            stored = {
                (person, scale): (Rating(*rating), matches)
                for person, scale, *rating, matches in db.execute(
                    "SELECT person, scale, rating, rd, sigma, matches FROM ratings"
                )
            }
        pending = {match: result for match, result in self.results.items() if result.rated}
        for match in changes.keys() ^ pending.keys():
            yield f"match {match}: rated {match in changes}, by its record {match in pending}"
        now: dict[tuple[int, str], tuple[Rating, int, int]] = {}
        waiting = sorted(pending.keys() & changes.keys(), key=lambda match: pending[match].at)
        while waiting:
            for match in waiting:
                before = _before(pending[match], now)
                if _alike(before, [change[0] for change in changes[match]]):
                    break
            else:
                yield f"matches {waiting} were rated from what nobody had"
                return
            waiting.remove(match)
            after = _rated(pending[match], before)
            if not _alike(after, [change[1] for change in changes[match]]):
                yield f"match {match}: rated {changes[match]}, by its record {after}"
            for person, rating in zip(pending[match].people, after, strict=True):
                key = person, pending[match].scale
                now[key] = rating, now[key][1] + 1 if key in now else 1, pending[match].at
        for key in stored.keys() | now.keys():
            one, two = stored.get(key), now.get(key)
            if one is None or two is None or one[1] != two[1] or not _alike([one[0]], [two[0]]):
                yield f"{key} has {one}, by the records {two}"


def _before(result: Result, now: dict[tuple[int, str], tuple[Rating, int, int]]) -> list[Rating]:
    found = []
    for person in result.people:
        rating, _, last = now.get((person, result.scale), (Rating(), 0, result.at))
        found.append(rating.after_idle(max(0, result.at - last) / _DAY))
    return found


def _rated(result: Result, before: list[Rating]) -> list[Rating]:
    sides = len(result.scores)
    after = rate([before[side::sides] for side in range(sides)], result.scores)
    return [after[player % sides][player // sides] for player in range(len(before))]


def _alike(ones: Sequence[Rating], others: Sequence[Rating]) -> bool:
    return len(ones) == len(others) and all(
        math.isclose(getattr(one, name), getattr(other, name), rel_tol=1e-9)
        for one, other in zip(ones, others, strict=True)
        for name in ("rating", "rd", "sigma")
    )


def _holds(press: Press, _: Setup, events: Sequence[Event]) -> bool:
    if press.action[1:].isdigit():
        moves = [event for event in events if isinstance(event, Moved)]
        if len(moves) > press.seq:
            return bool(moves[press.seq].colour == int(press.action[1:]))
        # A press that came after the time was up lets the flag fall instead.
        return any(isinstance(event, Closed) and event.closing is Closing.FLAG for event in events)
    return any(isinstance(event, _KINDS[press.action.partition("-")[0]]) for event in events)


def _moves(setup: Setup, events: Sequence[Event]) -> Iterator[tuple[int, int, int, str]]:
    people = [0 if person is None else person.id for person in setup.people]
    moves = (event for event in events if isinstance(event, Moved))
    for seq, move in enumerate(moves):
        if people[move.player] > 0:
            yield setup.id, seq, people[move.player], f"c{move.colour}"


def _result(setup: Setup, events: Sequence[Event], record: dict[str, Any]) -> Result | None:
    if record["closing"] in NO_RESULT:
        return None
    match = answer(record)["match"]
    if match is None:
        raise RuntimeError(f"match {setup.id} is over, and its record is not")
    ranking = match["ranking"]
    place_of = {side: 1 + sum(map(len, ranking[:at])) for at, tied in enumerate(ranking) for side in tied}
    people = tuple(person.id for person in setup.people if person is not None)
    places = tuple(place_of[player % len(place_of)] for player in range(len(people)))
    at = [event.at for event in events if isinstance(event, Moved | Closed | Conceded)][-1]
    scores = _scores(match, place_of, record)
    return Result(setup.terms.variant, at, people, places, scores, record["rated"])


def _scores(match: dict[str, Any], place_of: dict[int, int], record: dict[str, Any]) -> list[list[float]]:
    """What each side scored against each (rules.md 7)."""
    if match["score"] is not None:
        one, two = (float(Fraction(score)) for score in match["score"])
        return [[0.5, one], [two, 0.5]]
    left = {
        game["seats"][entry["leave"]]
        for game in record["games"]
        for entry in game["moves"]
        if isinstance(entry, dict) and "leave" in entry
    }

    def score(one: int, two: int) -> float:
        if place_of[one] == place_of[two]:
            return 0.5
        points = match["points"]
        close = points is not None and points[one] == points[two] and not {one, two} & left
        return (0.6 if close else 1.0) if place_of[one] < place_of[two] else (0.4 if close else 0.0)

    return [[score(one, two) for two in sorted(place_of)] for one in sorted(place_of)]
