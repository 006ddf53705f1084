"""Looking back on a match for somebody, with a bar that tells how far the work on it has got."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from fillerbot.cogs.door import readers_texts
from fillerbot.cogs.screen import Screen
from fillerbot.live import Live, MatchId, PersonId
from fillerbot.reviewing import Work
from fillerbot.service import Service
from fillerbot.view.review import failed, progress, review

_log = logging.getLogger(__name__)

_STEP = 2
"""Seconds between two edits of the bar."""


class Reviews:
    """Answers with reviews."""

    def __init__(self, service: Service, screen: Screen) -> None:
        self._service = service
        self._screen = screen

    async def answer(
        self, interaction: discord.Interaction, match: MatchId, person: PersonId | None = None
    ) -> None:
        """Show the asker the review of a match; with a person only if he has played it. Raises Refused."""
        texts = readers_texts(interaction)
        live, found = await self._service.reviewed(match, person)
        if not isinstance(found, Work):
            message = await asyncio.to_thread(review, live, found, texts)
            await self._screen.whisper(interaction, live, message)
            return
        await self._screen.whisper(interaction, live, progress(found.done, found.total, texts))
        following = asyncio.create_task(self._finish(interaction, live, found))
        self._screen.followed.add(following)
        following.add_done_callback(self._screen.followed.discard)
        await following

    async def _finish(self, interaction: discord.Interaction, live: Live, work: Work) -> None:
        """Show how far the work has got, and then what came of it."""
        texts = readers_texts(interaction)
        await self._follow(interaction, live, work)
        if work.task.cancelled():
            message = failed(texts)
        else:
            try:
                message = await asyncio.to_thread(review, live, work.task.result(), texts)
            except Exception:  # noqa: BLE001 — whatever it was, the person gets an answer
                _log.exception("Match %s could not be reviewed", live.id)
                message = failed(texts)
        await self._screen.revise(interaction, live, message)

    async def _follow(self, interaction: discord.Interaction, live: Live, work: Work) -> None:
        """Keep the bar up to date until the work is done."""
        texts, shown = readers_texts(interaction), work.done
        while not (await asyncio.wait({work.task}, timeout=_STEP))[0]:
            if work.done == shown:
                continue
            shown = work.done
            try:
                await self._screen.revise(interaction, live, progress(shown, work.total, texts))
            except (discord.HTTPException, aiohttp.ClientError) as error:
                _log.info("The bar of a review could not be brought up to date: %s", error)
