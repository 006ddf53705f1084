"""The colours as emojis of the application."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re

import discord

from fillerbot.engine.board import Colour
from fillerbot.render import PALETTE, emoji_png
from fillerbot.view.message import Emoji

_log = logging.getLogger(__name__)

_OURS = re.compile(rf"({'|'.join(paint.key for paint in PALETTE)})_[0-9a-f]{{8}}")


async def upload_emoji(client: discord.Client) -> Emoji:
    """Upload the emojis that are missing; where that fails, Unicode's squares have to do.

    The name bears a hash of the picture, so that a new look gets a new emoji; that of an old look is removed.
    """
    pictures = await asyncio.to_thread(_pictures)
    try:
        existing = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        marks = {}
        for colour, (name, picture) in pictures.items():
            emoji = existing.get(name) or await client.create_application_emoji(name=name, image=picture)
            marks[colour] = str(emoji)
    except discord.HTTPException as error:
        _log.warning("The colour emojis cannot be uploaded, Unicode stands in for them: %s", error)
        return Emoji()
    wanted = {name for name, _ in pictures.values()}
    await _remove([emoji for name, emoji in existing.items() if _OURS.fullmatch(name) and name not in wanted])
    return Emoji(marks, named=False)


def _pictures() -> dict[Colour, tuple[str, bytes]]:
    """For each colour its emoji's name and PNG."""
    drawn = {Colour(number): emoji_png(Colour(number)) for number in range(1, len(PALETTE) + 1)}
    return {
        colour: (f"{PALETTE[colour - 1].key}_{hashlib.sha256(picture).hexdigest()[:8]}", picture)
        for colour, picture in drawn.items()
    }


async def _remove(old: list[discord.Emoji]) -> None:
    """Remove emojis that nothing new uses; one that stays does no harm."""
    for emoji in old:
        try:
            await emoji.delete()
        except discord.HTTPException as error:
            _log.info("The old emoji %s stays: %s", emoji.name, error)
