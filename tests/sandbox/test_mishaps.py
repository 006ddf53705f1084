"""Requests that fare badly, as the rules have it."""

import asyncio
import time
from typing import Any

import aiohttp
import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message, People
from fillerbot.sandbox.mishaps import Effect, Fault
from tests.sandbox.conftest import Api, Bot, running, seen
from tests.sandbox.game import equip

Json = dict[str, Any]


def here(sandbox: Sandbox) -> str:
    return f"/channels/{sandbox.channel_id}/messages"


async def contents(sandbox: Sandbox, people: People) -> list[str]:
    return [message.text for message in await people.messages("fox", sandbox.channel_id)]


async def post(sandbox: Sandbox, api: Api, text: str = "x") -> tuple[int, Any]:
    return await api("POST", here(sandbox), {"content": text})


async def test_an_error_before_and_after_applying(sandbox: Sandbox, people: People, api: Api) -> None:
    await people.faults.add("error", when="before")
    await people.faults.add("error", when="after", status=500, message="500: Internal Server Error")
    assert await post(sandbox, api, "never") == (502, {"code": 0, "message": "502: Bad Gateway"})
    assert (await post(sandbox, api, "made"))[0] == 500
    assert (await post(sandbox, api, "well"))[0] == 200
    assert await contents(sandbox, people) == ["made", "well"]
    assert [r["faults"] for r in await people.requests()] == [["error"], ["error"], []]


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, 10062), (400, 40060), (403, 50001), (403, 50013), (404, 10008), (400, 30046), (401, 50027)],
)
async def test_any_error_of_the_service(
    sandbox: Sandbox, people: People, api: Api, status: int, code: int
) -> None:
    await people.faults.add("error", status=status, code=code, message="so it is")
    assert await post(sandbox, api) == (status, {"code": code, "message": "so it is"})


@pytest.mark.parametrize("scope", ["user", "global", "shared"])
async def test_a_rate_limit(sandbox: Sandbox, people: People, api: Api, scope: str) -> None:
    await people.faults.add("error", status=429, message="slow", retry_after=0.25, scope=scope)
    url = sandbox.api_url + here(sandbox)
    async with api.session.post(url, json={"content": "x"}, headers=api.headers) as response:
        assert response.status == 429
        assert (response.headers["Retry-After"], response.headers["X-RateLimit-Scope"]) == ("1", scope)
        assert await response.json() == {
            "code": 0,
            "message": "slow",
            "retry_after": 0.25,
            "global": scope == "global",
        }


async def test_a_rule_says_which_requests_and_how_many(sandbox: Sandbox, people: People, api: Api) -> None:
    number = await people.faults.add("error", method="POST", route="/channels/*/messages", skip=1, times=2)
    await api("GET", here(sandbox))
    assert [(await post(sandbox, api))[0] for _ in range(4)] == [200, 502, 502, 200]
    [rule] = (await people.faults.list())["rules"]
    assert (rule["number"], rule["struck"], rule["spent"]) == (number, 2, True)
    standing = await people.faults.add(
        "error", route="/channels/{channel_id}/messages/{message_id}", times=None
    )
    for _ in range(3):
        assert (await api("GET", f"{here(sandbox)}/1"))[0] == 502
    assert await people.faults.struck(standing) == 3
    await people.faults.lift(standing)
    assert (await api("GET", f"{here(sandbox)}/1"))[0] == 404
    await people.faults.lift()
    assert (await people.faults.list())["rules"] == []


async def test_a_rule_may_be_for_one_kind_of_interaction(people: People, bot: Bot) -> None:
    equip(bot)
    async with running(bot):
        number = await people.faults.on_callback("error", interaction="component", status=404, code=10062)
        shown = seen(await people.invoke("fox", "filler show"))
        assert await people.autocomplete("fox", "filler whisper", "word")
        assert await people.faults.struck(number) == 0
        await people.press("fox", shown, "give up", wait=False)
        await people.event("fault")
        assert await people.faults.struck(number) == 1


@pytest.mark.parametrize("effect", ["lost", "torn"])
async def test_an_answer_that_is_cut_off(sandbox: Sandbox, people: People, api: Api, effect: str) -> None:
    await people.faults.add(effect)
    error = {"lost": aiohttp.ServerDisconnectedError, "torn": aiohttp.ClientPayloadError}[effect]
    with pytest.raises(error):
        await post(sandbox, api, "made")
    assert await contents(sandbox, people) == ["made"]
    await people.faults.add(effect, when="before")
    with pytest.raises(aiohttp.ClientError):
        await post(sandbox, api, "never")
    assert await contents(sandbox, people) == ["made"]


