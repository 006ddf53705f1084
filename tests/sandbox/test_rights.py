"""Roles, and what is written over them: what the bot is told, and what it is refused."""

import asyncio

import discord
import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import ALL, BOT, EVERYONE, Right
from tests.sandbox.conftest import Api, Bot, Table, picture, running
from tests.sandbox.test_messages import Json, button, row

SEND, VIEW = int(Right.SEND_MESSAGES), int(Right.VIEW_CHANNEL)
NO_SENDING = ~int(
    Right.SEND_MESSAGES | Right.EMBED_LINKS | Right.ATTACH_FILES | Right.MENTION_EVERYONE | Right.SEND_TTS
)


async def allowed(table: Table, person: str = "owl") -> tuple[int, int]:
    """Use the command and return what the person and the app may do there."""
    asked = await table.people.invoke(person, "play", wait=False)
    payload = table.payload(asked.interaction)
    assert payload["channel"]["permissions"] == payload["member"]["permissions"]
    return int(payload["member"]["permissions"]), int(payload["app_permissions"])


async def test_roles_and_overwrites_add_up_in_their_order(table: Table) -> None:
    people, here = table.people, table.sandbox.channel_id
    assert await allowed(table) == (EVERYONE, EVERYONE | BOT)
    assert (await allowed(table, "fox"))[0] == ALL
    await people.overwrite(here, "@everyone", deny=SEND)
    assert await allowed(table) == (EVERYONE & NO_SENDING, EVERYONE & NO_SENDING)
    await people.settle("owl", roles=["players"])
    await people.overwrite(here, "players", allow=SEND, deny=int(Right.ATTACH_FILES))
    assert (await allowed(table))[0] == EVERYONE & ~Right.ATTACH_FILES
    await people.overwrite(here, "owl", deny=SEND)
    assert (await allowed(table))[0] == EVERYONE & NO_SENDING
    await people.settle("owl", roles=["admin"])
    assert (await allowed(table))[0] == ALL
    await people.overwrite(here, "@everyone")
    assert (await allowed(table, "lynx"))[0] == EVERYONE
    made = await people.set_role("guests", int(Right.MANAGE_MESSAGES), mentionable=True)
    await people.settle("lynx", roles=["guests"])
    assert (await allowed(table, "lynx"))[0] == EVERYONE | Right.MANAGE_MESSAGES
    await people.remove_role("guests")
    assert (await allowed(table, "lynx"))[0] == EVERYONE
    assert made["id"] not in [r["id"] for r in await people.roles()]


@pytest.mark.parametrize(
    ("right", "body"),
    [
        (Right.SEND_MESSAGES, {"content": "x"}),
        (Right.EMBED_LINKS, {"embeds": [{"title": "x"}]}),
        (Right.ATTACH_FILES, {"attachments": [{"id": 0, "filename": "a.png"}]}),
        (Right.SEND_TTS, {"content": "x", "tts": True}),
    ],
)
async def test_a_message_takes_its_rights(
    sandbox: Sandbox, api: Api, people: People, right: Right, body: Json
) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    sent = {"a": picture().read()} if right is Right.ATTACH_FILES else {}
    await people.overwrite(sandbox.channel_id, "bot", allow=int(right))
    assert (await api("POST", here, body, **sent))[0] == 200
    await people.overwrite(sandbox.channel_id, "bot", deny=int(right))
    status, answer = await api("POST", here, body, **sent)
    assert (status, answer["code"]) == (403, 50013)
    assert len(sandbox.world.messages) == 1


async def test_a_channel_that_the_bot_does_not_see(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}"
    _, made = await api("POST", f"{here}/messages", {"content": "x"})
    await people.overwrite(sandbox.channel_id, "bot", deny=VIEW)
    one = f"{here}/messages/{made['id']}"
    for method, path in (
        ("GET", here),
        ("GET", f"{here}/messages"),
        ("POST", f"{here}/messages"),
        ("GET", one),
        ("PATCH", one),
        ("DELETE", one),
    ):
        status, answer = await api(method, path, {"content": "y"} if method in {"POST", "PATCH"} else None)
        assert (status, answer["code"]) == (403, 50001)
    assert [m.text for m in await people.messages("owl", sandbox.channel_id)] == ["x"]


