"""What is kept, and for how long."""

from typing import Any

import aiohttp
import pytest

from fillerbot.sandbox import Sandbox, interactions
from fillerbot.sandbox.journal import Log
from fillerbot.sandbox.limits import Bucket
from fillerbot.sandbox.state import Attachment, Replaced
from tests.sandbox.conftest import Api, Table, picture
from tests.sandbox.test_messages import button, row

FIELD = [{"type": 18, "label": "Text", "component": {"type": 4, "custom_id": "text", "style": 1}}]


def test_a_log_keeps_the_newest_entries_and_counts_on() -> None:
    log = Log(most=2)
    for name in "abc":
        log.add({"name": name})
    assert [(e["number"], e["name"]) for e in log] == [(2, "b"), (3, "c")]
    assert log.forgotten == 1
    assert [e["name"] for e in log.after(0)] == ["b", "c"]
    assert [e["name"] for e in log.after(2)] == ["c"]
    assert log.after(3) == log.after(99) == []


async def _greeting(sandbox: Sandbox, **query: str) -> dict[str, Any]:
    """Return what the live socket says first."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.people_url + "/live", params={"person": "fox", **query}) as socket,
    ):
        greeting: dict[str, Any] = await socket.receive_json(timeout=5)
        return greeting


async def test_a_page_that_comes_back_too_late_gets_everything_again(sandbox: Sandbox) -> None:
    sandbox.journal.events = Log(most=3)
    run = (await _greeting(sandbox))["run"]
    for _ in range(5):
        sandbox.journal.event("fault")
    assert (await _greeting(sandbox, run=run, after="2"))["kind"] == "resumed"
    assert (await _greeting(sandbox, run=run, after="1"))["kind"] == "hello"


async def test_interactions_are_forgotten_when_their_time_is_over(table: Table) -> None:
    posted = await table.posted(content="x", components=[row(button())])
    [first] = table.sandbox.world.interactions
    hook = table.hook(int(first))
    table.sandbox.clock.advance(901)
    await table.people.press("owl", posted, "go", wait=False)
    assert first not in table.sandbox.world.interactions
    assert len(table.sandbox.world.tokens) == 1
    status, answer = await table.api("GET", f"{hook}/messages/@original")
    assert (status, answer["code"]) == (401, 50027)
    [message] = await table.people.messages("fox", table.sandbox.channel_id)
    assert message.raw["interaction_metadata"]["id"] == first


async def test_an_open_form_is_not_forgotten(table: Table) -> None:
    played = await table.play()
    await table.answer(
        played, {"type": 9, "data": {"custom_id": "form", "title": "Form", "components": FIELD}}
    )
    table.sandbox.clock.advance(901)
    await table.play()
    sent = await table.people.submit("fox", played, {"text": "late"}, wait=False)
    assert table.data(sent.interaction)["custom_id"] == "form"


async def test_no_more_interactions_are_kept_than_fit(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interactions, "MOST_KEPT", 3)
    played = [str(await table.play()) for _ in range(6)]
    assert list(table.sandbox.world.interactions) == played[3:]


async def test_a_replaced_picture_can_still_be_fetched_for_a_minute(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    listed = [{"id": 0, "filename": "a.png"}]
    old, new = picture("red").read(), picture("blue").read()
    _, made = await api("POST", here, {"attachments": listed}, a=old)
    url = made["attachments"][0]["url"]
    await api("PATCH", f"{here}/{made['id']}", {"attachments": listed}, a=new)
    assert len(sandbox.world.attachments) == 1
    async with api.session.get(url) as response:
        assert await response.read() == old
    sandbox.clock.advance(61)
    async with api.session.get(url) as response:
        assert response.status == 404


def test_few_replaced_pictures_are_kept() -> None:
    replaced = Replaced()
    for n in range(150):
        replaced.put(Attachment(str(n), "a.png", b"", "image/png"), now=n)
    assert len(replaced) == 100
    replaced.put(Attachment("x", "a.png", b"", "image/png"), now=60_120)
    assert next(iter(replaced)) == "120"


async def test_a_thread_counts_what_is_in_it(sandbox: Sandbox, api: Api) -> None:
    _, thread = await api("POST", f"/channels/{sandbox.channel_id}/threads", {"name": "t", "type": 11})
    here = f"/channels/{thread['id']}/messages"
    _, first = await api("POST", here, {"content": "1"})
    _, second = await api("POST", here, {"content": "2"})
    await api("DELETE", f"{here}/{first['id']}")
    _, seen = await api("GET", f"/channels/{thread['id']}")
    assert (seen["message_count"], seen["total_message_sent"]) == (1, 2)
    assert seen["last_message_id"] == second["id"]


async def test_windows_of_requests_that_are_over_are_forgotten(sandbox: Sandbox, table: Table) -> None:
    for n in range(1100):
        sandbox.rate_limits._buckets["x", str(n)] = Bucket("x", 5, 1.0)
    await table.play()
    await table.api("GET", "/users/@me")
    assert len(sandbox.rate_limits._buckets) < 10
