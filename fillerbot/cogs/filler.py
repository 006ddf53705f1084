"""The `/filler` commands, all in one cog: to Discord a group is one command."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.play import PlayCommands
from fillerbot.cogs.reviews import Reviews
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.stats import StatsCommands
from fillerbot.cogs.wording import about, named
from fillerbot.service import Service


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class FillerCog(
    StatsCommands,
    PlayCommands,
    commands.GroupCog,
    group_name=named("filler"),
    group_description=about("filler-about"),
):
    """All of `/filler`; Discord lists the commands of the last class first."""

    def __init__(self, service: Service, screen: Screen) -> None:
        super().__init__()
        self._service = service
        self._screen = screen
        self._reviews = Reviews(service, screen)
