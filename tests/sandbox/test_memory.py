"""What is kept, and for how long."""

from typing import Any

import aiohttp

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.journal import Log


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
