"""The slash commands of those who look after a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.door import answering, readers_texts, whisper
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.wording import about, named
from fillerbot.live import MatchId
from fillerbot.service import Service

_LONGEST = 200
_LAST = 10**15 - 1


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
        match: app_commands.Range[int, 1, _LAST],
        reason: app_commands.Range[str, 1, _LONGEST],
    ) -> None:
        """Take back what a match of this server did to the ratings."""
        async with answering(interaction):
            texts = readers_texts(interaction)
            # A server may offer the command to more people than it is meant for.
            if not interaction.permissions.manage_guild:
                await whisper(interaction, texts("refused-not-allowed"))
                return
            live = await self._service.void(MatchId(match), interaction.guild_id, " ".join(reason.split()))
            try:
                await whisper(interaction, texts("voided-done", match=str(match)))
            finally:
                # It is done, whether or not the answer arrives.
                await self._screen.redraw(live)
