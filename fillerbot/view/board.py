"""A board in play, as everybody at the table sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fillerbot.engine.board import Colour, Seat
from fillerbot.engine.clock import Instant
from fillerbot.engine.game import SideStatus, moves_until_stall, result, status, winning_count
from fillerbot.engine.match import Game, Match, Phase
from fillerbot.engine.position import Position
from fillerbot.engine.standings import Player
from fillerbot.live import Live
from fillerbot.texts import Texts
from fillerbot.view.message import (
    BoardPicture,
    Button,
    Corner,
    Emoji,
    Message,
    Row,
    badge,
    clean_name,
    escape,
    even_rows,
    gain_label,
    signed,
)

_HALVES = {0: "", 1: "½"}


def points(match: Match) -> tuple[str, ...]:
    """Each player's points so far, as people write them: 0, ½, 1, 1½."""
    tally = match.tally()
    if tally is None or tally.points is None:
        return ("0",) * len(match.game.position.board.sides)
    return tuple(
        (str(number.numerator // number.denominator) if number >= 1 or not number else "")
        + _HALVES[number.denominator - 1]
        for number in tally.points
    )


def remaining(milliseconds: int) -> str:
    """What is left on a clock: m:ss, h:mm:ss from an hour up."""
    seconds = max(0, milliseconds) // 1000
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class Board:
    """A match's board at a moment, in a language."""

    live: Live
    texts: Texts
    emoji: Emoji
    now: Instant

    @property
    def match(self) -> Match:
        """The match."""
        return self.live.match

    @property
    def game(self) -> Game:
        """The game in play, or the last one that was; who leaves between two games begins none."""
        games = self.match.games
        unplayed = len(games) > 1 and not games[-1].moves and self.match.closing is not None
        return games[-2] if unplayed else games[-1]

    def name(self, player: Player) -> str:
        """A player's name, as plain text."""
        return clean_name(self.live.name(player))

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
        return Message(
            ("\n".join(above), self.picture(), *colours, small_print, self.tools()),
            accent=position.held[position.turn],
        )

    def heading(self) -> str:
        """Which game of which match this is, and how it stands."""
        variant = self.texts(f"variant-{self.match.terms.variant}")
        if self.match.terms.length == 1:
            return "### " + self.texts("heading-one-game", variant=variant)
        score = points(self.match)
        return "### " + self.texts(
            "heading",
            variant=variant,
            game=len(self.match.games),
            games=self.match.terms.length,
            score="–".join(score[player] for player in self.game.seats),
        )

    def lines(self) -> list[str]:
        """A line per seat: whose turn, count, distance from the equator, lead, clock."""
        position = self.game.position
        lines = []
        for number, side in enumerate(status(position)):
            seat = Seat(number)
            here = position.ending is None and seat == position.turn
            parts = [
                f"{badge(seat)} {self.seated(seat)} {self.mark(position.held[seat])} **{side.count}**",
                self.equator(side),
                signed(side.lead),
            ]
            if clock := self.clock(seat, running=here):
                parts.append(clock)
            lines.append(("▶ " if here else "") + " · ".join(parts))
        return lines

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
        if running:
            return f"<t:{self.deadline() // 1000}:R>"
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
        other = Seat(1 - mover)
        return self.texts(
            "held",
            mine=self.mark(position.held[mover]),
            mover=self.seated(mover),
            theirs=self.mark(position.held[other]),
            other=self.seated(other),
            cells=winning_count(position, position.board.side_of[mover]),
        )

    def colour_buttons(self) -> list[Button]:
        """A button for each colour: its gain, or whose it is and disabled."""
        position = self.game.position
        return [self._colour_button(position, Colour(k)) for k in range(1, position.board.palette + 1)]

    def _colour_button(self, position: Position, colour: Colour) -> Button:
        label = ""
        if position.objection(colour) is not None:
            holder = position.holder(colour)
            label = badge(holder) if holder is not None else "–"
        else:
            after = position.play(colour)
            label = gain_label(after.counts[position.turn] - position.counts[position.turn])
            outcome = result(after)
            if outcome is not None and outcome.winners == (position.turn,):
                label += " ★"
        if self.emoji.named:
            label = f"{self.texts.colour(colour)} {label}"
        disabled = position.objection(colour) is not None
        return Button(f"c{colour}", label, emoji=colour, disabled=disabled)

    def tools(self) -> Row:
        """The buttons under the colours."""
        actions = ("preview", "options", "giveup")
        return tuple(Button(action, self.texts(f"button-{action}")) for action in actions)

    def picture(self) -> BoardPicture:
        """The drawn board."""
        position = self.game.position
        over = position.ending is not None
        sides, corners = status(position), []
        for seat in map(Seat, position.board.seats):
            side = sides[position.board.side_of[seat]]
            running = not over and seat == position.turn
            corners.append(
                Corner(
                    name=self.name(self.game.seats[seat]),
                    count=str(side.count),
                    lead=signed(side.lead),
                    clock=self._drawn_clock(seat),
                    running=running,
                )
            )
        cells = winning_count(position, position.board.side_of[position.turn])
        last = self.game.last
        return BoardPicture(
            position,
            tuple(corners),
            self.texts("to-win", cells=cells),
            self.alternative(),
            last.cells if last else (),
        )

    def _drawn_clock(self, seat: Seat) -> str | None:
        clock = self.match.clock
        if clock is None or clock.per_move or self.match.phase is not Phase.PLAYING:
            return None
        return remaining(self.match.budgets[self.game.seats[seat]])

    def alternative(self) -> str:
        """The picture in words."""
        position = self.game.position
        sides = [
            self.texts(
                "alt-side",
                name=self.name(self.game.seats[seat]),
                seat=seat + 1,
                colour=self.texts.colour(position.held[seat]),
                count=side.count,
                lead=self._lead(side.lead),
                equator=self.equator(side),
            )
            for seat, side in enumerate(status(position))
        ]
        turn = self.texts("alt-turn", name=self.name(self.game.to_move))
        return self.texts(
            "alt-board",
            variant=self.texts(f"variant-{self.match.terms.variant}"),
            cells=winning_count(position, position.board.side_of[position.turn]),
            sides="; ".join(sides),
            state=turn if self.match.phase is Phase.PLAYING else self.texts("alt-game-over"),
            last=self.last(plain=True) or "",
        ).strip()

    def _lead(self, lead: int) -> str:
        key = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
        return self.texts(key, cells=abs(lead))
