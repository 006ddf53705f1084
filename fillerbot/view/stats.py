"""What is told of people: leaderboards, profiles, what they have played and what they are playing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from fillerbot.engine.clock import Instant
from fillerbot.engine.match import WAITING, Match, Phase
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import Live, Person, PersonId, Table
from fillerbot.scoring import provisional
from fillerbot.stats import SCALES, Finished, History, Lacking, Leaderboard, Profile, Ranked, Tally, page_of
from fillerbot.texts import Texts
from fillerbot.view.frame import link
from fillerbot.view.message import Button, Message, Row, clean_name, escape, rating_text, signed

MATCHES_PAGE = 6
_TWO = 2
_RUNNING = 20
"""A profile names at most so many matches in play."""
_LONGEST = 3_900
"""The letters that a message has room for, and some to spare."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, in which server and language; without `named` nobody's name may be shown there."""

    person: PersonId
    guild: int | None
    texts: Texts
    now: Instant
    named: bool = True

    def call(self, name: str) -> str:
        """What to call somebody of this name."""
        return escape(clean_name(name)) if self.named else "?"

    def calls(self, people: Sequence[Person]) -> str:
        """What to call several people."""
        return self.texts.listed(
            [
                self.call(person.name)
                if person.level is None
                else self.texts("computer-name", level=person.level)
                for person in people
            ]
        )

    def is_at(self, table: Table) -> bool:
        """Whether a board is in his server; what is played in chats is told to nobody."""
        return self.guild is not None and table.guild == self.guild

    def board(self, address: str | None) -> list[str]:
        """A link to a board, if there is one."""
        return [f"[{self.texts('board-link')}]({address})"] if address else []

    def variant(self, key: str) -> str:
        """The name of a variant."""
        return self.texts(f"variant-{key}")


def _turns(reader: Reader, kind: str, about: str | int, page: int, pages: int) -> Row:
    """The buttons that turn pages, as addresses of pages."""
    targets = {"before": page - 1, "after": page + 1}
    return tuple(
        Button(f"{kind}:{about}:{target}", reader.texts(f"button-page-{way}"))
        for way, target in targets.items()
        if 0 <= target < pages
    )


def _paged(reader: Reader, lines: Sequence[str], page: int, pages: int, buttons: Row) -> Message:
    said = [*lines, f"-# {reader.texts('page', page=page + 1, pages=pages)}"] if pages > 1 else lines
    text = "\n".join(said)
    return Message((text, buttons) if buttons else (text,))


def leaderboard(board: Leaderboard, asker: str, reader: Reader) -> Message:
    """A page of a leaderboard, and where the asker is."""
    texts = reader.texts
    kind = "here" if board.here else "everywhere"
    lines = [
        "### " + texts("leaderboard-heading", variant=reader.variant(board.scale)),
        "-# " + texts("leaderboard-where", where=kind),
        *(_ranked(row, board.scale, reader) for row in board.rows),
    ]
    if not board.rows:
        lines.append(texts("leaderboard-empty"))
    lines.append("-# " + _own(board, asker, reader))
    other = "everywhere" if board.here else "here"
    buttons = _turns(reader, kind, board.scale, board.page, board.pages)
    if reader.guild is not None:
        buttons = (*buttons, Button(f"{other}:{board.scale}:0", texts(f"button-page-{other}")))
    return _paged(reader, lines, board.page, board.pages, buttons)


def _rating(row: Ranked, scale: str, reader: Reader) -> str:
    return rating_text(row.standing.at(reader.now), pairs=VARIANTS[scale].pairs)


def _ranked(row: Ranked, scale: str, reader: Reader) -> str:
    rating = _rating(row, scale, reader)
    return reader.texts("leaderboard-row", place=row.place, name=reader.call(row.person.name), rating=rating)


def _own(board: Leaderboard, asker: str, reader: Reader) -> str:
    name, mine = reader.call(asker), board.asker
    if isinstance(mine, Ranked):
        rating = _rating(mine, board.scale, reader)
        return reader.texts("leaderboard-own", name=name, place=mine.place, total=board.total, rating=rating)
    return reader.texts("leaderboard-lacking", name=name, parts=_parts(mine, reader.texts))


