"""The bot: our cogs on a real discord.py client."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs import address, pages
from fillerbot.cogs.admin import AdminCog
from fillerbot.cogs.door import Arrivals, answering, in_hand, instant
from fillerbot.cogs.emoji import upload_emoji
from fillerbot.cogs.filler import FillerCog
from fillerbot.cogs.pages import PagesDoor
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.table import TableDoor
from fillerbot.cogs.wording import Translator
from fillerbot.drawing import Drawer
from fillerbot.live import MatchId
from fillerbot.service import Service

_log = logging.getLogger(__name__)

_ANSWER = 5.0
"""Seconds within which a gateway answers a heartbeat."""
_PIECE = 1 << 19
"""Bytes up to which a request is put together in memory."""
_LAST_WORD = 0.5
"""Seconds in which those who have pressed are answered, and who waits for a review hears that it stops."""


# Nobody speaks here: the libraries for voice are not missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class _Tree(app_commands.CommandTree):
    """Runs each command once."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._arrivals = Arrivals()

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Drop what the gateway brings again."""
        return not self._arrivals.again(interaction)


class _InOnePiece(aiohttp.TCPConnector):
    """Sends boards with their pictures in one piece each.

    Part by part they would go out in nine packets, of which each wakes both ends.
    """

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 — the library calls it so
    ) -> Connection:
        """As the library connects, once the request is in one piece."""
        parts = req.body
        if isinstance(parts, aiohttp.MultipartWriter) and (parts.size or _PIECE) < _PIECE:
            await req.update_body(await parts.as_bytes())
        return await super().connect(req, traces, timeout)


class FillerBot(commands.AutoShardedBot):
    """Discord in, Discord out; everything else is behind the service."""

    def __init__(self, service: Service) -> None:
        super().__init__(
            # Slash commands only: there is no prefix, and no message is read.
            command_prefix=(),
            help_command=None,
            tree_cls=_Tree,
            connector=_InOnePiece(limit=0),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self._service = service
        self._drawer = Drawer()
        self._arrivals = Arrivals()
        self._doors: dict[str, Callable[[discord.Interaction, str], Awaitable[None]]] = {}
        self.screen: Screen | None = None
        self._serving: list[asyncio.Task[None]] = []
        self._deaf: set[int] = set()

    async def setup_hook(self) -> None:
        """After the login, before the gateway: commands, emojis, and the matches that go on."""
        # Unless the number of shards is known, the library asks for it and then ignores our gateway address.
        self.shard_count, _, _ = await self.http.get_bot_gateway()
        emoji = await upload_emoji(self)
        self.screen = screen = Screen(self, self._service, self._drawer, emoji)
        self._doors = {
            address.PREFIX: TableDoor(self._service, screen).answer,
            pages.PREFIX: PagesDoor(self._service).answer,
        }
        await self.add_cog(FillerCog(self._service, screen))
        await self.add_cog(AdminCog(self._service, screen))
        await self.tree.set_translator(Translator())
        self.tree.error(self._command_failed)
        await self._sync()
        await self._service.wake(self.shard_count or 1)
        self._deaf.update(range(self.shard_count or 1))
        self._service.silence = self._silence
        for service in (self._service.serve_deadlines(), self._service.serve_heartbeats()):
            self._serving.append(asyncio.create_task(service))

    async def _sync(self) -> None:
        """Tell Discord our commands, if they have changed since the last time we told this address."""
        payload = [
            await command.get_translated_payload(self.tree, Translator())
            for command in self.tree.get_commands()
        ]
        told = json.dumps([payload, self.application_id, discord.http.Route.BASE], sort_keys=True)
        fingerprint = hashlib.sha256(told.encode()).hexdigest()
        if await self._service.note("commands") == fingerprint:
            return
        await self.tree.sync()
        await self._service.save_note("commands", fingerprint)
        _log.info("Told Discord the commands")

    @staticmethod
    async def _command_failed(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """What the library could not even hand to a command."""
        async with answering(interaction):
            raise error

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Whatever people do tells what time it is for Discord; presses and forms all come in here."""
        self._service.heard(instant(interaction))
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        for prefix, answer in self._doors.items():
            if custom_id.startswith(prefix) and not self._arrivals.again(interaction):
                try:
                    await answer(interaction, custom_id)
                finally:
                    # It and its response hold each other, and with them the message and its parts: thousands
                    # of presses later the collector of cycles would make everybody wait who presses then.
                    del interaction.response._parent  # noqa: SLF001 — nothing else lets go of it

    async def on_shard_disconnect(self, shard: int) -> None:
        """Some people cannot be heard any more."""
        self._deaf.add(shard)
        self._service.disconnected(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """A connection is new; what was pressed without one is lost."""
        self._hears(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A connection is back, and has brought what was pressed in the meantime."""
        self._hears(shard)

    def _silence(self, shard: int) -> int:
        """For how many ms nothing has come from a gateway that should have answered a heartbeat by now.

        The library closes such a line too, but only after one to two minutes, in which flags would fall.
        """
        known = self.shards.get(shard)
        keeper = None if known is None else known._parent.ws._keep_alive  # noqa: SLF001 — nothing else tells
        if keeper is None or keeper.interval is None:
            return 0
        silent = time.perf_counter() - keeper._last_recv  # noqa: SLF001
        return int(silent * 1000) if silent > keeper.interval + _ANSWER else 0

    def _hears(self, shard: int) -> None:
        self._deaf.discard(shard)
        self._service.connected(shard)

    async def on_ready(self) -> None:
        """Say who we are."""
        _log.info("Connected as %s; servers: %d", self.user, len(self.guilds))

    async def part(self, seconds: float) -> None:
        """Before a planned stop: nothing new begins, and as many boards as there is time for say so."""
        told: list[MatchId] = []
        try:
            async with asyncio.timeout(seconds):
                played = await self._service.part()
                if self.screen is not None and len(self._deaf) < (self.shard_count or 1):
                    await self.screen.part(played, told)
        except TimeoutError:
            _log.info("There was no time to tell all boards")
        await self._service.parted(told)

    async def close(self) -> None:
        """Stop serving, store what is being stored, and leave."""
        for task in self._serving:
            task.cancel()
        if self.screen is not None:
            self.screen.closing.set()
        self._service.drop_reviews()
        # Nobody is heard any more, and those who were are answered while there is a line.
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        followed = set() if self.screen is None else self.screen.followed
        if waiting := {*in_hand, *followed}:
            await asyncio.wait(waiting, timeout=_LAST_WORD)
        await super().close()
        await self._service.settled()
        self._drawer.close()
