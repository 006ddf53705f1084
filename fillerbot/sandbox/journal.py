"""What happened and what the bot asked for, numbered, for those who look on."""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import orjson

from fillerbot.sandbox.clock import Clock
from fillerbot.sandbox.kinds import Json

MOST = 5000
"""Entries of each log that are kept."""


class Log:
    """Entries with numbers that go on for ever; only the newest are kept.

    What went over the wire is kept as the text that it was: that is smaller, and stays what it was.
    """

    def __init__(self, *texts: str, most: int = MOST) -> None:
        self._texts = texts
        self._kept: deque[Json] = deque(maxlen=most)
        self.last = 0
        """The number of the newest entry."""
        self.forgotten = 0
        """The number of the newest entry that had to make room."""

    def __iter__(self) -> Iterator[Json]:
        return map(self._read, self._kept)

    def _read(self, entry: Json) -> Json:
        texts = {key: entry[key] for key in self._texts}
        return entry | {key: text and orjson.loads(text) for key, text in texts.items()}

    def add(self, entry: Json) -> None:
        """Give an entry its number and keep it."""
        if len(self._kept) == self._kept.maxlen:
            self.forgotten = self._kept[0]["number"]
        self.last += 1
        entry["number"] = self.last
        self._kept.append(entry)

    def after(self, number: int) -> list[Json]:
        """Return the entries after a number, as far as they are kept."""
        found = islice(reversed(self._kept), max(0, self.last - number))
        return [self._read(entry) for entry in found][::-1]

    def clear(self) -> None:
        """Drop what is kept, for whoever does not want to see it again."""
        self._kept.clear()


@dataclass
class Journal:
    """Three logs: events that people notice, requests of the bot, payloads sent to it."""

    clock: Clock
    events: Log = field(default_factory=Log)
    requests: Log = field(default_factory=lambda: Log("request", "response"))
    dispatches: Log = field(default_factory=lambda: Log("payload"))
    _waiting: set[asyncio.Future[None]] = field(default_factory=set)

    def event(self, kind: str, **details: str | None) -> None:
        """Add an event and wake whoever waits for one."""
        self.events.add({"number": 0, "kind": kind, "at": self.clock.since_start(), **details})
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    def request(self, entry: Json) -> None:
        """Add a request of the bot."""
        entry["at"] = self.clock.since_start()
        self.requests.add(entry)

    def dispatch(self, session: str, payload: bytes) -> None:
        """Add a payload that was sent through the gateway."""
        self.dispatches.add({"number": 0, "session": session, "payload": payload})

    async def events_after(self, number: int, timeout: float) -> list[Json]:  # noqa: ASYNC109 - a long poll
        """Wait until there are events after a number, or until the time is over."""
        if self.events.last <= number:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait({future}, timeout=timeout)
            finally:
                self._waiting.discard(future)
                future.cancel()
        return self.events.after(number)

    def close(self) -> None:
        """Let everybody who waits go."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
