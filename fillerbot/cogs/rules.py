"""The rules, for the asker alone."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.door import answering, instant, readers_texts
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.wording import about, named
from fillerbot.view.rules import TOPICS, explained, title

_CHOICES = [app_commands.Choice(name=named(title(topic)), value=topic) for topic in TOPICS]


async def explain(
    screen: Screen, interaction: discord.Interaction, topic: str, *, turns: bool = False
) -> None:
    """Answer with a topic, or turn the page that was pressed to it."""
    message = await asyncio.to_thread(explained, readers_texts(interaction), topic)
    # Leafing to and fro is no double tap, for each page's buttons are new ones.
    await screen.explain(interaction, message, page=instant(interaction) % 1_000_000, turns=turns)


class RulesCommand(commands.Cog):
    """The command, for the group that all commands are in."""

    _screen: Screen

    @app_commands.command(name=named("rules-name"), description=about("rules-about"))
    @app_commands.rename(topic=named("topic-name"))
    @app_commands.describe(topic=about("topic-about"))
    @app_commands.choices(topic=_CHOICES)
    async def rules(self, interaction: discord.Interaction, topic: str = TOPICS[0]) -> None:
        """Explain a topic of the rules."""
        async with answering(interaction):
            await explain(self._screen, interaction, topic)
