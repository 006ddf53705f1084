"""A message of ours as Discord's components."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import discord
from discord import ui

from fillerbot.cogs.address import Address
from fillerbot.live import MatchId
from fillerbot.render import PALETTE, Column, Symbols, board_png, preview_png
from fillerbot.view.message import BoardPicture, Button, Emoji, Message, Picture, Row

_PICTURE = "board.png"
# Discord refuses more (facts that discord.py does not check itself).
_LABEL, _ALT = 80, 1024


class Drawer:
    """Draws pictures, one at a time and never on the event loop."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="drawer")

    async def draw(self, picture: Picture, symbols: str) -> bytes:
        """The picture as PNG."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, partial(_draw, picture, Symbols(symbols)))

    def close(self) -> None:
        """Let the picture that is being drawn be the last one."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _draw(picture: Picture, symbols: Symbols) -> bytes:
    if isinstance(picture, BoardPicture):
        columns = [
            Column(corner.name, corner.count, corner.lead, corner.clock, corner.running)
            for corner in picture.corners
        ]
        return board_png(
            picture.position,
            columns=columns,
            middle=picture.middle,
            gained=picture.gained,
            symbols=symbols,
        )
    return preview_png(picture.position, takes=picture.takes, labels=picture.labels, symbols=symbols)


def files(message: Message, png: bytes | None) -> list[discord.File]:
    """The attachments of a message: its picture, if it has one."""
    picture = message.picture
    if picture is None or png is None:
        return []
    return [discord.File(io.BytesIO(png), _PICTURE, description=picture.alt[:_ALT])]


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
    item = discord.MediaGalleryItem(f"attachment://{_PICTURE}", description=block.alt[:_ALT])
    return ui.MediaGallery(item)


def _button(button: Button, addressed: Addressed, emoji: Emoji) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        custom_id=addressed(button.action),
        label=button.label[:_LABEL],
        emoji=emoji.marks[button.emoji] if button.emoji is not None else None,
        style=discord.ButtonStyle[button.style.value],
        disabled=button.disabled,
    )
