"""Answers that show something: a match to everybody, or what only the asker sees."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial

import discord
from discord import ui
from discord.ext import commands

from fillerbot.cogs.address import NO_MATCH
from fillerbot.cogs.boards import FAILED, Boards
from fillerbot.cogs.door import GONE, NOBODY, in_time, note_failed_answer, plain, readers_texts, sender
from fillerbot.cogs.layout import files, layout
from fillerbot.drawing import Drawer
from fillerbot.figures import Symbols
from fillerbot.live import Live
from fillerbot.service import Service
from fillerbot.view.message import Emoji, Message
from fillerbot.view.private import barred

_NEEDED = ("view_channel", "read_message_history", "attach_files", "embed_links")
"""Rights without which boards do not change by themselves."""


class Screen(Boards):
    """Answers: matches as they are now, and what the asker alone sees.

    `followed` is the work that keeps what was whispered up to date.
    """

    def __init__(
        self, client: commands.AutoShardedBot, service: Service, drawer: Drawer, emoji: Emoji
    ) -> None:
        super().__init__(client, service, drawer, emoji)
        self.followed: set[asyncio.Task[None]] = set()

    async def whisper(self, interaction: discord.Interaction, live: Live, message: Message) -> None:
        """Answer with a message that the asker alone sees."""
        drawn = await in_time(interaction, self._drawn(message, live.table.symbols), hidden=True)
        await sender(interaction)(
            view=self.layout(message, live),
            files=files(message, drawn),
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    async def revise(self, interaction: discord.Interaction, live: Live, message: Message) -> None:
        """Change what was whispered."""
        drawn = await self._drawn(message, live.table.symbols)
        await interaction.edit_original_response(
            view=self.layout(message, live), attachments=files(message, drawn), allowed_mentions=NOBODY
        )

    async def explain(
        self, interaction: discord.Interaction, message: Message, page: int, *, turns: bool
    ) -> None:
        """Answer with a message about no match for the asker alone, or turn the one he pressed into it.

        `page` tells its buttons from those of other such messages.
        """
        drawn = await self._drawn(message, Symbols.NORMAL)
        view, attachments = layout(message, NO_MATCH, page, self._emoji), files(message, drawn)
        if turns:
            await interaction.response.edit_message(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            )
        else:
            await interaction.response.send_message(
                view=view, files=attachments, ephemeral=True, allowed_mentions=NOBODY
            )

    async def show(self, interaction: discord.Interaction, live: Live) -> None:
        """Answer a press with the match as it is now: text, buttons and picture in one request."""
        pressed = interaction.message

        async def edit(view: ui.LayoutView, attachments: list[discord.File]) -> object:
            if interaction.response.is_done():
                return await interaction.edit_original_response(
                    view=view, attachments=attachments, allowed_mentions=NOBODY
                )
            response = await interaction.response.edit_message(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            )
            return response and response.resource

        try:
            async with self._drawing(live.id) as newest:
                message = await self._send(newest, edit, partial(in_time, interaction))
                if pressed is not None:
                    await self._place(newest, interaction, pressed.id)
        except FAILED as error:
            note_failed_answer(error)
            if isinstance(error, discord.HTTPException) and error.code in GONE:
                # A refused answer does not use the press up: it may bring the message back.
                await self.post(interaction, live)
                return
            if live.table.message is None and pressed is not None:
                await self._place(live, interaction, pressed.id)
            await self.redraw(live)
            return
        edited = message.edited_at if isinstance(message, discord.InteractionMessage) else None
        self._published(newest, edited)

    async def post(
        self, interaction: discord.Interaction, live: Live, mentions: discord.AllowedMentions = NOBODY
    ) -> None:
        """Answer with a new message that shows the match from now on."""

        async def send(view: ui.LayoutView, attachments: list[discord.File]) -> object:
            if interaction.response.is_done():
                return await interaction.followup.send(
                    view=view, files=attachments, allowed_mentions=mentions, wait=True
                )
            response = await interaction.response.send_message(
                view=view, files=attachments, allowed_mentions=mentions
            )
            return response.resource

        try:
            async with self._drawing(live.id) as newest:
                message = await self._send(newest, send)
                if isinstance(message, discord.Message):
                    await self._place(newest, interaction, message.id)
        except FAILED as error:
            note_failed_answer(error)
            await self._look_for(interaction, live)
            return
        if isinstance(message, discord.Message):
            self._published(newest, message.created_at)
        if interaction.channel_id in self.barred:
            await self._own_up(interaction, interaction.channel_id)

    async def _own_up(self, interaction: discord.Interaction, channel: int) -> None:
        """Tell why boards of a channel did not change by themselves; once, until it happens again."""
        self.barred.discard(channel)
        texts = readers_texts(interaction)
        needed = (*_NEEDED, "send_messages_in_threads" if _in_thread(interaction) else "send_messages")
        missing = [right for right in needed if not getattr(interaction.app_permissions, right)]
        # Where nothing can be seen, nothing else can be done.
        rights = missing[:1] if "view_channel" in missing else missing
        sentence = barred(rights if interaction.is_guild_integration() else None, texts)
        with contextlib.suppress(*FAILED):
            await interaction.followup.send(view=plain(sentence), ephemeral=True, allowed_mentions=NOBODY)

    async def _look_for(self, interaction: discord.Interaction, live: Live) -> None:
        """Bring a match up to date after an answer that may not have arrived."""
        with contextlib.suppress(*FAILED, discord.ClientException):
            await self._place(live, interaction, (await interaction.original_response()).id)
        await self.redraw(live)

    async def _place(self, live: Live, interaction: discord.Interaction, message: int) -> None:
        """A match is shown by this message from now on; the one before loses its buttons."""
        channel = interaction.channel_id or live.table.channel
        if interaction.is_guild_integration() and interaction.app_permissions.view_channel:
            self._shut.discard(channel)
        before, after = await self._service.set_table(
            live.id,
            lambda table: replace(table, guild=interaction.guild_id, channel=channel, message=message),
        )
        if before.message not in (None, message):
            await self._retire(before, after)


def _in_thread(interaction: discord.Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread)
