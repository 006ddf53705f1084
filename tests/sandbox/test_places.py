"""Direct messages, places where the bot is no member, and threads."""

import asyncio
from typing import Any

import discord
import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api, Bot, Table, running, seen
from tests.sandbox.test_messages import button, row

MESSAGE = {"type": 4, "data": {"content": "hello"}}
HIDDEN = {"content": "more", "flags": 64}


async def opened(api: Api, people: People, name: str = "owl") -> tuple[str, Any]:
    """Open the bot's channel with somebody."""
    who = next(p for p in await people.people() if p.name == name)
    status, channel = await api("POST", "/users/@me/channels", {"recipient_id": str(who.id)})
    assert status == 200
    return f"/channels/{channel['id']}/messages", channel


async def test_a_direct_message_is_for_one(api: Api, people: People) -> None:
    here, channel = await opened(api, people)
    assert (channel["type"], [r["username"] for r in channel["recipients"]]) == (1, ["owl"])
    assert (await opened(api, people))[1]["id"] == channel["id"]
    assert (await api("POST", here, {"content": "psst"}))[0] == 200
    assert [m.text for m in await people.messages("owl", "dm")] == ["psst"]
    assert await people.messages("fox", "dm") == []
    with pytest.raises(RefusedError, match="no channel"):
        await people.write("fox", "x", channel["id"])
    await people.write("owl", "yes?", "dm")
    assert [m["content"] for m in (await api("GET", here))[1]] == ["yes?", "psst"]
    status, answer = await api("POST", "/users/@me/channels", {"recipient_id": "1"})
    assert (status, answer["code"]) == (400, 50033)
    assert (await people.event("person_notified"))["person"] == channel["recipients"][0]["id"]


async def test_whoever_takes_no_direct_messages(api: Api, people: People) -> None:
    here, _ = await opened(api, people)
    for dms, member, code in ((False, True, 50007), (True, False, 50278)):
        await people.settle("owl", dms=dms, member=member)
        status, answer = await api("POST", here, {"content": "x"})
        assert (status, answer["code"]) == (403, code)
    await people.settle("owl", member=True)
    assert (await api("POST", here, {"content": "x"}))[0] == 200


async def test_the_library_writes_to_people_and_hears_them(people: People, bot: Bot) -> None:
    heard: asyncio.Queue[discord.Message] = asyncio.Queue()
    bot._connection._intents = discord.Intents(guilds=True, dm_messages=True, guild_messages=True)

    @bot.event
    async def on_message(message: discord.Message) -> None:
        if not message.author.bot:
            heard.put_nowait(message)

    async def next_heard() -> discord.Message:
        async with asyncio.timeout(5):
            return await heard.get()

    @bot.tree.command(description="Play")
    async def play(interaction: discord.Interaction) -> None:
        assert interaction.context.dm_channel
        assert isinstance(interaction.channel, discord.DMChannel)
        await interaction.response.send_message(f"alone with {interaction.user.name}")

    async with running(bot):
        owl = await bot.fetch_user((await people.people())[1].id)
        await owl.send("psst")
        assert seen(await people.invoke_in("owl", "dm", "play")).text == "alone with owl"
        await people.write("owl", "here I am", "dm")
        message = await next_heard()
        assert (message.content, message.guild) == ("here I am", None)
        await people.write("owl", "nobody may read this")
        assert (await next_heard()).content == ""
        assert bot.user is not None
        await people.write("owl", f"<@{bot.user.id}> this you may")
        assert "this you may" in (await next_heard()).content
        await people.settle("owl", dms=False)
        with pytest.raises(discord.Forbidden) as caught:
            await owl.send("x")
        assert caught.value.code == 50007


