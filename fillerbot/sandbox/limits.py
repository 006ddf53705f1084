"""Rate limits: how often which route may be asked for, and how the answers say so."""

import hashlib
from collections import deque
from dataclasses import dataclass, field
from functools import cache

from fillerbot.sandbox.clock import Clock
from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.kinds import Code
from fillerbot.sandbox.router import Request

MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
"""Parts of a path that have buckets of their own."""
GLOBAL = 50
"""Requests of the bot in a second."""
HOOK = "/webhooks/{webhook_id}/{webhook_token}"
CHANNEL = "/channels/{channel_id}/messages"
SIZES: dict[str, tuple[int, float]] = {
    f"POST {CHANNEL}": (5, 5.0),
    f"PATCH {CHANNEL}/{{message_id}}": (5, 5.0),
    f"DELETE {CHANNEL}/{{message_id}}": (5, 1.0),
    f"POST {HOOK}": (5, 2.0),
    f"PUT {CHANNEL}/{{message_id}}/reactions/{{emoji_name}}/@me": (1, 0.25),
    "POST /channels/{channel_id}/threads": (5, 5.0),
    "POST /users/@me/channels": (10, 10.0),
}
"""Requests per seconds, as they are seen; the service names no numbers and changes them at will."""
MOST_BUCKETS = 1000
COMMON = (50, 1.0)
UNLIMITED = (1000, 1.0)
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MOST_INVALID, INVALID_WINDOW = 10_000, 600_000
INVALID = (401, 403, 429)


@cache
def _name(route: str) -> str:
    return hashlib.sha256(route.encode()).hexdigest()[:32]


@dataclass
class Bucket:
    """One window of requests: the first one opens it, and when it is over all are forgotten."""

    name: str
    size: int
    seconds: float
    used: int = 0
    reset: float = 0.0

    def take(self, now: float) -> float:
        """Count a request; return how long it has to wait, which is nothing if it fits."""
        if now >= self.reset:
            self.used, self.reset = 0, now + self.seconds
        if self.used >= self.size:
            return self.reset - now
        self.used += 1
        return 0.0

    def headers(self, now: float) -> dict[str, str]:
        """Say how the bucket stands."""
        return {
            "X-RateLimit-Limit": str(self.size),
            "X-RateLimit-Remaining": str(self.size - self.used),
            "X-RateLimit-Reset": f"{self.reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, self.reset - now):.3f}",
            "X-RateLimit-Bucket": self.name,
        }


class LimitedError(ApiError):
    """Too many requests."""

    def __init__(self, wait: float, scope: str) -> None:
        # Rounded up, or the wait would end a little before the window.
        wait = int(wait * 1000 + 1) / 1000
        super().__init__(429, Code.GENERAL, "You are being rate limited.", retry_after=wait, scope=scope)


@dataclass
class RateLimits:
    """All buckets; switched off, they are counted and nothing is refused."""

    clock: Clock
    active: bool = True
    _buckets: dict[tuple[str, ...], Bucket] = field(default_factory=dict)
    _global: Bucket = field(default_factory=lambda: Bucket("global", GLOBAL, 1.0))
    _shared: dict[str, float] = field(default_factory=dict)
    _invalid: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_INVALID))

    def _now(self) -> float:
        return self.clock.now() / 1000

    def switch(self, *, active: bool) -> None:
        """Begin to refuse what is too much, or end it; either way counting starts anew."""
        self.active = active
        self._buckets.clear()
        self._global = Bucket("global", GLOBAL, 1.0)
        self._invalid.clear()

    def share(self, channel_id: str, seconds: float) -> None:
        """Let a channel be overrun by others for a while: everybody's messages have to wait."""
        self._shared[channel_id] = self._now() + seconds

    def bucket(self, request: Request, path: str) -> Bucket:
        """Return the bucket of a request: its route with the parts of the path that count."""
        route = f"{request.method} {path}"
        size, seconds = SIZES.get(route, COMMON) if self.active else UNLIMITED
        if path == CALLBACK:
            size, seconds = UNLIMITED
        key = (route, *(value for part, value in request.match_info.items() if part in MAJOR))
        if key not in self._buckets:
            self._tidy()
            self._buckets[key] = Bucket(_name(route), size, seconds)
        return self._buckets[key]

    def _tidy(self) -> None:
        """Forget windows that are over, since each interaction has some of its own."""
        if len(self._buckets) > MOST_BUCKETS:
            now = self._now()
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket.reset > now}

    def check(self, request: Request, path: str, bucket: Bucket) -> None:
        """Count a request, or refuse it; answers to interactions stand outside the global limit."""
        now = self._now()
        if self.active and path != CALLBACK:
            if wait := self._global.take(now):
                raise LimitedError(wait, "global")
            until = self._shared.get(request.match_info.get("channel_id", ""), 0.0)
            if until > now and request.method == "POST":
                raise LimitedError(until - now, "shared")
        if (wait := bucket.take(now)) and self.active:
            raise LimitedError(wait, "user")

    def headers(self, bucket: Bucket) -> dict[str, str]:
        """Say how a bucket stands now."""
        return bucket.headers(self._now())

    def banned(self) -> bool:
        """Tell whether so many requests failed within ten minutes that the address is shut out."""
        since = self.clock.now() - INVALID_WINDOW
        return self.active and len(self._invalid) == MOST_INVALID and self._invalid[0] > since

    def note(self, status: int, scope: str | None) -> None:
        """Count a request that failed for want of rights or patience; shared limits do not count."""
        if status in INVALID and scope != "shared":
            self._invalid.append(self.clock.now())
