"""Matches in which the computer plays: practice, and tables with places that nobody took."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Final

from fillerbot.computer.analysis import Analysis
from fillerbot.computer.levels import LEVELS, USUAL
from fillerbot.computer.process import WEAKER, Rank, Thinker
from fillerbot.engine.board import Board
from fillerbot.engine.clock import Instant
from fillerbot.engine.events import (
    Accepted,
    Closed,
    Closing,
    Conceded,
    Event,
    Moved,
    Readied,
    Resumed,
    Sat,
    TakenBack,
)
from fillerbot.engine.match import Phase, Refusal, Terms, partner
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.gathering import Gathering, check_opener
from fillerbot.lanes import EventFor, advance, player_of
from fillerbot.live import Live, MatchId, Person, PersonId, Refused, Setup, Table, Why, computer
from fillerbot.presence import HostInstant
from fillerbot.store import Change, Open, Store

_log = logging.getLogger(__name__)

_AGAIN: Final = 5.0
_AT_MOST: Final = 60.0
"""Seconds until the computer tries again what it could not do: at first, and after several times."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """What somebody would like to practise; `seat` counts from 1, None is by lot."""

    variant: str
    level: int
    seat: int | None


class Practice(Gathering):
    """Games against the computer, whose moves come with the answer to the press before them."""

    def __init__(
        self, store: Store, *, now: Callable[[], HostInstant], rng: random.Random, thinker: Thinker
    ) -> None:
        super().__init__(store, now=now, rng=rng)
        self._thinker = thinker

    async def practise(self, exercise: Exercise, person: Person, table: Table, at: Instant) -> Live:
        """Begin a game against the computer. Raises Refused."""
        seats, seat = VARIANTS[exercise.variant].seats, exercise.seat
        if seat is not None and not 1 <= seat <= seats:
            raise Refused(Why.NO_SUCH_SEAT)
        await self._check_matches(person.id, practice=True)
        chosen = replace(exercise, seat=self._rng.randint(1, seats) if seat is None else seat)
        return await self._practise(chosen, await self._deal(exercise.variant), person, table, at)

    async def _practised(self, match: MatchId, person: PersonId) -> tuple[Live, Player]:
        """A practice game and which of its players somebody is. Raises Refused."""
        live = await self.live(match)
        player = player_of(live, person)
        if not live.is_practice:
            raise Refused(Why.ONLY_PRACTICE, live)
        return live, player

    async def again(self, match: MatchId, person: PersonId, at: Instant, *, same_board: bool) -> Live:
        """Begin another game like one that is over: on its board from the next corner, or on a new one."""
        live, player = await self._practised(match, person)
        if live.match.phase is not Phase.OVER:
            raise Refused(Refusal.NOT_OVER, live)
        await self._check_matches(person, practice=True)
        game = live.match.game
        level = max(live.level(Player(other)) or 0 for other in range(len(live.people)))
        variant, seats = live.setup.terms.variant, len(live.people)
        board = game.position.board if same_board else await self._deal(variant)
        exercise = Exercise(variant, level, (game.seat_of(player) + 1) % seats + 1)
        table = Table(live.table.guild, live.table.channel, None, live.table.locale, live.table.symbols)
        return await self._practise(exercise, board, live.people[player], table, at)

    async def _practise(
        self, exercise: Exercise, board: Board, person: Person, table: Table, at: Instant
    ) -> Live:
        self._check_staying()
        seats, place = len(board.seats), (exercise.seat or 1) - 1
        # Players 0 and 2 are partners where there are pairs, and sit opposite each other.
        order = tuple(Player((number - place) % seats) for number in range(seats))
        people = (person, *[computer(exercise.level)] * (seats - 1))
        async with self._next_id:
            number = MatchId(await self._store.last_id() + 1)
            setup = Setup(number, at, Terms(exercise.variant, "none", rated=False, length=1), people)
            opened = Live(setup, setup.beginning(), 0, table)
            begun, beginning = advance(opened, Accepted(at, board, order))
            self._begins_now(number, table)
            lane = self._lane(number)
            async with lane.lock:
                await self._keep(lane, begun, Open(setup, table, None), beginning)
        return await self._answered(begun)

    async def instead(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Begin a game against the computer in place of a challenge that ran out. Raises Refused."""
        live = await self.live(match)
        player = player_of(live, person)
        if live.match.closing is not Closing.EXPIRED or live.setup.is_table:
            raise Refused(Refusal.NOT_OPEN, live)
        exercise = Exercise(live.setup.terms.variant, USUAL, None)
        return await self.practise(exercise, live.people[player], replace(live.table, message=None), at)

    async def fill(self, match: MatchId, person: PersonId, at: Instant, level: int) -> Live:
        """Seat computers at a table's free places; with two places the match begins. Raises Refused."""
        accepted = await self._ready_to_begin(match, person, at)
        async with self._beginning, (lane := self._lane(match)).lock:
            live = await self._load(lane, match)
            if overdue := await self._overtaken(lane, live, at):
                return overdue
            if live.match.phase is not Phase.OPEN:
                raise Refused(Refusal.NOT_OPEN, live)
            check_opener(live, player_of(live, person))
            if live.setup.terms.rated:
                raise Refused(Why.NO_COMPUTERS, live)
            free = [Player(place) for place, there in enumerate(live.setup.people) if there is None]
            if not free:
                raise Refused(Why.TABLE_FULL, live)
            changes: list[Change | None] = []
            sits = computer(level)
            for place in free:
                live, change = advance(live, Sat(at, place, sits.id, sits.name))
                changes.append(change)
            if len(live.setup.people) == 2:  # noqa: PLR2004 — there is nothing to wait for
                live, change = advance(live, accepted(live))
                changes.append(change)
            live = await self._keep(lane, live, *changes)
        return await self._answered(live)

    async def rematch(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Want a rematch; where it begins, the computer may move first."""
        return await self._answered(await super().rematch(match, person, at))

    async def _begin(self, match: MatchId, person: PersonId, at: Instant, event: EventFor) -> Live:
        return await self._answered(await super()._begin(match, person, at, event))

    async def _act(self, match: MatchId, person: PersonId, at: Instant, event: EventFor) -> Live:
        return await self._answered(await super()._act(match, person, at, event))

    async def _answered(self, live: Live) -> Live:
        """The match after what the computer's players do next.

        Where they cannot, what was done before stands all the same, and they do it later.
        """
        try:
            async for newest in self._answers(live):
                live = newest
        except Exception:  # noqa: BLE001 — whatever it was, whoever has moved gets his answer
            _log.exception("The computer cannot answer in match %s; trying again", live.id)
            self._answer_later(live.id, _AGAIN)
        return live

    def _answer_later(self, match: MatchId, seconds: float) -> None:
        # A timer is nothing that a stop has to wait for.
        asyncio.get_running_loop().call_later(
            seconds, lambda: self._later(self._answer_again(match, min(2 * seconds, _AT_MOST)))
        )

    async def _answer_again(self, match: MatchId, patience: float) -> None:
        """Answer and show it; if it still cannot be done, be patient for so many seconds."""
        try:
            live = await self.live(match)
            async for newest in self._answers(live):
                live = newest
        except Exception:  # noqa: BLE001 — as above
            _log.exception("The computer still cannot answer in match %s", match)
            self._answer_later(match, patience)
            return
        if self.listener is not None:
            await self.listener(live)

    async def _answers(self, live: Live) -> AsyncIterator[Live]:
        """The match after each move of the computer's players, and after what else waits for them."""
        computers, made = sum(person.level is not None for person in live.people), 0
        while computers:
            if _formality(live, self._now()):
                async with (lane := self._lane(live.id)).lock:
                    live = await self._load(lane, live.id)
                    if due := _formality(live, self._now()):
                        live = await self._keep(lane, *advance(live, due))
                yield live
                continue
            if (level := computer_at_turn(live)) is None:
                break
            position = live.match.game.position
            # Each beginner overlooks cells of his own, and the same for the whole match.
            kept = live.match.game.to_move if LEVELS[level].glances else live.match.moves
            seed = live.id * 1_000 + kept
            if made >= computers:
                # They are among themselves, and somebody waits for the end.
                level = min(level, WEAKER)
            made += 1
            budget = LEVELS[level].seconds
            thought = await self._thinker.analyse(
                position,
                level=level,
                seconds=budget and budget / computers,
                seed=seed,
                every=False,
                asker=live.opener.id,
            )
            async with (lane := self._lane(live.id)).lock:
                live = await self._load(lane, live.id)
                # Somebody may have given up meanwhile, or taken a move back.
                if computer_at_turn(live) is not None and live.match.game.position is position:
                    event = Moved(self._now(), live.match.game.to_move, thought.best)
                    live = await self._keep(lane, *advance(live, event))
            yield live

    async def take_back(self, match: MatchId, person: PersonId, at: Instant) -> Live:
        """Take one's last move back, and the computer's answer."""

        def event(live: Live, player: Player) -> TakenBack:
            if not live.is_practice:
                raise Refused(Why.ONLY_PRACTICE, live)
            return TakenBack(at, player)

        return await self._act(match, person, at, event)

    async def hint(self, match: MatchId, person: PersonId) -> tuple[Live, Analysis]:
        """What the computer would do in somebody's place; in practice only."""
        live, player = await self._practised(match, person)
        if live.match.phase is not Phase.PLAYING:
            raise Refused(Refusal.NOT_PLAYING, live)
        if live.match.game.to_move != player:
            raise Refused(Refusal.NOT_YOUR_TURN, live)
        position = live.match.game.position
        return live, await self._thinker.analyse(position, seed=live.id, rank=Rank.HINT, asker=person)


def computer_at_turn(live: Live) -> int | None:
    """The level of the computer player whose turn it is, None if it is nobody's or somebody else's."""
    if live.match.phase is not Phase.PLAYING or live.match.paused is not None:
        return None
    return live.level(live.match.game.to_move)


def _formality(live: Live, at: Instant) -> Event | None:
    """What a computer player has to say besides moves: that it is there, and yes to its partner."""
    match = live.match
    if match.phase not in (Phase.PLAYING, Phase.BETWEEN):
        return None
    there = [player for player in match.remaining if live.level(player) is not None]
    if match.paused is not None:
        missing = [player for player in there if player not in match.resumed]
        return Resumed(at, missing[0]) if missing else None
    if match.proposal is not None and (asked := partner(match.proposal.player)) in there:
        resigns = match.proposal.resigns
        return Closed(at, Closing.RESIGNED, asked) if resigns else Conceded(at, asked)
    if match.phase is Phase.BETWEEN:
        missing = [player for player in there if player not in match.ready]
        return Readied(at, missing[0]) if missing else None
    return None
