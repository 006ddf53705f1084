"""A board in play, as everybody at the table sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.clock import Instant
from fillerbot.engine.game import SideStatus, moves_until_stall, result, status, winning_count
from fillerbot.engine.match import Game, Match, Phase, partner
from fillerbot.engine.position import Position
from fillerbot.engine.standings import Player
from fillerbot.live import Live
from fillerbot.texts import Texts
from fillerbot.view.message import (
    Block,
    BoardPicture,
    Button,
    Emoji,
    Message,
    Row,
    Style,
    badge,
    escape,
    even_rows,
    gain_label,
    signed,
)
from fillerbot.view.parts import columns_of, name_of, played, points, remaining, to_win


@dataclass(frozen=True)
class Board:
    """A match's board at a moment, in a language; `still` where no clock runs."""

    live: Live
    texts: Texts
    emoji: Emoji
    now: Instant
    still: bool = False

    @property
    def match(self) -> Match:
        """The match."""
        return self.live.match

    @cached_property
    def game(self) -> Game:
        """The game in play, or the last one that was; who leaves between two games begins none."""
        return played(self.match)[-1]

    def name(self, player: Player) -> str:
        """A player's name, as plain text."""
        return name_of(self.live, player, self.texts)

    def seated(self, seat: Seat) -> str:
        """The name of who sits there, escaped for Markdown."""
        return escape(self.name(self.game.seats[seat]))

    def mark(self, colour: Colour) -> str:
        """A colour in a text."""
        mark = self.emoji.marks[colour]
        return f"{mark} {self.texts.colour(colour)}" if self.emoji.named else mark

    def message(self) -> Message:
        """The board with its lines above, its buttons below."""
        position = self.game.position
        above = [self.heading(), "\n".join(self.lines())]
        if last := self.last():
            above.append(f"-# {last}")
        below = [self.held()]
        if self.match.phase is Phase.PLAYING and (moves := moves_until_stall(position)) is not None:
            below.append(self.texts("stalling", moves=moves))
        colours = even_rows(self.colour_buttons())
        if any("★" in button.label for row in colours for button in row):
            below.append(self.texts("marked"))
        small_print = "\n".join(f"-# {line}" for line in below)
        shown: tuple[Block, ...] = ("\n".join(above), self.picture(), *colours, small_print, self.tools())
        return Message((*shown, *(self.proposal() or ())), accent=position.held[position.turn])

    def heading(self) -> str:
        """Which game of which match this is, and how it stands."""
        variant = self.texts(f"variant-{self.match.terms.variant}")
        if self.match.terms.length == 1:
            key = "heading-practice" if self.live.is_practice else "heading-one-game"
            return "### " + self.texts(key, variant=variant)
        values: dict[str, str | int] = {
            "variant": variant,
            "game": len(played(self.match)),
            "games": self.match.terms.length,
        }
        if not self.game.position.board.two_sided:
            return "### " + self.texts("heading-four", **values)
        score = points(self.match)
        return "### " + self.texts(
            "heading",
            **values,
            score="–".join(score[self.side_at(seats)] for seats in self.sides),
        )

    @cached_property
    def status(self) -> tuple[SideStatus, ...]:
        """How near each side is to winning."""
        return status(self.game.position)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side: one each, or those of a pair."""
        return self.game.position.board.sides

    def side_at(self, seats: tuple[Seat, ...]) -> int:
        """Which side of the match, as its standings count them, has these seats."""
        return self.game.seats[seats[0]] % len(self.sides)

    def together(self, seats: Iterable[Seat]) -> str:
        """The names of those who sit there, escaped for Markdown."""
        return self.texts.listed([self.seated(seat) for seat in seats])

    @property
    def unit(self) -> str:
        """What is counted, for the texts."""
        return "cells" if self.game.position.board.plain else "points"

    def lines(self) -> list[str]:
        """A line per seat: whose turn, count, distance from the equator, lead, clock; pairs one more."""
        position = self.game.position
        lines = []
        for seats, side in zip(self.sides, self.status, strict=True):
            standing = [self.equator(side), signed(side.lead)]
            if len(seats) > 1:
                lines.append(" · ".join([f"{self.together(seats)}: **{side.count}**", *standing]))
                standing = []
            for seat in seats:
                own = f"**{position.counts[seat]}**" if standing else str(position.counts[seat])
                lines.append(self._line(seat, own, standing))
        return lines

    def _line(self, seat: Seat, count: str, standing: list[str]) -> str:
        position = self.game.position
        here = position.ending is None and seat == position.turn
        parts = [f"{badge(seat)} {self.seated(seat)} {self.mark(position.held[seat])} {count}", *standing]
        if seat in position.out and not position.board.two_sided:
            parts = [parts[0], self.out(seat)]
        elif clock := self.clock(seat, running=here):
            parts.append(clock)
        return ("▶ " if here else "") + " · ".join(parts)

    def equator(self, side: SideStatus) -> str:
        """How far a side is from winning."""
        if side.to_equator <= 0:
            return self.texts("at-equator")
        return self.texts("to-equator", cells=side.to_equator)

    def clock(self, seat: Seat, *, running: bool) -> str | None:
        """A clock in text: counting down for who is to move, standing still for the others."""
        clock = self.match.clock
        if clock is None or self.match.phase is not Phase.PLAYING:
            return None
        if running and (clock.per_move or not (self.still or self.match.paused)):
            runs_out = f"<t:{self.deadline() // 1000}:R>"
            first = not clock.per_move and not self.match.has_moved(self.game.seats[seat])
            return self.texts("first-move", until=runs_out) if first else runs_out
        if clock.per_move:
            return None
        return remaining(self.match.budgets[self.game.seats[seat]])

    def deadline(self) -> int:
        """When the time of who is to move is up, if the board is published now or has been before."""
        seen = self.match if self.match.shown is not None else replace(self.match, shown=self.now)
        timeout = seen.timeout()
        assert timeout is not None, "a game is being played"
        return timeout[0]

    def last(self, *, plain: bool = False) -> str | None:
        """What the last move did; plain where no Markdown is read."""
        move = self.game.last
        if move is None:
            return None
        return self.texts(
            "last-move",
            name=self.name(self.game.seats[move.seat]) if plain else self.seated(move.seat),
            colour=self.texts.colour(move.colour),
            gain=move.gain,
            cut=move.cut_off,
        )

    def held(self) -> str:
        """Why some colours cannot be chosen, and how many cells win."""
        position = self.game.position
        mover = position.turn
        others = [seat for seat in map(Seat, position.board.seats) if seat != mover and position.active(seat)]
        cells = winning_count(position)
        if len(others) == 1:
            return self.texts(
                "held",
                mine=self.mark(position.held[mover]),
                mover=self.seated(mover),
                theirs=self.mark(position.held[others[0]]),
                other=self.seated(others[0]),
                cells=cells,
                unit=self.unit,
            )
        held = ", ".join(f"{self.mark(position.held[seat])} {self.seated(seat)}" for seat in (mover, *others))
        return self.texts("held-many", held=held, cells=cells, unit=self.unit)

    def proposal(self) -> tuple[str, Row] | None:
        """What one of a pair would like to give up, and the buttons for his partner."""
        proposal = self.match.proposal
        if proposal is None:
            return None
        said = self.texts(
            "proposal",
            what="match" if proposal.resigns else "game",
            name=escape(self.name(proposal.player)),
            partner=escape(self.name(partner(proposal.player))),
            until=f"<t:{proposal.until // 1000}:R>",
        )
        action = "agree-match" if proposal.resigns else "agree-game"
        agree = Button(action, self.texts("button-agree"), style=Style.DANGER)
        return said, (agree, Button("disagree", self.texts("button-disagree")))

    def colour_buttons(self) -> list[Button]:
        """A button for each colour: its gain, or whose it is and disabled."""
        position = self.game.position
        return [self._colour_button(position, Colour(k)) for k in range(1, position.board.palette + 1)]

    def _colour_button(self, position: Position, colour: Colour) -> Button:
        disabled = position.objection(colour) is not None
        if disabled:
            holder = position.holder(colour)
            label = badge(holder) if holder is not None else "–"
        else:
            after = position.play(colour)
            label = gain_label(after.counts[position.turn] - position.counts[position.turn])
            outcome = result(after)
            if (
                outcome is not None
                and outcome.winners == position.board.sides[position.board.side_of[position.turn]]
            ):
                label += " ★"
        if self.emoji.named:
            label = f"{self.texts.colour(colour)} {label}"
        return Button(f"c{colour}", label, emoji=colour, disabled=disabled)

    def tools(self) -> Row:
        """The buttons under the colours."""
        practising = ("hint", "takeback") if self.live.is_practice else ()
        actions = ("preview", "options", *practising, "giveup")
        return tuple(
            Button(
                action,
                self.texts(f"button-{action}"),
                disabled=action == "takeback" and not self._has_practised,
            )
            for action in actions
        )

    @property
    def _has_practised(self) -> bool:
        """Whether whoever practises has moved: nobody is skipped before his first turn."""
        people = [player for player in self.game.seats if self.live.level(player) is None]
        return all(len(self.game.entries) > self.game.seat_of(player) for player in people)

    def picture(self) -> BoardPicture:
        """The drawn board."""
        position, last = self.game.position, self.game.last
        names = [self.name(player) for player in self.game.seats]
        clocks = [self._drawn_clock(Seat(seat)) for seat in position.board.seats]
        return BoardPicture(
            position,
            columns_of(position, names, clocks),
            to_win(position, self.texts),
            self.alternative(),
            last.cells if last else frozenset(),
        )

    def _drawn_clock(self, seat: Seat) -> str | None:
        clock = self.match.clock
        if seat in self.game.position.out:
            return None
        if clock is None or clock.per_move or self.match.phase is not Phase.PLAYING:
            return None
        return remaining(self.match.budgets[self.game.seats[seat]])

    def alternative(self) -> str:
        """The picture in words, in sentences most of which have been said before."""
        sides: list[str] = []
        for seats, side in zip(self.sides, self.status, strict=True):
            standing = [self._lead(side.lead), self.equator(side)]
            if len(seats) > 1:
                names = self.texts.listed([self.name(self.game.seats[seat]) for seat in seats])
                sides.append(_counted(self.texts("alt-pair", names=names), side.count, standing))
                standing = []
            sides.extend(self._in_words(seat, standing) for seat in seats)
        wins = self.texts(
            "alt-board",
            variant=self.texts(f"variant-{self.match.terms.variant}"),
            cells=winning_count(self.game.position),
            unit=self.unit,
        )
        playing = self.match.phase is Phase.PLAYING
        state = (
            self.texts("alt-turn", name=self.name(self.game.to_move))
            if playing
            else self.texts("alt-game-over")
        )
        return f"{wins} {'; '.join(sides)}. {state}. {self.last(plain=True) or ''}".strip()

    def _in_words(self, seat: Seat, standing: list[str]) -> str:
        """A seat in the text alternative; `standing` is empty where its pair has been told of."""
        position = self.game.position
        who = self.texts(
            "alt-seat",
            name=self.name(self.game.seats[seat]),
            seat=str(seat + 1),
            colour=self.texts.colour(position.held[seat]),
        )
        out = seat in position.out and not position.board.two_sided
        return _counted(who, position.counts[seat], [self.out(seat)] if out else standing)

    def out(self, seat: Seat) -> str:
        """Why a seat of four takes no further part."""
        player = self.game.seats[seat]
        if player not in self.match.gone:
            return self.texts("out-conceded")
        return self.texts("out-left", how=self.match.gone_by[self.match.gone.index(player)].value)

    def _lead(self, lead: int) -> str:
        key = "ahead" if lead > 0 else "behind" if lead < 0 else "tied"
        return self.texts(key, cells=abs(lead))


def _counted(who: str, count: int, standing: list[str]) -> str:
    """What somebody has, and how that stands."""
    return f"{who}: {', '.join([str(count), *standing])}"
