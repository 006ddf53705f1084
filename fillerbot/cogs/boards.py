"""The messages that show matches: drawn in order, and brought up to date where nobody has pressed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from fillerbot.cogs.door import BLOCKED, GONE, NO_ACCESS, NO_RIGHT, NOBODY
from fillerbot.cogs.layout import files, layout
from fillerbot.drawing import Drawer, Unwanted
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Phase
from fillerbot.figures import Symbols
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
_LATER = (2.0, 10.0, 60.0)
"""Seconds after which a board is drawn again whose drawing Discord has lost."""
_OUT_OF_SIGHT = 10
"""So many messages below a board hide it."""
_OLD = 3_600_000
"""Messages older than so many ms can be edited a few times only, by whatever is not a press."""
_TOO_OLD = 30046
"""Discord's code for one edit too many of such a message."""
_BUSY = (20028, 20029)
"""Discord's codes for a channel or a server in which too much is written."""
_CLOSED = (50083, 160005, 160006)
"""Discord's codes for a thread that is archived or locked, or cannot be reopened beside all the others."""


_Composed = tuple[ui.LayoutView, list[discord.File]]


@dataclass(eq=False)
class _Desk:
    """Where one match's message is drawn: by one at a time; `newest` is the newest version published."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    newest: int = 0


_PLAYED = (Phase.PLAYING, Phase.BETWEEN)

FAILED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What can go wrong on the way to Discord."""

_T = TypeVar("_T")


