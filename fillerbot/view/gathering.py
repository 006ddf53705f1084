"""What is shown before a board is dealt: challenges and open tables, and what became of them."""

from __future__ import annotations

from fillerbot.engine.board import Seat
from fillerbot.engine.clock import CHALLENGE_LIMIT, Instant
from fillerbot.engine.events import Closing
from fillerbot.engine.variants import VARIANTS, Scatter
from fillerbot.live import Live, Person
from fillerbot.scoring import forecast
from fillerbot.texts import Texts
from fillerbot.view.clocks import clock_name
from fillerbot.view.message import (
    Button,
    Message,
    OutlinePicture,
    Row,
    Style,
    badge,
    clean_name,
    escape,
    rating_text,
    signed,
)
from fillerbot.view.parts import person_named


def _named(person: Person) -> str:
    return escape(clean_name(person.name))


def variant_of(live: Live, texts: Texts) -> str:
    """The name of what is played."""
    return texts(f"variant-{live.setup.terms.variant}")


def _terms(live: Live, texts: Texts) -> str:
    """What a match is played for and with, and why for nothing if nobody asked for that."""
    agreed = live.setup.terms
    said = texts(
        "challenge-terms",
        variant=variant_of(live, texts),
        rated=texts("rated" if agreed.rated else "casual"),
        clock=clock_name(agreed.clock, texts),
        games=texts("games", count=agreed.length),
    )
    why = live.obstacle
    if why is None:
        return said
    who = texts.listed([_named(person) for person in why.people])
    return f"{said}\n-# {texts(f'casual-{why.reason}', who=who, limit=why.limit)}"


def outline(key: str, texts: Texts) -> OutlinePicture:
    """The board of a variant before it is dealt."""
    variant = VARIANTS[key]
    points = variant.topology.points
    right, bottom = (max(point[axis] for point in points) for axis in (0, 1))
    starts = (
        texts(
            "alt-start",
            seat=seat,
            places=texts.listed(
                [texts("alt-place", row=3 * y // (bottom + 1), column=3 * x // (right + 1)) for x, y in cells]
            ),
        )
        for seat, cells in enumerate(variant.starts, 1)
    )
    alt = texts(
        "alt-outline",
        variant=texts(f"variant-{key}"),
        cells=len(points),
        shape=variant.topology.tiling.value,
        colours=variant.palette,
        starts="; ".join(starts),
        later=int(variant.scatter != Scatter()),
    )
    return OutlinePicture(variant.topology, variant.starts, alt)


def _howto(texts: Texts) -> Button:
    return Button("howto", texts("button-howto"))


def challenge(live: Live, texts: Texts, now: Instant) -> Message:
    """One person asks another."""
    challenger, opponent = live.people
    until = (live.setup.opened + CHALLENGE_LIMIT) // 1000
    said = texts("challenge", opponent=f"<@{opponent.id}>", challenger=_named(challenger))
    expires = texts("challenge-expires", until=f"<t:{until}:R>")
    styles = {"accept": Style.SUCCESS, "decline": Style.DANGER, "withdraw": Style.SECONDARY}
    buttons = tuple(Button(key, texts(f"button-{key}"), style=style) for key, style in styles.items())
    stakes = _stakes(live, texts, now)
    above = "\n".join([said, _terms(live, texts), *stakes, f"-# {expires}"])
    return Message((above, outline(live.setup.terms.variant, texts), (*buttons, _howto(texts))))


def _stakes(live: Live, texts: Texts, now: Instant) -> list[str]:
    """What the five results would do to the two ratings."""
    if not live.match.terms.rated:
        return []
    before = [standing.at(now) for standing in live.standings]
    lines = [f"-# {texts('stakes')}"]
    for side, person in enumerate(live.people):
        changes = " / ".join(signed(round(change)) for change in forecast(before, side))
        rating = rating_text(before[side], pairs=False)
        lines.append("-# " + texts("stakes-of", name=_named(person), rating=rating, changes=changes))
    return lines


def open_table(live: Live, texts: Texts) -> Message:
    """A table that anyone may join."""
    timeout = live.match.timeout()
    assert timeout is not None, "an open table expires"
    said = texts("table-open", opener=_named(live.opener))
    expires = texts("table-expires", until=f"<t:{timeout[0] // 1000}:R>")
    above = f"{said}\n{_terms(live, texts)}"
    picture = outline(live.setup.terms.variant, texts)
    return Message((above, picture, _places(live, texts), f"-# {expires}", *_buttons(live, texts)))


def _places(live: Live, texts: Texts) -> str:
    """Who sits there, by side where there are pairs."""
    free = texts("place-free")
    names = [escape(person_named(person, texts)) if person else f"*{free}*" for person in live.setup.people]
    if not VARIANTS[live.setup.terms.variant].pairs:
        return "\n".join(f"{badge(Seat(number))} {name}" for number, name in enumerate(names))
    sides = (names[0], names[2]), (names[1], names[3])
    return "\n".join(texts("table-side", one=one, two=two) for one, two in sides)


def _buttons(live: Live, texts: Texts) -> list[Row]:
    full = None not in live.setup.people

    def button(action: str) -> Button:
        return Button(action, texts(f"button-{action}"))

    def join(action: str, **values: str) -> Button:
        return Button(action, texts(f"button-{action}", **values), style=Style.SUCCESS, disabled=full)

    if VARIANTS[live.setup.terms.variant].pairs:
        opener = clean_name(live.opener.name)
        joins = [join(f"join-{side}", opener=opener) for side in ("with", "against")]
    else:
        joins = [join("join")]
    fill = () if full or live.setup.terms.rated else (button("fill"),)
    if len(live.setup.people) == 2:  # noqa: PLR2004 — who joins begins at once
        return [(*joins, *fill, button("close"), _howto(texts))]
    start = Button("start", texts("button-start"), style=Style.PRIMARY, disabled=not full)
    return [(*joins, button("leave"), _howto(texts)), (start, *fill, button("remove"), button("close"))]


def closed(live: Live, texts: Texts) -> Message:
    """What became of a challenge or a table from which no match came."""
    values = {"challenger": _named(live.opener), "variant": variant_of(live, texts)}
    if live.setup.is_table:
        said = texts(f"table-{live.match.closing}", **values)
    else:
        said = texts(f"challenge-{live.match.closing}", opponent=_named(live.people[1]), **values)
        if live.match.closing is Closing.EXPIRED:
            return Message((said, (Button("instead", texts("button-instead")),)), framed=False)
    return Message((said,), framed=False)