def _parts(lacking: Lacking, texts: Texts) -> str:
    parts = []
    if lacking.here:
        parts.append(texts("lacking-here"))
    if lacking.matches:
        parts.append(texts("lacking-matches", count=lacking.matches))
    if lacking.opponents:
        parts.append(texts("lacking-opponents", count=lacking.opponents))
    if lacking.recent:
        parts.append(texts("lacking-recent"))
    # Where matches are missing a rating is unsure, too, and they are what makes it surer.
    return texts.listed(parts or [texts("lacking-unsure")])


def profile(about: Profile, name: str, reader: Reader) -> Message:
    """Somebody's ratings and results, and what he is playing."""
    texts = reader.texts
    lines = [f"### {reader.call(name)}"]
    ratings, unsure = _ratings(about, reader)
    if ratings:
        lines += [f"**{texts('profile-ratings')}**", *ratings]
    if unsure:
        lines.append(f"-# {texts('profile-provisional')}")
    if about.results:
        lines.append(f"**{texts('profile-results')}**")
        lines += [_result(key, about.results[key], reader) for key in VARIANTS if key in about.results]
    elif not about.practised:
        lines.append(texts("profile-nothing"))
    if about.practised:
        lines.append(f"**{texts('profile-practised')}**")
        lines += [_practised(level, tally, texts) for level, tally in about.practised.items()]
    lines += _playing(about, reader, _LONGEST - len("\n".join(lines)))
    return Message(("\n".join(lines),))


def _playing(about: Profile, reader: Reader, room: int) -> list[str]:
    """What somebody is playing, the newest of it if there is no room for more."""
    if not about.running:
        return []
    texts = reader.texts
    # Where else somebody plays is not for everybody here to know.
    here = [live for live in about.running if reader.is_at(live.table)]
    heading, elsewhere = f"**{texts('profile-running')}**", len(about.running) - len(here)
    below = [texts("profile-elsewhere", count=elsewhere)] if elsewhere else []
    named = [
        " · ".join([reader.variant(live.setup.terms.variant), *reader.board(link(live.table))])
        for live in here[-_RUNNING:]
    ]
    while True:
        more = [texts("profile-more", count=len(here) - len(named))] if len(named) < len(here) else []
        lines = [heading, *named, *more, *below]
        if not named or len("\n".join(lines)) < room:
            return lines
        named.pop(0)


def _ratings(about: Profile, reader: Reader) -> tuple[list[str], bool]:
    """A line for each scale, and whether one is still unsure."""
    lines, unsure = [], False
    for scale in SCALES:
        if scale in about.standings:
            standing, pairs = about.standings[scale], VARIANTS[scale].pairs
            rating = standing.at(reader.now)
            unsure = unsure or provisional(rating, pairs=pairs)
            lines.append(
                reader.texts(
                    "profile-rating",
                    variant=reader.variant(scale),
                    rating=rating_text(rating, pairs=pairs),
                    count=standing.matches,
                )
            )
    return lines, unsure


def _result(variant: str, tally: Tally, reader: Reader) -> str:
    key = "profile-result" if VARIANTS[variant].two_sided else "profile-result-four"
    name = reader.variant(variant)
    return reader.texts(key, variant=name, won=tally.won, drawn=tally.drawn, lost=tally.lost)


def _practised(level: int, tally: Tally, texts: Texts) -> str:
    name = texts("computer-name", level=level)
    return texts("profile-result", variant=name, won=tally.won, drawn=tally.drawn, lost=tally.lost)


def history(about: History, person: PersonId, name: str, reader: Reader) -> Message:
    """A page of somebody's finished matches."""
    heading = reader.call(name)
    if about.total:
        heading = reader.texts("history-heading", name=heading, count=about.total)
    lines = [f"### {heading}", *(_past(past, person == reader.person, reader) for past in about.rows)]
    if not about.rows:
        lines.append(reader.texts("history-nothing"))
    buttons = _turns(reader, "history", person, about.page, about.pages)
    return _paged(reader, lines, about.page, about.pages, buttons)


