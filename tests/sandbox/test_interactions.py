"""The rules for answers, without any library."""

import asyncio
import contextlib

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.errors import RefusedError
from tests.sandbox.conftest import Table
from tests.sandbox.test_gateway import Line
from tests.sandbox.test_messages import V2, Json, button, gallery, row, select, text

MESSAGE = {"type": 4, "data": {"content": "hello"}}
FORM = {
    "custom_id": "form",
    "title": "A form",
    "components": [
        {"type": 18, "label": "Pick", "component": select(3, min_values=1, max_values=2)},
        {
            "type": 18,
            "label": "Say",
            "component": {"type": 4, "custom_id": "say", "style": 1, "min_length": 2},
        },
    ],
}


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, 99, None])
async def test_what_cannot_answer_a_command(table: Table, kind: int | None) -> None:
    played = await table.play()
    status, answer = await table.answer(played, {"type": kind, "data": {"content": "x"}})
    assert (status, answer["code"], list(answer["errors"])) == (400, 50035, ["type"])
    assert (await table.answer(played, MESSAGE))[0] == 200


async def test_an_answer_is_described_only_if_asked_for(table: Table) -> None:
    played = await table.play()
    assert await table.answer(played, MESSAGE, "") == (204, None)
    status, answer = await table.answer(played, MESSAGE)
    assert (status, answer["code"]) == (400, 40060)
    table.sandbox.clock.advance(3.1)
    status, answer = await table.answer(played, MESSAGE)
    assert (status, answer["code"]) == (404, 10062)


async def test_a_wrong_token_answers_nothing(table: Table) -> None:
    played = await table.play()
    status, answer = await table.api("POST", f"/interactions/{played}/wrong/callback", MESSAGE)
    assert (status, answer["code"]) == (404, 10062)


async def test_the_token_lives_for_fifteen_minutes(table: Table) -> None:
    played = await table.play()
    hook = table.hook(played)
    status, answer = await table.api("POST", f"{hook}?wait=true", {"content": "early"})
    assert (status, answer["code"]) == (404, 10015)
    await table.answer(played, MESSAGE)
    assert (await table.api("PATCH", f"{hook}/messages/@original", {"content": "changed"}))[0] == 200
    _, more = await table.api("POST", f"{hook}?wait=true", {"content": "more", "flags": 64})
    assert (await table.api("GET", f"{hook}/messages/{more['id']}"))[1]["content"] == "more"
    assert (await table.api("POST", hook, {"content": "unasked"}))[0] == 200
    assert await table.api("DELETE", f"{hook}/messages/{more['id']}") == (204, None)
    table.sandbox.clock.advance(901)
    status, answer = await table.api("GET", f"{hook}/messages/@original")
    assert (status, answer["code"]) == (401, 50027)


async def test_what_a_token_reaches(table: Table) -> None:
    played, other = await table.play(), await table.play()
    for asked in (played, other):
        await table.answer(asked, {"type": 5})
    hook = table.hook(played)
    # The first further message takes the place of "thinking".
    _, first = await table.api("POST", f"{hook}?wait=true", {"content": "thought"})
    assert (await table.api("GET", f"{hook}/messages/@original"))[1]["id"] == first["id"]
    _, more = await table.api("POST", f"{hook}?wait=true", {"content": "more", "flags": 64})
    for method, body in (("GET", None), ("PATCH", {"content": "still more"}), ("DELETE", None)):
        one = f"/messages/{more['id']}"
        status, answer = await table.api(method, table.hook(other) + one, body)
        assert (status, answer["code"]) == (404, 10008)
        assert (await table.api(method, hook + one, body))[0] == (204 if method == "DELETE" else 200)
    assert (await table.api("GET", f"{hook}/messages/{more['id']}"))[0] == 404
    assert await table.api("DELETE", f"{hook}/messages/@original") == (204, None)
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        status, answer = await table.api(method, f"{hook}/messages/@original", body)
        assert (status, answer["code"]) == (404, 10008)
    # The other one still thinks, for all to see.
    [left] = await table.people.messages("owl", table.sandbox.channel_id)
    assert left.raw["flags"] == 1 << 7


