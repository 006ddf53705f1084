"""A message of ours as Discord's components."""

from __future__ import annotations

import io
from collections.abc import Callable

import discord
from discord import ui

from fillerbot.cogs.address import Address
from fillerbot.live import MatchId
from fillerbot.render import PALETTE
from fillerbot.view.message import Button, Emoji, Message, Picture, ReplayPicture, Row

# Discord refuses more (facts that discord.py does not check itself).
_LABEL, _ALT = 80, 1024


def files(message: Message, png: bytes | None) -> list[discord.File]:
    """The attachments of a message: its picture, if it has one."""
    picture = message.picture
    if picture is None or png is None:
        return []
    return [discord.File(io.BytesIO(png), _file_name(picture), description=picture.alt[:_ALT])]


def _file_name(picture: Picture) -> str:
    return "replay.gif" if isinstance(picture, ReplayPicture) else "board.png"


Addressed = Callable[[str], str]
"""The `custom_id` of a button that does something."""


def layout(message: Message, match: MatchId, seq: int, emoji: Emoji) -> ui.LayoutView:
    """A message of a match as a view."""
    return arranged(message, lambda action: str(Address(match, seq, action)), emoji)


def arranged(message: Message, addressed: Addressed, emoji: Emoji) -> ui.LayoutView:
    """A message as a view that the library forgets as soon as it is sent.

    Buttons carry addresses, and every press comes in through `on_interaction`, whether or not this process
    has sent the button: nothing has to be kept, and a restart or a million tables cost no memory.
    """
    items = [_item(block, addressed, emoji) for block in message.blocks]
    view = ui.LayoutView(timeout=None)
    view.stop()
    if not message.framed:
        for item in items:
            view.add_item(item)
        return view
    accent = PALETTE[message.accent - 1].hex if message.accent is not None else None
    container: ui.Container[ui.LayoutView] = ui.Container(
        *items, accent_colour=discord.Colour.from_str(accent) if accent else None
    )
    return view.add_item(container)


def _item(block: str | Picture | Row, addressed: Addressed, emoji: Emoji) -> ui.Item[ui.LayoutView]:
    if isinstance(block, str):
        return ui.TextDisplay(block)
    if isinstance(block, tuple):
        return ui.ActionRow(*(_button(button, addressed, emoji) for button in block))
    item = discord.MediaGalleryItem(f"attachment://{_file_name(block)}", description=block.alt[:_ALT])
    return ui.MediaGallery(item)


def _button(button: Button, addressed: Addressed, emoji: Emoji) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        custom_id=addressed(button.action),
        label=button.label[:_LABEL],
        emoji=emoji.marks[button.emoji] if button.emoji is not None else None,
        style=discord.ButtonStyle[button.style.value],
        disabled=button.disabled,
    )
