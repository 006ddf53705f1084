"""Rate limits: buckets, the global limit, limits shared with others, and the library's patience."""

from collections.abc import AsyncIterator
from math import ceil

import aiohttp
import discord
import pytest_asyncio

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import TOKEN, Api, Bot, Table, running

MESSAGE = {"type": 4, "data": {"content": "hello"}}


@pytest_asyncio.fixture(autouse=True)
async def _limited(people: People) -> AsyncIterator[None]:
    await people.limit(active=True)
    yield
    await people.limit(active=False)


async def ask(sandbox: Sandbox, method: str, path: str, content: str = "x") -> aiohttp.ClientResponse:
    """Send a request and return the answer with its headers."""
    headers = {"Authorization": f"Bot {TOKEN}"}
    body = None if method == "GET" else {"content": content}
    url = sandbox.api_url + path
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url, json=body, headers=headers) as response,
    ):
        await response.read()
        return response


async def test_a_bucket_runs_empty_and_fills_again(sandbox: Sandbox) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    names = set()
    for n in range(5):
        response = await ask(sandbox, "POST", here)
        assert response.status == 200
        assert response.headers["X-RateLimit-Limit"] == "5"
        assert response.headers["X-RateLimit-Remaining"] == str(4 - n)
        assert 0 < float(response.headers["X-RateLimit-Reset-After"]) <= 5
        assert "Retry-After" not in response.headers
        names.add(response.headers["X-RateLimit-Bucket"])
    response = await ask(sandbox, "POST", here)
    answer = await response.json()
    assert (response.status, answer["global"]) == (429, False)
    assert 0 < answer["retry_after"] <= 5.1
    assert response.headers["X-RateLimit-Scope"] == "user"
    assert response.headers["Retry-After"] == str(ceil(answer["retry_after"]))
    assert "sandbox" in response.headers["Via"]
    assert response.headers["X-RateLimit-Bucket"] in names
    # Another channel has a bucket of its own, of the same name.
    response = await ask(sandbox, "POST", f"/channels/{sandbox.world.lounge_id}/messages")
    assert response.status == 200
    assert len(names | {response.headers["X-RateLimit-Bucket"]}) == 1
    assert (await ask(sandbox, "GET", here)).status == 200
    sandbox.clock.advance(answer["retry_after"])
    assert (await ask(sandbox, "POST", here)).status == 200
    assert len(sandbox.world.messages) == 7


async def test_fifty_requests_a_second(sandbox: Sandbox, table: Table) -> None:
    await table.people.limit(active=True)
    played = await table.play()
    # The clock of the limits stands while nobody moves it, or a slow machine would never see the limit.
    now = sandbox.clock.now()
    sandbox.rate_limits._now = lambda: now / 1000  # type: ignore[method-assign]
    for n in range(50):
        place = sandbox.channel_id if n % 2 else sandbox.world.lounge_id
        assert (await ask(sandbox, "GET", f"/channels/{place}")).status == 200
    response = await ask(sandbox, "GET", "/users/@me")
    assert (response.status, response.headers["X-RateLimit-Global"]) == (429, "true")
    assert response.headers["X-RateLimit-Scope"] == "global"
    assert (await response.json())["global"]
    assert (await table.answer(played, MESSAGE))[0] == 200
    del sandbox.rate_limits._now
    sandbox.clock.advance(1)
    assert (await ask(sandbox, "GET", "/users/@me")).status == 200


async def test_five_further_messages_in_two_seconds(table: Table) -> None:
    played, other = await table.play(), await table.play()
    for asked in (played, other):
        assert (await table.answer(asked, MESSAGE))[0] == 200
    hook = table.hook(played)
    for _ in range(5):
        assert (await table.api("POST", hook, {"content": "x"}))[0] == 200
    status, answer = await table.api("POST", hook, {"content": "x"})
    assert (status, answer["global"]) == (429, False)
    assert (await table.api("POST", table.hook(other), {"content": "x"}))[0] == 200
    await table.people.advance(answer["retry_after"])
    assert (await table.api("POST", hook, {"content": "x"}))[0] == 200


async def test_a_limit_shared_with_others(sandbox: Sandbox, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    await people.overrun("filler", 3)
    response = await ask(sandbox, "POST", here)
    assert (response.status, response.headers["X-RateLimit-Scope"]) == (429, "shared")
    await people.advance(3.1)
    assert (await ask(sandbox, "POST", here)).status == 200


async def test_old_messages_share_their_limit(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    made = [(await api("POST", here, {"content": "old"}))[1]["id"] for _ in range(2)]
    await people.advance(3700)
    for n in range(3):
        assert (await api("PATCH", f"{here}/{made[n % 2]}", {"content": str(n)}))[0] == 200
    response = await ask(sandbox, "PATCH", f"{here}/{made[0]}")
    assert (response.status, (await response.json())["code"]) == (429, 30046)
    assert response.headers["X-RateLimit-Scope"] == "shared"


async def test_without_limits_nothing_is_refused(sandbox: Sandbox, people: People) -> None:
    await people.limit(active=False)
    here = f"/channels/{sandbox.channel_id}/messages"
    assert [(await ask(sandbox, "POST", here)).status for _ in range(60)] == [200] * 60


async def test_too_many_failures_shut_the_address_out(sandbox: Sandbox, people: People) -> None:
    await people.overwrite("filler", "bot", deny=1 << 10)
    sandbox.rate_limits._invalid.extend([sandbox.clock.now()] * 9_999)
    assert (await ask(sandbox, "GET", f"/channels/{sandbox.channel_id}")).status == 403
    response = await ask(sandbox, "GET", "/users/@me")
    assert (response.status, "Via" in response.headers) == (429, False)
    await people.advance(601)
    assert (await ask(sandbox, "GET", "/users/@me")).status == 200


async def test_the_library_waits_as_long_as_it_is_told(sandbox: Sandbox, people: People, bot: Bot) -> None:
    async with running(bot):
        channel = bot.get_channel(sandbox.channel_id)
        assert isinstance(channel, discord.TextChannel)
        await people.overrun("filler", 0.05)
        await channel.send("at last")
        statuses = [r["status"] for r in sandbox.journal.requests if r["method"] == "POST"]
        assert statuses == [429, 200]
