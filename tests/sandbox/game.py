"""What the bot of `test_bot` can do: commands, buttons and a form, answering in every way."""

import asyncio
import re
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from tests.sandbox.conftest import Bot, picture

Click = discord.Interaction[Bot]


def board(n: int) -> ui.LayoutView:
    """Return the message of a board, fresh as for every edit."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=0x123456)
    box.add_item(ui.TextDisplay(f"### board {n}"))
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="a board")))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(label=f"+{n}", custom_id=f"move:{n}", emoji="🔴"))
    row.add_item(ui.Button(label="held", custom_id="held", disabled=True))
    row.add_item(ui.Button(label="give up", custom_id="give up"))
    box.add_item(row)
    view.add_item(box)
    return view


def board_file(colour: str = "red") -> discord.File:
    return discord.File(picture(colour), "board.png", description="a board")


class GiveUp(ui.Modal, title="Give up"):
    how: ui.Label[ui.LayoutView] = ui.Label(
        text="How",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=name, value=name) for name in ("concede", "resign")]
        ),
    )
    why: ui.Label[ui.LayoutView] = ui.Label(text="Why", component=ui.TextInput(required=False, max_length=10))
    sure: ui.Label[ui.LayoutView] = ui.Label(text="Sure", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.how.component, ui.RadioGroup)
        assert isinstance(self.why.component, ui.TextInput)
        assert isinstance(self.sure.component, ui.Checkbox)
        text = f"{self.how.component.value}, {self.why.component.value!r}, {self.sure.component.value}"
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text))
        await interaction.response.edit_message(view=view, attachments=[])


class Game(app_commands.Group, name="filler", description="Filler"):
    """Commands that answer in every way."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.codes: list[int] = []

    @app_commands.command(description="Show a board")
    async def show(self, interaction: Click) -> None:
        await interaction.response.send_message(view=board(1), file=board_file())

    @app_commands.command(description="Challenge somebody")
    async def challenge(
        self, interaction: Click, opponent: discord.Member, games: app_commands.Range[int, 1, 5] = 1
    ) -> None:
        text = f"{opponent.mention}: {games} from {interaction.user.name} in {interaction.locale}"
        await interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=True))

    @app_commands.command(description="Whisper")
    async def whisper(self, interaction: Click, word: str) -> None:
        await interaction.response.send_message(word, ephemeral=True)

    @whisper.autocomplete("word")
    async def words(self, _: Click, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=w, value=w) for w in ("tree", "trunk", "leaf") if w.startswith(current)
        ]

    @app_commands.command(description="Think")
    async def think(self, interaction: Click) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.edit_original_response(content="thought")
        await interaction.followup.send("and more", ephemeral=True)

    @app_commands.command(description="Answer late")
    async def late(self, interaction: Click) -> None:
        await self.go.wait()
        await self._keep_code(interaction)

    @app_commands.command(description="Answer twice")
    async def twice(self, interaction: Click) -> None:
        await interaction.response.send_message("once")
        # The library itself refuses a second answer; two processes with one token would not.
        interaction.response._response_type = None
        await self._keep_code(interaction)

    @app_commands.command(description="Send what is not allowed")
    async def broken(self, interaction: Click) -> None:
        view = ui.LayoutView()
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="x" * 81))
        view.add_item(row)
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message(view=view)
        self.codes.append(caught.value.code)
        assert "data.components.0.components.0.label" in str(caught.value)
        await interaction.response.send_message("sorry", ephemeral=True)

    async def _keep_code(self, interaction: Click) -> None:
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message("too much")
        self.codes.append(caught.value.code)

    @app_commands.command(description="For those who run the place")
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: Click) -> None:
        await interaction.response.send_message("set")


class Move(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"move:(?P<n>\d+)"):
    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(ui.Button(label=f"+{n}", custom_id=f"move:{n}"))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, __: ui.Item[Any], match: re.Match[str]) -> "Move":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        answer = await interaction.response.edit_message(
            view=board(self.n + 1), attachments=[board_file("blue")]
        )
        assert answer is not None
        assert isinstance(answer.resource, discord.InteractionMessage)
        assert answer.resource.edited_at is not None


class Others(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"held|give up"):
    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], __: re.Match[str]) -> "Others":
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.custom_id == "held":
            await interaction.response.send_message("nobody may take this", ephemeral=True)
        else:
            await interaction.response.send_modal(GiveUp())


def equip(bot: Bot) -> Game:
    game = Game()
    bot.tree.add_command(game)
    bot.add_dynamic_items(Move, Others)
    return game
