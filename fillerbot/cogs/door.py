"""How everything that people do comes in: double taps are dropped, and every click gets an answer."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, TypeVar

import aiohttp
import discord
from discord import ui

from fillerbot.engine.clock import Instant
from fillerbot.live import Person, PersonId, Refused
from fillerbot.store import StoreError
from fillerbot.texts import Texts, texts_for
from fillerbot.view.message import clean_name
from fillerbot.view.private import refusal, unnamed

_log = logging.getLogger(__name__)

_WORTH_WAITING = 2.2
"""How many seconds an answer may take before it is announced; Discord waits for three."""
_DOUBLE_TAP = 2_000
_REMEMBERED = 10_000

_answered_already = itertools.count(1)

in_hand: set[asyncio.Task[Any]] = set()
"""What is being answered."""

ANSWERED = 40060
"""Discord's code for a click that was answered before."""
BLOCKED = 200000
"""Discord's code for a message whose words the server's moderation refuses."""
GONE = (10003, 10008)
"""Discord's codes for a channel or a message that is no longer there."""
NO_ACCESS = 50001
"""Discord's code for a channel in which only answers to people are possible."""
NO_RIGHT = 50013
"""Discord's code for something that the bot lacks a right for."""

NOBODY = discord.AllowedMentions.none()

_ANNOUNCED = (
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
)
_T = TypeVar("_T")


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
    """Remembers what everybody has pressed last."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, int], tuple[str, Instant]] = OrderedDict()

    def again(self, interaction: discord.Interaction, custom_id: str) -> bool:
        """Whether this person has just pressed this very button, and no other since; the first one counts."""
        key, now = self._key(interaction), instant(interaction)
        button, before = self._last.pop(key, ("", now))
        again = button == custom_id and abs(now - before) < _DOUBLE_TAP
        self._last[key] = (custom_id, before if again else now)
        if len(self._last) > _REMEMBERED:
            self._last.popitem(last=False)
        return again

    def forget(self, interaction: discord.Interaction) -> None:
        """Nothing came of a press: the next one is no double tap."""
        self._last.pop(self._key(interaction), None)

    @staticmethod
    def _key(interaction: discord.Interaction) -> tuple[int, int]:
        return interaction.user.id, interaction.message.id if interaction.message else 0


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


def addresses(message: discord.Message | None) -> Iterator[str]:
    """Where the buttons of a message lead."""
    parts: list[object] = list(message.components) if message else []
    for part in parts:
        parts.extend(getattr(part, "children", ()))
        if custom_id := getattr(part, "custom_id", None):
            yield custom_id


def plain(sentence: str) -> ui.LayoutView:
    """A sentence as a message."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    view.add_item(ui.TextDisplay[ui.LayoutView](sentence))
    return view


async def whisper(interaction: discord.Interaction, sentence: str) -> None:
    """Answer with a sentence that only the asker sees."""
    await sender(interaction)(view=plain(sentence), ephemeral=True, allowed_mentions=NOBODY)


def sender(interaction: discord.Interaction) -> Callable[..., Awaitable[object]]:
    """What answers with a message, whether or not the answer was announced."""
    announced = interaction.response.is_done()
    return interaction.followup.send if announced else interaction.response.send_message


async def in_time(interaction: discord.Interaction, work: Awaitable[_T], *, hidden: bool = False) -> _T:
    """What comes of work that an answer needs; if that takes long, the answer is announced.

    For what is announced Discord waits much longer. What is `hidden` will be for the asker alone.
    """
    announcing: list[asyncio.Future[None]] = []

    def announce() -> None:
        announcing.append(asyncio.ensure_future(_announce(interaction, hidden=hidden)))

    left = _came_in(interaction) + _WORTH_WAITING - monotonic()
    timer = asyncio.get_running_loop().call_later(max(0, left), announce)
    try:
        return await work
    finally:
        timer.cancel()
        for announced in announcing:
            # What answers has to know whether this has arrived.
            await announced


async def _announce(interaction: discord.Interaction, *, hidden: bool) -> None:
    if interaction.response.is_done():
        return
    try:
        await interaction.response.defer(ephemeral=hidden, thinking=hidden)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        note_failed_answer(error)


def _came_in(interaction: discord.Interaction) -> float:
    """When it came in, or was asked for the first time."""
    since: float = interaction.extras.setdefault("since", monotonic())
    return since


@asynccontextmanager
async def answering(interaction: discord.Interaction) -> AsyncIterator[None]:
    """The one place that turns what went wrong into an answer."""
    texts = readers_texts(interaction)
    _came_in(interaction)
    task = asyncio.current_task()
    assert task is not None, "the library starts one for each interaction"
    in_hand.add(task)
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
    finally:
        in_hand.discard(task)


async def refuse(interaction: discord.Interaction, refused: Refused) -> None:
    """Tell the asker why not; without names where the server's moderation refuses one of them."""
    texts = readers_texts(interaction)

    def sentence(refused: Refused) -> str:
        return refusal(refused, person(interaction), texts)

    await _explain(interaction, sentence(refused), sentence(unnamed(refused, texts)))


async def _explain(interaction: discord.Interaction, *sentences: str) -> None:
    """Say what went wrong, by the first sentence that is let through.

    A refused answer does not use an interaction up.
    """
    for sentence in sentences:
        if interaction.response.is_done() and interaction.response.type not in _ANNOUNCED:
            return
        try:
            await whisper(interaction, sentence)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            note_failed_answer(error)
            if not isinstance(error, discord.HTTPException) or error.code != BLOCKED:
                return
        else:
            return


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
