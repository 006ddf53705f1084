"""How everything that people do comes in: double taps are dropped, and every click gets an answer."""

from __future__ import annotations

import itertools
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
from discord import ui

from fillerbot.engine.clock import Instant
from fillerbot.gathering import OPEN_CHALLENGES, RUNNING_MATCHES
from fillerbot.live import Person, PersonId, Refused, Why
from fillerbot.store import StoreError
from fillerbot.texts import Texts, texts_for
from fillerbot.view.message import clean_name
from fillerbot.view.private import refusal

_log = logging.getLogger(__name__)

_DOUBLE_TAP = 2_000
_REMEMBERED = 10_000
_LIMITS = {Why.TOO_MANY_CHALLENGES.value: OPEN_CHALLENGES, Why.TOO_MANY_MATCHES.value: RUNNING_MATCHES}

_answered_already = itertools.count(1)

ANSWERED = 40060
"""Discord's code for a click that was answered before."""
BLOCKED = 200000
"""Discord's code for a message whose words the server's moderation refuses."""
GONE = (10003, 10008)
"""Discord's codes for a channel or a message that is no longer there."""

NOBODY = discord.AllowedMentions.none()


def instant(interaction: discord.Interaction) -> Instant:
    """When Discord received a click, from the interaction's id."""
    return Instant((interaction.id >> 22) + discord.utils.DISCORD_EPOCH)


def person(interaction: discord.Interaction) -> PersonId:
    """Who did it."""
    return PersonId(interaction.user.id)


def somebody(user: discord.User | discord.Member) -> Person:
    """A user as he sits down at a table."""
    return Person(PersonId(user.id), clean_name(user.display_name))


def readers_texts(interaction: discord.Interaction) -> Texts:
    """The texts for the asker alone."""
    return texts_for(str(interaction.locale))


class DoubleTaps:
    """Remembers what was pressed lately."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, int, str], Instant] = OrderedDict()

    def again(self, interaction: discord.Interaction, custom_id: str) -> bool:
        """Whether this person has pressed this very button a moment ago; the first press is what counts."""
        key, now = self._key(interaction, custom_id), instant(interaction)
        before = self._last.get(key)
        if before is not None and abs(now - before) < _DOUBLE_TAP:
            return True
        self._last.pop(key, None)
        self._last[key] = now
        if len(self._last) > _REMEMBERED:
            self._last.popitem(last=False)
        return False

    def forget(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Nothing came of a press: the next one is no double tap."""
        self._last.pop(self._key(interaction, custom_id), None)

    @staticmethod
    def _key(interaction: discord.Interaction, custom_id: str) -> tuple[int, int, str]:
        message = interaction.message.id if interaction.message else 0
        return interaction.user.id, message, custom_id


class Arrivals:
    """Remembers what has come in: after a resume the gateway may bring it again."""

    def __init__(self) -> None:
        self._ids: OrderedDict[int, None] = OrderedDict()

    def again(self, interaction: discord.Interaction) -> bool:
        """Whether this very interaction has come in before."""
        known = interaction.id in self._ids
        self._ids[interaction.id] = None
        if len(self._ids) > _REMEMBERED:
            self._ids.popitem(last=False)
        return known


async def whisper(interaction: discord.Interaction, sentence: str) -> None:
    """Answer with a sentence that only the asker sees."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    view.add_item(ui.TextDisplay[ui.LayoutView](sentence))
    await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)


@asynccontextmanager
async def answering(interaction: discord.Interaction) -> AsyncIterator[None]:
    """The one place that turns what went wrong into an answer."""
    texts = readers_texts(interaction)
    try:
        yield
    except Refused as refused:
        await refuse(interaction, refused)
    except StoreError:
        _log.exception("An interaction could not be stored")
        await _explain(interaction, texts("not-saved"))
    except (discord.NotFound, discord.DiscordServerError, aiohttp.ClientError) as error:
        note_failed_answer(error)
    except Exception as error:  # noqa: BLE001 — whatever it was, the person gets an answer
        if isinstance(error, discord.HTTPException) and error.code == ANSWERED:
            note_failed_answer(error)
            return
        _log.exception("An interaction failed")
        await _explain(interaction, texts("failed"))


async def refuse(interaction: discord.Interaction, refused: Refused) -> None:
    """Tell the asker why not."""
    texts = readers_texts(interaction)
    await _explain(interaction, refusal(refused, person(interaction), texts, _LIMITS))


async def _explain(interaction: discord.Interaction, sentence: str) -> None:
    """Say what went wrong; a refused answer does not use an interaction up."""
    if interaction.response.is_done():
        return
    try:
        await whisper(interaction, sentence)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        note_failed_answer(error)


def note_failed_answer(error: Exception) -> None:
    """Log an answer that did not arrive; it is never tried again with the same interaction."""
    if isinstance(error, discord.HTTPException) and error.code == ANSWERED:
        _log.error(
            "A click was answered already (no. %d since the start): by an earlier try, or by another process "
            "with this token. If this goes on, look for that process and stop it.",
            next(_answered_already),
        )
    else:
        _log.warning("An answer did not arrive: %s", error)
