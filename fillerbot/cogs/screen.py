"""The messages that show matches: drawn in order, kept up to date, found again after a failure."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from fillerbot.cogs.address import NO_MATCH
from fillerbot.cogs.door import BLOCKED, GONE, NO_ACCESS, NOBODY, note_failed_answer
from fillerbot.cogs.drawing import Drawer, Unwanted
from fillerbot.cogs.layout import files, layout
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase
from fillerbot.live import Live, MatchId, Table
from fillerbot.service import Service
from fillerbot.texts import texts_for
from fillerbot.view.frame import left_behind, link, nameless, parting, table
from fillerbot.view.message import Emoji, Message

_log = logging.getLogger(__name__)

_PATIENCE = 0.5
"""How many seconds an answer waits for the one before it, so that boards appear in order."""
_AT_A_TIME = 50
"""Boards that are told of a stop at the same time: those of one channel have to wait for each other."""
_AGAIN = 0.5
"""Seconds after which those are told again that could not be."""

_OUT_OF_SIGHT = 10
"""So many messages below a board hide it."""
_OLD = 3_600_000
"""Messages older than so many ms can be edited a few times only, by whatever is not a press."""

_WORTH_WAITING = 1.5
"""How many seconds an answer may take before it is announced."""


@dataclass(eq=False)
class _Desk:
    """Where one match's message is drawn: by one at a time; `newest` is the newest version published."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    newest: int = 0


_PLAYED = (Phase.PLAYING, Phase.BETWEEN)

