"""A bare bot that answers every press with the same message: what the library alone costs.

The message is in a folder: its components as Discord had them, and its picture.
"""

import asyncio
import io
import json
import re
import sys
from pathlib import Path
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui

from bench.sandbox_parts import TOKEN
from fillerbot.sandbox.kinds import Component, Json

COMPONENTS, PICTURE = "components.json", "board.png"


class Colour(ui.DynamicItem[ui.Button[Any]], template=r"f1:(?P<match>\d+):(?P<seq>\d+):(?P<action>.+)"):
    """A button that carries how often was pressed."""

    stored: "Stored"

    def __init__(self, button: ui.Button[Any], seq: int) -> None:
        super().__init__(button)
        self.seq = seq

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read an address."""
        assert isinstance(item, ui.Button)
        return cls(item, int(match["seq"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer with the next message."""
        view, files = self.stored.message(self.seq + 1)
        await interaction.response.edit_message(view=view, attachments=files)


class Stored:
    """The message that every press is answered with."""

    def __init__(self, folder: Path) -> None:
        self._components: list[Json] = json.loads((folder / COMPONENTS).read_text(encoding="utf-8"))
        self._picture = (folder / PICTURE).read_bytes()

    def message(self, seq: int) -> tuple[ui.LayoutView, list[discord.File]]:
        """A fresh view and file."""
        view = ui.LayoutView(timeout=None)
        for component in self._components:
            view.add_item(self._item(component, seq))
        return view, [discord.File(io.BytesIO(self._picture), PICTURE)]

    def _item(self, data: Json, seq: int) -> ui.Item[Any]:
        inside = [self._item(child, seq) for child in data.get("components", ())]
        match data["type"]:
            case Component.CONTAINER:
                return ui.Container(*inside, accent_colour=data["accent_color"])
            case Component.ACTION_ROW:
                return ui.ActionRow(*inside)
            case Component.TEXT_DISPLAY:
                return ui.TextDisplay(data["content"])
            case Component.MEDIA_GALLERY:
                alt = data["items"][0]["description"]
                return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt))
            case _:
                return _button(data, seq)


def _button(data: Json, seq: int) -> Colour:
    action = data["custom_id"].rsplit(":", 1)[1]
    button: ui.Button[Any] = ui.Button(
        custom_id=f"f1:1:{seq}:{action}",
        label=data.get("label"),
        emoji=discord.PartialEmoji.from_dict(data["emoji"]) if "emoji" in data else None,
        style=discord.ButtonStyle(data["style"]),
        disabled=data.get("disabled", False),
    )
    return Colour(button, seq)


class BareBot(discord.Client):
    """A bot with one command, which posts the message."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self._stored = Colour.stored = stored

    async def setup_hook(self) -> None:
        """Bring the command over."""
        self.add_dynamic_items(Colour)

        @self.tree.command(description="Post the message")
        async def post(interaction: discord.Interaction) -> None:
            view, files = self._stored.message(0)
            await interaction.response.send_message(view=view, files=files)

        await self.tree.sync()


def main(api_url: str, gateway_url: str, folder: str) -> None:
    """Run until killed."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    asyncio.run(BareBot(Stored(Path(folder))).start(TOKEN))


if __name__ == "__main__":
    main(*sys.argv[1:])
