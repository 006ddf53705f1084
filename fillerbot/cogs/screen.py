"""Answers that show something: a match to everybody, or what only the asker sees."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from fillerbot.cogs.address import NO_MATCH
from fillerbot.cogs.boards import FAILED, Boards
from fillerbot.cogs.door import GONE, NOBODY, note_failed_answer, plain, readers_texts
from fillerbot.cogs.layout import files, layout
from fillerbot.figures import Symbols
from fillerbot.live import Live
from fillerbot.view.message import Message
from fillerbot.view.private import barred

_NEEDED = ("view_channel", "read_message_history", "attach_files", "embed_links")
"""Rights without which boards do not change by themselves."""
_WORTH_WAITING = 1.5
"""How many seconds an answer may take before it is announced."""


class Screen(Boards):
    """Answers: matches as they are now, and what the asker alone sees."""

    async def whisper(self, interaction: discord.Interaction, live: Live, message: Message) -> None:
        """Answer with a message that the asker alone sees."""
        drawing = asyncio.ensure_future(self._drawn(message, live.table.symbols))
        await asyncio.wait({drawing}, timeout=_WORTH_WAITING)
        send: Callable[..., Awaitable[object]] = interaction.response.send_message
        if not drawing.done():
            # Discord waits three seconds for an answer, and much longer for one that is announced.
            await interaction.response.defer(ephemeral=True, thinking=True)
            send = interaction.followup.send
        await send(
            view=self.layout(message, live),
            files=files(message, await drawing),
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
        try:
            async with self._drawing(live.id) as newest:
                response = await self._send(
                    newest,
                    lambda view, attachments: interaction.response.edit_message(
                        view=view, attachments=attachments, allowed_mentions=NOBODY
                    ),
                )
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
        message = response.resource if response else None
        edited = message.edited_at if isinstance(message, discord.InteractionMessage) else None
        self._published(newest, edited)

    async def post(
        self, interaction: discord.Interaction, live: Live, mentions: discord.AllowedMentions = NOBODY
    ) -> None:
        """Answer with a new message that shows the match from now on."""
        try:
            async with self._drawing(live.id) as newest:
                response = await self._send(
                    newest,
                    lambda view, attachments: interaction.response.send_message(
                        view=view, files=attachments, allowed_mentions=mentions
                    ),
                )
                message = response.resource
                if isinstance(message, discord.InteractionMessage):
                    await self._place(newest, interaction, message.id)
        except FAILED as error:
            note_failed_answer(error)
            await self._look_for(interaction, live)
            return
        if isinstance(message, discord.InteractionMessage):
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
