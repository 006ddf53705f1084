"""What is told of people, page by page: everything that a page depends on stands in its buttons."""

from __future__ import annotations

import re
from dataclasses import dataclass

import discord

from fillerbot.cogs.door import (
    BLOCKED,
    NOBODY,
    DoubleTaps,
    addresses,
    answering,
    instant,
    person,
    readers_texts,
    somebody,
    whisper,
)
from fillerbot.cogs.layout import arranged
from fillerbot.live import PersonId
from fillerbot.service import Service
from fillerbot.stats import SCALES
from fillerbot.store import StoreError
from fillerbot.texts import texts_for
from fillerbot.view import stats
from fillerbot.view.message import Emoji, Message

PREFIX = "f2:"
_FORM = re.compile(
    r"f2:\d{1,6}:(?P<reader>\d{1,19}):(?P<kind>here|everywhere|history|matches):(?P<about>[a-z0-9-]{1,30})"
    r":(?P<number>\d{1,4})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, numbered from 0, and whose it is: only he turns it.

    `about` is a scale of a leaderboard ("here" or "everywhere"), or a person. `name` is what that person is
    called now, where it is known.
    """

    reader: PersonId
    kind: str
    about: str
    number: int = 0
    name: str | None = None


def parse(custom_id: str) -> Page | None:
    """The page that a button leads to; None if it is not of this form."""
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    kind, about = found["kind"], found["about"]
    known = about in SCALES if kind in ("here", "everywhere") else re.fullmatch(r"\d{1,19}", about)
    return Page(PersonId(int(found["reader"])), kind, about, int(found["number"])) if known else None


async def _written(
    service: Service, interaction: discord.Interaction, page: Page, reader: stats.Reader
) -> Message:
    match page.kind:
        case "here" | "everywhere":
            guild = interaction.guild_id if page.kind == "here" else None
            board = await service.leaderboard(page.about, page.reader, page.number, reader.now, guild=guild)
            return stats.leaderboard(board, somebody(interaction.user).name, reader)
        case "matches":
            return stats.matches(await service.running(page.reader), page.number, reader)
    whom = PersonId(int(page.about))
    if page.kind == "history":
        past = await service.history(whom, page.number)
        return stats.history(past, whom, page.name or past.name or "?", reader)
    about = await service.profile(whom)
    return stats.profile(about, page.name or about.name or "?", reader)


async def show(
    service: Service,
    interaction: discord.Interaction,
    page: Page,
    *,
    public: bool = False,
    turns: bool = False,
) -> None:
    """Answer with a page, for the asker alone unless it is public, or turn the one that was pressed to it."""
    everybodys = str(interaction.guild_locale or interaction.locale)
    texts = texts_for(everybodys) if public else readers_texts(interaction)
    # Leafing to and fro is no double tap, for each page's buttons are new ones.
    before = f"{PREFIX}{instant(interaction) % 1_000_000}:{page.reader}:"

    async def send(*, named: bool) -> None:
        reader = stats.Reader(page.reader, interaction.guild_id, texts, instant(interaction), named)
        message = await _written(service, interaction, page, reader)
        view = arranged(message, lambda action: before + action, Emoji())
        if turns:
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)
        else:
            await interaction.response.send_message(view=view, ephemeral=not public, allowed_mentions=NOBODY)

    try:
        await send(named=True)
    except discord.HTTPException as error:
        # The server's moderation refuses one of the names.
        if error.code != BLOCKED:
            raise
        await send(named=False)


class PagesDoor:
    """Where presses on pages come in."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._taps = DoubleTaps()

    async def answer(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Answer a press, also on an old page, or a forged one."""
        async with answering(interaction):
            if self._taps.again(interaction, custom_id):
                await interaction.response.defer()
                return
            page, pressed = parse(custom_id), interaction.message
            if page is None or pressed is None or custom_id not in addresses(pressed):
                await whisper(interaction, readers_texts(interaction)("unknown-page"))
                return
            try:
                await self._turn(interaction, page, pressed)
            except StoreError:
                self._taps.forget(interaction)
                raise

    async def _turn(self, interaction: discord.Interaction, page: Page, pressed: discord.Message) -> None:
        if page.reader == person(interaction):
            public = not pressed.flags.ephemeral
            await show(self._service, interaction, page, public=public, turns=True)
        else:
            # Who leafs in somebody else's page gets one of his own.
            own = Page(person(interaction), page.kind, page.about, page.number)
            await show(self._service, interaction, own)
