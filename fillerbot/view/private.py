"""What only the asker sees: previews, options, explanations and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fillerbot.computer.analysis import Analysis
from fillerbot.engine.board import COLOURS, Colour
from fillerbot.engine.match import Phase, Refusal
from fillerbot.engine.position import Position
from fillerbot.engine.standings import Player
from fillerbot.engine.topology import Cell
from fillerbot.figures import Symbols
from fillerbot.live import Live, PersonId, Refused
from fillerbot.texts import Texts
from fillerbot.view.frame import link, nameless
from fillerbot.view.message import (
    Button,
    Message,
    PreviewPicture,
    Style,
    clean_name,
    escape,
    gain_label,
)
from fillerbot.view.parts import name_of
from fillerbot.view.words import board_in_words


def said(text: str) -> Message:
    """A plain sentence."""
    return Message((text,), framed=False)


def why_nothing(live: Live) -> Refusal:
    """Why there is nothing that somebody could give up."""
    if live.match.closing:
        return Refusal.MATCH_OVER
    return Refusal.GAVE_UP if live.match.phase in (Phase.PLAYING, Phase.BETWEEN) else Refusal.NOT_PLAYING


def _at_turn(live: Live, person: PersonId) -> Position:
    """The position as if it were the asker's turn; as it is for onlookers."""
    game = live.match.game
    player = live.player(person)
    if player is None or not game.position.active(game.seat_of(player)):
        return game.position
    return replace(game.position, turn=game.seat_of(player))


def preview(live: Live, person: PersonId, texts: Texts) -> Message:
    """All legal colours on one sheet, for the asker."""
    if live.match.phase is not Phase.PLAYING:
        return said(texts("refused-not-playing"))
    position = _at_turn(live, person)
    game = live.match.game
    player = live.player(person)
    if player is None or not game.position.active(game.seat_of(player)):
        name = escape(name_of(live, game.to_move, texts))
        heading = texts("preview-onlooker", name=name)
    else:
        heading = texts("preview-yours" if position.turn == game.position.turn else "preview-later")
    return Message((heading, preview_sheet(position, texts)))


def preview_sheet(position: Position, texts: Texts) -> PreviewPicture:
    """What each colour would take for who is to move."""
    legal = position.gains()
    words = ", ".join(f"{texts.colour(colour)} {gain_label(gain)}" for colour, gain in legal)
    return PreviewPicture(
        position,
        tuple((colour, _taken(position, colour)) for colour, _ in legal),
        tuple(gain_label(gain) for _, gain in legal),
        texts("alt-preview", gains=words),
    )


def _taken(position: Position, colour: Colour) -> frozenset[Cell]:
    after = position.play(colour)
    return frozenset(cell for cell in after.taken_since(position) if after.owner[cell] == position.turn)


def options(live: Live, person: PersonId, texts: Texts) -> Message:
    """What can be set at this table, by whoever plays there, and the board in words."""
    heading = f"### {texts('options')}"
    words = (in_words(live, person, texts),) if live.match.games else ()
    explanations = tuple(Button(action, texts(f"button-{action}")) for action in ("howto", "rules"))
    if live.player(person) is None:
        return Message((heading, *words, explanations))
    symbols = tuple(
        Button(
            f"symbols-{size}",
            texts(f"button-symbols-{size}"),
            style=Style.PRIMARY if size == live.table.symbols else Style.SECONDARY,
        )
        for size in Symbols
    )
    tools = (Button("post", texts("button-post")), *explanations)
    return Message((heading, *words, symbols, tools))


