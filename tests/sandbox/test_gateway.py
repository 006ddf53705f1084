import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from fillerbot.sandbox import Sandbox
from tests.sandbox.conftest import TOKEN, Api

Json = dict[str, Any]


class Line:
    """A connection to the gateway without any library."""

    def __init__(
        self, socket: aiohttp.ClientWebSocketResponse, *, packed: bool = False, stream: Any = None
    ) -> None:
        self.socket = socket
        self._stream = zlib.decompressobj() if packed else stream

    async def receive(self) -> Json:
        message = await self.socket.receive(timeout=5)
        assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), message
        data = message.data if self._stream is None else self._stream.decompress(message.data)
        loaded: Json = json.loads(data)
        return loaded

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, **changes: object) -> Json:
        properties = {"os": "linux", "browser": "test", "device": "test"}
        await self.send(2, {"token": TOKEN, "intents": 1 | 1 << 9, "properties": properties, **changes})
        return await self.receive()

    async def closed(self) -> int | None:
        message = await self.socket.receive(timeout=5)
        assert message.type is aiohttp.WSMsgType.CLOSE, message
        return self.socket.close_code


@pytest_asyncio.fixture
async def line(sandbox: Sandbox) -> AsyncIterator[Line]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket,
    ):
        opened = Line(socket)
        assert (await opened.receive())["op"] == 10
        yield opened


async def again(sandbox: Sandbox, session: aiohttp.ClientSession) -> Line:
    opened = Line(await session.ws_connect(f"{sandbox.gateway_url}?v=10"))
    assert (await opened.receive())["op"] == 10
    return opened


async def test_a_heartbeat_is_acknowledged(line: Line) -> None:
    await line.send(1, None)
    assert (await line.receive())["op"] == 11


async def test_a_silent_client_is_given_up(sandbox: Sandbox, api: Api) -> None:
    sandbox.gateway.heartbeat_interval = 10
    silent = await again(sandbox, api.session)
    assert await silent.closed() == 4009


async def test_the_guild_comes_after_ready(sandbox: Sandbox, line: Line) -> None:
    ready = await line.identify()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert ready["d"]["guilds"] == [{"id": str(sandbox.guild_id), "unavailable": True}]
    guild = await line.receive()
    assert (guild["t"], guild["s"]) == ("GUILD_CREATE", 2)
    assert [c["name"] for c in guild["d"]["channels"]] == ["filler", "lounge"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"shard": "first"}, 4010),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 << 15}, 4014),
    ],
)
async def test_an_identify_that_is_refused(line: Line, changes: Json, code: int) -> None:
    with pytest.raises(AssertionError):
        await line.identify(**changes)
    assert line.socket.close_code == code


async def test_a_second_identify(line: Line) -> None:
    await line.identify()
    await line.receive()
    with pytest.raises(AssertionError):
        await line.identify()
    assert line.socket.close_code == 4005


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"op": 77}', 4001),
        ("no json", 4002),
        (json.dumps({"op": 1, "d": "x" * 4096}), 4002),
        (json.dumps({"op": 1, "d": "ü" * 2048}, ensure_ascii=False), 4002),
        ('{"op": 3}', 4003),
    ],
)
async def test_what_the_gateway_does_not_understand(line: Line, text: str, code: int) -> None:
    await line.socket.send_str(text)
    assert await line.closed() == code


async def test_too_many_payloads(line: Line) -> None:
    for _ in range(120):
        await line.send(1, None)
    for _ in range(120):
        assert (await line.receive())["op"] == 11
    await line.send(1, None)
    assert await line.closed() == 4008


async def test_one_stream_of_zlib(sandbox: Sandbox) -> None:
    url = f"{sandbox.gateway_url}?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        line = Line(socket, packed=True)
        assert (await line.receive())["op"] == 10
        assert (await line.identify())["t"] == "READY"
        assert (await line.receive())["t"] == "GUILD_CREATE"


async def test_a_session_is_resumed_where_it_stopped(sandbox: Sandbox, line: Line, api: Api) -> None:
    session_id = (await line.identify())["d"]["session_id"]
    await line.receive()
    await sandbox.cut()
    with pytest.raises(AssertionError):
        await line.receive()
    here = f"/channels/{sandbox.channel_id}/messages"
    for n in range(3):
        await api("POST", here, {"content": str(n)})
    second = await again(sandbox, api.session)
    await second.send(6, {"token": TOKEN, "session_id": session_id, "seq": 3})
    found = [await second.receive() for _ in range(3)]
    assert [(p["t"], p["s"]) for p in found] == [("MESSAGE_CREATE", 4), ("MESSAGE_CREATE", 5), ("RESUMED", 6)]
    assert [p["d"].get("content") for p in found] == ["1", "2", None]
    await second.socket.close()


@pytest.mark.parametrize(("session_id", "seq"), [("unknown", 1), (None, 99)])
async def test_what_cannot_be_resumed(
    sandbox: Sandbox, line: Line, api: Api, session_id: str | None, seq: int
) -> None:
    ready = await line.identify()
    second = await again(sandbox, api.session)
    await second.send(6, {"token": TOKEN, "session_id": session_id or ready["d"]["session_id"], "seq": seq})
    assert (await second.receive()) == {"op": 9, "d": False, "t": None, "s": None}
    assert (await second.identify())["t"] == "READY"
    await second.socket.close()


async def test_messages_come_only_with_their_intent(sandbox: Sandbox, line: Line, api: Api) -> None:
    await line.identify(intents=1)
    await line.receive()
    here = f"/channels/{sandbox.channel_id}/messages"
    await api("POST", here, {"content": "unheard"})
    await line.send(1, None)
    assert (await line.receive())["op"] == 11


async def test_messages_come_as_they_are_made_changed_and_deleted(
    sandbox: Sandbox, line: Line, api: Api
) -> None:
    await line.identify()
    await line.receive()
    here = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", here, {"content": "a"})
    await api("PATCH", f"{here}/{made['id']}", {"content": "b"})
    await api("DELETE", f"{here}/{made['id']}")
    found = [await line.receive() for _ in range(3)]
    assert [p["t"] for p in found] == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert [p["d"].get("content") for p in found] == ["a", "b", None]


async def test_a_session_that_is_closed_in_an_orderly_way_is_over(
    sandbox: Sandbox, line: Line, api: Api
) -> None:
    await line.identify()
    await line.socket.close(code=1000)
    second = await again(sandbox, api.session)
    async with asyncio.timeout(5):
        while sandbox.gateway.sessions:
            await second.send(1, None)
            await second.receive()
    await second.socket.close()
