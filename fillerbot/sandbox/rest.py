"""The REST interface: what all routes have in common."""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil

from aiohttp import web

from fillerbot.sandbox.errors import ApiError, FormErrors, unsupported
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Json, write
from fillerbot.sandbox.known_routes import known
from fillerbot.sandbox.limits import Bucket, RateLimits
from fillerbot.sandbox.mishaps import Fault, Mishaps
from fillerbot.sandbox.router import JSON, Answer, AnyAnswer, Request, Router, Served
from fillerbot.sandbox.state import World
from fillerbot.sandbox.uploads import Draft, read_draft

PREFIX = "/api/v10"
ALSO = ("/api/v9", "/api")
"""Where libraries ask that are older, or name no version; they are answered as by version 10."""
VERSION = re.compile(r"^/api(/v\d+)?")
MOST_COMPLAINTS = 1000
UNSUPPORTED = 501

Reply = tuple[int, object]
Handler = Callable[[Request, Draft], Reply]
"""Whatever is asked for happens at once."""

log = logging.getLogger(__name__)


def json_response(status: int, body: object, headers: dict[str, str] | None = None) -> Answer:
    """Return an answer whose content type is exactly application/json."""
    if status == web.HTTPNoContent.status_code:
        return Answer(status, b"", headers or {})
    return Answer(status, write(body), {"Content-Type": JSON, **(headers or {})})


def _check_ids(request: Request) -> None:
    """Refuse a path that has a word where an id belongs."""
    errors = FormErrors()
    for key, value in request.match_info.items():
        if key.endswith("_id") and not value.isdecimal():
            errors.add((key,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
    errors.check()


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what is to become of it."""

    request: Request
    handler: Handler
    path: str
    bucket: Bucket
    entry: Json
    free: bool


@dataclass
class Rest:
    """Authorises, reads, logs and answers the requests of the bot."""

    world: World
    journal: Journal
    limits: RateLimits
    mishaps: Mishaps

    def add(self, router: Router, method: str, path: str, handler: Handler, *, free: bool = False) -> None:
        """Add a route; a free one needs no token of the bot, since its path holds one."""
        for prefix in (PREFIX, *ALSO):
            serve = partial(self._serve, handler=handler, path=path, version=prefix, free=free)
            router.add(method, prefix + path, serve)

    def unknown(self, request: Request) -> Served:
        """Answer a request for a route that is not there."""
        version = VERSION.match(request.path)
        assert version is not None

        def missing(_request: Request, _draft: Draft) -> Reply:
            if (route := known(request.method, request.path[version.end() :])) is not None:
                raise unsupported(f"{request.method} {route}")
            self._complain(f"unknown route {request.method} {request.path}")
            raise ApiError(404, Code.GENERAL, f"404: Not Found ({request.method} {request.path})")

        return self._serve(request, handler=missing, path="", version=version[0], free=True)

    def _complain(self, text: str) -> None:
        log.warning("%s", text)
        self.world.complaints.append(text)

    def _serve(self, request: Request, *, handler: Handler, path: str, version: str, free: bool) -> Served:
        entry: Json = {
            "number": 0,
            "method": request.method,
            "path": request.path.removeprefix(version),
            "route": path,
            "query": dict(request.query),
            "status": None,
            "request": None,
            "files": [],
            "response": None,
        }
        self.journal.request(entry)
        struck = self.mishaps.meet(request, path, entry["path"])
        entry["faults"] = [fault.effect.value for fault in struck]
        asked = Asked(request, handler, path, self.limits.bucket(request, path), entry, free)
        if self.limits.banned():
            # The network before the service answers, and it sends no "Via".
            return Answer(429, b"error code: 1015", {"Retry-After": "600", "Content-Type": "text/plain"})
        if struck:
            return self._badly(asked, struck)
        try:
            outcome: Reply | ApiError = self._apply(asked, self._admit(asked))
        except ApiError as refusal:
            outcome = refusal
        return self._finish(asked, outcome)

    async def _badly(self, asked: Asked, struck: list[Fault]) -> AnyAnswer:
        try:
            draft = self._admit(asked)
            outcome: Reply | ApiError = await self.mishaps.through(
                asked.request, struck, lambda: self._apply(asked, draft)
            )
        except ApiError as refusal:
            outcome = refusal
        return await self.mishaps.send(asked.request, struck, self._finish(asked, outcome))

    def _admit(self, asked: Asked) -> Draft:
        """Read what a request carries, if it may be made at all."""
        request = asked.request
        self.limits.check(request, asked.path, asked.bucket)
        draft = read_draft(request)
        asked.entry.update(request=draft.text, files=draft.described_files())
        if not asked.free and request.headers.get("authorization") != f"Bot {self.world.token}":
            raise ApiError(401, Code.GENERAL, "401: Unauthorized")
        _check_ids(request)
        return draft

    def _apply(self, asked: Asked, draft: Draft) -> Reply:
        try:
            return asked.handler(asked.request, draft)
        except ApiError:
            raise
        except Exception as error:
            self._complain(f"{asked.request.method} {asked.request.path} failed: {error!r}")
            raise

    def _finish(self, asked: Asked, outcome: Reply | ApiError) -> Answer:
        """Write an outcome down, for the log as well."""
        refusal: ApiError | None = None
        if isinstance(outcome, ApiError):
            refusal, outcome = outcome, (outcome.status, outcome.body())
        status, body = outcome
        if refusal is not None and status == UNSUPPORTED:
            self._complain(f"{refusal.message} ({asked.request.method} {asked.request.path})")
        answer = json_response(status or 503, body, self._headers(asked.bucket, refusal))
        asked.entry.update(status=status or None, response=answer.body or None)
        del self.world.complaints[:-MOST_COMPLAINTS]
        self.limits.note(status, None if refusal is None else refusal.scope)
        return answer

    def _headers(self, bucket: Bucket, refusal: ApiError | None) -> dict[str, str]:
        headers = {"Via": "1.1 sandbox", **self.limits.headers(bucket)}
        if refusal is not None and refusal.retry_after is not None:
            # Whole seconds, rounded up; the fraction is in the body alone.
            wait = ceil(refusal.retry_after)
            headers |= {"Retry-After": str(wait), "X-RateLimit-Scope": refusal.scope}
            headers |= {"X-RateLimit-Global": "true"} if refusal.scope == "global" else {}
        return headers
