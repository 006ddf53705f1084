"""The rules, for the asker alone."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from fillerbot.cogs.door import instant, readers_texts
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.wording import named
from fillerbot.view.rules import TOPICS, explained, title

TOPIC_CHOICES = [app_commands.Choice(name=named(title(topic)), value=topic) for topic in TOPICS]


async def explain(
    screen: Screen, interaction: discord.Interaction, topic: str, *, turns: bool = False
) -> None:
    """Answer with a topic, or turn the page that was pressed to it."""
    message = await asyncio.to_thread(explained, readers_texts(interaction), topic)
    # Leafing to and fro is no double tap, for each page's buttons are new ones.
    await screen.explain(interaction, message, page=instant(interaction) % 1_000_000, turns=turns)
