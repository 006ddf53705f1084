"""What the gateway does on demand."""

import asyncio

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import TOKEN, Api, Bot, running
from tests.sandbox.game import Game, equip
from tests.sandbox.test_gateway import Json, Line, again, line  # noqa: F401 - a fixture

CODES = [4000, 4001, 4002, 4003, 4004, 4005, 4007, 4008, 4009, 4010, 4011, 4012, 4013, 4014]


async def greeted(sandbox: Sandbox, api: Api) -> tuple[Line, str]:
    opened = await again(sandbox, api.session)
    session_id: str = (await opened.identify())["d"]["session_id"]
    await opened.receive()
    return opened, session_id


async def resumed(sandbox: Sandbox, api: Api, session_id: str, seq: int) -> list[Json]:
    opened = await again(sandbox, api.session)
    await opened.send(6, {"token": TOKEN, "session_id": session_id, "seq": seq})
    found = [await opened.receive()]
    while found[-1]["op"] == 0 and found[-1]["t"] != "RESUMED":
        found.append(await opened.receive())
    return found


@pytest.mark.parametrize("code", CODES)
async def test_every_code_on_demand(sandbox: Sandbox, people: People, api: Api, code: int) -> None:
    opened, session_id = await greeted(sandbox, api)
    await people.faults.cut(code)
    assert await opened.closed() == code
    [answer] = await resumed(sandbox, api, session_id, 2)
    final = code in {4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014}
    assert answer["op"] == (9 if final else 0)


async def test_a_cut_that_takes_the_session_with_it(sandbox: Sandbox, people: People, api: Api) -> None:
    _, session_id = await greeted(sandbox, api)
    await people.faults.cut(resumable=False)
    assert [p["op"] for p in await resumed(sandbox, api, session_id, 2)] == [9]


async def test_the_gateway_asks_for_a_new_connection(sandbox: Sandbox, people: People, api: Api) -> None:
    opened, session_id = await greeted(sandbox, api)
    await people.faults.reconnect()
    assert (await opened.receive())["op"] == 7
    assert [p["t"] for p in await resumed(sandbox, api, session_id, 2)] == ["RESUMED"]


@pytest.mark.parametrize("op", [0, 9])
async def test_the_gateway_calls_a_session_invalid(
    sandbox: Sandbox, people: People, api: Api, op: int
) -> None:
    resumable = op == 0
    opened, session_id = await greeted(sandbox, api)
    await people.faults.invalidate(resumable=resumable)
    assert await opened.receive() == {"op": 9, "d": resumable, "t": None, "s": None}
    assert [p["op"] for p in await resumed(sandbox, api, session_id, 2)] == [op]


async def test_after_an_invalid_session_a_client_identifies_on_the_same_line(
    sandbox: Sandbox, people: People, api: Api
) -> None:
    opened, session_id = await greeted(sandbox, api)
    await people.faults.invalidate(resumable=False)
    await opened.receive()
    assert (await opened.identify())["d"]["session_id"] != session_id


async def test_seen_events_come_again_only_when_asked_for(sandbox: Sandbox, people: People, api: Api) -> None:
    _, session_id = await greeted(sandbox, api)
    for text in "abc":
        await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": text})
    await people.faults.repeat(2)
    found = await resumed(sandbox, api, session_id, 4)
    assert [p["d"].get("content") for p in found] == ["a", "b", "c", None]
    assert [p["s"] for p in found] == [3, 4, 5, 6]
    found = await resumed(sandbox, api, session_id, 5)
    assert [p["t"] for p in found] == ["RESUMED", "RESUMED"][: len(found)]


async def test_a_stalled_gateway_holds_everything_back_in_order(
    sandbox: Sandbox, people: People, api: Api
) -> None:
    opened, _ = await greeted(sandbox, api)
    await people.faults.stall(active=True)
    assert (await people.faults.list())["stalled"]
    for text in "ab":
        await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": text})
    next_one = asyncio.ensure_future(opened.receive())
    # Whatever the gateway lets through would arrive before the answer to this.
    await people.people()
    assert not next_one.done()
    await people.faults.stall(active=False)
    assert (await next_one)["d"]["content"] == "a"
    assert (await opened.receive())["d"]["content"] == "b"


@pytest.mark.parametrize("how", ["reconnect", "invalid and resumable", "invalid", "cut", "cut for good"])
async def test_the_library_comes_back(people: People, bot: Bot, how: str) -> None:
    game: Game = equip(bot)
    game.go.set()
    connected = asyncio.Event()

    async def note(_shard: int) -> None:
        connected.set()

    async with running(bot):
        for event in ("on_shard_resumed", "on_shard_connect"):
            bot.add_listener(note, event)
        match how:
            case "reconnect":
                await people.faults.reconnect()
            case "cut":
                await people.faults.cut()
            case "cut for good":
                await people.faults.cut(4009)
            case _:
                await people.faults.invalidate(resumable="resumable" in how)
        async with asyncio.timeout(10):
            await connected.wait()
        outcome = await people.invoke("fox", "filler whisper", word="here")
        assert outcome.message is not None
        assert bot.resumed.is_set() == (how not in {"invalid", "cut for good"})