async def test_a_late_change_is_not_possible_after_a_press_either(table: Table) -> None:
    number = await table.posted(content="x", components=[row(button())])
    pressed = await table.people.press("owl", number, "go", wait=False)
    assert await table.answer(pressed.interaction, {"type": 6}, "") == (204, None)
    hook = table.hook(pressed.interaction)
    _, changed = await table.api("PATCH", f"{hook}/messages/@original", {"content": "y"})
    assert (int(changed["id"]), changed["content"]) == (number, "y")


async def test_a_press_in_a_whisper_changes_the_whisper(table: Table) -> None:
    number = await table.posted(flags=V2 | 64, components=[text("psst"), row(button())])
    with pytest.raises(RefusedError, match="not there"):
        await table.people.press("owl", number, "go")
    pressed = await table.people.press("fox", number, "go", wait=False)
    body: Json = {"type": 7, "data": {"flags": V2, "components": [text("shh")]}}
    _, answer = await table.answer(pressed.interaction, body)
    assert answer["interaction"]["response_message_ephemeral"]
    here = table.sandbox.channel_id
    assert [m.text for m in await table.people.messages("fox", here)] == ["shh"]
    assert await table.people.messages("owl", here) == []


async def test_a_whisper_is_an_event_of_the_direct_messages(table: Table) -> None:
    heard = []
    async with contextlib.AsyncExitStack() as stack:
        for intents in (1 << 9, 1 << 12):
            line = Line(
                await stack.enter_async_context(table.api.session.ws_connect(table.sandbox.gateway_url)),
                packed=False,
            )
            assert (await line.receive())["op"] == 10
            await line.identify(intents=intents)
            heard.append(line)
        await table.posted(content="psst", flags=64)
        await table.posted(content="hello")
        for line, content in zip(heard, ("hello", "psst"), strict=True):
            events = [await line.receive() for _ in range(3)]
            assert [e["d"]["content"] for e in events if e["t"] == "MESSAGE_CREATE"] == [content]
            assert all(
                ("guild_id" in e["d"]) == (content == "hello") for e in events if e["t"] == "MESSAGE_CREATE"
            )
    # The address was taken without its version, which is noted.
    assert len(table.sandbox.complaints) == 2


async def test_a_broken_change_changes_nothing(table: Table) -> None:
    number = await table.posted(content="x", components=[row(button())])
    pressed = await table.people.press("owl", number, "go", wait=False)
    body: Json = {
        "type": 7,
        "data": {"flags": V2, "content": None, "components": [gallery("attachment://no.png")]},
    }
    status, answer = await table.answer(pressed.interaction, body)
    assert (status, list(answer["errors"])) == (400, ["data"])
    [message] = await table.people.messages("owl", table.sandbox.channel_id)
    assert (message.text, message.edited) == ("x", False)


async def test_choosing_from_a_menu(table: Table) -> None:
    number = await table.posted(content="x", components=[row(select(3, max_values=2))])
    for values, why in (
        (["7"], "does not offer"),
        ([], "too few"),
        (["0", "1", "2"], "too many"),
        (["1", "1"], "offer"),
    ):
        with pytest.raises(RefusedError, match=why):
            await table.people.choose("owl", number, "pick", values)
    chosen = await table.people.choose("owl", number, "pick", ["2", "0"], wait=False)
    data = table.sandbox.world.interactions[str(chosen.interaction)].data
    assert (data["component_type"], data["values"]) == (3, ["2", "0"])


