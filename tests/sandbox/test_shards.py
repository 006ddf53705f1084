"""Several guilds on several shards, how sessions may begin, and how packed the line is."""

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import pytest
from backports import zstd

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.gateway import Limits
from tests.sandbox.conftest import TOKEN, Api, Bot, running
from tests.sandbox.test_gateway import Line, again

Json = dict[str, Any]
Sandboxed = Callable[..., Any]


@contextlib.asynccontextmanager
async def lines(sandbox: Sandbox, count: int) -> AsyncIterator[list[Line]]:
    async with aiohttp.ClientSession() as session:
        opened = [await again(sandbox, session) for _ in range(count)]
        yield opened
        for line in opened:
            await line.socket.close()


async def guilds(line: Line, number: int, count: int) -> tuple[list[str], list[str]]:
    """Identify as a shard; returns the guilds of READY and those that came after it."""
    ready = await line.identify(shard=[number, count])
    assert ready["d"]["shard"] == [number, count]
    told = [guild["id"] for guild in ready["d"]["guilds"]]
    return told, [(await line.receive())["d"]["id"] for _ in told]


async def test_each_shard_has_the_guilds_whose_ids_say_so() -> None:
    async with Sandbox(TOKEN, guilds=5) as sandbox, lines(sandbox, 2) as opened:
        for number, line in enumerate(opened):
            told, came = await guilds(line, number, 2)
            assert told == came
            assert {(int(guild) >> 22) % 2 for guild in told} == {number}
        assert len(sandbox.world.guilds) == 5


async def test_events_go_to_the_shard_of_their_guild_and_others_to_the_first() -> None:
    async with Sandbox(TOKEN, guilds=2) as sandbox, lines(sandbox, 2) as opened:
        for number, line in enumerate(opened):
            await guilds(line, number, 2)
        first, second = sandbox.world.guilds
        assert (int(first) >> 22) % 2 == 0
        for guild in (second, first, None):
            sandbox.gateway.dispatch("TYPING_START", {} if guild is None else {"guild_id": guild})
        assert (await opened[0].receive())["d"] == {"guild_id": first}
        assert (await opened[0].receive())["d"] == {}
        assert (await opened[1].receive())["d"] == {"guild_id": second}


async def test_too_many_guilds_for_a_shard() -> None:
    limits = Limits(guilds_per_shard=2)
    async with Sandbox(TOKEN, guilds=3, limits=limits) as sandbox, lines(sandbox, 2) as (alone, shared):
        with pytest.raises(AssertionError):
            await alone.identify()
        assert alone.socket.close_code == 4011
        await guilds(shared, 0, 2)


async def test_the_library_starts_as_many_shards_as_it_is_told(sandbox: Sandbox, bot: Bot, api: Api) -> None:
    sandbox.gateway.limits.shards = 3
    sandbox.world.guilds |= {str(int(guild) + (1 << 22)): "5" for guild in sandbox.world.guilds}
    status, told = await api("GET", "/gateway/bot")
    assert (status, told["shards"]) == (200, 3)
    bot.shard_count = told["shards"]
    async with running(bot):
        assert sorted(bot.shards) == [0, 1, 2]
        assert sorted(guild.shard_id for guild in bot.guilds) == [0, 1]
        await bot.change_presence()


async def test_a_day_has_so_many_starts(sandbox: Sandbox, api: Api) -> None:
    sandbox.gateway.limits.starts = 2
    for left in (1, 0):
        line = await again(sandbox, api.session)
        await line.identify()
        limit = (await api("GET", "/gateway/bot"))[1]["session_start_limit"]
        assert (limit["total"], limit["remaining"]) == (2, left)
        assert 0 < limit["reset_after"] <= 86_400_000
    line = await again(sandbox, api.session)
    with pytest.raises(AssertionError):
        await line.identify()
    assert line.socket.close_code == 4004
    sandbox.clock.advance(86_401)
    line = await again(sandbox, api.session)
    assert (await line.identify())["t"] == "READY"


async def test_starts_keep_their_distance(sandbox: Sandbox, api: Api) -> None:
    sandbox.gateway.limits.seconds_between_starts = 5.0
    assert (await (await again(sandbox, api.session)).identify())["t"] == "READY"
    line = await again(sandbox, api.session)
    assert (await line.identify()) == {"op": 9, "d": False, "t": None, "s": None}
    sandbox.clock.advance(5)
    assert (await line.identify())["t"] == "READY"


@pytest.mark.parametrize("version", ["8", "x"])
async def test_another_version(sandbox: Sandbox, api: Api, version: str) -> None:
    line = Line(await api.session.ws_connect(f"{sandbox.gateway_url}?v={version}"))
    assert (await line.receive())["op"] == 10
    assert await line.closed() == 4012


async def test_whoever_speaks_without_a_heartbeat_is_given_up(sandbox: Sandbox, api: Api) -> None:
    sandbox.gateway.heartbeat_interval = 20
    line = await again(sandbox, api.session)
    await line.identify()
    await line.receive()
    with contextlib.suppress(ConnectionError):
        for _ in range(60):
            await line.send(3, {"status": "idle", "activities": [], "since": None, "afk": False})
    assert await line.closed() == 4009


async def test_a_presence_that_is_none(sandbox: Sandbox, api: Api) -> None:
    line = await again(sandbox, api.session)
    await line.identify()
    await line.receive()
    await line.send(3, {"status": "merry", "activities": [], "since": None, "afk": False})
    assert await line.closed() == 4002


async def test_members_are_found_by_name_and_id(sandbox: Sandbox, people: People, api: Api) -> None:
    line = await again(sandbox, api.session)
    await line.identify()
    await line.receive()
    fox, owl, *_ = await people.people()
    searches: list[tuple[Json, list[int]]] = [
        ({"query": "ow", "limit": 5}, [owl.id]),
        ({"user_ids": [str(fox.id), "1"]}, [fox.id]),
        ({"user_ids": [str(owl.id)]}, [owl.id]),
    ]
    for search, found in searches:
        await line.send(8, {"guild_id": str(sandbox.guild_id), "nonce": "n", **search})
        chunk = await line.receive()
        assert chunk["t"] == "GUILD_MEMBERS_CHUNK"
        assert [int(member["user"]["id"]) for member in chunk["d"]["members"]] == found
        assert chunk["d"]["nonce"] == "n"
        assert chunk["d"].get("not_found", []) == [one for one in search.get("user_ids", []) if one == "1"]
    await line.send(8, {"guild_id": str(sandbox.guild_id), "query": "", "limit": 0})
    await line.send(1, None)
    assert (await line.receive())["op"] == 11
    assert "without the intent" in sandbox.complaints[0]


async def test_one_frame_of_zstd(sandbox: Sandbox, api: Api) -> None:
    url = f"{sandbox.gateway_url}?v=10&encoding=json&compress=zstd-stream"
    line = Line(await api.session.ws_connect(url), stream=zstd.ZstdDecompressor())
    assert (await line.receive())["op"] == 10
    assert (await line.identify())["t"] == "READY"
    assert (await line.receive())["t"] == "GUILD_CREATE"
    assert sandbox.complaints == []