@pytest.mark.parametrize(("place", "context"), [("abroad", 0), ("private", 2)])
async def test_where_the_bot_is_no_member(table: Table, place: str, context: int) -> None:
    people, world = table.people, table.sandbox.world
    owl = (await people.people())[1]
    channel = world.channel(place) or world.channels[world.private_id]
    with pytest.raises(RefusedError, match="not installed"):
        await people.invoke_in("owl", channel.id, "play", wait=False)
    await people.settle("owl", installed=True)
    asked = (await people.invoke_in("owl", channel.id, "play", wait=False)).interaction
    told = table.payload(asked)
    assert (told["context"], told["authorizing_integration_owners"]) == (context, {"1": str(owl.id)})
    assert ("member" in told, "user" in told) == ((True, False) if context == 0 else (False, True))
    assert not int(told["app_permissions"]) & Right.SEND_MESSAGES
    data = {"content": "x", "components": [row(button())]}
    _, answer = await table.answer(asked, {"type": 4, "data": data})
    made = answer["resource"]["message"]
    assert made["interaction_metadata"]["authorizing_integration_owners"] == {"1": str(owl.id)}
    for method, path in (
        ("GET", f"/channels/{channel.id}"),
        ("POST", f"/channels/{channel.id}/messages"),
        ("PATCH", f"/channels/{channel.id}/messages/{made['id']}"),
    ):
        status, answer = await table.api(method, path, None if method == "GET" else {"content": "y"})
        assert (status, answer["code"]) == (403, 50001)
    assert not [d for d in table.sandbox.journal.dispatches if d["payload"]["t"] == "MESSAGE_CREATE"]
    # Whoever sees the message presses, whatever is installed.
    pressed = await people.press("hare", int(made["id"]), "go", wait=False)
    assert table.payload(pressed.interaction)["authorizing_integration_owners"] == {"1": str(owl.id)}
    assert (await table.answer(pressed.interaction, {"type": 6}, ""))[0] == 204
    hook = table.hook(pressed.interaction)
    for _ in range(5):
        assert (await table.api("POST", f"{hook}?wait=true", HIDDEN))[0] == 200
    status, answer = await table.api("POST", hook, HIDDEN)
    assert (status, answer["code"]) == (400, 40094)
    assert (await table.api("PATCH", f"{hook}/messages/@original", {"content": "z"}))[0] == 200
    assert (await people.messages("lynx", channel.id))[0].text == "z"


