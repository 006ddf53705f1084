"""A service on a real database, with people and a clock that a test turns."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fillerbot.computer.process import Thinker
from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase, Terms
from fillerbot.live import Live, Person, PersonId, Refused, Table
from fillerbot.presence import HostInstant
from fillerbot.service import Service
from fillerbot.store.sqlite import SqliteStore, open_store
from tests.passing import been_there

ANN, BEN, EVE = (Person(PersonId(number), name) for number, name in ((11, "Ann"), (12, "Ben"), (13, "Eve")))
TABLE = Table(guild=1, channel=2, message=3, locale="en")
CASUAL = Terms("quick", "normal", rated=False, length=2)
PATIENCE = 10
"""Seconds after which something that should happen at once is taken not to happen."""


class World:
    """The service, its store, the time, and what the listener was told."""

    def __init__(self, store: SqliteStore, now: int) -> None:
        self.store = store
        self.time = now
        self.told: asyncio.Queue[Live] = asyncio.Queue()
        self._looks = 0
        self.service = Service(store, now=self._now, rng=random.Random(5), thinker=Thinker())
        self.service.listener = self.service.returner = self.service.finder = self.told.put

    def _now(self) -> HostInstant:
        self._looks += 1
        return HostInstant(self.time)

    def at(self, after: int = 0) -> Instant:
        """An instant, relative to now."""
        return Instant(self.time + after)

    def wait(self, milliseconds: int) -> None:
        """Let time pass, in which the bot is there."""
        self.time += milliseconds
        been_there(self.service)

    async def next_told(self) -> Live:
        async with asyncio.timeout(PATIENCE):
            return await self.told.get()

    async def challenge(self, terms: Terms = CASUAL, by: Person = ANN, to: Person = BEN) -> Live:
        return await self.service.challenge(terms, (by, to), TABLE, self.at())

    async def match(self, terms: Terms = CASUAL) -> Live:
        """A match that has just been accepted."""
        live = await self.challenge(terms)
        return await self.service.accept(live.id, BEN.id, self.at())

    async def show(self, live: Live) -> Live:
        """The match once it is known to be on the screen."""
        self.service.shown(live, self.at())
        await self.service.settled()
        return await self.service.live(live.id)

    async def seen(self, live: Live) -> Live:
        """The match once it is known to be on the screen, though that need not be stored yet."""
        async with asyncio.timeout(PATIENCE):
            while (now := await self.service.live(live.id)).match.shown is None:  # noqa: ASYNC110
                await asyncio.sleep(0)
        return now

    async def move(self, live: Live, at: int | None = None, seq: int | None = None) -> Live:
        """A move of whoever's turn it is, to the first legal colour."""
        when = self.at() if at is None else Instant(at)
        return await self.service.move(live.id, mover(live).id, when, colour(live), seq)

    async def timed(self, terms: Terms = CASUAL) -> Live:
        """A match in which both have moved, so that the clock of the first mover runs from now on."""
        live = await self.match(terms)
        return await self.show(await self.move(await self.move(live)))

    async def between(self) -> Live:
        """A match that waits for its second game."""
        live = await self.match()
        return await self.service.concede(live.id, ANN.id, self.at())

    async def deadlines_were_served(self) -> None:
        """Wait until the task that serves deadlines has looked at the time and found nothing due, twice."""
        seen = self._looks
        async with asyncio.timeout(PATIENCE):
            while self._looks < seen + 2:
                self.service._aim.set()
                await asyncio.sleep(0)


@asynccontextmanager
async def world_on(path: Path, now: int = 1_700_000_000_000) -> AsyncIterator[World]:
    async with open_store(path) as store:
        world = World(store, now)
        yield world
        await world.service.settled()
        await world.service._thinker.close()


@asynccontextmanager
async def deadlines(world: World) -> AsyncIterator[None]:
    """Serve deadlines meanwhile."""
    task = asyncio.create_task(world.service.serve_deadlines())
    try:
        yield
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def mover(live: Live) -> Person:
    assert live.match.phase is Phase.PLAYING
    return live.people[live.match.game.to_move]


def waiting(live: Live) -> Person:
    return next(person for person in live.people if person != mover(live))


def colour(live: Live) -> Colour:
    return live.match.game.position.legal()[0]


def outcomes(results: list[Live | BaseException]) -> list[str]:
    """What came of calls made at once: `done`, or why one was refused."""
    return sorted(_outcome(result) for result in results)


def _outcome(result: Live | BaseException) -> str:
    if isinstance(result, Refused):
        return str(result.reason)
    if isinstance(result, BaseException):
        raise result
    return "done"