async def test_a_form_opened_by_a_command(table: Table) -> None:
    played = await table.play()
    status, answer = await table.answer(played, {"type": 9, "data": FORM})
    assert (status, list(answer)) == (200, ["interaction"])
    with pytest.raises(RefusedError, match="2 to 4000"):
        await table.people.submit("fox", played, {"pick": ["1"], "say": "x"})
    sent = await table.people.submit("fox", played, {"pick": ["1", "2"], "say": "xy"}, wait=False)
    data = table.sandbox.world.interactions[str(sent.interaction)].data
    assert data["custom_id"] == "form"
    assert [part["component"].get("values") for part in data["components"]] == [["1", "2"], None]
    with pytest.raises(RefusedError, match="not open"):
        await table.people.submit("fox", played, {"pick": ["1"], "say": "xy"})
    table.sandbox.clock.advance(3.1)
    sent = await table.people.submit("fox", played, {"pick": ["1"], "say": "xy"}, wait=False)
    for kind in (7, 9):
        status, answer = await table.answer(sent.interaction, {"type": kind, "data": FORM})
        assert (status, list(answer["errors"])) == (400, ["type"])
    _, answer = await table.answer(sent.interaction, MESSAGE)
    assert answer["resource"]["message"]["interaction_metadata"]["type"] == 5


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"title": "x" * 46}, ["data", "title"]),
        ({"custom_id": ""}, ["data", "custom_id"]),
        ({"components": []}, ["data", "components"]),
        ({"components": [text(str(n)) for n in range(6)]}, ["data", "components"]),
        ({"components": [row(button())]}, ["data", "components", "0", "components", "0", "type"]),
        (
            {"components": [{"type": 18, "label": "x" * 46, "component": select()}]},
            ["data", "components", "0", "label"],
        ),
        (
            {
                "components": [
                    {"type": 18, "label": "x", "component": {"type": 21, "custom_id": "r", "options": []}}
                ]
            },
            ["data", "components", "0", "component", "options"],
        ),
    ],
)
async def test_a_form_that_breaks_a_rule(table: Table, change: Json, path: list[str]) -> None:
    status, answer = await table.answer(await table.play(), {"type": 9, "data": {**FORM, **change}})
    assert (status, answer["code"]) == (400, 50035)
    found = answer["errors"]
    for step in path:
        found = found[step]
    assert found["_errors"]


async def test_suggestions_fit_the_option(sandbox: Sandbox, table: Table) -> None:
    option = {"type": 4, "name": "size", "description": "Size", "autocomplete": True}
    command = {"name": "play", "description": "Play", "options": [option]}
    await table.api("PUT", f"/applications/{sandbox.world.application_id}/commands", [command])
    data = {"command": "play", "focused": "size", "options": {"size": "1"}, "wait": False}
    async with table.api.session.post(f"{sandbox.people_url}/fox/autocomplete", json=data) as response:
        asked = int((await response.json())["interaction"])
    status, answer = await table.answer(
        asked, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}]}}
    )
    assert (status, list(answer["errors"])) == (400, ["data"])
    status, _ = await table.answer(asked, {"type": 8, "data": {"choices": [{"name": "ten", "value": 10}]}})
    assert status == 200
    outcome = await table.people.interaction(asked)
    assert outcome.choices == [{"name": "ten", "value": 10}]


async def test_answers_wait_while_they_are_held(table: Table) -> None:
    await table.people.hold(callbacks=True)
    played = await table.play()
    waiting = table.people.event("callback_held")
    answering = asyncio.create_task(table.answer(played, MESSAGE))
    await waiting
    assert await table.people.held() == 1
    assert (await table.people.interaction(played)).kind is None
    assert [r["status"] for r in await table.people.requests(1)] == [None]
    await table.people.hold(callbacks=False)
    assert (await answering)[0] == 200
    assert (await table.people.interaction(played)).kind == 4


async def test_what_the_sandbox_lacks_is_noted(table: Table) -> None:
    status, answer = await table.api("GET", "/guilds/1/widget")
    assert (status, answer["message"]) == (501, "The sandbox does not support GET /guilds/{guild_id}/widget")
    status, answer = await table.api("GET", "/guilds/1/budgets")
    assert (status, answer["message"]) == (404, "404: Not Found (GET /api/v10/guilds/1/budgets)")
    body = {"content": "x", "poll": {"question": {"text": "?"}}}
    assert (await table.api("POST", f"/channels/{table.sandbox.channel_id}/messages", body))[0] == 501
    assert [text.split(" (")[0] for text in await table.people.complaints()] == [
        "The sandbox does not support GET /guilds/{guild_id}/widget",
        "unknown route GET /api/v10/guilds/1/budgets",
        "The sandbox does not support poll in a message",
    ]
    # They are no part of the published description, and meant to be found.
    table.sandbox.journal.requests.clear()
