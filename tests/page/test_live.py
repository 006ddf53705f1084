"""The live socket, and the files of the page, without a browser."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from fillerbot.sandbox import Sandbox
from tests.bot.conftest import Party
from tests.sandbox.conftest import Api

Json = dict[str, Any]


class Listener:
    """A page that only listens."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.url = sandbox.people_url + "/live"
        self.session = session
        self.sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def open(self, person: str, **query: str) -> tuple[aiohttp.ClientWebSocketResponse, Json]:
        socket = await self.session.ws_connect(self.url, params={"person": person, **query})
        self.sockets.append(socket)
        return socket, await socket.receive_json(timeout=5)


@pytest_asyncio.fixture
async def listener(sandbox: Sandbox) -> AsyncIterator[Listener]:
    async with aiohttp.ClientSession() as session:
        made = Listener(sandbox, session)
        yield made
        for socket in made.sockets:
            await socket.close()


async def say(sandbox: Sandbox, api: Api, text: str) -> str:
    status, message = await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": text})
    assert status == 200
    return str(message["id"])


async def test_a_page_begins_with_everything_its_person_sees(
    sandbox: Sandbox, api: Api, listener: Listener
) -> None:
    await say(sandbox, api, "early")
    _, hello = await listener.open("owl")
    assert hello["kind"] == "hello"
    assert hello["person"] == sandbox.world.people[1].id
    assert [person["locale"] for person in hello["people"]] == ["en-US", "de", "en-GB", "fr"]
    assert [entry["message"]["content"] for entry in hello["messages"]] == ["early"]
    assert not hello["connected"]


async def test_messages_are_told_when_they_are_made_changed_and_deleted(
    sandbox: Sandbox, api: Api, listener: Listener
) -> None:
    socket, hello = await listener.open("fox")
    message = await say(sandbox, api, "one")
    path = f"/channels/{sandbox.channel_id}/messages/{message}"
    made = await socket.receive_json(timeout=5)
    assert (made["kind"], made["message"]["content"]) == ("message_created", "one")
    await api("PATCH", path, {"content": "two"})
    changed = await socket.receive_json(timeout=5)
    assert (changed["kind"], changed["message"]["content"]) == ("message_updated", "two")
    await api("DELETE", path)
    gone = await socket.receive_json(timeout=5)
    assert (gone["kind"], gone["id"]) == ("message_deleted", message)
    assert hello["number"] < made["number"] < changed["number"]


async def test_a_page_that_was_away_gets_what_it_missed_and_nothing_twice(
    sandbox: Sandbox, api: Api, listener: Listener
) -> None:
    socket, hello = await listener.open("fox")
    await say(sandbox, api, "seen")
    seen = await socket.receive_json(timeout=5)
    await socket.close()
    await say(sandbox, api, "missed")
    socket, back = await listener.open("fox", run=hello["run"], after=str(seen["number"]))
    assert back["kind"] == "resumed"
    assert (await socket.receive_json(timeout=5))["message"]["content"] == "missed"


@pytest.mark.parametrize("query", [{"run": "another", "after": "0"}, {"after": "x"}, {"after": "99"}])
async def test_a_page_of_another_sandbox_begins_anew(listener: Listener, query: dict[str, str]) -> None:
    _, hello = await listener.open("fox", **query)
    assert hello["kind"] == "hello"
    _, hello = await listener.open("fox", **{"run": hello["run"], **query})
    assert hello["kind"] == ("resumed" if query["after"] == "0" and "run" not in query else "hello")


async def test_private_notes_and_answers_are_told_to_one_person_alone(
    party: Party, sandbox: Sandbox, api: Api, listener: Listener
) -> None:
    fox, hello = await listener.open("fox")
    assert hello["connected"]
    owl, _ = await listener.open("owl")
    board = await party.start()
    for socket, answers in ((fox, 1), (owl, 1)):
        events = [await socket.receive_json(timeout=5) for _ in range(3)]
        assert sum(event["kind"] == "interaction_answered" for event in events) == answers
        made = next(event for event in events if event["kind"] == "message_created")
        assert made["command"] == "filler challenge"
    preview = next(b for b in board.buttons if (b.custom_id or "").endswith(":preview"))
    await party.people.press("owl", board, preview)
    note = await owl.receive_json(timeout=5)
    assert note["message"]["flags"] & 64
    answer = (await owl.receive_json(timeout=5))["outcome"]["response"]
    assert answer["message"]["id"] == note["message"]["id"]
    await say(sandbox, api, "for all")
    assert (await fox.receive_json(timeout=5))["message"]["content"] == "for all"
    await sandbox.cut()
    assert (await fox.receive_json(timeout=5))["kind"] == "bot_disconnected"


async def test_strangers_and_other_sites_are_kept_out(sandbox: Sandbox, listener: Listener) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await listener.open("nobody")
    assert refusal.value.status == 404
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await listener.session.ws_connect(f"{listener.url}?person=fox", origin="http://elsewhere.example")
    assert refusal.value.status == 403
    socket = await listener.session.ws_connect(
        f"{listener.url}?person=fox", origin=sandbox.page_url.rstrip("/")
    )
    await socket.close()


async def test_the_page_is_served_with_a_strict_policy(sandbox: Sandbox, listener: Listener) -> None:
    for path, kind in (("", "text/html"), ("page/main.js", "text/javascript"), ("page/page.css", "text/css")):
        async with listener.session.get(sandbox.page_url + path) as response:
            assert response.status == 200
            assert response.content_type == kind
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy


async def test_the_synced_commands_can_be_read(party: Party, sandbox: Sandbox, listener: Listener) -> None:
    assert party.channel == sandbox.channel_id
    async with listener.session.get(sandbox.people_url + "/commands") as response:
        commands = await response.json()
    challenge = commands[0]["options"][0]
    assert challenge["name_localizations"]["de"] == "herausfordern"
    assert challenge["options"][0]["required"]
