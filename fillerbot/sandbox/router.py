"""Which handler a request is for: found by its method, how many steps its path has, and which."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import web

JSON = "application/json"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@dataclass
class Request:
    """What is asked for; most requests are read here, and the others by aiohttp."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    """By their names in small letters."""
    match_info: dict[str, str]
    transport: asyncio.Transport | None
    body: bytes = b""
    inner: web.BaseRequest | None = None

    @property
    def whole(self) -> web.BaseRequest:
        """The request as aiohttp has it, which has read those in pieces and those for a socket."""
        assert self.inner is not None
        return self.inner

    @property
    def content_type(self) -> str:
        """What the body is."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Answer(NamedTuple):
    """What a request is answered with, unless more comes of it than one body."""

    status: int
    body: bytes
    headers: dict[str, str]


AnyAnswer = Answer | web.StreamResponse
Served = Answer | Awaitable[AnyAnswer]
"""An answer at once, or one that takes its time."""
Serve = Callable[[Request], Served]


class Route(NamedTuple):
    """The steps of a path, of which some are fixed and some are names of what stands there."""

    fixed: list[tuple[int, str]]
    named: list[tuple[int, str]]
    handler: Serve

    def fits(self, steps: list[str]) -> bool:
        """Tell whether a path is meant."""
        for n, step in self.fixed:
            if steps[n] != step:
                return False
        return all(steps[n] for n, _ in self.named)


class Router:
    """All routes; of those that fit, the one that fixes most steps counts."""

    def __init__(self) -> None:
        self._routes: dict[tuple[str, int, str, str | None], list[Route]] = defaultdict(list)
        self._below: dict[str, Serve] = {}

    def add(self, method: str, path: str, handler: Serve) -> None:
        """Add a route."""
        steps = path.split("/")[1:]
        fixed = [(n, step) for n, step in enumerate(steps) if step[:1] != "{"]
        named = [(n, step[1:-1]) for n, step in enumerate(steps) if step[:1] == "{"]
        last = None if steps[-1][:1] == "{" else steps[-1]
        found = self._routes[method, len(steps), steps[0], last]
        found.append(Route(fixed, named, handler))
        found.sort(key=lambda route: len(route.named))

    def get(self, path: str, handler: Serve) -> None:
        """Add a route for GET, and for HEAD, which asks for the same without a body."""
        self.add("GET", path, handler)
        self.add("HEAD", path, handler)

    def post(self, path: str, handler: Serve) -> None:
        """Add a route for POST."""
        self.add("POST", path, handler)

    def below(self, start: str, handler: Serve) -> None:
        """Answer whatever begins so and has no route."""
        self._below[start] = handler

    def find(self, method: str, path: str) -> tuple[Serve, dict[str, str]] | None:
        """Return the handler of a request, and what stands for the names in its path."""
        steps = path.split("/")[1:]
        if not steps:
            return None
        for last in (steps[-1], None):
            for route in self._routes.get((method, len(steps), steps[0], last), ()):
                if route.fits(steps):
                    return route.handler, {name: _plain(steps[n]) for n, name in route.named}
        return None

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request that aiohttp has read."""
        path = request.rel_url.path_safe
        found = self.find(request.method, path)
        if found is None:
            found = next(((h, {}) for start, h in self._below.items() if path.startswith(start)), None)
        if found is None:
            if allowed := [method for method in METHODS if self.find(method, path)]:
                raise web.HTTPMethodNotAllowed(request.method, allowed)
            raise web.HTTPNotFound
        if request.headers.get("expect", "").lower() == "100-continue" and request.transport is not None:
            request.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        handler, info = found
        try:
            body = await request.read()
        except (ConnectionError, web.RequestPayloadError):
            # Whoever asked is gone, and hears no answer; or the body is not what its head says.
            raise web.HTTPBadRequest from None
        made = Request(
            request.method,
            request.path,
            request.query,
            request.headers,
            info,
            request.transport,
            body,
            request,
        )
        served = self.answer(made, handler)
        answer = served if isinstance(served, Answer) else await served
        if isinstance(answer, Answer):
            return web.Response(status=answer.status, body=answer.body, headers=answer.headers)
        return answer

    def answer(self, request: Request, handler: Serve) -> Served:
        """Let a handler answer a request."""
        return handler(request)


def _plain(step: str) -> str:
    """Write a step out in which only slashes are still encoded, and what encodes them."""
    return step.replace("%2F", "/").replace("%25", "%") if "%" in step else step
