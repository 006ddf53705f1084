"""What happened and what the bot asked for, numbered, for those who look on."""

import asyncio
from dataclasses import dataclass, field

from fillerbot.sandbox.clock import Clock
from fillerbot.sandbox.kinds import Json


@dataclass
class Journal:
    """Three logs: events that people notice, requests of the bot, payloads sent to it."""

    clock: Clock
    events: list[Json] = field(default_factory=list)
    requests: list[Json] = field(default_factory=list)
    dispatches: list[Json] = field(default_factory=list)
    _waiting: set[asyncio.Future[None]] = field(default_factory=set)

    def event(self, kind: str, **details: str | None) -> None:
        """Add an event and wake whoever waits for one."""
        entry: Json = {"number": len(self.events) + 1, "kind": kind, "at": self.clock.since_start()}
        self.events.append(entry | details)
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    def request(self, entry: Json) -> None:
        """Add a request of the bot."""
        entry["number"] = len(self.requests) + 1
        entry["at"] = self.clock.since_start()
        self.requests.append(entry)

    def dispatch(self, session: str, payload: Json) -> None:
        """Add a payload that was sent through the gateway."""
        entry: Json = {"number": len(self.dispatches) + 1, "session": session, "payload": payload}
        self.dispatches.append(entry)

    async def events_after(self, number: int, timeout: float) -> list[Json]:  # noqa: ASYNC109 - a long poll
        """Wait until there are events after a number, or until the time is over."""
        if len(self.events) <= number:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait({future}, timeout=timeout)
            finally:
                self._waiting.discard(future)
                future.cancel()
        return self.events[number:]

    def close(self) -> None:
        """Let everybody who waits go."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
