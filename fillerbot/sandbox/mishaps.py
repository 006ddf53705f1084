"""Faults on demand: rules that say which requests fare badly, and how."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase

from aiohttp import web

from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Event
from fillerbot.sandbox.router import Answer, AnyAnswer, Request
from fillerbot.sandbox.state import World

CALLBACKS = "/interactions/*/callback"


class Effect(StrEnum):
    """What becomes of a request."""

    LATENCY = "latency"
    """It takes its time."""
    ERROR = "error"
    """It is answered with an error."""
    LOST = "lost"
    """The connection is closed instead of an answer."""
    TORN = "torn"
    """The connection is closed in the middle of the answer."""
    HOLD = "hold"
    """It does not arrive until it is let go, and not at all if its sender is gone by then."""


class When(StrEnum):
    """Whether a request has been applied when it fares badly."""

    BEFORE = "before"
    AFTER = "after"


EARLY = (Effect.LATENCY, Effect.ERROR)
"""Effects that come before a request is applied, unless a rule says otherwise."""


@dataclass
class Fault:
    """A rule: which requests, how many of them, and what becomes of those."""

    effect: Effect
    when: When | None = None
    method: str = "*"
    """A pattern, in which `*` stands for anything and `[PD]*` for whatever writes."""
    route: str = "*"
    """A pattern for the path as it came or as it is documented, without its version."""
    interaction: Event | None = None
    skip: int = 0
    """How many requests that fit go well before."""
    times: int | None = 1
    """How many fare badly; without a number all do."""
    seconds: float = 0.0
    jitter: float = 0.0
    """Seconds at most that chance adds."""
    status: int = 502
    code: int = 0
    message: str = "502: Bad Gateway"
    retry_after: float | None = None
    scope: str = "shared"
    number: int = 0
    met: int = 0
    """How many requests have fitted."""
    lifted: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def early(self) -> bool:
        """Tell whether it happens before the request is applied."""
        return self.effect in EARLY if self.when is None else self.when is When.BEFORE

    @property
    def struck(self) -> int:
        """How many requests fared badly."""
        return max(0, self.met - self.skip)

    @property
    def spent(self) -> bool:
        """Tell whether it is over."""
        return self.times is not None and self.met >= self.skip + self.times

    def fits(self, method: str, paths: tuple[str, str], interaction: Event | None) -> bool:
        """Tell whether a request is meant."""
        return (
            not self.spent
            and fnmatchcase(method, self.method)
            and any(fnmatchcase(path, self.route) for path in paths)
            and self.interaction in (None, interaction)
        )

    def error(self) -> ApiError:
        """Return the error that a request is answered with."""
        return ApiError(self.status, self.code, self.message, retry_after=self.retry_after, scope=self.scope)


Apply = Callable[[], tuple[int, object]]
GONE = 0
"""The status of a request whose sender no longer listens; it is never sent."""


@dataclass
class Mishaps:
    """The rules in force; chance is seeded, so that it can be repeated."""

    world: World
    journal: Journal
    rng: random.Random = field(default_factory=lambda: random.Random(1))  # noqa: S311 - not for secrets
    faults: dict[int, Fault] = field(default_factory=dict)
    _count: int = 0

    def add(self, fault: Fault) -> Fault:
        """Put a rule in force."""
        self._count += 1
        fault.number = self._count
        self.faults[fault.number] = fault
        return fault

    def lift(self, number: int | None = None) -> None:
        """Take a rule back, or all of them, and let go whatever they hold."""
        for key in list(self.faults) if number is None else [number]:
            if (fault := self.faults.pop(key, None)) is not None:
                fault.lifted.set()

    def _interaction(self, info: dict[str, str]) -> Event | None:
        by_id = self.world.interactions.get(info.get("interaction_id", ""))
        found = by_id or self.world.tokens.get(info.get("webhook_token", ""))
        return None if found is None else found.kind

    def meet(self, request: Request, route: str, path: str) -> list[Fault]:
        """Return the rules that strike a request: every delay, and the first of the others."""
        struck: list[Fault] = []
        if not self.faults:
            return struck
        kind = self._interaction(dict(request.match_info))
        for fault in list(self.faults.values()):
            taken = any(other.effect is not Effect.LATENCY for other in struck)
            if (taken and fault.effect is not Effect.LATENCY) or not fault.fits(
                request.method, (path, route), kind
            ):
                continue
            fault.met += 1
            if fault.met > fault.skip:
                struck.append(fault)
                self.journal.event("fault", effect=fault.effect.value, rule=str(fault.number))
        return struck

    async def through(self, request: Request, struck: list[Fault], apply: Apply) -> tuple[int, object]:
        """Apply a request as its rules let it happen; raise the error that it is to be answered with."""
        for fault in struck:
            if fault.effect is Effect.HOLD and not await self._wait(request, fault):
                return GONE, None
            if fault.early:
                await self._happen(fault)
        if any(fault.early and fault.effect in {Effect.LOST, Effect.TORN} for fault in struck):
            return GONE, None
        result = apply()
        for fault in struck:
            if not fault.early:
                await self._happen(fault)
        return result

    async def _happen(self, fault: Fault) -> None:
        if fault.effect is Effect.LATENCY:
            await asyncio.sleep(fault.seconds + self.rng.uniform(0, fault.jitter))
        elif fault.effect is Effect.ERROR:
            raise fault.error()

    async def _wait(self, request: Request, fault: Fault) -> bool:
        """Wait until a rule is lifted; tell whether the sender still listens then."""
        number = request.match_info.get("interaction_id")
        self.journal.event("request_held" if number is None else "callback_held", interaction=number)
        await fault.lifted.wait()
        return request.transport is not None and not request.transport.is_closing()

    async def send(self, request: Request, struck: list[Fault], answer: Answer) -> AnyAnswer:
        """Send an answer, or as much of it as gets through."""
        effects = {fault.effect for fault in struck}
        if Effect.TORN not in effects or not answer.body or request.inner is None:
            if effects & {Effect.LOST, Effect.TORN} and request.transport is not None:
                request.transport.close()
            return answer
        torn = web.StreamResponse(status=answer.status, headers=answer.headers)
        torn.content_length = len(answer.body)
        await torn.prepare(request.whole)
        await torn.write(answer.body[: len(answer.body) // 2])
        if request.transport is not None:
            request.transport.close()
        return torn
