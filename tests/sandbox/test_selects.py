"""Menus of people, roles and channels, in messages and in forms."""

import io

import discord
import pytest
from discord import ui
from PIL import Image

from fillerbot.sandbox.client import Fields, People
from fillerbot.sandbox.client_places import File
from fillerbot.sandbox.errors import RefusedError
from tests.sandbox.conftest import Bot, Table, running, seen
from tests.sandbox.test_messages import Json, row

USER, ROLE, MENTIONABLE, CHANNEL = 5, 6, 7, 8


def menu(kind: int, **changes: object) -> Json:
    return {"type": kind, "custom_id": "pick", **changes}


@pytest.mark.parametrize(
    ("kind", "value", "key"),
    [
        (USER, "owl", "users"),
        (ROLE, "players", "roles"),
        (MENTIONABLE, "owl", "users"),
        (MENTIONABLE, "players", "roles"),
        (CHANNEL, "lounge", "channels"),
    ],
)
async def test_what_is_chosen_is_told_in_full(table: Table, kind: int, value: str, key: str) -> None:
    number = await table.posted(content="x", components=[row(menu(kind))])
    [shown] = (await table.people.messages("owl", table.sandbox.channel_id))[0].selects
    assert (shown["type"], shown["min_values"], shown["max_values"]) == (kind, 1, 1)
    with pytest.raises(RefusedError, match="there is no"):
        await table.people.choose("fox", number, "pick", ["nobody"])
    for values, why in (([], "too few"), ([value, value], "does not offer")):
        with pytest.raises(RefusedError, match=why):
            await table.people.choose("fox", number, "pick", values)
    chosen = await table.people.choose("fox", number, "pick", [value], wait=False)
    data = table.data(chosen.interaction)
    [picked] = data["values"]
    assert data["component_type"] == kind
    assert data["resolved"][key][picked]["id"] == picked
    assert ("members" in data["resolved"]) == (key == "users")


async def test_a_menu_of_some_kinds_of_channels(table: Table) -> None:
    number = await table.posted(content="x", components=[row(menu(CHANNEL, channel_types=[2]))])
    with pytest.raises(RefusedError, match="no channel of the kinds"):
        await table.people.choose("fox", number, "pick", ["lounge"])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"default_values": [{"id": "1", "type": "role"}]}, ["default_values", "0", "type"]),
        ({"default_values": [{"type": "user"}]}, ["default_values", "0", "id"]),
        ({"default_values": [{"id": str(n), "type": "user"} for n in range(2)]}, ["default_values"]),
        ({"min_values": 3, "max_values": 2}, ["min_values"]),
        ({"max_values": 26}, ["max_values"]),
        ({"placeholder": "x" * 151}, ["placeholder"]),
    ],
)
async def test_a_menu_that_breaks_a_rule(table: Table, change: Json, path: list[str]) -> None:
    body = {"type": 4, "data": {"content": "x", "components": [row(menu(USER, **change))]}}
    status, answer = await table.answer(await table.play(), body)
    assert status == 400
    found = answer["errors"]["data"]["components"]["0"]["components"]["0"]
    for step in path:
        found = found[step]
    assert found["_errors"]


class Choice(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.heard: list[str] = []

    @ui.select(cls=ui.UserSelect[ui.View], max_values=2, custom_id="users")
    async def users(self, interaction: discord.Interaction, select: ui.UserSelect[ui.View]) -> None:
        self.heard += [user.name for user in select.values]
        await interaction.response.send_modal(Form())

    @ui.select(cls=ui.MentionableSelect[ui.View], custom_id="both")
    async def both(self, interaction: discord.Interaction, select: ui.MentionableSelect[ui.View]) -> None:
        self.heard += [type(value).__name__ for value in select.values]
        await interaction.response.send_message("both")

    @ui.select(cls=ui.ChannelSelect[ui.View], custom_id="channels")
    async def channels(self, interaction: discord.Interaction, select: ui.ChannelSelect[ui.View]) -> None:
        self.heard += [value.name for value in select.values]
        await interaction.response.send_message("channels")


class Form(ui.Modal, title="Form"):
    whom: ui.Label[ui.View] = ui.Label(text="Whom", component=ui.UserSelect(custom_id="whom", required=True))
    role: ui.Label[ui.View] = ui.Label(text="Role", component=ui.RoleSelect(custom_id="role", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.whom.component, ui.UserSelect)
        assert isinstance(self.role.component, ui.RoleSelect)
        roles = [role.name for role in self.role.component.values]
        await interaction.response.send_message(f"{self.whom.component.values[0].name}, {roles}")


async def test_menus_of_the_library(people: People, bot: Bot) -> None:
    view = Choice()

    @bot.tree.command(description="Choose")
    async def choose(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("choose", view=view)

    async with running(bot):
        shown = seen(await people.invoke("fox", "choose"))
        await people.choose("owl", shown, "both", ["players"])
        await people.choose("owl", shown, "both", ["hare"])
        await people.choose("owl", shown, "channels", ["lounge"])
        opened = await people.choose("owl", shown, "users", ["hare", "lynx"])
        assert view.heard == ["Role", "Member", "lounge", "hare", "lynx"]
        wrong: list[tuple[Fields, str]] = [
            ({}, "takes 1 to 1"),
            ({"whom": "nobody"}, "there is nobody"),
            ({"whom": "fox", "role": ["players", "admin"]}, "takes 0 to 1"),
        ]
        for values, why in wrong:
            with pytest.raises(RefusedError, match=why):
                await people.submit("owl", opened, values)
        assert seen(await people.submit("owl", opened, {"whom": "fox"})).text == "fox, []"
        opened = await people.choose("owl", shown, "users", ["hare"])
        assert seen(await people.submit("owl", opened, {"whom": "fox", "role": "players"})).text == (
            "fox, ['players']"
        )
        assert bot.errors == []


class Upload(ui.Modal, title="Files"):
    files: ui.Label[ui.View] = ui.Label(
        text="Files", component=ui.FileUpload(custom_id="files", min_values=1, max_values=2)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.files.component, ui.FileUpload)
        given = [f"{file.filename} {file.size}" for file in self.files.component.values]
        await interaction.response.send_message(", ".join(given))


async def test_files_come_with_commands_and_with_forms(people: People, bot: Bot) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (6, 4)).save(buffer, "PNG")
    picture, size = File("board.png", buffer.getvalue()), len(buffer.getvalue())

    @bot.tree.command(description="Keep")
    async def keep(interaction: discord.Interaction, file: discord.Attachment) -> None:
        data = await file.read()
        shown = f"{file.filename} {file.content_type} {file.width}×{file.height} {len(data)}"
        await interaction.response.send_message(shown)

    @bot.tree.command(description="Ask")
    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Upload())

    async with running(bot):
        answer = seen(await people.invoke("fox", "keep", file=picture))
        assert answer.text == f"board.png image/png 6×4 {size}"
        for wrong, why in (("a name", "a file is"), ({"filename": "x", "data": "%"}, "base64")):
            with pytest.raises(RefusedError, match=why):
                await people.invoke("fox", "keep", file=wrong)
        opened = await people.invoke("owl", "ask")
        with pytest.raises(RefusedError, match="takes 1 to 2"):
            await people.submit("owl", opened, {})
        note = File("note.txt", b"words")
        answer = seen(await people.submit("owl", opened, {"files": [note, picture]}))
        assert answer.text == f"note.txt 5, board.png {size}"
    assert bot.errors == []
