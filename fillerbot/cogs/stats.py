"""The slash commands about people: leaderboard, profile, history, and what one is playing."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.door import answering, person, somebody
from fillerbot.cogs.pages import Page, show
from fillerbot.cogs.play import choices
from fillerbot.cogs.wording import about, named
from fillerbot.service import Service
from fillerbot.stats import SCALES

_WHERE = [app_commands.Choice(name=named(f"where-{key}"), value=key) for key in ("here", "everywhere")]


class StatsCommands(commands.Cog):
    """Those of the `/filler` commands that tell of people."""

    _service: Service

    @app_commands.command(name=named("leaderboard-name"), description=about("leaderboard-about"))
    @app_commands.rename(variant=named("variant-name"), where=named("where-name"))
    @app_commands.describe(variant=about("leaderboard-variant-about"), where=about("where-about"))
    @app_commands.choices(variant=choices("variant", SCALES), where=_WHERE)
    async def leaderboard(
        self, interaction: discord.Interaction, variant: str = SCALES[0], where: str = "here"
    ) -> None:
        """Show everybody a leaderboard."""
        async with answering(interaction):
            page = Page(person(interaction), where, variant)
            await show(self._service, interaction, page, public=True)

    @app_commands.command(name=named("profile-name"), description=about("profile-about"))
    @app_commands.rename(user=named("user-name"))
    @app_commands.describe(user=about("profile-user-about"))
    async def profile(self, interaction: discord.Interaction, user: discord.User | None = None) -> None:
        """Show everybody how somebody plays."""
        await self._about(interaction, "profile", user, public=True)

    @app_commands.command(name=named("history-name"), description=about("history-about"))
    @app_commands.rename(user=named("user-name"))
    @app_commands.describe(user=about("profile-user-about"))
    async def history(self, interaction: discord.Interaction, user: discord.User | None = None) -> None:
        """Show the asker what somebody has played."""
        await self._about(interaction, "history", user, public=False)

    async def _about(
        self, interaction: discord.Interaction, kind: str, user: discord.User | None, *, public: bool
    ) -> None:
        async with answering(interaction):
            whom = somebody(user or interaction.user)
            page = Page(person(interaction), kind, str(whom.id), name=whom.name)
            await show(self._service, interaction, page, public=public)

    @app_commands.command(name=named("matches-name"), description=about("matches-about"))
    async def matches(self, interaction: discord.Interaction) -> None:
        """Show the asker what he is playing."""
        async with answering(interaction):
            await show(self._service, interaction, Page(person(interaction), "matches", "0"))