async def test_history_takes_a_right_of_its_own(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", here, {"content": "x"})
    await people.overwrite(sandbox.channel_id, "bot", deny=int(Right.READ_HISTORY))
    assert await api("GET", here) == (200, [])
    status, answer = await api("GET", f"{here}/{made['id']}")
    assert (status, answer["code"]) == (403, 50013)
    reply = {"content": "y", "message_reference": {"message_id": made["id"]}}
    status, answer = await api("POST", here, reply)
    assert (status, answer["code"]) == (403, 160002)
    assert (await api("PATCH", f"{here}/{made['id']}", {"content": "z"}))[0] == 200


async def test_an_answer_to_an_interaction_needs_no_right(table: Table) -> None:
    await table.people.overwrite(table.sandbox.channel_id, "bot", deny=ALL)
    number = await table.posted(content="x", components=[row(button())])
    assert (await table.people.messages("owl", table.sandbox.channel_id))[0].id == number


async def test_what_others_wrote(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    number = await people.write("owl", "mine")
    status, answer = await api("PATCH", f"{here}/{number}", {"content": "x"})
    assert (status, answer["code"]) == (403, 50005)
    status, answer = await api("DELETE", f"{here}/{number}")
    assert (status, answer["code"]) == (403, 50013)
    await people.overwrite(sandbox.channel_id, "bot", allow=int(Right.MANAGE_MESSAGES))
    assert (await api("DELETE", f"{here}/{number}"))[0] == 204


async def test_the_library_follows_what_changes(sandbox: Sandbox, people: People, bot: Bot) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()

    @bot.event
    async def on_guild_role_update(_: discord.Role, after: discord.Role) -> None:
        heard.put_nowait(after.name)

    @bot.event
    async def on_guild_channel_update(_: discord.TextChannel, after: discord.TextChannel) -> None:
        heard.put_nowait(after.name)

    @bot.event
    async def on_guild_role_create(role: discord.Role) -> None:
        heard.put_nowait(role.name)

    async def next_heard() -> str:
        async with asyncio.timeout(5):
            return await heard.get()

    async with running(bot):
        guild = bot.get_guild(sandbox.guild_id)
        assert guild is not None
        channel = guild.get_channel(sandbox.channel_id)
        assert isinstance(channel, discord.TextChannel)
        assert channel.permissions_for(guild.me).value == EVERYONE | BOT
        await people.overwrite(sandbox.channel_id, "bot", deny=SEND)
        assert await next_heard() == "filler"
        assert not channel.permissions_for(guild.me).send_messages
        with pytest.raises(discord.Forbidden) as caught:
            await channel.send("x")
        assert caught.value.code == 50013
        await people.set_role("@everyone", 0)
        assert await next_heard() == "@everyone"
        await people.set_role("helpers", int(Right.ADMINISTRATOR))
        assert await next_heard() == "helpers"
        await people.settle("bot", roles=["helpers"])
        await people.set_role("players", 0)
        assert await next_heard() == "players"
        assert channel.permissions_for(guild.me).administrator
        assert (await channel.send("x")).content == "x"


async def test_a_command_for_few_goes_by_roles_and_overwrites(table: Table) -> None:
    people, here = table.people, table.sandbox.channel_id
    command = {
        "name": "setup",
        "description": "Set up",
        "default_member_permissions": int(Right.MANAGE_GUILD),
    }
    path = f"/applications/{table.sandbox.world.application_id}/commands"
    status, made = await table.api("POST", path, command)
    assert status == 201
    with pytest.raises(RefusedError, match="not offered to owl"):
        await people.invoke("owl", "setup", wait=False)
    await people.overwrite(here, "owl", allow=int(Right.MANAGE_GUILD))
    await people.invoke("owl", "setup", wait=False)
    with pytest.raises(RefusedError, match="not offered to owl"):
        await people.invoke_in("owl", "lounge", "setup", wait=False)
    status, _ = await table.api("PATCH", f"{path}/{made['id']}", {"default_member_permissions": 0})
    with pytest.raises(RefusedError, match="not offered to owl"):
        await people.invoke("owl", "setup", wait=False)
    await people.settle("owl", roles=["admin"])
    await people.invoke("owl", "setup", wait=False)
    await people.settle("owl", roles=[])
    await people.overwrite(here, "owl", deny=int(Right.USE_COMMANDS))
    with pytest.raises(RefusedError, match="not offered to owl"):
        await people.invoke("owl", "play", wait=False)


async def test_somebody_who_does_not_see_a_channel(table: Table) -> None:
    number = await table.posted(content="x", components=[row(button())])
    await table.people.overwrite(table.sandbox.channel_id, "owl", deny=VIEW)
    with pytest.raises(RefusedError, match="no channel"):
        await table.people.press("owl", number, "go", wait=False)
    with pytest.raises(RefusedError, match="no channel"):
        await table.people.invoke("owl", "play", wait=False)


async def test_roles_and_members_by_the_api(sandbox: Sandbox, api: Api, people: People) -> None:
    guild = f"/guilds/{sandbox.guild_id}"
    assert [r["name"] for r in (await api("GET", f"{guild}/roles"))[1]] == [
        "@everyone",
        "players",
        "admin",
        "filler",
    ]
    assert [c["name"] for c in (await api("GET", f"{guild}/channels"))[1]] == ["filler", "lounge"]
    bot = (await api("GET", f"{guild}/members/{sandbox.world.application_id}"))[1]
    assert len(bot["roles"]) == 1
    owl = (await people.people())[1]
    await people.settle(owl, member=False)
    status, answer = await api("GET", f"{guild}/members/{owl.id}")
    assert (status, answer["code"]) == (404, 10007)
    status, answer = await api("GET", f"/guilds/{sandbox.world.foreign_guild_id}/roles")
    assert (status, answer["code"]) == (403, 50001)
    with pytest.raises(RefusedError, match="no channel"):
        await people.invoke("owl", "play")
