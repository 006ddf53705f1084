"""Which versions are spoken, what the bot is called, and what it may ask for."""

import asyncio

import aiohttp
import discord
import pytest
import yarl
from discord.ext import commands

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import TOKEN, Api
from tests.sandbox.test_gateway import Line, again, line  # noqa: F401 - a fixture


@pytest.mark.parametrize("prefix", ["/api/v10", "/api/v9", "/api"])
async def test_older_libraries_are_served_too(sandbox: Sandbox, api: Api, prefix: str) -> None:
    url = f"{sandbox.world.base_url}{prefix}/users/@me"
    async with api.session.get(url, headers=api.headers) as response:
        assert response.status == 200
    [entry] = sandbox.journal.requests
    assert entry["path"] == "/users/@me"


async def test_an_older_gateway_says_so(sandbox: Sandbox, api: Api) -> None:
    opened = Line(await api.session.ws_connect(f"{sandbox.gateway_url}?v=9"))
    assert (await opened.receive())["op"] == 10
    assert (await opened.identify())["d"]["v"] == 9


async def test_the_bot_has_a_name_and_bears_it_everywhere(people: People) -> None:
    async with Sandbox(TOKEN, name="Mopsy") as sandbox, People(sandbox.people_url) as others:
        world = sandbox.world
        assert [r["name"] for r in await others.roles() if r["managed"]] == ["Mopsy"]
        assert world.bot_name == "Mopsy"
    assert "filler" in [r["name"] for r in await people.roles()]


async def test_the_bot_gives_itself_another_name(sandbox: Sandbox, api: Api, line: Line) -> None:  # noqa: F811
    ready = await line.identify(intents=0)
    _, before = await api("GET", "/users/@me")
    assert (before["username"], len(before["discriminator"])) == ("filler", 4)
    assert ready["d"]["user"] == before
    status, after = await api("PATCH", "/users/@me", {"username": "Mopsy"})
    assert (status, after["username"]) == (200, "Mopsy")
    told = await line.receive()
    assert (told["t"], told["d"]["username"]) == ("USER_UPDATE", "Mopsy")
    _, said = await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": "x"})
    assert said["author"]["username"] == "Mopsy"
    status, answer = await api("PATCH", "/users/@me", {"username": "M"})
    assert (status, list(answer["errors"])) == (400, ["username"])


async def lines(sandbox: Sandbox, api: Api, *intents: int) -> list[Line]:
    """Open a connection for each set of intents, up to and with the guild."""
    opened = []
    for wanted in intents:
        one = await again(sandbox, api.session)
        assert (await one.identify(intents=wanted))["t"] == "READY"
        opened.append(one)
    return opened


PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15


@pytest.mark.parametrize(
    ("names", "intents", "closes"),
    [
        ([], 1 << 1, True),
        (["members"], 1 << 1, False),
        (["members"], 1 << 15, True),
        (["presences", "message_content", "members"], PRIVILEGED, False),
    ],
)
async def test_privileged_intents_are_switched_on_one_by_one(
    names: list[str], intents: int, *, closes: bool
) -> None:
    async with Sandbox(TOKEN, privileged=names) as sandbox, aiohttp.ClientSession() as session:
        one = await again(sandbox, session)
        if closes:
            properties = {"os": "linux", "browser": "test", "device": "test"}
            await one.send(2, {"token": TOKEN, "intents": intents, "properties": properties})
            assert await one.closed() == 4014
        else:
            flags = (await one.identify(intents=intents))["d"]["application"]["flags"]
            assert flags.bit_count() == len(names)


def test_an_intent_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no privileged intent bans"):
        Sandbox(TOKEN, privileged=["bans"])


async def test_only_who_asked_for_it_reads_what_people_write() -> None:
    async with (
        Sandbox(TOKEN, privileged=["message_content"]) as sandbox,
        People(sandbox.people_url) as people,
        aiohttp.ClientSession() as session,
    ):
        api = Api(sandbox, session)
        reads, blind = await lines(sandbox, api, 1 << 9 | 1 << 15, 1 << 9)
        number = await people.write("owl", "!ping")
        assert (await reads.receive())["d"]["content"] == "!ping"
        assert (await blind.receive())["d"]["content"] == ""
        path = f"/channels/{sandbox.channel_id}/messages"
        assert (await api("GET", f"{path}/{number}"))[1]["content"] == "!ping"
        assert [m["content"] for m in (await api("GET", path))[1]] == ["!ping"]


async def test_members_and_presences_come_with_the_intents() -> None:
    async with (
        Sandbox(TOKEN, privileged=["members", "presences"]) as sandbox,
        People(sandbox.people_url) as people,
        aiohttp.ClientSession() as session,
    ):
        one, other = await lines(sandbox, Api(sandbox, session), 1 | 1 << 1 | 1 << 8, 1)
        guild, small = (await one.receive())["d"], (await other.receive())["d"]
        assert len(guild["members"]) == len(guild["presences"]) == 5
        assert (len(small["members"]), small["presences"]) == (1, [])
        await people.settle("owl", member=False)
        gone = await one.receive()
        assert (gone["t"], gone["d"]["user"]["username"]) == ("GUILD_MEMBER_REMOVE", "owl")
        whole = {"guild_id": str(sandbox.guild_id), "query": "", "limit": 0, "presences": True}
        await one.send(8, whole)
        chunk = (await one.receive())["d"]
        names = [m["user"]["username"] for m in chunk["members"]]
        assert names == ["fox", "lynx", "hare", "filler"]
        assert len(chunk["presences"]) == 4
        assert sandbox.complaints == []
        await people.settle("owl", member=True)
        assert (await one.receive())["t"] == "GUILD_MEMBER_ADD"


class Prefixed(commands.Bot):
    """A bot as of old, that reads what people write."""

    def __init__(self) -> None:
        wanted = discord.Intents(guilds=True, members=True, messages=True, message_content=True)
        super().__init__("!", intents=wanted)
        self.welcomed: list[str] = []

    async def on_member_join(self, member: discord.Member) -> None:
        self.welcomed.append(member.name)


async def test_a_bot_with_prefixed_commands_can_be_tried() -> None:
    bot = Prefixed()

    @bot.command()
    async def ping(ctx: commands.Context[Prefixed], word: str) -> None:
        await ctx.send(f"pong {word} in {ctx.guild}")

    async with (
        Sandbox(TOKEN, privileged=["members", "message_content"]) as sandbox,
        People(sandbox.people_url) as people,
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(discord.http.Route, "BASE", sandbox.api_url)
            patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
            async with bot:
                task = asyncio.create_task(bot.start(TOKEN))
                await people.event("bot_connected")
                await bot.wait_until_ready()
                await people.write("owl", "!ping x")
                answer = await people.wait("owl", sandbox.channel_id, lambda m: m.text.startswith("pong"))
                assert answer.text == "pong x in Sandbox"
                assert len(bot.guilds[0].members) == 5
                await people.settle("hare", member=False)
                await people.settle("hare", member=True)
                await people.write("owl", "!ping y")
                await people.wait("owl", sandbox.channel_id, lambda m: m.text.startswith("pong y"))
                assert bot.welcomed == ["hare"]
        await asyncio.gather(task, return_exceptions=True)