async def test_a_thread_under_a_message(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", here, {"content": "x"})
    status, thread = await api("POST", f"{here}/{made['id']}/threads", {"name": "match 1"})
    assert (status, thread["id"], thread["type"]) == (201, made["id"], 11)
    assert thread["parent_id"] == str(sandbox.channel_id)
    assert (await api("GET", f"{here}/{made['id']}"))[1]["flags"] == 1 << 5
    status, answer = await api("POST", f"{here}/{made['id']}/threads", {"name": "again"})
    assert (status, answer["code"]) == (400, 160004)
    inside = f"/channels/{thread['id']}"
    assert (await api("POST", f"{inside}/messages", {"content": "y"}))[0] == 200
    assert [m["type"] for m in (await api("GET", f"{inside}/messages"))[1]] == [0, 21]
    await people.write("owl", "z", thread["id"])
    assert (await people.messages("fox", thread["id"]))[-1].text == "z"
    assert (await api("GET", inside))[1]["total_message_sent"] == 3
    for method, path in (("POST", f"{inside}/threads"), ("GET", f"{here[:-9]}/thread-members")):
        status, answer = await api(method, path, {"name": "x", "type": 11} if method == "POST" else None)
        assert (status, answer["code"]) == (400, 50024)
    found = (await api("GET", f"/guilds/{sandbox.guild_id}/threads/active"))[1]
    assert [t["id"] for t in found["threads"]] == [thread["id"]]


async def test_threads_take_rights_and_have_a_number(sandbox: Sandbox, api: Api, people: People) -> None:
    path = f"/channels/{sandbox.channel_id}/threads"
    body = {"name": "x", "type": 11}
    sandbox.threads.most_active = 1
    _, thread = await api("POST", path, body)
    [note] = await people.messages("owl", sandbox.channel_id)
    assert (note.raw["type"], note.raw["message_reference"]["channel_id"]) == (18, thread["id"])
    status, answer = await api(
        "PATCH", f"/channels/{sandbox.channel_id}/messages/{note.id}", {"content": "y"}
    )
    assert (status, answer["code"]) == (403, 50021)
    status, answer = await api("POST", path, body)
    assert (status, answer["code"]) == (400, 160006)
    await people.overwrite("filler", "bot", deny=int(Right.PUBLIC_THREADS | Right.SEND_IN_THREADS))
    status, answer = await api("POST", path, body)
    assert (status, answer["code"]) == (403, 50013)
    status, answer = await api("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50013)
    assert (await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": "x"}))[0] == 200


async def test_a_thread_that_is_archived_or_locked(sandbox: Sandbox, api: Api, people: People) -> None:
    _, thread = await api("POST", f"/channels/{sandbox.channel_id}/threads", {"name": "x", "type": 11})
    inside = f"/channels/{thread['id']}"
    _, made = await api("POST", f"{inside}/messages", {"content": "x"})
    sandbox.clock.advance(1441 * 60)
    assert (await api("GET", inside))[1]["thread_metadata"]["archived"]
    status, answer = await api("PATCH", f"{inside}/messages/{made['id']}", {"content": "y"})
    assert (status, answer["code"]) == (400, 50083)
    status, answer = await api("PATCH", inside, {"name": "y"})
    assert (status, answer["code"]) == (400, 50083)
    assert (await api("POST", f"{inside}/messages", {"content": "y"}))[0] == 200
    assert not (await api("GET", inside))[1]["thread_metadata"]["archived"]
    assert (await api("PATCH", inside, {"archived": True}))[0] == 200
    status, answer = await api("PATCH", inside, {"archived": False, "locked": True})
    assert (status, answer["code"]) == (403, 50013)
    await people.set_channel(thread["id"], locked=True)
    status, answer = await api("POST", f"{inside}/messages", {"content": "z"})
    assert (status, answer["code"]) == (400, 50083)
    await people.set_channel(thread["id"], archived=False)
    status, answer = await api("POST", f"{inside}/messages", {"content": "z"})
    assert (status, answer["code"]) == (403, 160005)
    with pytest.raises(RefusedError, match="cannot write"):
        await people.write("owl", "x", thread["id"])
    status, answer = await api("DELETE", inside)
    assert (status, answer["code"]) == (403, 50013)
    await people.overwrite("filler", "bot", allow=int(Right.MANAGE_THREADS))
    assert (await api("POST", f"{inside}/messages", {"content": "z"}))[0] == 200
    assert (await api("DELETE", inside))[0] == 200
    assert (await api("GET", inside))[1]["code"] == 10003


async def test_who_is_in_a_thread(sandbox: Sandbox, api: Api, people: People) -> None:
    _, thread = await api("POST", f"/channels/{sandbox.channel_id}/threads", {"name": "x", "type": 11})
    members = f"/channels/{thread['id']}/thread-members"
    owl = (await people.people())[1]
    assert (await api("PUT", f"{members}/{owl.id}"))[0] == 204
    assert len((await api("GET", members))[1]) == 2
    assert (await api("GET", f"{members}/{owl.id}"))[1]["user_id"] == str(owl.id)
    status, answer = await api("DELETE", f"{members}/{owl.id}")
    assert (status, answer["code"]) == (403, 50013)
    assert (await api("DELETE", f"{members}/@me"))[0] == 204
    assert len((await api("GET", members))[1]) == 1
    assert (await api("PUT", f"{members}/@me"))[0] == 204
    status, answer = await api("GET", f"{members}/1")
    assert (status, answer["code"]) == (404, 10007)


async def test_the_library_plays_in_threads(sandbox: Sandbox, people: People, bot: Bot) -> None:
    gone = asyncio.Event()

    @bot.event
    async def on_thread_update(_: discord.Thread, after: discord.Thread) -> None:
        if after.archived:
            gone.set()

    @bot.tree.command(description="Play")
    async def play(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message(interaction.channel.name)

    async with running(bot):
        channel = bot.get_channel(sandbox.channel_id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send("a match")
        thread = await message.create_thread(name="match 1")
        await thread.send("here")
        assert seen(await people.invoke_in("owl", thread.id, "play")).text == "match 1"
        await people.set_channel(thread.id, archived=True)
        async with asyncio.timeout(5):
            await gone.wait()
        await people.set_channel("filler", remove=True)
        with pytest.raises(discord.NotFound):
            await thread.send("x")
        assert bot.errors == []


async def test_a_channel_that_is_removed(table: Table) -> None:
    asked = await table.people.invoke("fox", "play", wait=False)
    number = await table.posted(content="x")
    await table.people.set_channel("filler", remove=True)
    status, answer = await table.api("PATCH", f"/channels/{table.sandbox.channel_id}/messages/{number}", {})
    assert (status, answer["code"]) == (404, 10003)
    status, answer = await table.answer(asked.interaction, MESSAGE)
    assert (status, answer["code"]) == (404, 10003)
