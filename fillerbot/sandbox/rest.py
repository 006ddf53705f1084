"""The REST interface: what all routes have in common."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web

from fillerbot.sandbox.faults import ApiError
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Code, Json
from fillerbot.sandbox.limits import Bucket, RateLimits
from fillerbot.sandbox.state import World
from fillerbot.sandbox.uploads import Draft, read_draft

PREFIX = "/api/v10"
CLIENT_ERROR, UNSUPPORTED = 400, 501

Reply = tuple[int, object]
Handler = Callable[[web.Request, Draft], Awaitable[Reply]]

log = logging.getLogger(__name__)


def json_response(status: int, body: object, headers: dict[str, str] | None = None) -> web.Response:
    """Return an answer whose content type is exactly application/json."""
    if status == web.HTTPNoContent.status_code:
        return web.Response(status=status, headers=headers)
    all_headers = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=all_headers)


@dataclass
class Hold:
    """Keeps callbacks waiting while a test wants it so."""

    journal: Journal
    active: bool = False
    held: int = 0
    _release: asyncio.Event = field(default_factory=asyncio.Event)

    def switch(self, *, active: bool) -> None:
        """Begin to hold, or let everything go."""
        if active and not self.active:
            self.held = 0
            self._release = asyncio.Event()
        if not active:
            self._release.set()
        self.active = active

    async def wait(self, request: web.Request) -> bool:
        """Wait while callbacks are held; tell whether the bot still listens afterwards."""
        if self.active:
            self.held += 1
            self.journal.event("callback_held", interaction=request.match_info["interaction_id"])
            await self._release.wait()
        return request.transport is not None and not request.transport.is_closing()


@dataclass
class Rest:
    """Authorises, reads, logs and answers the requests of the bot."""

    world: World
    journal: Journal
    limits: RateLimits

    def add(
        self, app: web.Application, method: str, path: str, handler: Handler, *, free: bool = False
    ) -> None:
        """Add a route; a free one needs no token of the bot, since its path holds one."""

        async def serve(request: web.Request) -> web.Response:
            return await self._serve(request, handler, path, free=free)

        app.router.add_route(method, PREFIX + path, serve)

    async def unknown(self, request: web.Request) -> web.Response:
        """Answer a request for a route that is not there."""

        async def missing(_request: web.Request, _draft: Draft) -> Reply:
            self._complain(f"unknown route {request.method} {request.path}")
            raise ApiError(404, Code.GENERAL, f"404: Not Found ({request.method} {request.path})")

        return await self._serve(request, missing, "", free=True)

    def _complain(self, text: str) -> None:
        log.warning("%s", text)
        self.world.complaints.append(text)

    async def _serve(self, request: web.Request, handler: Handler, path: str, *, free: bool) -> web.Response:
        entry: Json = {
            "number": 0,
            "method": request.method,
            "path": request.path.removeprefix(PREFIX),
            "route": path,
            "query": dict(request.query),
            "status": None,
            "request": None,
            "files": [],
            "response": None,
        }
        self.journal.request(entry)
        bucket, refusal = self.limits.bucket(request, path), None
        if self.limits.banned():
            # The network before the service answers, and it sends no "Via".
            return web.Response(status=429, text="error code: 1015", headers={"Retry-After": "600"})
        try:
            self.limits.check(request, path)
            draft = await read_draft(request)
            entry |= {"request": draft.body, "files": draft.described_files()}
            if not free and request.headers.get("Authorization") != f"Bot {self.world.token}":
                raise ApiError(401, Code.GENERAL, "401: Unauthorized")  # noqa: TRY301 - errors are written in one place
            status, body = await handler(request, draft)
        except ApiError as error:
            status, body, refusal = error.status, error.body(), error
            if status == UNSUPPORTED:
                self._complain(f"{error.message} ({request.method} {request.path})")
        except Exception as error:
            self._complain(f"{request.method} {request.path} failed: {error!r}")
            raise
        entry |= {"status": status or None, "response": body}
        self.limits.note(status, None if refusal is None else refusal.scope)
        return json_response(status or 503, body, self._headers(bucket, refusal))

    def _headers(self, bucket: Bucket, refusal: ApiError | None) -> dict[str, str]:
        headers = {"Via": "1.1 sandbox", **self.limits.headers(bucket)}
        if refusal is not None and refusal.retry_after is not None:
            headers |= {"Retry-After": f"{refusal.retry_after:.3f}", "X-RateLimit-Scope": refusal.scope}
            headers |= {"X-RateLimit-Global": "true"} if refusal.scope == "global" else {}
        return headers
