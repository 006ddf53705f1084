"""The bot of these tests in a process of its own: addresses of REST and gateway are its arguments."""

import sys

import discord
import yarl

from tests.sandbox.conftest import TOKEN, Bot
from tests.sandbox.game import equip


async def sync(bot: Bot) -> None:
    """Bring the commands over before the gateway is asked for."""
    await bot.tree.sync()


def main(api_url: str, gateway_url: str) -> None:
    """Run the bot until it is killed."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    bot = Bot()
    equip(bot)
    bot.setup_hook = lambda: sync(bot)  # type: ignore[method-assign]
    bot.run(TOKEN, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
