"""The two processes that `bench.sandbox` measures: the sandbox, and a bare bot that answers presses.

Each tells on every line that it reads what it has used so far, and ends with its input.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

import discord
import yarl
from discord import app_commands

from fillerbot.sandbox import Sandbox, run

TOKEN = "made-up.token"  # noqa: S105 - made up
PAGE = 4096


def used() -> dict[str, float]:
    """Return the seconds of processor time so far and the megabytes of memory now, where Linux tells them."""
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.is_file() else 0
    user, system, *_ = os.times()
    return {"cpu": user + system, "rss_mb": round(pages * PAGE / 2**20, 1)}


async def report() -> None:
    """Answer each line until there are no more."""
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(used()), flush=True)


class Counter(discord.ui.LayoutView):
    """A small message: a text and a button that counts."""

    row: discord.ui.ActionRow["Counter"] = discord.ui.ActionRow()

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.count = count
        text: discord.ui.TextDisplay[Counter] = discord.ui.TextDisplay(f"Pressed {count} times")
        self.add_item(discord.ui.Container(text))

    @row.button(label="Press", custom_id="press")
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button["Counter"]) -> None:
        """Count."""
        await interaction.response.edit_message(view=Counter(self.count + 1))


class BareBot(discord.Client):
    """A bot with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Bring the command over."""

        @self.tree.command(description="Post a message with a button")
        async def post(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=Counter())

        await self.tree.sync()

    async def on_ready(self) -> None:
        """Say so."""
        print("ready", flush=True)


async def run_sandbox() -> None:
    """Run the sandbox."""
    async with Sandbox(token=TOKEN, rate_limits=False) as sandbox:
        print(json.dumps([sandbox.api_url, sandbox.gateway_url, sandbox.people_url]), flush=True)
        await report()


async def run_bot(api_url: str, gateway_url: str) -> None:
    """Run the bot."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    async with BareBot() as bot:
        running = asyncio.create_task(bot.start(TOKEN))
        await report()
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(run_bot(*sys.argv[1:]))
    else:
        run(run_sandbox())
