"""The slash commands of those who look after a server."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import groupby

import discord
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.door import answering, readers_texts, refuse, whisper
from fillerbot.cogs.play import LONGEST, match_number, matching
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.wording import about, named
from fillerbot.live import Refused, Why
from fillerbot.service import Service
from fillerbot.stats import Finished
from fillerbot.texts import Texts

_REASON = 200
_RECENT = 50
"""Matches among which one's typing searches."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class AdminCog(
    commands.GroupCog, group_name=named("filler-admin"), group_description=about("filler-admin-about")
):
    """The `/filler-admin` commands."""

    def __init__(self, service: Service, screen: Screen) -> None:
        super().__init__()
        self._service = service
        self._screen = screen

    @app_commands.command(name=named("void-name"), description=about("void-about"))
    @app_commands.rename(match=named("match-name"), reason=named("reason-name"))
    @app_commands.describe(match=about("void-match-about"), reason=about("reason-about"))
    async def void(
        self,
        interaction: discord.Interaction,
        match: str,
        reason: app_commands.Range[str, 1, _REASON],
    ) -> None:
        """Take back what a match of this server did to the ratings."""
        async with answering(interaction):
            texts = readers_texts(interaction)
            # A server may offer the command to more people than it is meant for.
            if not interaction.permissions.manage_guild:
                await whisper(interaction, texts("refused-not-allowed"))
                return
            meant = match_number(match)
            try:
                live = await self._service.void(meant, interaction.guild_id, " ".join(reason.split()))
            except Refused as refused:
                await refuse(interaction, refused)
                if refused.reason is Why.VOIDED and refused.live is not None:
                    # He may ask again because the bot was killed before it showed that it is done.
                    await self._screen.redraw(refused.live)
                return
            try:
                await whisper(interaction, texts("voided-done", match=str(meant)))
            finally:
                # It is done, whether or not the answer arrives.
                await self._screen.redraw(live)

    @void.autocomplete("match")
    async def _rated(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            return []
        texts = readers_texts(interaction)
        rated = await self._service.rated_in(interaction.guild_id, _RECENT)
        return matching(
            [app_commands.Choice(name=_title(past, texts), value=str(past.match)) for past in rated], current
        )


def _title(past: Finished, texts: Texts) -> str:
    """A match in a list of choices: when it ended, what was played, who came where."""
    placed = sorted(zip(past.places, past.people, strict=True), key=lambda pair: pair[0])
    together = groupby(placed, key=lambda pair: pair[0])
    came = [f"{place}. {texts.listed([person.name for _, person in tied])}" for place, tied in together]
    said = texts(
        "void-choice",
        match=str(past.match),
        when=f"{datetime.fromtimestamp(past.ended / 1000, UTC):%Y-%m-%d %H:%M}",
        variant=texts(f"variant-{past.variant}"),
        places=" · ".join(came),
    )
    return said[:LONGEST]
