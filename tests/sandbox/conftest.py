import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
import yarl
from discord import app_commands
from discord.ext import commands
from PIL import Image

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, Outcome, People
from tests.referee import folder, referee

TOKEN = "made-up.token"


def picture(colour: str = "red", size: tuple[int, int] = (110, 70)) -> io.BytesIO:
    """Return a small PNG."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return data


def seen(outcome: Outcome) -> Message:
    assert outcome.failed is None
    assert outcome.message is not None
    return outcome.message


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(token=TOKEN, rate_limits=False) as running:
        yield running


@pytest_asyncio.fixture
async def people(sandbox: Sandbox) -> AsyncIterator[People]:
    async with People(sandbox.people_url) as client:
        yield client


@pytest.fixture
def _addresses(sandbox: Sandbox) -> Iterator[None]:
    """Point the library at the sandbox."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
        patch.setattr(discord.asset.Asset, "BASE", sandbox.cdn_url)
        yield


class Bot(commands.AutoShardedBot):
    """A bot of a few commands, one for each thing to try."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.errors: list[BaseException] = []
        self.tree.on_error = self.keep_error  # type: ignore[method-assign]
        self.resumed = asyncio.Event()

    async def keep_error(self, _: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass


@contextlib.asynccontextmanager
async def running(bot: Bot) -> AsyncIterator[Bot]:
    """Run a bot until the block ends."""
    async with bot:
        await bot.login(TOKEN)
        if bot.tree.get_commands():
            await bot.tree.sync()
        task = asyncio.create_task(bot.connect())
        await asyncio.wait(
            {task, asyncio.ensure_future(bot.wait_until_ready())}, return_when="FIRST_COMPLETED"
        )
        assert not task.done(), task.exception()
        yield bot
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def bot(_addresses: None) -> Bot:
    return Bot()


@pytest.fixture(autouse=True)
def _refereed(sandbox: Sandbox) -> Iterator[None]:
    """Check afterwards everything that a test sent over the wire, where the descriptions are at hand."""
    yield
    if (folder() / "openapi.json").is_file():
        journal = sandbox.journal
        assert journal.requests.forgotten == journal.dispatches.forgotten == 0, "too much to check"
        found = referee().violations(journal.requests, journal.dispatches)
        assert not found, "\n".join(found)


class Api:
    """Sends requests without any library."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.headers = {"Authorization": f"Bot {TOKEN}"}

    async def __call__(self, method: str, path: str, body: object = None, **files: bytes) -> tuple[int, Any]:
        """Send a request and return status and body; files are named without their ending."""
        data: object = None
        headers = dict(self.headers)
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for n, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{n}]", content, filename=f"{name}.png", content_type="image/png")
            data = form
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = self.sandbox.api_url + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            assert "X-RateLimit-Remaining" in response.headers
            if response.status == 204:
                return 204, None
            assert response.headers["Content-Type"] == "application/json"
            return response.status, await response.json()


@pytest_asyncio.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)


class Table:
    """A person who uses the command /play, and a bot that answers by hand."""

    def __init__(self, sandbox: Sandbox, people: People, api: Api) -> None:
        self.sandbox, self.people, self.api = sandbox, people, api

    async def play(self) -> int:
        """Let the fox use the command."""
        return (await self.people.invoke("fox", "play", wait=False)).interaction

    def data(self, interaction: int) -> dict[str, Any]:
        """Return what the bot is told of what somebody did."""
        return self.payload(interaction)["data"]  # type: ignore[no-any-return]

    def payload(self, interaction: int) -> dict[str, Any]:
        """Return the event of an interaction as the gateway would send it."""
        world = self.sandbox.world
        found = world.interactions[str(interaction)]
        message = world.messages.get(found.message_id or "")
        return self.sandbox.interactions._payload(found, message)

    def hook(self, interaction: int) -> str:
        """Return the path for what follows."""
        token = self.sandbox.world.interactions[str(interaction)].token
        return f"/webhooks/{self.sandbox.world.application_id}/{token}"

    async def answer(
        self, interaction: int, body: dict[str, Any], query: str = "?with_response=true"
    ) -> tuple[int, Any]:
        """Answer an interaction."""
        token = self.sandbox.world.interactions[str(interaction)].token
        return await self.api("POST", f"/interactions/{interaction}/{token}/callback{query}", body)

    async def posted(self, **data: object) -> int:
        """Let the bot answer the command with a message."""
        _, answer = await self.answer(await self.play(), {"type": 4, "data": data})
        return int(answer["resource"]["message"]["id"])


@pytest_asyncio.fixture
async def table(sandbox: Sandbox, people: People, api: Api) -> Table:
    command = {"name": "play", "description": "Play"}
    status, _ = await api("PUT", f"/applications/{sandbox.world.application_id}/commands", [command])
    assert status == 200
    return Table(sandbox, people, api)