def _past(past: Finished, own: bool, reader: Reader) -> str:  # noqa: FBT001 — whether it is the reader's
    texts = reader.texts
    kind = "shared" if past.shared else "place"
    if VARIANTS[past.variant].two_sided:
        kind = "drawn" if past.shared else "won" if past.place == 1 else "lost"
    came = texts("history-result", result=kind, place=past.place, players=len(past.people))
    if past.voided is not None:
        gain = texts("history-voided")
    elif past.change is None:
        gain = texts("casual")
    else:
        gain = signed(round(past.change.after.rating) - round(past.change.before.rating))
    above = f"<t:{past.ended // 1000}:d> · **{came}** · {gain}"
    # Where else somebody plays is only his to know.
    address = link(past.table) if own or reader.is_at(past.table) else None
    against = texts("against", opponents=reader.calls(past.opponents))
    number = texts("history-number", match=str(past.match))
    below = " · ".join([reader.variant(past.variant), against, number, *reader.board(address)])
    return f"{above}\n-# {below}"


def matches(running: Sequence[Live], page: int, reader: Reader) -> Message:
    """The reader's challenges and matches, those that wait for him first."""
    if not running:
        return Message((reader.texts("no-matches"),), framed=False)
    entries = sorted((_running(live, reader) for live in running), key=lambda entry: not entry[0])
    page, pages = page_of(page, len(entries), MATCHES_PAGE)
    listed = [line for _, line in entries[page * MATCHES_PAGE : (page + 1) * MATCHES_PAGE]]
    lines = [f"### {reader.texts('matches-heading')}", *listed]
    return _paged(reader, lines, page, pages, _turns(reader, "matches", 0, page, pages))


def _running(live: Live, reader: Reader) -> tuple[bool, str]:
    """Whether a match waits for the reader, and what there is to say of it."""
    texts, match = reader.texts, live.match
    mine = live.player(reader.person)
    others = [person for person in live.people if person.id != reader.person]
    waits, state = _state(live, mine, reader)
    if until := _until(match):
        key = "matches-expires" if match.phase in WAITING else "matches-until"
        state += " · " + texts(key, until=f"<t:{until // 1000}:R>")
    below = [reader.variant(match.terms.variant)]
    if others:
        below.append(
            texts("against" if len(live.setup.people) == _TWO else "with", opponents=reader.calls(others))
        )
    return waits, f"{state}\n-# {' · '.join([*below, *reader.board(link(live.table))])}"


def _state(live: Live, mine: Player | None, reader: Reader) -> tuple[bool, str]:
    """Whether a match waits for the reader, and for whom else if it does not."""
    texts = reader.texts

    def missing(there: Collection[Player], ready: str) -> tuple[bool, str]:
        waiting = [player for player in live.match.remaining if player not in there]
        if mine in waiting:
            return True, texts(ready)
        return False, texts(
            "matches-waiting", names=reader.calls([live.people[player] for player in waiting])
        )

    if live.match.paused is not None:
        return missing(live.match.resumed, "matches-paused")
    match live.match.phase:
        case Phase.OPEN:
            return False, texts("matches-table", free=live.setup.people.count(None))
        case Phase.CHALLENGED:
            asked = mine != 0
            return asked, texts("matches-asked" if asked else "matches-asking")
        case Phase.BETWEEN:
            return missing(live.match.ready, "matches-ready")
    if live.match.game.to_move == mine:
        return True, texts("matches-yours")
    return False, texts("matches-theirs", mover=reader.calls([live.people[live.match.game.to_move]]))


def _until(match: Match) -> int | None:
    """When the time of who has to act is up; not that of a question between partners."""
    if match.phase not in WAITING and (match.clock is None or match.shown is None):
        return None
    timeout = replace(match, proposal=None).timeout()
    return None if timeout is None else timeout[0]
