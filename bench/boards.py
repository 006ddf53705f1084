"""What a message shows and what its match's stored events say, in words that can be compared."""

from __future__ import annotations

import re

from fillerbot.drawing import drawn
from fillerbot.engine.clock import Instant
from fillerbot.engine.match import WAITING
from fillerbot.figures import Symbols
from fillerbot.live import Live
from fillerbot.sandbox.client import Message, People
from fillerbot.sandbox.payloads import walk
from fillerbot.texts import texts_for
from fillerbot.view.frame import table
from fillerbot.view.message import Emoji

_CLOCK = re.compile(r"<t:\d+|\d+:\d\d")
_EMOJI = re.compile(r"<:\w+:\d+>|[🟥🟨🟩🟦🟪⬛⬜🟧🩷]️?( \w+)?")


def _plain(text: str) -> str:
    """A text without clocks and emojis, which need not be the same."""
    return _CLOCK.sub("", _EMOJI.sub("*", text))


async def _seen(people: People, message: Message) -> str:
    """What a message shows."""
    components = message.raw["components"]
    texts = "\n".join(c["content"] for c in walk(components) if "content" in c)
    buttons = " ".join(c["custom_id"] for c in walk(components) if "custom_id" in c)
    pictures = [hash(picture) for picture in await people.pictures(message)]
    return f"{_plain(texts)} {buttons} {pictures}"


def _said(live: Live) -> str:
    """What a match's message should show."""
    message = table(live, texts_for(live.table.locale), Emoji(), Instant(0))
    texts = "\n".join(block for block in message.blocks if isinstance(block, str))
    rows = [block for block in message.blocks if isinstance(block, tuple)]
    buttons = " ".join(f"f1:{live.id}:{live.match.moves}:{button.action}" for row in rows for button in row)
    picture = message.picture
    pictures = [] if picture is None else [hash(drawn(picture, Symbols(live.table.symbols)))]
    return f"{_plain(texts)} {buttons} {pictures}"


async def difference(people: People, message: Message | None, live: Live) -> str | None:
    """How a match's message differs from what is stored, None where it does not."""
    if live.match.phase in WAITING:
        # What nobody has seen nobody waits for; who sees it may press there.
        return None
    if message is None:
        return f"match {live.id} is shown nowhere"
    stored, there = _said(live), await _seen(people, message)
    return None if stored == there else f"match {live.id}: shown {there!r}, stored {stored!r}"
