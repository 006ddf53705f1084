"""The colours as emojis of the application."""

from __future__ import annotations

import hashlib
import logging

import discord

from fillerbot.engine.board import Colour
from fillerbot.render import PALETTE, emoji_png
from fillerbot.view.message import Emoji

_log = logging.getLogger(__name__)


async def upload_emoji(client: discord.Client) -> Emoji:
    """Upload the emojis that are missing; where that fails, Unicode's squares have to do.

    The name bears a hash of the picture, so that a new look gets a new emoji.
    """
    try:
        existing = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        marks = {}
        for number, paint in enumerate(PALETTE, 1):
            picture = emoji_png(Colour(number))
            name = f"{paint.key}_{hashlib.sha256(picture).hexdigest()[:8]}"
            emoji = existing.get(name) or await client.create_application_emoji(name=name, image=picture)
            marks[Colour(number)] = str(emoji)
    except discord.HTTPException as error:
        _log.warning("The colour emojis cannot be uploaded, Unicode stands in for them: %s", error)
        return Emoji()
    return Emoji(marks, named=False)
