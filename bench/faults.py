"""Matches that are played to their ends while the bot is killed again and again and its line does badly.

With --json one object:
  kills       by the moment that they struck
  in_flight   presses that a kill caught, by how far they had come
  matches     that were opened; `finished` with a result, `rated` of these, `variants` of these
  answered    presses and commands
  mischief    presses that were doubled, forged, stale or a stranger's
  cuts        of the line, and `stalls`
  backups     that are there at the end and whole
  start_s     the median from a start to the connection; `seconds` of it all
and, to be 0:
  unanswered  presses outside of kills
  lost        answered presses that are not stored, and stored moves that nobody made
  wrong       boards, results, ratings or backups that are not what a replay of the records says
  details     has a sentence for each of these
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import random
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.boards import difference
from bench.line import Line
from bench.mortal import MOMENTS, NEVER
from bench.presses import ANSWERS
from bench.processes import settings
from bench.sandbox import ROOT
from bench.sandbox_parts import TOKEN
from bench.seats import CROWD, Seat, address
from bench.truth import Press, Truth
from fillerbot.live import Live
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Button, Message, Outcome, People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.payloads import message as payload
from fillerbot.store import StoreError, health

_LONGEST_ANSWER = 30_000
"""Bytes of an answer with its picture and of what Discord says to it."""
_STARTS, _CATCHES_UP, _LIFE = 30.0, 10.0, 5.0
_THINKS, _MISBEHAVES, _TROUBLED = 0.05, 0.03, 0.7
_FORM, _NOBODY_MOVES = 9, 400
_KEPT = ("accept", "start", "join", "join-with", "join-against", "ready", "rematch")
"""What is looked for in the database after it was answered, besides moves and giving up."""


@dataclass
class Counts:
    """What has happened."""

    kills: Counter[str] = field(default_factory=Counter)
    in_flight: Counter[str] = field(default_factory=Counter)
    mischief: Counter[str] = field(default_factory=Counter)
    cuts: int = 0
    stalls: int = 0
    answered: int = 0
    unanswered: int = 0
    starts: list[float] = field(default_factory=list)
    details: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass
class Trial:
    """A bot on a sandbox, people at some tables, and everything that they were told."""

    sandbox: Sandbox
    people: People
    line: Line
    truth: Truth
    rng: random.Random
    seats: list[Seat]
    counts: Counts = field(default_factory=Counts)
    answered: set[Press] = field(default_factory=set)
    pressed: set[Press] = field(default_factory=set)
    process: Process | None = None
    _watching: asyncio.Task[None] | None = None
    died: asyncio.Event = field(default_factory=asyncio.Event)

    # -- lives and deaths ------------------------------------------------------------------------------

    async def begin(self, moment: str) -> bool:
        """Start a bot that is to die at a moment; returns whether it lived to be connected."""
        events = await self.people.events()
        after = events[-1]["number"] if events else 0
        count = self.rng.randrange(1, 40 if moment == "in a group" else 200)
        if moment == "in a backup":
            count = self.counts.kills.total()
        arguments = ("-m", "bench.mortal", moment, str(count), str(self.rng.random()))
        told = settings(self.line.url, self.sandbox.gateway_url, self.truth.database)
        began = time.perf_counter()
        self.died = asyncio.Event()
        self.process = await asyncio.create_subprocess_exec(sys.executable, *arguments, env=told, cwd=ROOT)
        self._watching = asyncio.create_task(self._watch(self.process))
        try:
            event = self.people.event("bot_connected", after=after, seconds=_STARTS)
            connected = await self._unless_dead(event) is not None
        except TimeoutError:
            self.counts.wrong.append(f"a bot was not connected after {_STARTS} seconds")
            connected = False
            self.kill()
        if connected:
            self.counts.starts.append(time.perf_counter() - began)
        return connected

    async def _watch(self, process: Process) -> None:
        ended = await process.wait()
        if ended != -9:  # noqa: PLR2004 — SIGKILL
            self.counts.wrong.append(f"the bot ended by itself with {ended}")
        self.died.set()

    async def _unless_dead(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 — whatever it is
        """What some work comes to, None where the bot dies before."""
        working, dying = asyncio.ensure_future(work), asyncio.ensure_future(self.died.wait())
        try:
            await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
            return await working if working.done() else None
        finally:
            dying.cancel()
            working.cancel()

    def kill(self) -> None:
        """End the bot at this moment."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def live(self, moment: str) -> None:
        """Let the bot live until it is killed, and see what it leaves behind."""
        if await self.begin(moment):
            await self._unless_dead(self.compare())
            playing = [asyncio.create_task(self.play(seat)) for seat in self.seats]
            if self.rng.random() < _TROUBLED:
                playing.append(asyncio.create_task(self.trouble()))
            if moment == "in an answer":
                await asyncio.sleep(self.rng.uniform(0.1, 1.5))
                self.line.arm(self.rng.randrange(1, _LONGEST_ANSWER), self.kill)
            struck = await self._unless_dead(asyncio.sleep(_LIFE, "not yet"))
            if struck:
                moment = "at any time"
                self.kill()
            await asyncio.gather(*playing)
        await self.died.wait()
        self.counts.kills[moment] += 1
        await self.look_back()

    # -- playing ---------------------------------------------------------------------------------------

    async def play(self, seat: Seat) -> None:
        """Play at a table until the bot dies."""
        while not self.died.is_set():
            await asyncio.sleep(self.rng.uniform(0, _THINKS))
            try:
                chosen = seat.next()
                if chosen is None:
                    await self.ask(seat)
                elif seat.message is not None and self.rng.random() < _MISBEHAVES:
                    await self.misbehave(seat, *chosen)
                else:
                    await self.press(seat, *chosen)
            except RefusedError as refused:
                # The message has changed by itself, or is about to.
                self.look(seat)
                seat.idle += 1
                if seat.idle == _NOBODY_MOVES:
                    self.counts.wrong.append(f"match {seat.match} is stuck, {refused}: {seat.message}")
            else:
                seat.idle = 0

    async def ask(self, seat: Seat) -> None:
        """Begin a match of another kind."""
        who, command, options = seat.begin()
        outcome = await self.outcome(await self.people.invoke(who, command, wait=False, **options))
        if outcome is not None and outcome.message is not None and not outcome.message.ephemeral:
            seat.shows(outcome.message)

    async def press(self, seat: Seat, who: str, button: Button) -> None:
        """Press once."""
        assert seat.message is not None, "there is a button"
        press = self._press(who, button.custom_id)
        self.pressed.add(press)
        outcome = await self.outcome(await self.people.press(who, seat.message, button, wait=False), press)
        if outcome is not None and outcome.kind == _FORM:
            choices = [option["value"] for field in outcome.fields for option in field.get("options", [])]
            choice = next((one for one in ("concede", "resign") if one in choices), "nothing")
            press = Press(press.person, press.match, press.seq, choice)
            sent = await self.people.submit(who, outcome, {"what": choice}, wait=False)
            outcome = await self.outcome(sent, press)
        message = None if outcome is None else outcome.message
        if outcome is None or outcome.kind not in ANSWERS or message is None or message.ephemeral:
            seat.refused += 1
            self.look(seat)
            return
        seat.refused = 0
        if press.action[1:].isdigit() or press.action in {*_KEPT, "concede", "resign"}:
            self.answered.add(press)
        seat.shows(message)

    def _press(self, who: str, custom_id: str | None) -> Press:
        person = next(int(person.id) for person in CROWD if person.name == who)
        return Press(person, *address(custom_id))

    async def outcome(self, started: Outcome, press: Press | None = None) -> Outcome | None:
        """How something ended; None where nobody answered."""
        done = self.sandbox.world.interactions[str(started.interaction)].done
        await self._unless_dead(done.wait())
        if caught := self.died.is_set():
            # What the dead has sent may still be on its way.
            await asyncio.sleep(0.05)
        outcome = await self.people.interaction(started.interaction)
        if outcome.kind is not None:
            self.counts.answered += 1
            return outcome
        if not caught:
            self.counts.unanswered += 1
            self.counts.details.append(f"{press} was not answered")
        elif press is not None and (press.action[1:].isdigit() or press.action in _KEPT):
            stored = await self.truth.holds(press)
            self.counts.in_flight["stored, not answered" if stored else "nothing stored"] += 1
        return None

    def look(self, seat: Seat) -> None:
        """See what a table's message is now, and leave it where nothing goes on."""
        if seat.message is None or seat.refused > 3 * len(seat.players):
            seat.message, seat.match, seat.refused = None, 0, 0
        elif (message := self.shown(seat.message.id)) is not None:
            seat.shows(message)

    def shown(self, message: int | None) -> Message | None:
        """A message as it is now."""
        found = self.sandbox.world.messages.get(str(message))
        return None if found is None else Message(payload(self.sandbox.world, found))

    async def misbehave(self, seat: Seat, who: str, button: Button) -> None:
        """Press twice at once, what is disabled, what was on the board before, and as a stranger."""
        message = seat.message
        assert message is not None, "there is a button"
        press = self._press(who, button.custom_id)
        self.pressed.add(press)
        stranger = self.rng.choice([person.name for person in CROWD if person.name not in seat.players])
        disabled = [b.custom_id or "" for b in message.buttons if b.disabled][:1]
        presses = [("doubled", who, button.custom_id or "")] * 2
        presses += [("forged", who, custom_id) for custom_id in disabled]
        if press.action != "join" and "open" not in press.action:
            presses += [("a stranger's", stranger, button.custom_id or "")]
        if press.seq:
            presses.append(("stale", who, f"f1:{press.match}:{press.seq - 1}:c1"))
        started = await asyncio.gather(
            *(
                self.people.press(one, message, custom_id, forged=True, wait=False)
                for _, one, custom_id in presses
            )
        )
        self.counts.mischief.update(kind for kind, _, _ in presses)
        await asyncio.gather(*(self.outcome(one) for one in started))
        self.look(seat)

    async def trouble(self) -> None:
        """Cut the line, or let nothing through for a moment, while people press."""
        await asyncio.sleep(self.rng.uniform(0, 0.6))
        if self.died.is_set():
            return
        if self.rng.random() < 0.5:  # noqa: PLR2004 — either
            await self.people.faults.cut()
            self.counts.cuts += 1
        else:
            await self.people.faults.stall(active=True)
            self.counts.stalls += 1
            await asyncio.sleep(self.rng.uniform(0.1, 1.0))
            await self.people.faults.stall(active=False)

    # -- looking back ----------------------------------------------------------------------------------

    async def compare(self) -> None:
        """Wait until all boards are those of the stored events, and note which never are."""
        waiting = [seat for seat in self.seats if seat.match]
        until = time.perf_counter() + _CATCHES_UP
        while waiting:
            lives = await self.truth.lives([seat.match for seat in waiting])
            apart = [await self._apart(seat, live) for seat, live in zip(waiting, lives, strict=True)]
            waiting = [seat for seat, found in zip(waiting, apart, strict=True) if found]
            if time.perf_counter() > until:
                self.counts.wrong += [found for found in apart if found]
                for seat in waiting:
                    seat.message, seat.match = None, 0
                return
            await asyncio.sleep(0.1)

    async def _apart(self, seat: Seat, live: Live) -> str | None:
        """How a match's message differs from what is stored."""
        message = self.shown(live.table.message)
        wrong = await difference(self.people, message, live)
        if wrong is None and message is not None:
            seat.match = live.id
            seat.shows(message)
        return wrong

    async def look_back(self) -> None:
        """Note what a replay of all records says otherwise, once."""
        self.counts.wrong += [said for said in await self.truth.look() if said not in self.counts.wrong]

    async def figures(self, seconds: float) -> dict[str, Any]:
        """What came of it all."""
        counts, results = self.counts, self.truth.results.values()
        copies = health.backups(self.truth.database)
        for copy in copies:
            try:
                health.check(copy)
            except StoreError as error:
                counts.wrong.append(str(error))
        counts.lost += await self.truth.lost(self.answered, self.pressed)
        return {
            "kills": dict(counts.kills),
            "in_flight": dict(counts.in_flight + self.line.cut_short),
            "matches": await self.truth.matches(),
            "finished": len(results),
            "rated": sum(result.rated for result in results),
            "variants": dict(Counter(result.scale for result in results)),
            "answered": counts.answered,
            "mischief": dict(counts.mischief),
            "cuts": counts.cuts,
            "stalls": counts.stalls,
            "backups": len(copies),
            "start_s": round(statistics.median(counts.starts), 2) if counts.starts else None,
            "seconds": round(seconds),
            "unanswered": counts.unanswered,
            "lost": len(counts.lost),
            "wrong": len(counts.wrong),
            "details": counts.details + counts.lost + counts.wrong,
        }


