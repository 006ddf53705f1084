"""The message of a match: its buttons, its form, and keeping it up to date."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import ui
from discord.ext import commands

from fillerbot.cogs.address import PREFIX, Address, parse
from fillerbot.cogs.door import (
    BLOCKED,
    GONE,
    NOBODY,
    Arrivals,
    DoubleTaps,
    answering,
    instant,
    note_failed_answer,
    person,
    readers_texts,
    refuse,
    whisper,
)
from fillerbot.cogs.layout import Drawer, files, layout
from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.live import Live, MatchId, Refused, Table, Why
from fillerbot.service import Service
from fillerbot.texts import texts_for
from fillerbot.view.example import example
from fillerbot.view.frame import left_behind, link, nameless, table
from fillerbot.view.message import Emoji, Message
from fillerbot.view.private import SYMBOLS, giveup_choices, howto, options, preview

_log = logging.getLogger(__name__)

_PATIENCE = 0.5
"""How many seconds an answer waits for the one before it, so that boards appear in order."""


@dataclass(eq=False)
class _Desk:
    """Where one match's message is drawn: by one at a time; `newest` is the newest version published."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    newest: int = 0


_FAILED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What can go wrong on the way to Discord."""

_T = TypeVar("_T")
Answer = Callable[[discord.Interaction, Address], Awaitable[None]]


class TableCog(commands.Cog):
    """What happens to the messages of matches."""

    def __init__(
        self, client: commands.AutoShardedBot, service: Service, drawer: Drawer, emoji: Emoji
    ) -> None:
        self._client = client
        self._service = service
        self._drawer = drawer
        self.emoji = emoji
        self._arrivals = Arrivals()
        self._taps = DoubleTaps()
        self._nameless: set[MatchId] = set()
        self._desks: WeakValueDictionary[MatchId, _Desk] = WeakValueDictionary()
        self._answers: dict[str, Answer] = {
            "accept": self._change(service.accept),
            "decline": self._change(service.decline),
            "withdraw": self._change(service.withdraw),
            "ready": self._change(service.ready),
            "rematch": self._rematch,
            "howto": self._howto,
            "preview": self._preview,
            "options": self._options,
            "post": self._post,
            **{f"symbols-{size}": self._symbols for size in SYMBOLS},
        }
        service.listener = self.redraw
        self._given_up = {"concede": service.concede, "resign": service.resign, "abort": service.abort}

    # -- what comes in ---------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """The one door for presses and forms, also those that were sent before a restart or forged."""
        data: Any = interaction.data
        custom_id = str(data.get("custom_id", "")) if data else ""
        if not custom_id.startswith(PREFIX):
            return
        if self._arrivals.again(interaction):
            return
        async with answering(interaction):
            address = parse(custom_id)
            if address is not None and not _belongs(interaction.message, address):
                address = None
            if interaction.type is discord.InteractionType.modal_submit:
                await self._give_up(interaction, address, _chosen(data.get("components", [])))
            elif address is not None and address.action == "giveup":
                # Who has closed the form may open it again at once.
                await self._ask_what_to_give_up(interaction, address)
            elif self._taps.again(interaction, custom_id):
                await interaction.response.defer()
            elif address is not None and address.colour is not None:
                await self._move(interaction, address, address.colour)
            elif address is not None and (answer := self._answers.get(address.action)):
                await answer(interaction, address)
            else:
                await whisper(interaction, readers_texts(interaction)("unknown-action"))

    # -- what changes the match ------------------------------------------------------------------------

    async def _move(self, interaction: discord.Interaction, address: Address, colour: Colour) -> None:
        at = instant(interaction)
        try:
            live = await self._service.move(address.match, person(interaction), at, colour, address.seq)
        except Refused as refused:
            if refused.reason != Why.STALE:
                raise
            await refuse(interaction, refused)
            await self._mend(address.match)
            return
        await self.show(interaction, live)

    async def _mend(self, match: MatchId) -> None:
        """Somebody looked at an old board: see to it that it is not because the newest never appeared."""
        live = await self._service.live(match)
        desk = self._desks.get(match)
        if live.match.shown is None and (desk is None or not desk.lock.locked()):
            await self.redraw(live)

    def _change(self, act: Callable[..., Awaitable[Live]]) -> Answer:
        async def answer(interaction: discord.Interaction, address: Address) -> None:
            live = await act(address.match, person(interaction), instant(interaction))
            await self.show(interaction, live)

        return answer

    async def _rematch(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.rematch(address.match, person(interaction), instant(interaction))
        if live.id == address.match:
            await self.show(interaction, live)
        else:
            # A message of its own: the result of the match before stays in the channel.
            await self.post(interaction, live)

    async def _ask_what_to_give_up(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        texts = readers_texts(interaction)
        player = live.player(person(interaction))
        if player is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        choices = giveup_choices(live, player, texts)
        if not choices:
            raise Refused("match-over" if live.match.closing else "not-playing", live)
        radio: ui.RadioGroup[ui.Modal] = ui.RadioGroup(custom_id="what")
        for choice in choices:
            radio.add_option(label=choice.label, value=choice.key, description=choice.cost[:100])
        custom_id = str(Address(live.id, live.match.moves, f"giveup-{len(live.match.games)}"))
        modal = ui.Modal(title=texts("giveup-title"), custom_id=custom_id)
        modal.add_item(ui.Label(text=texts("giveup-what"), component=radio))
        # As with views: the library need not keep it, the submission comes in through on_interaction.
        modal.stop()
        await interaction.response.send_modal(modal)

    async def _give_up(
        self, interaction: discord.Interaction, address: Address | None, choice: str | None
    ) -> None:
        game = _form_game(address)
        if address is None or game is None or choice not in (None, "nothing", *self._given_up):
            await whisper(interaction, readers_texts(interaction)("unknown-action"))
            return
        if choice is None or choice == "nothing":
            await whisper(interaction, readers_texts(interaction)("nothing-chosen"))
            return
        who, at = person(interaction), instant(interaction)
        if choice == "concede":
            live = await self._service.concede(address.match, who, at, game)
        else:
            live = await self._given_up[choice](address.match, who, at)
        await self.show(interaction, live)

    # -- what only the asker sees ----------------------------------------------------------------------

    async def _whisper(self, interaction: discord.Interaction, live: Live, message: Message) -> None:
        drawn = await self._drawn(message, live.table.symbols)
        await interaction.response.send_message(
            view=self._layout(message, live),
            files=files(message, drawn),
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    async def _howto(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        texts = readers_texts(interaction)
        await self._whisper(interaction, live, howto(texts, example(texts)))

    async def _preview(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        await self._whisper(interaction, live, preview(live, person(interaction), readers_texts(interaction)))

    async def _options(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        await self._whisper(interaction, live, options(live, person(interaction), readers_texts(interaction)))

    async def _post(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        if live.player(person(interaction)) is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        await self.post(interaction, live)

    async def _symbols(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        if live.player(person(interaction)) is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await whisper(interaction, readers_texts(interaction)("unknown-action"))
            return
        size = address.action.removeprefix("symbols-")
        _, live = await self._service.set_table(live.id, lambda table: replace(table, symbols=size))
        message = options(live, person(interaction), readers_texts(interaction))
        await interaction.response.edit_message(view=self._layout(message, live))
        await self.redraw(live)

    # -- showing ---------------------------------------------------------------------------------------

    def _layout(self, message: Message, live: Live) -> ui.LayoutView:
        return layout(message, live.id, live.match.moves, self.emoji)

    async def _drawn(self, message: Message, symbols: str) -> bytes | None:
        return await self._drawer.draw(message.picture, symbols) if message.picture else None

    async def _compose(self, live: Live) -> tuple[ui.LayoutView, list[discord.File]]:
        texts = texts_for(live.table.locale)
        shown = nameless(live, texts) if live.id in self._nameless else live
        message = table(shown, texts, self.emoji, self._service.now(), await self._onward(live))
        drawn = await self._drawn(message, live.table.symbols)
        return self._layout(message, live), files(message, drawn)

    async def _onward(self, live: Live) -> str | None:
        """Where a match's rematch is played."""
        if live.match.successor is None:
            return None
        return link((await self._service.live(MatchId(live.match.successor))).table)

    async def _send(
        self, live: Live, send: Callable[[ui.LayoutView, list[discord.File]], Awaitable[_T]]
    ) -> _T:
        """Send a match; without names from when on the server's moderation refuses one of them."""
        named = live.id not in self._nameless
        try:
            return await send(*await self._compose(live))
        except discord.HTTPException as error:
            if error.code != BLOCKED or not named:
                raise
        self._nameless.add(live.id)
        return await send(*await self._compose(live))

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
        view = self._layout(left_behind(after, texts_for(before.locale)), after)
        message = self._channel(before).get_partial_message(before.message)
        try:
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        except _FAILED as error:
            _log.info("The old board of match %s stays as it is: %s", after.id, error)
        if (await self._service.live(after.id)).table.message == before.message:
            await self.redraw(after)

    async def redraw(self, live: Live) -> None:
        """Bring a match's message up to date without a press, as far as Discord lets us."""
        try:
            async with self._drawing(live.id) as newest:
                at = await self._edit(newest) if newest.table.message else await self._send_anew(newest)
        except _FAILED as error:
            # The match lives on: the next press or /filler board shows it.
            _log.warning("The message of match %s could not be brought up to date: %s", live.id, error)
            return
        if at is not None:
            self._published(newest, at)

    async def _edit(self, live: Live) -> datetime | None:
        assert live.table.message is not None
        message = self._channel(live.table).get_partial_message(live.table.message)
        edited = await self._send(
            live,
            lambda view, attachments: message.edit(
                view=view, attachments=attachments, allowed_mentions=NOBODY
            ),
        )
        return edited.edited_at

    async def _send_anew(self, live: Live) -> datetime | None:
        """Show a match of which no message is known, as after an answer that got lost."""
        if not live.match.games:
            return None
        channel = self._channel(live.table)
        sent = await self._send(
            live,
            lambda view, attachments: channel.send(view=view, files=attachments, allowed_mentions=NOBODY),
        )
        await self._service.set_table(live.id, lambda table: replace(table, message=sent.id))
        return sent.created_at


def _chosen(components: list[dict[str, Any]]) -> str | None:
    """What was chosen in the only radio group of a form."""
    for label in components:
        component = label.get("component", {})
        if component.get("custom_id") == "what":
            value = component.get("value")
            return value if isinstance(value, str) else None
    return None


def _form_game(address: Address | None) -> int | None:
    """The game, from 1, in which a form for giving up was opened."""
    found = re.fullmatch(r"giveup-(\d)", address.action) if address else None
    return int(found[1]) if found else None


def _belongs(message: discord.Message | None, address: Address) -> bool:
    """Whether a message has no buttons of another match than the one it is said to be about."""
    parts: list[Any] = list(message.components) if message else []
    for part in parts:
        parts.extend(getattr(part, "children", ()))
        there = parse(getattr(part, "custom_id", None) or "")
        if there is not None and there.match != address.match:
            return False
    return True
