"""Requests as they come over the wire: whole, in pieces, several at once."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from fillerbot.sandbox import Sandbox, lines

TIME = b'{"advance":0}'
OFF = b'{"active":false}'

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def asked(path: str, body: bytes, *more: str) -> bytes:
    head = [f"POST {path} HTTP/1.1", "Host: here", "Content-Type: application/json", *more]
    return "\r\n".join([*head, f"Content-Length: {len(body)}", "", ""]).encode() + body


@pytest.fixture
def arrived(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[int]:
    """How many bytes the server has taken at a time."""
    sizes = asyncio.Queue[int]()
    take = lines.Line.data_received

    def taken(line: lines.Line, data: bytes) -> None:
        take(line, data)
        if data:
            sizes.put_nowait(len(data))

    monkeypatch.setattr(lines.Line, "data_received", taken)
    return sizes


@pytest.fixture
async def line(sandbox: Sandbox) -> AsyncIterator[Line]:
    host, port = sandbox.people_url.split("/")[2].split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    # From the first answer on the server waits for the next request.
    writer.write(asked("/people/time", TIME))
    await answer(reader)
    yield reader, writer
    writer.close()
    await writer.wait_closed()


async def answer(reader: asyncio.StreamReader) -> tuple[bytes, dict[str, object]]:
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    size = next(h for h in head.split(b"\r\n") if h.lower().startswith(b"content-length:"))
    body: dict[str, object] = json.loads(await reader.readexactly(int(size.split(b":")[1])))
    return head, body


@pytest.mark.parametrize("cut", [1, 5, 20, 60, -5, -1])
async def test_a_request_may_come_in_pieces_between_whole_ones(
    arrived: asyncio.Queue[int], line: Line, cut: int
) -> None:
    reader, writer = line
    await arrived.get()
    for _ in range(2):
        whole, torn = asked("/people/time", TIME), asked("/people/limits", OFF)
        for pieces in ([whole], [torn[:cut], torn[cut:]]):
            for piece in pieces:
                writer.write(piece)
                # The next one is not to come along with it.
                assert await asyncio.wait_for(arrived.get(), 5) == len(piece)
            head, body = await answer(reader)
            assert head.startswith(b"HTTP/1.1 200 OK\r\n")
            assert list(body) == (["now"] if len(pieces) == 1 else ["active"])


async def test_several_requests_at_once_are_answered_in_order(line: Line) -> None:
    reader, writer = line
    writer.write(asked("/people/time", TIME))
    writer.write(asked("/people/limits", OFF) + asked("/people/time", TIME))
    assert [list((await answer(reader))[1]) for _ in range(3)] == [["now"], ["active"], ["now"]]


async def test_an_answer_says_the_same_whichever_way_the_request_came(line: Line) -> None:
    reader, writer = line
    writer.write(asked("/people/limits", OFF))
    whole, _ = await answer(reader)
    writer.write(asked("/people/limits", OFF, "Connection: keep-alive"))
    other, _ = await answer(reader)
    names = [sorted(h.split(b":")[0] for h in head.split(b"\r\n")[1:]) for head in (whole, other)]
    assert names[0] == names[1]


async def test_whoever_waits_to_be_told_to_go_on_is_told(line: Line) -> None:
    reader, writer = line
    request = asked("/people/limits", OFF, "Expect: 100-continue")
    writer.write(request[: -len(OFF)])
    assert await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5) == b"HTTP/1.1 100 Continue\r\n\r\n"
    writer.write(OFF)
    assert (await answer(reader))[1] == {"active": False}


async def test_a_wrong_method_is_told_from_a_wrong_path(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.delete(f"{sandbox.people_url}/time", json={}) as response:
            assert (response.status, response.headers["Allow"]) == (405, "POST")
        async with session.post(f"{sandbox.people_url}/a/b/c", json={}) as response:
            assert response.status == 404


async def test_steps_of_a_path_may_be_written_in_their_codes(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {sandbox.world.token}"}) as session:
        async with session.get(f"{sandbox.api_url}/users/%40me") as response:
            assert response.status == 200
        async with session.head(sandbox.people_url) as response:
            assert (response.status, await response.read()) == (200, b"")


async def test_who_goes_in_the_middle_of_a_request_is_no_error(
    line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    _, writer = line
    writer.write(asked("/people/time", b'{"advance":100}')[:-5])
    await writer.drain()
    other, second = await asyncio.open_connection(*writer.get_extra_info("peername"))
    second.write(asked("/people/time", TIME))
    before = (await answer(other))[1]["now"]
    writer.transport.abort()
    await asyncio.sleep(0.05)
    second.write(asked("/people/time", TIME))
    after = (await answer(other))[1]["now"]
    second.close()
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert after - before < 50_000, "it was not heard"
    assert caplog.records == []


ODD = {
    "twice as long as it is": b"Content-Length: 99\r\n",
    "no colon": b"Accept\r\n",
    "a space before the colon": b"Accept : x\r\n",
    "a control character": b"Accept: \x00\r\n",
    "a line that goes on": b"Accept: x\r\n y\r\n",
    "too long": b"Accept: " + b"x" * 9_000 + b"\r\n",
}


@pytest.mark.parametrize("line_of_head", ODD.values(), ids=ODD)
@pytest.mark.parametrize("pieces", [1, 2])
async def test_an_odd_head_is_refused_whether_it_comes_whole_or_in_pieces(
    line: Line, line_of_head: bytes, pieces: int
) -> None:
    reader, writer = line
    first, rest = asked("/people/time", TIME).split(b"\r\n", 1)
    request = first + b"\r\n" + line_of_head + rest
    if pieces > 1:
        writer.write(request[:9])
        await writer.drain()
        await asyncio.sleep(0.02)
    writer.write(request[9 if pieces > 1 else 0 :])
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    assert head.split(b" ", 1)[1].startswith(b"400 Bad Request\r\n")


@pytest.mark.parametrize("path", ["/", "/cdn/attachments/1/2/a.png", "/gateway"])
async def test_to_ask_for_something_with_an_empty_body_is_no_failure(line: Line, path: str) -> None:
    reader, writer = line
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n".encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    assert not head.split(b" ", 1)[1].startswith(b"5")


async def test_what_cannot_be_unpacked_is_the_senders_mistake(line: Line) -> None:
    reader, writer = line
    writer.write(asked("/people/time", TIME, "Content-Encoding: gzip"))
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
