"""The real bot on the real library, against the local Discord, with a database file."""

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from fillerbot.bot import FillerBot
from fillerbot.computer.process import Thinker
from fillerbot.live import MatchId
from fillerbot.presence import HostInstant
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Button, Message, Outcome, People
from fillerbot.service import Service
from fillerbot.store.sqlite import open_store
from tests.sandbox.conftest import TOKEN, _addresses, _refereed, people, sandbox  # noqa: F401 — fixtures


@dataclass
class Running:
    """A bot that is connected, and what it stands on."""

    bot: FillerBot
    service: Service
    channel: int


@contextlib.asynccontextmanager
async def bot_on(world: Sandbox, database: Path, seed: int = 1) -> AsyncIterator[Running]:
    async with open_store(database) as store:
        rng = random.Random(seed)
        thinker = Thinker()
        service = Service(store, now=lambda: HostInstant(world.clock.now()), rng=rng, thinker=thinker)
        bot = FillerBot(service)
        bot._connection.guild_ready_timeout = 0.01
        async with bot:
            task = asyncio.create_task(bot.start(TOKEN))
            ready = asyncio.ensure_future(bot.wait_until_ready())
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
            assert not task.done(), task.exception()
            yield Running(bot, service, world.channel_id)
        await asyncio.gather(task, return_exceptions=True)
        await thinker.close()


@pytest_asyncio.fixture
async def running(sandbox: Sandbox, tmp_path: Path, _addresses: None) -> AsyncIterator[Running]:  # noqa: F811
    async with bot_on(sandbox, tmp_path / "fillerbot.sqlite3") as bot:
        yield bot


@dataclass
class Party:
    """Fox and owl at one table, acting as people do."""

    people: People
    channel: int
    ids: dict[str, int]

    async def challenge(self, **options: object) -> Message:
        whom = str(self.ids["owl"])
        return shown(await self.people.invoke("fox", "filler challenge", wait=True, opponent=whom, **options))

    async def start(self, **options: object) -> Message:
        return await self.press("owl", await self.challenge(**options), "accept")

    async def press(self, person: str, message: Message, action: str) -> Message:
        return shown(await self.people.press(person, message, button(message, action)))

    async def move(self, message: Message) -> Message:
        """Who is to move takes the first colour that gains most."""
        best = max(open_colours(message), key=gain)
        return shown(await self.people.press(mover(message), message, best))

    async def finish_game(self, message: Message) -> Message:
        while open_colours(message):
            message = await self.move(message)
        return message

    async def finish_match(self, message: Message) -> Message:
        message = await self.finish_game(message)
        await self.press("fox", message, "ready")
        return await self.finish_game(await self.press("owl", message, "ready"))

    async def board(self, person: str = "fox") -> Message:
        """The newest message everybody sees."""
        return [m for m in await self.people.messages(person, self.channel) if not m.ephemeral][-1]

    async def wait_for_board(self, fits: Callable[[Message], bool]) -> Message:
        return await self.people.wait("fox", self.channel, lambda m: not m.ephemeral and fits(m))

    async def bot_id(self) -> int:
        requests = await self.people.requests()
        return next(int(r["response"]["id"]) for r in requests if r["path"].endswith("/users/@me"))

    async def answers(self, after: int) -> list[str]:
        """The requests of the bot since then, without their tokens."""
        return [
            re.sub(r"/\d{15,}|/[\w-]{30,}", "", f"{r['method']} {r['path']}") + f" {response_type(r)}"
            for r in await self.people.requests(after)
        ]

    async def requests_so_far(self) -> int:
        requests = await self.people.requests()
        return int(requests[-1]["number"]) if requests else 0


def response_type(request: dict[str, object]) -> object:
    body = request["request"]
    return body.get("type", "") if isinstance(body, dict) else ""


@pytest_asyncio.fixture
async def party(running: Running, people: People) -> Party:  # noqa: F811
    ids = {person.name: person.id for person in await people.people()}
    return Party(people, running.channel, ids)


@pytest_asyncio.fixture
async def guests(sandbox: Sandbox, people: People) -> Party:  # noqa: F811
    """A party whose bot comes and goes."""
    ids = {person.name: person.id for person in await people.people()}
    return Party(people, sandbox.channel_id, ids)


def shown(outcome: Outcome) -> Message:
    assert outcome.message is not None, outcome
    return outcome.message


def button(message: Message, action: str) -> Button:
    return next(b for b in message.buttons if (b.custom_id or "").endswith(f":{action}"))


def open_colours(message: Message) -> list[Button]:
    return [b for b in colours(message) if not b.disabled]


def colours(message: Message) -> list[Button]:
    return [b for b in message.buttons if re.search(r":c\d$", b.custom_id or "")]


def gain(button: Button) -> int:
    return int(re.findall(r"\d+", button.label)[-1])


def mover(message: Message) -> str:
    found = re.search(r"▶ . (\w+)", message.text)
    assert found, message.text
    return found[1]


def other(person: str) -> str:
    return {"fox": "owl", "owl": "fox"}[person]


def match_id(message: Message) -> MatchId:
    return MatchId(int((message.buttons[0].custom_id or "").split(":")[1]))
