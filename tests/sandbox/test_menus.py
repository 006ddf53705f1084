"""Context menus, commands of the guild, commands one by one, and where they are offered."""

import discord
import pytest
from discord import app_commands

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from tests.sandbox.conftest import Api, Bot, Table, running, seen
from tests.sandbox.test_messages import Json

PLAY = {"name": "play", "description": "Play"}


def menus(count: int, kind: int) -> list[Json]:
    return [{"type": kind, "name": f"Entry {n}"} for n in range(count)]


def paths(sandbox: Sandbox) -> list[str]:
    everywhere = f"/applications/{sandbox.world.application_id}"
    return [f"{everywhere}/commands", f"{everywhere}/guilds/{sandbox.guild_id}/commands"]


async def test_menus_of_the_library(people: People, bot: Bot) -> None:
    @bot.tree.context_menu(name="Challenge to a match")
    async def challenge(interaction: discord.Interaction, member: discord.Member) -> None:
        assert member.guild_permissions.value or member.resolved_permissions is not None
        await interaction.response.send_message(f"{interaction.user.name} against {member.name}")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}", ephemeral=True)

    async with running(bot):
        _, owl, *_ = await people.people()
        made = seen(await people.menu("fox", "Challenge to a match", owl))
        assert (made.text, made.raw["type"]) == ("fox against owl", 23)
        assert made.raw["interaction_metadata"]["target_user"]["username"] == "owl"
        written = await people.write("hare", "well played")
        quoted = seen(await people.menu("fox", "Quote", str(written)))
        assert quoted.text == "> well played"
        assert quoted.raw["interaction_metadata"]["target_message_id"] == str(written)
        for name, target, why in (
            ("Quote", owl, "no synced command"),
            ("Challenge to a match", made, "no synced command"),
            ("Challenge to a match", "nobody", "there is nobody"),
            ("Report", owl, "no synced command"),
        ):
            with pytest.raises(RefusedError, match=why):
                await people.menu("fox", name, target)
        with pytest.raises(RefusedError, match="not there"):
            await people.menu("owl", "Quote", quoted)


@pytest.mark.parametrize("kind", [2, 3])
async def test_fifteen_menus_of_a_kind(sandbox: Sandbox, api: Api, kind: int) -> None:
    for path in paths(sandbox):
        assert (await api("PUT", path, menus(15, kind)))[0] == 200
        status, answer = await api("PUT", path, menus(16, kind))
        assert (status, answer["code"]) == (400, 30032)
        status, answer = await api("POST", path, {"type": kind, "name": "One more"})
        assert (status, answer["code"]) == (400, 30032)
        assert len((await api("GET", path))[1]) == 15
    for extra, field in (({"description": "x"}, "description"), ({"name": "x" * 33}, "name")):
        status, answer = await api("PUT", paths(sandbox)[0], [{"type": kind, "name": "A", **extra}])
        assert (status, list(answer["errors"]["0"])) == (400, [field])


async def test_one_command_at_a_time(sandbox: Sandbox, api: Api) -> None:
    for path in paths(sandbox):
        status, made = await api("POST", path, PLAY)
        assert status == 201
        status, again = await api("POST", path, {**PLAY, "description": "Play again"})
        assert (status, again["id"]) == (200, made["id"])
        one = f"{path}/{made['id']}"
        assert (await api("GET", one))[1]["description"] == "Play again"
        status, changed = await api("PATCH", one, {"name": "match"})
        assert (status, changed["name"], changed["description"]) == (200, "match", "Play again")
        assert changed["version"] != again["version"]
        status, answer = await api("PATCH", one, {"name": "Match"})
        assert (status, list(answer["errors"])) == (400, ["name"])
        await api("POST", path, PLAY)
        status, answer = await api("PATCH", one, {"name": "play"})
        assert (status, list(answer["errors"])) == (400, ["name"])
        assert (await api("DELETE", one))[0] == 204
        status, answer = await api("GET", one)
        assert (status, answer["code"]) == (404, 10063)
    everywhere, guild = paths(sandbox)
    assert [c["name"] for c in sandbox.world.commands.values()] == ["play", "play"]
    [here] = (await api("GET", guild))[1]
    assert here["guild_id"] == str(sandbox.guild_id)
    assert (await api("GET", f"{everywhere}/{here['id']}"))[0] == 404
    assert await api("GET", f"{guild}/permissions") == (200, [])
    status, answer = await api("GET", f"{guild}/{here['id']}/permissions")
    assert (status, answer["code"]) == (404, 10066)
    foreign = guild.replace(str(sandbox.guild_id), sandbox.world.foreign_guild_id)
    status, answer = await api("PUT", foreign, [])
    assert (status, answer["code"]) == (403, 50001)


