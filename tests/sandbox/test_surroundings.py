"""What people do beside commands: write, delete, change what is around them, and let time go."""

import asyncio

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api, Table
from tests.sandbox.test_messages import Json, button, row


async def test_time_goes_forward(table: Table) -> None:
    before = table.sandbox.clock.now()
    asked = await table.people.invoke("fox", "play", wait=False)
    await table.people.advance(3.5)
    assert table.sandbox.clock.now() >= before + 3500
    assert (await table.people.interaction(asked.interaction)).failed == "timeout"
    with pytest.raises(RefusedError, match="forward only"):
        await table.people.advance(-1)


async def test_a_plain_message(sandbox: Sandbox, api: Api, people: People) -> None:
    number = await people.write("owl", f"  hello <@{sandbox.world.application_id}> @everyone  ")
    answer = await people.write("hare", "hi", reply_to=number)
    shown, reply = await people.messages("fox", sandbox.channel_id)
    assert (shown.raw["author"]["username"], shown.text[:5]) == ("owl", "hello")
    assert (shown.mentions, shown.raw["mention_everyone"]) == ([int(sandbox.world.application_id)], False)
    assert (reply.id, reply.raw["type"], reply.raw["referenced_message"]["id"]) == (answer, 19, str(number))
    assert [u["username"] for u in reply.raw["mentions"]] == ["owl"]
    # Without the intent a bot reads what names it, and nothing else.
    path = f"/channels/{sandbox.channel_id}/messages"
    assert [m["content"] for m in (await api("GET", path))[1]] == ["", shown.text]
    for content, why in (("", "1 to 2000"), ("x" * 2001, "1 to 2000")):
        with pytest.raises(RefusedError, match=why):
            await people.write("owl", content)
    await people.overwrite("filler", "owl", deny=int(Right.SEND_MESSAGES))
    with pytest.raises(RefusedError, match="cannot write"):
        await people.write("owl", "x")


async def test_who_may_delete_what(table: Table) -> None:
    people, here = table.people, table.sandbox.channel_id
    own = await people.write("owl", "mine")
    board = await table.posted(content="board", components=[row(button())])
    for message in (own, board):
        with pytest.raises(RefusedError, match="cannot delete"):
            await people.delete("hare", message)
    await people.delete("owl", own)
    await people.delete("fox", board)
    assert await people.messages("owl", here) == []
    status, answer = await table.api("PATCH", f"/channels/{here}/messages/{board}", {"content": "x"})
    assert (status, answer["code"]) == (404, 10008)
    with pytest.raises(RefusedError, match="not there"):
        await people.press("owl", board, "go")
    whisper = await table.posted(content="psst", flags=64)
    with pytest.raises(RefusedError, match="not there"):
        await people.delete("owl", whisper)
    await people.delete("fox", whisper)
    events = [e["kind"] for e in await people.events()]
    assert events.count("message_deleted") == 3


async def test_an_edit_notifies_nobody_and_a_silent_message_neither(
    sandbox: Sandbox, api: Api, people: People
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    _, owl, lynx, _ = await people.people()
    await people.settle("lynx", roles=["players"])
    role = next(r["id"] for r in await people.roles() if r["name"] == "players")

    async def heard() -> list[str]:
        return [str(e["person"]) for e in await people.events() if e["kind"] == "person_notified"]

    _, made = await api("POST", path, {"content": "nobody"})
    await api("PATCH", f"{path}/{made['id']}", {"content": f"<@{owl.id}>"})
    await api("POST", path, {"content": f"<@{owl.id}>", "flags": 1 << 12})
    assert await heard() == []
    await api("POST", path, {"content": f"<@{owl.id}>"})
    await api("POST", path, {"content": f"<@{owl.id}>", "allowed_mentions": {"parse": []}})
    assert await heard() == [str(owl.id)]
    await api("POST", path, {"content": f"<@&{role}>"})
    assert await heard() == [str(owl.id), str(lynx.id)]
    await people.overwrite("filler", "lynx", deny=int(Right.VIEW_CHANNEL))
    await api("POST", path, {"content": f"<@&{role}>"})
    assert len(await heard()) == 2


async def test_what_cannot_be_changed(people: People) -> None:
    acts: list[tuple[str, Json, str]] = [
        ("/roles", {"role": "@everyone", "remove": True}, "stays"),
        ("/roles", {"role": "x", "permissions": "all"}, "as a number"),
        ("/overwrites", {"channel": "nowhere", "who": "owl"}, "no channel"),
        ("/overwrites", {"channel": "filler", "who": "nobody"}, "nobody called"),
        ("/channels", {"channel": "filler", "locked": True}, "no thread"),
        ("/channels", {"channel": "abroad", "remove": True}, "of the guild"),
        ("/owl/settings", {"roles": ["kings"]}, "no role"),
        ("/owl/settings", {"dms": "no"}, "true or false"),
    ]
    for path, body, why in acts:
        with pytest.raises(RefusedError, match=why):
            await people._ask("POST", path, body)
    names = [c["name"] for c in await people.channels()]
    assert names[:3] == ["filler", "lounge", "abroad"]
    settings = await people.settle("owl", installed=True)
    assert (settings["installed"], settings["dms"], settings["roles"]) == (True, True, [])


async def test_whoever_waits_for_a_channel_sees_that_channel(people: People) -> None:
    waiting = asyncio.create_task(people.wait("fox", "lounge", lambda m: m.text == "there"))
    await people.write("owl", "there")
    await people.write("owl", "there", "lounge")
    assert (await waiting).raw["author"]["username"] == "owl"
    lounge = next(c["id"] for c in await people.channels() if c["name"] == "lounge")
    assert (await waiting).raw["channel_id"] == lounge