async def play(
    folder: Path, kills: int, tables: int, seed: int, *, moments: tuple[str, ...] = tuple(MOMENTS)
) -> dict[str, Any]:
    """Play at some tables until the bot was killed so often, at each of the moments in turn."""
    rng, began = random.Random(seed), time.perf_counter()
    async with (
        Sandbox(token=TOKEN, rate_limits=False, people=CROWD) as sandbox,
        Line(sandbox.api_url) as line,
        People(sandbox.people_url) as people,
    ):
        seats = [Seat(rng) for _ in range(tables)]
        trial = Trial(sandbox, people, line, Truth(folder / "faults.sqlite3"), rng, seats)
        try:
            for number in range(kills):
                await trial.live(moments[number % len(moments)])
            # Once more, to see where all of it has led.
            if await trial.begin(NEVER):
                await trial.compare()
        finally:
            trial.kill()
            await trial.died.wait()
        await trial.look_back()
        return await trial.figures(time.perf_counter() - began)


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moment", choices=tuple(MOMENTS), action="append", help="only these; all in turn")
    options = parser.parse_args()
    # That senders die in the middle of a request is the point.
    logging.disable(logging.ERROR)
    moments = tuple(options.moment or MOMENTS)
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(
            play(Path(folder), options.kills, options.tables, options.seed, moments=moments)
        )
    if options.json:
        print(json.dumps(figures))
    else:
        print(*(f"{name} {value}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
