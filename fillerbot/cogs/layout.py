"""A message of ours as Discord's components."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Any

import discord
from discord import ComponentType, ui

from fillerbot.cogs.address import Address
from fillerbot.live import MatchId
from fillerbot.render import PALETTE
from fillerbot.view.message import Button, Emoji, Message, Picture, ReplayPicture, Row, Style

# Discord refuses more (facts that discord.py does not check itself).
_LABEL, _ALT = 80, 1024

_STYLES = {style: discord.ButtonStyle[style.value].value for style in Style}

Json = dict[str, Any]
"""A component as Discord reads it."""


class _Picture(io.BytesIO):
    """A file that is not closed: another try may have to send it again.

    So the library would have it as well, and lets it refer to itself for that: then each picture would wait
    for the collector of cycles, which rarely looks.
    """

    def close(self) -> None:
        """Nothing has to be closed."""

    def __setattr__(self, name: str, value: object) -> None:
        """What the library puts in the place of `close` is not needed."""


def files(message: Message, png: bytes | None) -> list[discord.File]:
    """The attachments of a message: its picture, if it has one."""
    picture = message.picture
    if picture is None or png is None:
        return []
    return [discord.File(_Picture(png), _file_name(picture), description=picture.alt[:_ALT])]


def _file_name(picture: Picture) -> str:
    return "replay.gif" if isinstance(picture, ReplayPicture) else "board.png"


Addressed = Callable[[str], str]
"""The `custom_id` of a button that does something."""


def layout(message: Message, match: MatchId, seq: int, emoji: Emoji) -> ui.LayoutView:
    """A message of a match as a view."""
    return arranged(message, lambda action: str(Address(match, seq, action)), emoji)


class _Ready(ui.LayoutView):
    """A view that knows its components already, and that the library forgets as soon as it is sent.

    Buttons carry addresses, and every press comes in through `on_interaction`, whether or not this process
    has sent the button: nothing has to be kept, and a restart or a million tables cost no memory.
    """

    def __init__(self, components: list[Json]) -> None:
        super().__init__(timeout=None)
        self.stop()
        self._components = components

    def to_components(self) -> list[Json]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


def arranged(message: Message, addressed: Addressed, emoji: Emoji) -> ui.LayoutView:
    """A message as a view; objects of the library for each part would take three times as long."""
    components = [_component(block, addressed, emoji) for block in message.blocks]
    if message.framed:
        accent = None if message.accent is None else int(PALETTE[message.accent - 1].hex[1:], 16)
        kind = ComponentType.container.value
        components = [{"type": kind, "accent_color": accent, "spoiler": False, "components": components}]
    return _Ready(components)


def _component(block: str | Picture | Row, addressed: Addressed, emoji: Emoji) -> Json:
    if isinstance(block, str):
        return {"type": ComponentType.text_display.value, "content": block}
    if isinstance(block, tuple):
        buttons = [_button(button, addressed, emoji) for button in block]
        return {"type": ComponentType.action_row.value, "components": buttons}
    media = {"url": f"attachment://{_file_name(block)}"}
    item = {"media": media, "description": block.alt[:_ALT], "spoiler": False}
    return {"type": ComponentType.media_gallery.value, "items": [item]}


def _button(button: Button, addressed: Addressed, emoji: Emoji) -> Json:
    component = {
        "type": ComponentType.button.value,
        "style": _STYLES[button.style],
        "custom_id": addressed(button.action),
        "disabled": button.disabled,
    }
    if button.label:
        component["label"] = button.label[:_LABEL]
    if button.emoji is not None:
        component["emoji"] = _emoji(emoji.marks[button.emoji])
    return component


@cache
def _emoji(mark: str) -> Json:
    return dict(discord.PartialEmoji.from_str(mark).to_dict())