async def test_a_command_of_the_guild_goes_first_and_is_there_alone(table: Table) -> None:
    _, guild = paths(table.sandbox)
    _, [mine] = await table.api("PUT", guild, [PLAY])
    asked = await table.people.invoke("fox", "play", wait=False)
    assert table.data(asked.interaction)["id"] == mine["id"]
    assert table.data(asked.interaction)["guild_id"] == str(table.sandbox.guild_id)
    asked = await table.people.invoke_in("fox", "dm", "play", wait=False)
    assert table.data(asked.interaction)["id"] != mine["id"]


async def test_an_age_restricted_command(table: Table) -> None:
    await table.api("PUT", paths(table.sandbox)[0], [{**PLAY, "nsfw": True}])
    with pytest.raises(RefusedError, match="age-restricted"):
        await table.people.invoke("fox", "play", wait=False)
    await table.people.set_channel("filler", nsfw=True)
    await table.people.invoke("fox", "play", wait=False)


@pytest.mark.parametrize(
    ("contexts", "types", "offered"),
    [
        (None, None, ["filler", "dm", "abroad", "private"]),
        ([0], None, ["filler", "abroad"]),
        ([1, 2], None, ["dm", "private"]),
        (None, [0], ["filler", "dm"]),
        (None, [1], ["filler", "dm", "abroad", "private"]),
        ([0], [0], ["filler"]),
    ],
)
async def test_where_a_command_is_offered(
    table: Table, contexts: list[int] | None, types: list[int] | None, offered: list[str]
) -> None:
    world = table.sandbox.world
    command = {**PLAY, "contexts": contexts, "integration_types": types}
    await table.api("PUT", paths(table.sandbox)[0], [command])
    places = {"filler": "filler", "dm": "dm", "abroad": "abroad", "private": world.private_id}

    async def where() -> list[str]:
        found = []
        for name, place in places.items():
            try:
                await table.people.invoke_in("owl", place, "play", wait=False)
            except RefusedError as refusal:
                assert "not offered" in str(refusal) or "not installed" in str(refusal)  # noqa: PT017
            else:
                found.append(name)
        return found

    only_guild = [name for name in offered if name in {"filler", "dm"}] if types != [1] else []
    assert await where() == only_guild
    await table.people.settle("owl", installed=True)
    assert await where() == offered


async def test_a_list_with_what_is_not_in_it(sandbox: Sandbox, api: Api) -> None:
    path = paths(sandbox)[0]
    for key, value in (("contexts", [3]), ("integration_types", [0, 0])):
        status, answer = await api("PUT", path, [{**PLAY, key: value}])
        assert (status, list(answer["errors"]["0"])) == (400, [key])
    sandbox.journal.requests.clear()
    await api("PUT", path, [{**PLAY, "colour": "red"}])
    assert sandbox.complaints == ["unknown in a command: colour"]


async def test_options_of_all_kinds(people: People, bot: Bot) -> None:
    heard: list[object] = []

    @bot.tree.command(description="Try everything")
    async def everything(  # noqa: PLR0913, PLR0917 - one option of each kind
        interaction: discord.Interaction,
        role: discord.Role,
        channel: discord.TextChannel,
        whom: discord.Member | discord.Role,
        share: app_commands.Range[float, 0, 1],
        sure: bool,  # noqa: FBT001 - an option
    ) -> None:
        heard.extend([role.name, channel.name, whom.name, share, sure])
        await interaction.response.send_message("all", ephemeral=True)

    async with running(bot):
        given: Json = {"role": "players", "channel": "lounge", "whom": "owl", "share": 0.5, "sure": True}
        await people.invoke("fox", "everything", **given)
        assert heard == ["players", "lounge", "owl", 0.5, True]
        for change, why in (
            ({"role": "kings"}, "no role"),
            ({"channel": "abroad"}, "no channel"),
            ({"whom": "nobody"}, "no role"),
            ({"share": 2.0}, "does not take"),
        ):
            with pytest.raises(RefusedError, match=why):
                await people.invoke("fox", "everything", **{**given, **change})
        await people.overwrite("lounge", "owl", deny=1 << 10)
        with pytest.raises(RefusedError, match="no channel"):
            await people.invoke("owl", "everything", **given)
        assert bot.errors == []


async def test_names_in_the_language_of_a_person(table: Table) -> None:
    sub = {"type": 1, "name": "show", "description": "Show", "name_localizations": {"de": "zeigen"}}
    command = {**PLAY, "name_localizations": {"de": "spielen"}, "options": [sub]}
    menu = {"type": 3, "name": "Quote", "name_localizations": {"de": "Zitieren"}}
    await table.api("PUT", paths(table.sandbox)[0], [command, menu])
    for person, line in (("owl", "spielen zeigen"), ("owl", "play show"), ("fox", "play show")):
        asked = await table.people.invoke(person, line, wait=False)
        data = table.data(asked.interaction)
        assert (data["name"], data["options"][0]["name"]) == ("play", "show")
    number = await table.people.write("owl", "x")
    asked = await table.people.menu("owl", "Zitieren", str(number), wait=False)
    assert table.data(asked.interaction)["name"] == "Quote"
    with pytest.raises(RefusedError, match="no synced command"):
        await table.people.invoke("fox", "spielen zeigen", wait=False)
