"""The message of a match: its buttons, its form, and keeping it up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
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
    whisper,
)
from fillerbot.cogs.layout import Drawer, files, layout
from fillerbot.engine.board import Colour
from fillerbot.engine.clock import Instant
from fillerbot.live import Live, MatchId, Refused, Table, Why
from fillerbot.service import Service
from fillerbot.texts import texts_for
from fillerbot.view.example import example
from fillerbot.view.frame import left_behind, nameless, table
from fillerbot.view.message import Emoji, Message
from fillerbot.view.private import SYMBOLS, giveup_choices, howto, options, preview

_log = logging.getLogger(__name__)

_PATIENCE = 1.5
"""How many seconds an answer waits for the one before it, so that boards appear in order."""


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
        self._desks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
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
            "giveup": self._ask_what_to_give_up,
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
            if self._taps.again(interaction, custom_id):
                await interaction.response.defer()
                return
            address = parse(custom_id)
            if interaction.type is discord.InteractionType.modal_submit:
                await self._give_up(interaction, address, _chosen(data.get("components", [])))
            elif address is not None and address.colour is not None:
                await self._move(interaction, address, address.colour)
            elif address is not None and (answer := self._answers.get(address.action)):
                await answer(interaction, address)
            else:
                await whisper(interaction, readers_texts(interaction)("unknown-action"))

    # -- what changes the match ------------------------------------------------------------------------

    async def _move(self, interaction: discord.Interaction, address: Address, colour: Colour) -> None:
        live = await self._service.move(
            address.match, person(interaction), instant(interaction), colour, address.seq
        )
        await self.show(interaction, live)

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
        custom_id = str(Address(live.id, live.match.moves, "giveup"))
        modal = ui.Modal(title=texts("giveup-title"), custom_id=custom_id)
        modal.add_item(ui.Label(text=texts("giveup-what"), component=radio))
        # As with views: the library need not keep it, the submission comes in through on_interaction.
        modal.stop()
        await interaction.response.send_modal(modal)

    async def _give_up(
        self, interaction: discord.Interaction, address: Address | None, choice: str | None
    ) -> None:
        act = self._given_up.get(choice or "")
        if address is None or address.action != "giveup" or (act is None and choice not in (None, "nothing")):
            await whisper(interaction, readers_texts(interaction)("unknown-action"))
            return
        if act is None:
            await whisper(interaction, readers_texts(interaction)("nothing-chosen"))
            return
        live = await self._service.live(address.match)
        if choice == "concede" and address.seq < live.match.moves_before_game:
            # The form was opened in a game that is over.
            raise Refused(Why.STALE, live, seq=address.seq)
        live = await act(address.match, person(interaction), instant(interaction))
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
        message = table(shown, texts, self.emoji, self._service.now())
        drawn = await self._drawn(message, live.table.symbols)
        return self._layout(message, live), files(message, drawn)

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
    async def _newest(self, live: Live) -> AsyncIterator[Live]:
        """Wait for one's turn to draw a match, but not for ever, and get what there is to draw then."""
        desk = self._desks.setdefault(live.id, asyncio.Lock())
        try:
            async with asyncio.timeout(_PATIENCE):
                await desk.acquire()
            held = True
        except TimeoutError:
            held = False
        try:
            yield await self._service.live(live.id)
        finally:
            if held:
                desk.release()

    async def show(self, interaction: discord.Interaction, live: Live) -> None:
        """Answer a press with the match as it is now: text, buttons and picture in one request."""
        try:
            async with self._newest(live) as newest:
                response = await self._send(
                    newest,
                    lambda view, attachments: interaction.response.edit_message(
                        view=view, attachments=attachments, allowed_mentions=NOBODY
                    ),
                )
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            note_failed_answer(error)
            if isinstance(error, discord.HTTPException) and error.code in GONE:
                # A refused answer does not use the press up: it may bring the message back.
                await self.post(interaction, live)
            else:
                await self.redraw(live)
            return
        message = response.resource if response else None
        edited = message.edited_at if isinstance(message, discord.InteractionMessage) else None
        self._published(newest, edited)
        if interaction.message is not None:
            await self._place(newest, interaction, interaction.message.id)

    async def post(
        self, interaction: discord.Interaction, live: Live, mentions: discord.AllowedMentions = NOBODY
    ) -> None:
        """Answer with a new message that shows the match from now on."""
        async with self._newest(live) as newest:
            response = await self._send(
                newest,
                lambda view, attachments: interaction.response.send_message(
                    view=view, files=attachments, allowed_mentions=mentions
                ),
            )
        message = response.resource
        if isinstance(message, discord.InteractionMessage):
            self._published(newest, message.created_at)
            await self._place(newest, interaction, message.id)

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

    def _message(self, table: Table) -> discord.PartialMessage | None:
        if table.message is None:
            return None
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        return channel.get_partial_message(table.message)

    async def _retire(self, before: Table, after: Live) -> None:
        message = self._message(before)
        assert message is not None
        view = self._layout(left_behind(after, texts_for(before.locale)), after)
        try:
            await message.edit(view=view, attachments=[], allowed_mentions=NOBODY)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            _log.info("The old board of match %s stays as it is: %s", after.id, error)

    async def redraw(self, live: Live) -> None:
        """Bring a match's message up to date without a press, as far as Discord lets us."""
        try:
            async with self._newest(live) as newest:
                message = self._message(newest.table)
                if message is None:
                    return
                edited = await self._send(
                    newest,
                    lambda view, attachments: message.edit(
                        view=view, attachments=attachments, allowed_mentions=NOBODY
                    ),
                )
        except (discord.HTTPException, aiohttp.ClientError) as error:
            # The match lives on: the next press or /filler board shows it.
            _log.warning("The message of match %s could not be brought up to date: %s", live.id, error)
            return
        self._published(newest, edited.edited_at)


def _chosen(components: list[dict[str, Any]]) -> str | None:
    """What was chosen in the only radio group of a form."""
    for label in components:
        component = label.get("component", {})
        if component.get("custom_id") == "what":
            value = component.get("value")
            return value if isinstance(value, str) else None
    return None
