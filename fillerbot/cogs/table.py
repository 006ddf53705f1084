"""The message of a match: its buttons, its form, and keeping it up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import discord

from fillerbot.cogs.address import NO_MATCH, PREFIX, Address, parse
from fillerbot.cogs.door import (
    DoubleTaps,
    addresses,
    answering,
    in_time,
    instant,
    person,
    readers_texts,
    refuse,
    somebody,
    whisper,
)
from fillerbot.cogs.forms import OPENING, Forms
from fillerbot.cogs.reviews import Reviews
from fillerbot.cogs.rules import explain
from fillerbot.cogs.screen import Screen
from fillerbot.engine.board import Colour
from fillerbot.engine.match import Refusal
from fillerbot.figures import Symbols
from fillerbot.live import Live, Refused, Why
from fillerbot.service import Service
from fillerbot.store import StoreError
from fillerbot.view.private import hint, options, preview
from fillerbot.view.replay import replay
from fillerbot.view.rules import TOPICS, howto

_log = logging.getLogger(__name__)

_OUTDATED = {
    *(Why.ALREADY_SEATED, Why.TABLE_FULL, Why.SIDE_FULL, Why.STALE),
    *(Refusal.PLACE_TAKEN, Refusal.NOTHING_PROPOSED),
}
"""Refusals after which the message that was pressed may not show what is."""

_OVERTAKEN = {Why.STALE, Refusal.MATCH_OVER, Refusal.NOT_PLAYING, Refusal.PAUSED}
"""Refusals of what a board offers that shows how a match was before."""

Answer = Callable[[discord.Interaction, Address], Awaitable[None]]


class TableDoor:
    """Where presses on the messages of matches, and their forms, come in."""

    def __init__(self, service: Service, screen: Screen) -> None:
        self._service = service
        self._screen = screen
        self._taps = DoubleTaps()
        self._answers: dict[str, Answer] = {
            "accept": self._change(service.accept),
            "decline": self._change(service.decline),
            "withdraw": self._change(service.withdraw),
            "close": self._change(service.withdraw),
            "join": self._join,
            "join-with": self._join,
            "join-against": self._join,
            "leave": self._change(service.leave),
            "start": self._change(service.start),
            "agree-game": self._change(partial(service.agree, resigns=False)),
            "agree-match": self._change(partial(service.agree, resigns=True)),
            "disagree": self._change(service.drop),
            "takeback": self._change(service.take_back),
            "hint": self._hint,
            "again-same": self._again,
            "again-new": self._again,
            "instead": self._instead,
            "ready": self._change(service.ready),
            "resume": self._change(service.resume),
            "rematch": self._rematch,
            "howto": self._howto,
            "rules": self._rules,
            **{f"rules-{topic}": self._topic for topic in TOPICS},
            "preview": self._preview,
            "options": self._options,
            "post": self._post,
            "review": self._review,
            "replay-1": self._replay,
            "replay-2": self._replay,
            **{f"symbols-{size}": self._symbols for size in Symbols},
        }
        self._forms = Forms(service, screen)
        self._reviews = Reviews(service, screen)

    # -- what comes in ---------------------------------------------------------------------------------

    async def answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Answer a press or a form, also of what was sent before a restart, or forged."""
        async with answering(interaction), self._revealing(interaction):
            address = parse(custom_id)
            if address is not None and not _belongs(interaction.message, address):
                address = None
            if interaction.type is discord.InteractionType.modal_submit:
                await self._forms.submitted(interaction, address)
            elif address is not None and address.action in OPENING:
                # Who has closed the form may open it again at once.
                await self._forms.open(interaction, address)
            elif self._taps.again(interaction, custom_id):
                await interaction.response.defer()
            else:
                try:
                    await self._pressed(interaction, address)
                except StoreError:
                    self._taps.forget(interaction)
                    raise

    async def _pressed(self, interaction: discord.Interaction, address: Address | None) -> None:
        if address is not None and address.colour is not None:
            await self._move(interaction, address, address.colour)
        elif address is not None and (answer := self._answers.get(address.action)):
            await answer(interaction, address)
        else:
            await whisper(interaction, readers_texts(interaction)("unknown-action"))

    # -- what changes the match ------------------------------------------------------------------------

    async def _move(self, interaction: discord.Interaction, address: Address, colour: Colour) -> None:
        at = instant(interaction)
        move = self._service.move(address.match, person(interaction), at, colour, address.seq)
        live = await in_time(interaction, move)
        await self._screen.show(interaction, live)

    @asynccontextmanager
    async def _revealing(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Where somebody looked at an old board because the newest never appeared, show him that one."""
        try:
            yield
        except Refused as refused:
            live, pressed = refused.live, interaction.message
            if live is None or pressed is None or pressed.flags.ephemeral or refused.reason not in _OVERTAKEN:
                raise
            unseen = live.match.shown is None and not self._screen.is_drawing(live.id)
            if not unseen or not live.match.games:
                raise
            await self._screen.show(interaction, live)

    def _change(self, act: Callable[..., Awaitable[Live]]) -> Answer:
        async def answer(interaction: discord.Interaction, address: Address) -> None:
            async with self._mending(interaction, address):
                acting = act(address.match, person(interaction), instant(interaction))
                live = await in_time(interaction, acting)
                await self._screen.show(interaction, live)

        return answer

    @asynccontextmanager
    async def _mending(self, interaction: discord.Interaction, address: Address) -> AsyncIterator[None]:
        """Where somebody is refused what his message still offers, bring the message up to date."""
        try:
            yield
        except Refused as refused:
            if refused.reason not in _OUTDATED:
                raise
            await refuse(interaction, refused)
            await self._screen.redraw(await self._service.live(address.match))

    async def _join(self, interaction: discord.Interaction, address: Address) -> None:
        against = {"join-with": False, "join-against": True}.get(address.action)
        me, at = somebody(interaction.user), instant(interaction)
        async with self._mending(interaction, address):
            joining = self._service.join(address.match, me, at, against=against)
            live = await in_time(interaction, joining)
            await self._screen.show(interaction, live)

    async def _rematch(self, interaction: discord.Interaction, address: Address) -> None:
        wanting = self._service.rematch(address.match, person(interaction), instant(interaction))
        live = await in_time(interaction, wanting)
        if live.id == address.match:
            await self._screen.show(interaction, live)
        else:
            # A message of its own: the result of the match before stays in the channel, and leads there.
            await self._screen.post(interaction, live)
            await self._screen.redraw(await self._service.live(address.match))

    async def _again(self, interaction: discord.Interaction, address: Address) -> None:
        same_board = address.action == "again-same"
        me, at = person(interaction), instant(interaction)
        beginning = self._service.again(address.match, me, at, same_board=same_board)
        live = await in_time(interaction, beginning)
        await self._screen.post(interaction, live)

    async def _instead(self, interaction: discord.Interaction, address: Address) -> None:
        beginning = self._service.instead(address.match, person(interaction), instant(interaction))
        live = await in_time(interaction, beginning)
        await self._screen.post(interaction, live)

    # -- what only the asker sees ----------------------------------------------------------------------

    async def _howto(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        message = await asyncio.to_thread(howto, readers_texts(interaction), live.setup.terms)
        await self._screen.whisper(interaction, live, message)

    async def _rules(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        await explain(self._screen, interaction, live.setup.terms.variant)

    async def _topic(self, interaction: discord.Interaction, address: Address) -> None:
        # Only a page of the rules turns into another one.
        pressed = interaction.message
        turns = pressed is not None and pressed.flags.ephemeral and address.match == NO_MATCH
        await explain(self._screen, interaction, address.action.removeprefix("rules-"), turns=turns)

    async def _hint(self, interaction: discord.Interaction, address: Address) -> None:
        thinking = self._service.hint(address.match, person(interaction))
        live, analysis = await in_time(interaction, thinking, hidden=True)
        await whisper(interaction, hint(live, analysis, readers_texts(interaction)))

    async def _preview(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        await self._screen.whisper(
            interaction, live, preview(live, person(interaction), readers_texts(interaction))
        )

    async def _options(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        await self._screen.whisper(
            interaction, live, options(live, person(interaction), readers_texts(interaction))
        )

    async def _replay(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        game = int(address.action.removeprefix("replay-"))
        await self._screen.whisper(interaction, live, replay(live, game, readers_texts(interaction)))

    async def _review(self, interaction: discord.Interaction, address: Address) -> None:
        await self._reviews.answer(interaction, address.match)

    async def _post(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        if live.player(person(interaction)) is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        await self._screen.post(interaction, live)

    async def _symbols(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        if live.player(person(interaction)) is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await whisper(interaction, readers_texts(interaction)("unknown-action"))
            return
        size = Symbols(address.action.removeprefix("symbols-"))
        _, live = await self._service.set_table(live.id, lambda table: replace(table, symbols=size))
        message = options(live, person(interaction), readers_texts(interaction))
        await interaction.response.edit_message(view=self._screen.layout(message, live))
        await self._screen.redraw(live)


def _belongs(message: discord.Message | None, address: Address) -> bool:
    """Whether a message has no buttons of another match than the one it is said to be about."""
    own = f"{PREFIX}{address.match}:"
    others = (other for other in addresses(message) if other.startswith(PREFIX))
    return all(other.startswith(own) for other in others)
