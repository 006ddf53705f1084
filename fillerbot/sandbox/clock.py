"""Time and snowflakes: every id says when it was made."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

EPOCH = 1_420_070_400_000
"""The millisecond, in Unix time, at which snowflakes begin."""


class Clock:
    """The wall clock, which a test may move forward."""

    def __init__(self) -> None:
        self._ahead = 0
        self._started = time.monotonic()
        self.listeners: list[Callable[[], None]] = []

    def now(self) -> int:
        """Milliseconds of Unix time."""
        return int(time.time() * 1000) + self._ahead

    def since_start(self) -> int:
        """Real milliseconds since the sandbox was made."""
        return int((time.monotonic() - self._started) * 1000)

    def advance(self, seconds: float) -> None:
        """Let time jump, so that nobody has to wait for a deadline."""
        self._ahead += int(seconds * 1000)
        for listener in self.listeners:
            listener()


class Snowflakes:
    """Makes ids that carry the time and never repeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def new(self) -> str:
        """Return an id of this millisecond, larger than every one before."""
        self._last = max(self._last + 1, (self._clock.now() - EPOCH) << 22)
        return str(self._last)


def of_date(year: int, month: int, day: int, number: int) -> str:
    """Return an id of a day in the past; the number tells ids of one day apart."""
    moment = datetime(year, month, day, 12, tzinfo=UTC)
    return str(((int(moment.timestamp() * 1000) - EPOCH) << 22) + number)


def made_at(snowflake: str) -> int:
    """Return the millisecond of Unix time at which an id was made."""
    return (int(snowflake) >> 22) + EPOCH


@lru_cache(maxsize=1000)
def iso(milliseconds: int) -> str:
    """Write a moment as the API does."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="microseconds")
