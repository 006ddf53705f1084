"""The rules by topics, each with a drawn example, and their short form."""

from __future__ import annotations

from collections.abc import Callable

from fillerbot.engine.game import winning_count
from fillerbot.engine.match import Terms
from fillerbot.engine.variants import VARIANTS
from fillerbot.texts import Texts
from fillerbot.view.example import SEED, drawn, example, game, names, opening, typical
from fillerbot.view.message import Button, Message, Picture
from fillerbot.view.private import preview_sheet

# Each example is one that shows its topic well on the board that it names.
_FENCED, _CLOSES = ("quick", 127), 16
"""A game's variant and seed, and the move in it with which seat 1 cuts a region off."""
_FULL = ("quick", 6)
"""A game that ends with a full board."""


def _move(texts: Texts) -> Picture:
    return preview_sheet(typical("quick").after, texts)


def _basics(texts: Texts) -> Picture:
    step = typical("quick")
    return drawn(texts, step.after, "alt-basics", ringed=step.gained)


def _regions(texts: Texts) -> Picture:
    # Before the move, for after it the region looks like the rest of the area.
    step = game(*_FENCED)[_CLOSES]
    return drawn(texts, step.before, "alt-regions", ringed=step.cut_off)


def _end(texts: Texts) -> Picture:
    step = game("quick", SEED)[-1]
    return drawn(texts, step.after, "alt-end", ringed=step.gained)


def _match(texts: Texts) -> Picture:
    position = opening("quick")
    return drawn(texts, position, "alt-match", people=names(texts, position)[::-1])


def _clock(texts: Texts) -> Picture:
    step = typical("quick")
    return drawn(texts, step.after, "alt-clock", ringed=step.gained, clocks=("2:41", "0:58"))


def _rating(texts: Texts) -> Picture:
    return drawn(texts, game(*_FULL)[-1].after, "alt-rating")


def _practice(texts: Texts) -> Picture:
    step = typical("classic")
    people = texts("example-you"), texts("example-computer")
    return drawn(texts, step.after, "alt-practice", ringed=step.gained, people=people)


_PICTURES: dict[str, Callable[[Texts], Picture]] = {
    "basics": _basics,
    "move": _move,
    "regions": _regions,
    "end": _end,
    "match": _match,
    "clock": _clock,
    "rating": _rating,
    "practice": _practice,
}

TOPICS = (*(key for key in _PICTURES if key != "practice"), *VARIANTS, "practice")
"""What there is to read about, in this order."""


def title(topic: str) -> str:
    """The key of a topic's title."""
    return f"variant-{topic}" if topic in VARIANTS else f"topic-{topic}"


def explained(texts: Texts, topic: str) -> Message:
    """A topic with its picture, and the way to the topics beside it.

    The first time this takes longer than an event loop should wait: the examples are played then.
    """
    at = TOPICS.index(topic)
    beside = {"before": TOPICS[at - 1] if at else None, "after": (*TOPICS, None)[at + 1]}
    buttons = tuple(
        Button(f"rules-{key}", texts(f"button-topic-{way}", topic=texts(title(key))))
        for way, key in beside.items()
        if key is not None
    )
    picture = _PICTURES[topic](texts) if topic in _PICTURES else example(texts, topic)
    said = texts(f"rules-{topic}", **_seen(topic, texts))
    return Message((f"### {texts(title(topic))}", picture, said, buttons))


def howto(texts: Texts, terms: Terms) -> Message:
    """The game in a picture of its board and five sentences, one of them on what is played."""
    sentences = [
        *texts("howto").splitlines(),
        texts(f"howto-{terms.variant}", **_seen(terms.variant, texts)),
        texts("howto-match", games=terms.length),
    ]
    listed = "\n".join(f"- {line}" for line in sentences)
    return Message((example(texts, terms.variant), f"{listed}\n-# {texts('howto-keys')}"))


def _seen(topic: str, texts: Texts) -> dict[str, str | int]:
    """What a text may say of its picture."""
    if topic in VARIANTS:
        position = opening(topic)
        return {
            "wins": winning_count(position),
            "total": position.board.total,
            "colours": position.board.palette,
        }
    step = game(*_FENCED)[_CLOSES]
    return {"colour": texts.colour(step.colour), "cut": len(step.cut_off), "gain": step.gain}