class Boards:
    """Where matches are shown.

    `closing` is set when the bot leaves: then nothing is tried again. `barred` has the channels in which a
    board could not be brought up to date for lack of a right, until somebody is told.
    """

    def __init__(
        self, client: commands.AutoShardedBot, service: Service, drawer: Drawer, emoji: Emoji
    ) -> None:
        self._client = client
        self._service = service
        self._drawer = drawer
        self._emoji = emoji
        self._nameless: set[MatchId] = set()
        self._desks: WeakValueDictionary[MatchId, _Desk] = WeakValueDictionary()
        self.closing = asyncio.Event()
        self.barred: set[int] = set()
        self._shut: set[int] = set()
        service.listener = self.redraw
        service.returner, service.finder = self.bring_back, self.find

    def is_drawing(self, match: MatchId) -> bool:
        """Whether a match's message is being drawn at this moment."""
        desk = self._desks.get(match)
        return desk is not None and desk.lock.locked()

    def layout(self, message: Message, live: Live) -> ui.LayoutView:
        """A message of a match as Discord's components."""
        return layout(message, live.id, live.match.moves, self._emoji)

    async def _drawn(
        self, message: Message, symbols: Symbols, wanted: Callable[[], bool] = lambda: True
    ) -> bytes | None:
        return await self._drawer.draw(message.picture, symbols, wanted) if message.picture else None

    async def _compose(self, live: Live, *, soon: bool = False) -> _Composed:
        """A match as it is when it is drawn, which may be later than it is asked for."""
        while True:
            texts, now = texts_for(live.table.locale), self._service.now()
            shown = nameless(live, texts) if live.id in self._nameless else live
            if soon:
                message = parting(shown, texts, self._emoji, now)
            else:
                message = table(shown, texts, self._emoji, now, await self._onward(live))
            wanted = partial(self._service.is_newest_board, live)
            try:
                drawn = await self._drawn(message, live.table.symbols, wanted)
            except Unwanted:
                live = await self._service.live(live.id)
            else:
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
        composing: Callable[[Awaitable[_Composed]], Awaitable[_Composed]] = lambda composed: composed,
        *,
        soon: bool = False,
    ) -> _T:
        """Send a match; without names from when on the server's moderation refuses one of them."""
        named = live.id not in self._nameless
        try:
            return await send(*await composing(self._compose(live, soon=soon)))
        except discord.HTTPException as error:
            if error.code != BLOCKED or not named:
                raise
        self._nameless.add(live.id)
        return await send(*await composing(self._compose(live, soon=soon)))

    @asynccontextmanager
    async def _drawing(self, match: MatchId) -> AsyncIterator[Live]:
        """Wait for one's turn to draw a match, but not for ever, and get what there is to draw then.

        Who did not wait may have published a newer version in between, and Discord now shows an older one:
        then it is drawn once more.
        """
        desk = self._desks.setdefault(match, _Desk())
        held = await _held(desk.lock)
        try:
            live = await self._service.live(match)
            yield live
        finally:
            if held:
                desk.lock.release()
        if live.version < desk.newest:
            await self.redraw(live)
        desk.newest = max(desk.newest, live.version)

    def _published(self, live: Live, at: datetime | None) -> None:
        """What a match waits for has appeared; by our own clock if Discord did not say when."""
        millis = self._service.now() if at is None else Instant(int(at.timestamp() * 1000))
        if at is not None:
            self._service.heard(millis)
        self._service.shown(live, millis)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel, guild_id=table.guild)

    async def _retire(self, before: Table, after: Live) -> None:
        """Take the buttons of a message that no longer shows a match, unless by now it does again."""
        assert before.message is not None
        if before.channel in self._shut or await self._shows(after.id, before.message):
            return
        view = self.layout(left_behind(after, texts_for(before.locale)), after)
        message = self._channel(before).get_partial_message(before.message)
        try:
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        except FAILED as error:
            _log.info("The old board of match %s stays as it is: %s", after.id, error)
            self._note_lack(before.channel, error)
        if await self._shows(after.id, before.message):
            await self.redraw(after)

    async def _shows(self, match: MatchId, message: int) -> bool:
        """Whether this message shows a match now."""
        return (await self._service.live(match)).table.message == message

    # -- without a press -------------------------------------------------------------------------------

    async def redraw(self, live: Live) -> None:
        """Bring a match's message up to date without a press, as far as Discord lets us."""
        await self._update(live, self._edit_or_roll_over)

    async def bring_back(self, live: Live) -> None:
        """Show a match after a short absence, where it was."""
        await self._update(live, self._edit)

    async def find(self, live: Live) -> None:
        """Show a match after a long absence: by a new message where its own can no longer be seen."""
        await self._update(live, self._edit_or_replace)

    async def _update(self, live: Live, edit: Callable[[Live], Awaitable[datetime | None]]) -> None:
        for pause in (*_LATER, None):
            if live.table.channel in self._shut:
                return
            try:
                async with self._drawing(live.id) as newest:
                    at = await self._updated(newest, edit)
            except FAILED as error:
                # The match lives on: if nothing else, the next press or /filler board shows it.
                _log.warning("The message of match %s could not be brought up to date: %s", live.id, error)
                self._note_lack(live.table.channel, error)
                if pause is None or not _may_pass(error) or await self._closes_within(pause):
                    return
            else:
                if at is not None:
                    self._published(newest, at)
                return

    def _note_lack(self, channel: int, error: Exception) -> None:
        """Remember where only answers are possible, so that nothing else is tried again there."""
        code = error.code if isinstance(error, discord.HTTPException) else 0
        if code in {NO_ACCESS, NO_RIGHT}:
            self.barred.add(channel)
        if code == NO_ACCESS:
            self._shut.add(channel)

    async def _updated(
        self, live: Live, edit: Callable[[Live], Awaitable[datetime | None]]
    ) -> datetime | None:
        if live.table.message is None:
            return await self._send_anew(live)
        try:
            return await edit(live)
        except discord.HTTPException as error:
            if error.code not in {_TOO_OLD, *_CLOSED}:
                raise
        return await self._send_anew(live)

    async def _closes_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                return await self.closing.wait()
        except TimeoutError:
            return False

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

    async def part(self, matches: list[MatchId], told: list[MatchId]) -> None:
        """Let boards say that the bot will be back, a few at a time; adds to `told` which do, or may."""
        few = asyncio.Semaphore(_AT_A_TIME)

        async def tell(match: MatchId) -> None:
            async with few, self._drawing(match) as newest:
                shut = newest.table.message is None or newest.table.channel in self._shut
                if not shut and newest.match.phase is not Phase.OVER:
                    told.append(match)
                    await self._edit(newest, soon=True)

        left = matches
        while left:
            results = await asyncio.gather(*map(tell, left), return_exceptions=True)
            failed = [pair for pair in zip(left, results, strict=True) if isinstance(pair[1], Exception)]
            for match, error in failed:
                _log.info("Match %s could not say that the bot stops: %s", match, error)
            # Who waits for us ends this when there is no time left.
            left = [match for match, error in failed if _may_pass(error)]
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
        if live.match.phase is Phase.OVER and not live.match.games:
            return None
        try:
            sent = await self._sent(live, self._channel(live.table))
        except discord.HTTPException as error:
            parent = await self._parent(live.table) if error.code in _CLOSED else None
            if parent is None:
                raise
            sent = await self._sent(live, parent)
        before, after = await self._service.set_table(
            live.id, lambda table: replace(table, channel=sent.channel.id, message=sent.id)
        )
        if before.message is not None:
            await self._retire(before, after)
        return sent.created_at

    async def _sent(self, live: Live, channel: discord.abc.Messageable) -> discord.Message:
        challenged = live.match.phase is Phase.CHALLENGED
        mentions = (
            discord.AllowedMentions(users=[discord.Object(live.people[1].id)]) if challenged else NOBODY
        )
        return await self._send(
            live,
            lambda view, attachments: channel.send(view=view, files=attachments, allowed_mentions=mentions),
        )

    async def _parent(self, table: Table) -> discord.abc.Messageable | None:
        """The channel that a thread belongs to."""
        thread = await self._client.fetch_channel(table.channel)
        if not isinstance(thread, discord.Thread):
            return None
        return self._client.get_partial_messageable(thread.parent_id, guild_id=table.guild)


async def _held(lock: asyncio.Lock) -> bool:
    """Take a lock, unless it is not given back in time."""
    if not lock.locked():
        return await lock.acquire()
    try:
        async with asyncio.timeout(_PATIENCE):
            return await lock.acquire()
    except TimeoutError:
        return False


def _may_pass(error: object) -> bool:
    """Whether what went wrong on the way to Discord may go well a moment later."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500 or error.code in _BUSY  # noqa: PLR2004 — as HTTP has them
    return isinstance(error, (aiohttp.ClientError, OSError))