_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What can go wrong on the way to Discord."""

_T = TypeVar("_T")


class Screen:
    """Where matches are shown."""

    def __init__(
        self, client: commands.AutoShardedBot, service: Service, drawer: Drawer, emoji: Emoji
    ) -> None:
        self._client = client
        self._service = service
        self._drawer = drawer
        self._emoji = emoji
        self._nameless: set[MatchId] = set()
        self._desks: WeakValueDictionary[MatchId, _Desk] = WeakValueDictionary()
        service.listener = self.redraw
        service.finder = self.find

    def is_drawing(self, match: MatchId) -> bool:
        """Whether a match's message is being drawn at this moment."""
        desk = self._desks.get(match)
        return desk is not None and desk.lock.locked()

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
        drawn = await self._drawn(message, "normal")
        view, attachments = layout(message, NO_MATCH, page, self._emoji), files(message, drawn)
        if turns:
            await interaction.response.edit_message(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            )
        else:
            await interaction.response.send_message(
                view=view, files=attachments, ephemeral=True, allowed_mentions=NOBODY
            )

    def layout(self, message: Message, live: Live) -> ui.LayoutView:
        """A message of a match as Discord's components."""
        return layout(message, live.id, live.match.moves, self._emoji)

    async def _drawn(
        self, message: Message, symbols: str, wanted: Callable[[], bool] = lambda: True
    ) -> bytes | None:
        return await self._drawer.draw(message.picture, symbols, wanted) if message.picture else None

    async def _compose(self, live: Live, *, soon: bool = False) -> tuple[ui.LayoutView, list[discord.File]]:
        """A match as it is when it is drawn, which may be later than it is asked for."""
        while True:
            try:
                return await self._composed(live, soon=soon)
            except Unwanted:
                live = await self._service.live(live.id)

    async def _composed(self, live: Live, *, soon: bool) -> tuple[ui.LayoutView, list[discord.File]]:
        texts, now = texts_for(live.table.locale), self._service.now()
        shown = nameless(live, texts) if live.id in self._nameless else live
        if soon:
            message = parting(shown, texts, self._emoji, now)
        else:
            message = table(shown, texts, self._emoji, now, await self._onward(live))
        drawn = await self._drawn(message, live.table.symbols, lambda: self._service.is_newest_board(live))
        return self.layout(message, live), files(message, drawn)

    async def _onward(self, live: Live) -> str | None:
        """Where a match's rematch is played."""
        if live.match.successor is None:
            return None
        return link((await self._service.live(MatchId(live.match.successor))).table)

    async def _send(
        self,
        live: Live,
        send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[_T]],
        *,
        soon: bool = False,
    ) -> _T:
        """Send a match; without names from when on the server's moderation refuses one of them."""
        named = live.id not in self._nameless
        try:
            return await send(*await self._compose(live, soon=soon))
        except discord.HTTPException as error:
            if error.code != BLOCKED or not named:
                raise
        self._nameless.add(live.id)
        return await send(*await self._compose(live, soon=soon))

    @asynccontextmanager
    async def _drawing(self, match: MatchId) -> AsyncIterator[Live]:
        """Wait for one's turn to draw a match, but not for ever, and get what there is to draw then.

        Who did not wait may have published a newer version in between, and Discord now shows an older one:
        then it is drawn once more.
        """
        desk = self._desks.setdefault(match, _Desk())
        try:
            async with asyncio.timeout(_PATIENCE):
                await desk.lock.acquire()
            held = True
        except TimeoutError:
            held = False
        try:
            live = await self._service.live(match)
            yield live
        finally:
            if held:
                desk.lock.release()
        if live.version < desk.newest:
            await self.redraw(live)
        desk.newest = max(desk.newest, live.version)

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
        except _FAILED as error:
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
        except _FAILED as error:
            note_failed_answer(error)
            await self.redraw(live)
            return
        if isinstance(message, discord.InteractionMessage):
            self._published(newest, message.created_at)

    def _published(self, live: Live, at: datetime | None) -> None:
        """What a match waits for has appeared; by our own clock if Discord did not say when."""
        millis = self._service.now() if at is None else Instant(int(at.timestamp() * 1000))
        if at is not None:
            self._service.heard(millis)
        self._service.shown(live, millis)

    async def _place(self, live: Live, interaction: discord.Interaction, message: int) -> None:
        """A match is shown by this message from now on; the one before loses its buttons."""
        channel = interaction.channel_id or live.table.channel
        before, after = await self._service.set_table(
            live.id,
            lambda table: replace(table, guild=interaction.guild_id, channel=channel, message=message),
        )
        if before.message not in (None, message):
            await self._retire(before, after)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)

    async def _retire(self, before: Table, after: Live) -> None:
        """Take the buttons of a message that no longer shows a match, unless by now it does again."""
        assert before.message is not None
        if (await self._service.live(after.id)).table.message == before.message:
            return
        view = self.layout(left_behind(after, texts_for(before.locale)), after)
        message = self._channel(before).get_partial_message(before.message)
        try:
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        except _FAILED as error:
            _log.info("The old board of match %s stays as it is: %s", after.id, error)
        if (await self._service.live(after.id)).table.message == before.message:
            await self.redraw(after)

    async def redraw(self, live: Live) -> None:
        """Bring a match's message up to date without a press, as far as Discord lets us."""
        await self._update(live, self._edit_or_roll_over)

    async def find(self, live: Live) -> None:
        """Show a match after a long absence: by a new message where its own can no longer be seen."""
        await self._update(live, self._edit_or_replace)

    async def _update(self, live: Live, edit: Callable[[Live], Awaitable[datetime | None]]) -> None:
        try:
            async with self._drawing(live.id) as newest:
                at = await edit(newest) if newest.table.message else await self._send_anew(newest)
        except _FAILED as error:
            # The match lives on: the next press or /filler board shows it.
            _log.warning("The message of match %s could not be brought up to date: %s", live.id, error)
            return
        if at is not None:
            self._published(newest, at)

    async def _edit_or_roll_over(self, live: Live) -> datetime | None:
        """Edit a match's message, unless it goes on and has become so old that Discord counts the edits."""
        assert live.table.message is not None
        posted = discord.utils.snowflake_time(live.table.message).timestamp() * 1000
        if live.match.phase in _PLAYED and self._service.now() - posted > _OLD:
            try:
                return await self._send_anew(live)
            except discord.Forbidden as error:
                if error.code == NO_ACCESS:
                    raise
                _log.info("The old board of match %s stays in use: %s", live.id, error)
        return await self._edit(live)

    async def _edit_or_replace(self, live: Live) -> datetime | None:
        """Edit a match's message, unless so much has been written since that nobody sees it."""
        board = discord.Object(live.table.message or 0)
        below = self._channel(live.table).history(limit=_OUT_OF_SIGHT, after=board)
        if len([message async for message in below]) == _OUT_OF_SIGHT:
            return await self._send_anew(live)
        try:
            return await self._edit(live)
        except discord.NotFound as error:
            if error.code not in GONE:
                raise
        return await self._send_anew(live)

    async def part(self, lives: list[Live], told: list[MatchId]) -> None:
        """Let boards say that the bot will be back, a few at a time; adds to `told` which do, or may."""
        few = asyncio.Semaphore(_AT_A_TIME)

        async def tell(live: Live) -> None:
            async with few, self._drawing(live.id) as newest:
                if newest.table.message is not None and newest.match.phase is not Phase.OVER:
                    told.append(live.id)
                    await self._edit(newest, soon=True)

        left = lives
        while left:
            results = await asyncio.gather(*map(tell, left), return_exceptions=True)
            failed = [pair for pair in zip(left, results, strict=True) if isinstance(pair[1], Exception)]
            for live, error in failed:
                _log.info("Match %s could not say that the bot stops: %s", live.id, error)
            # Who waits for us ends this when there is no time left.
            left = [live for live, error in failed if _may_pass(error)]
            await asyncio.sleep(_AGAIN if left else 0)

    async def _edit(self, live: Live, *, soon: bool = False) -> datetime | None:
        assert live.table.message is not None
        message = self._channel(live.table).get_partial_message(live.table.message)
        edited = await self._send(
            live,
            lambda view, attachments: message.edit(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            ),
            soon=soon,
        )
        return edited.edited_at

    async def _send_anew(self, live: Live) -> datetime | None:
        """Show a match by a new message: its own is not known, as after a lost answer, or too far off."""
        challenged = live.match.phase is Phase.CHALLENGED
        if live.match.phase is Phase.OVER and not live.match.games:
            return None
        mentions = (
            discord.AllowedMentions(users=[discord.Object(live.people[1].id)]) if challenged else NOBODY
        )
        channel = self._channel(live.table)
        sent = await self._send(
            live,
            lambda view, attachments: channel.send(view=view, files=attachments, allowed_mentions=mentions),
        )
        before, after = await self._service.set_table(live.id, lambda table: replace(table, message=sent.id))
        if before.message is not None:
            await self._retire(before, after)
        return sent.created_at


def _may_pass(error: object) -> bool:
    """Whether what went wrong on the way to Discord may go well a moment later."""
    if isinstance(error, discord.HTTPException):
        return error.status in (429, 503) or isinstance(error, discord.DiscordServerError)
    return isinstance(error, (aiohttp.ClientError, OSError))