def in_words(live: Live, person: PersonId, texts: Texts) -> str:
    """The board for people who cannot see it, as it is for the asker."""
    names = [escape(name_of(live, player, texts)) for player in live.match.game.seats]
    return board_in_words(_at_turn(live, person), names, texts)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a form: its key, what it is and what it costs."""

    key: str
    label: str
    cost: str


def giveup_choices(live: Live, player: Player, texts: Texts) -> list[Choice]:
    """What a player can give up now."""
    match = live.match
    if not match.games:
        return []
    keys = []
    playing = match.phase is Phase.PLAYING and match.game.seat_of(player) not in match.game.position.out
    if playing:
        keys.append("concede")
    if playing or (match.phase is Phase.BETWEEN and player not in match.gone):
        keys.append("resign")
    if playing and not match.has_moved(player):
        keys.append("abort")
    if live.is_practice and "resign" in keys:
        keys.remove("resign")
    if len(keys) == 1:
        # A choice needs something to choose from.
        keys.append("nothing")
    board = match.game.position.board
    kind = "pairs" if board.pairs else "two" if board.two_sided else "four"
    opponent = name_of(live, Player(1 - player), texts) if kind == "two" else ""

    def cost(key: str) -> str:
        alone = "yes" if live.is_practice else "no"
        return texts(f"giveup-{key}-cost", opponent=opponent, kind=kind, alone=alone)

    return [Choice(key, texts(f"giveup-{key}"), cost(key)) for key in keys]


def refusal(refused: Refused, person: PersonId, texts: Texts) -> str:
    """Why something cannot be done, in a sentence."""
    values: dict[str, str | int] = {"until": "unknown"}
    values["who"] = texts.listed([escape(clean_name(somebody.name)) for somebody in refused.people])
    live = refused.live
    if live is not None:
        taken = [Player(number) for number, person in enumerate(live.setup.people) if person is not None]
        names = [escape(name_of(live, player, texts)) for player in taken]
        values |= {"one": names[0], "two": names[-1], "player": live.player(person) or 0}
        values["everybody"] = texts.listed(names)
        values["link"] = link(live.table) or ""
        if live.match.games:
            game = live.match.game
            values["mover"] = names[game.to_move]
            holder = game.position.holder(refused.colour) if refused.colour else None
            if holder is not None:
                values["holder"] = names[game.seats[holder]]
    if refused.colour is not None:
        # The sentences begin with it.
        name = texts.colour(refused.colour) if refused.colour in COLOURS else "?"
        values["colour"] = name[:1].upper() + name[1:]
    if refused.seq is not None:
        values["seq"] = refused.seq
    if refused.until is not None:
        values["until"] = f"<t:{refused.until // 1000}:R>"
    if refused.limit is not None:
        values["limit"] = refused.limit
    # From what was never begun no match came that could be over.
    unbegun = refused.reason == Refusal.MATCH_OVER and live is not None and not live.match.games
    return texts(f"refused-{Refusal.NOT_OPEN if unbegun else refused.reason}", **values)


def unnamed(refused: Refused, texts: Texts) -> Refused:
    """A refusal without anybody's name."""
    live = None if refused.live is None else nameless(refused.live, texts)
    numbers = [None if live is None else live.player(one.id) for one in refused.people]
    people = tuple(
        replace(one, name="?" if number is None else texts("player", number=number + 1))
        for one, number in zip(refused.people, numbers, strict=True)
    )
    return Refused(
        refused.reason,
        live,
        colour=refused.colour,
        seq=refused.seq,
        until=refused.until,
        limit=refused.limit,
        people=people,
    )


def barred(rights: Sequence[str] | None, texts: Texts) -> str:
    """Why boards do not change by themselves: for lack of rights, or because we are no member (None)."""
    if rights is None:
        return texts("barred-no-member")
    if not rights:
        return texts("barred-unknown")
    keys = [f"right-{right.replace('_', '-')}" for right in rights]
    return texts("barred-rights", rights=texts.listed([f"**{texts(key)}**" for key in keys]))


def hint(live: Live, analysis: Analysis, texts: Texts) -> str:
    """A colour, what it gains, why in a word, and what is as good if that is known."""
    position = live.match.game.position
    best, *others = analysis.colours
    name = texts.colour(best.colour)
    outcome = "ahead" if best.margin > 0 else "behind" if best.margin else "level"
    said = texts(
        "hint",
        # The sentence begins with it.
        colour=name[:1].upper() + name[1:],
        gain=gain_label(position.gain(best.colour)),
        why=_why(position, best.colour),
        outcome=outcome if best.exact else "unknown",
        margin=abs(best.margin),
    )
    same = [
        texts.colour(one.colour) for one in others if best.exact and one.exact and one.margin == best.margin
    ]
    return f"{said} {texts('hint-same', colours=texts.listed(same))}" if same else said


def _why(position: Position, best: Colour) -> str:
    """What speaks for a colour: the first of these that is true."""
    after, gain = position.play(best), position.gain(best)
    values = position.board.values
    if after.ending is not None:
        return "ends"
    if gain > sum(values[cell] for cell in position.captures(best)):
        return "cuts"
    if gain == max(position.gain(colour) for colour in position.legal()):
        return "most"
    lost = _reach(position) - _reach(after)
    return "blocks" if lost > 0 else "nears"


def _reach(position: Position) -> int:
    """The most that an opponent can still come to."""
    own = position.board.side_of[position.turn]
    return max(best for side, best in enumerate(position.best) if side != own)