async def test_nothing_can_be_torn_out_of_no_body(sandbox: Sandbox, people: People, api: Api) -> None:
    _, made = await post(sandbox, api)
    await people.faults.add("torn")
    # The client sends again what does no harm when it is sent twice.
    assert (await api("DELETE", f"{here(sandbox)}/{made['id']}"))[0] == 404
    assert [r["status"] for r in await people.requests()][1:] == [204, 404]
    assert await contents(sandbox, people) == []


async def test_latency_and_an_error_add_up(sandbox: Sandbox, people: People, api: Api) -> None:
    await people.faults.add("latency", seconds=0.05)
    await people.faults.add("error", status=500, message="x")
    begun = time.monotonic()
    assert (await post(sandbox, api))[0] == 500
    assert time.monotonic() - begun >= 0.05


async def test_chance_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def note(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("fillerbot.sandbox.mishaps.asyncio.sleep", note)
    for _ in range(2):
        mishaps = Sandbox("token").mishaps
        fault = Fault(Effect.LATENCY, seconds=1, jitter=0.5)
        for _ in range(3):
            await mishaps._happen(fault)
    assert slept[:3] == slept[3:]
    assert len(set(slept)) == 3
    assert all(1 <= seconds <= 1.5 for seconds in slept)


async def test_what_is_held_arrives_when_it_is_let_go(sandbox: Sandbox, people: People, api: Api) -> None:
    number = await people.faults.add("hold", method="POST", route="/channels/*")
    waiting = asyncio.ensure_future(post(sandbox, api, "late"))
    await people.event("request_held")
    assert await contents(sandbox, people) == []
    await people.faults.lift(number)
    assert (await waiting)[0] == 200
    assert await contents(sandbox, people) == ["late"]


async def test_what_is_held_is_void_once_its_sender_is_gone(
    sandbox: Sandbox, people: People, api: Api
) -> None:
    await people.faults.add("hold")
    waiting = asyncio.ensure_future(post(sandbox, api, "never"))
    await people.event("request_held")
    waiting.cancel()
    await api.session.close()
    await people.people()
    await people.faults.lift()
    assert await contents(sandbox, people) == []


async def test_blocked_words(sandbox: Sandbox, people: People, api: Api) -> None:
    _, made = await post(sandbox, api, "fine")
    await people.faults.block_words("Trunk")
    assert (await post(sandbox, api, "a TRUNK"))[1]["code"] == 200000
    display = {"flags": 1 << 15, "components": [{"type": 10, "content": "trunk"}]}
    status, answer = await api("PATCH", f"{here(sandbox)}/{made['id']}", {**display, "content": None})
    assert (status, answer["code"]) == (400, 200000)
    assert (await people.faults.list())["words"] == ["trunk"]
    await people.faults.block_words()
    assert (await post(sandbox, api, "a trunk"))[0] == 200


async def test_rights_are_revoked_and_come_back(sandbox: Sandbox, people: People, api: Api) -> None:
    number = await people.faults.revoke(50013)
    assert (await post(sandbox, api))[1]["code"] == 50013
    assert (await api("GET", here(sandbox)))[0] == 200
    await people.faults.lift(number)
    await people.faults.revoke()
    assert (await api("GET", here(sandbox)))[1]["code"] == 50001
    await people.faults.lift()
    assert (await post(sandbox, api))[0] == 200


async def test_a_message_is_deleted(sandbox: Sandbox, people: People, api: Api) -> None:
    _, made = await post(sandbox, api)
    await people.faults.delete(Message(made).id)
    assert await people.messages("fox", sandbox.channel_id) == []
    with pytest.raises(aiohttp.ClientResponseError):
        await people.faults.delete(Message(made).id)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ({"effect": "flood"}, "there is no"),
        ({"effect": "error", "colour": 3}, "no colour"),
        ({"effect": "error", "interaction": "dance"}, "there is no"),
        ({"effect": "error", "times": "often"}, "times cannot be"),
        ({"effect": "error", "when": "later"}, "there is no"),
        ({"effect": "cut", "code": 7}, "none that"),
        ({"effect": "revoke", "code": 7}, "none of"),
        ({"effect": "delete", "message": "7"}, "Unknown Message"),
        ([], "a JSON object"),
    ],
)
async def test_what_is_asked_for_wrongly(sandbox: Sandbox, api: Api, rule: Json, why: str) -> None:
    async with api.session.post(f"{sandbox.people_url}/faults", json=rule) as response:
        assert response.status == 400
        assert why in (await response.json())["error"]
