"""The page: a channel in the browser for the people, and the live socket behind it."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib import resources
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.gateway import Gateway
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Json, write
from fillerbot.sandbox.people import People
from fillerbot.sandbox.router import Request, Router
from fillerbot.sandbox.state import Person, World
from fillerbot.sandbox.views import View

PATIENCE = 20.0
"""Seconds without an event after which the socket says that it is still there."""
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


@dataclass
class Page:
    """Serves the page's files, and tells each open page what its person sees."""

    world: World
    journal: Journal
    gateway: Gateway
    people: People
    _run: str = field(default_factory=lambda: secrets.token_hex(4))
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    def add_routes(self, router: Router) -> None:
        """Add the routes to the server."""
        folder = resources.files(__package__).joinpath("page")
        for file in folder.iterdir():
            if (kind := TYPES.get(file.name.rpartition(".")[2])) is not None:
                path = "/" if file.name == "index.html" else f"/page/{file.name}"
                router.get(path, _serving(file.read_bytes, kind))
        router.get("/people/live", self._live)

    async def close(self) -> None:
        """End every socket; the pages try to come back by themselves."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def _live(self, request: Request) -> web.StreamResponse:
        person = self.world.person(request.query.get("person", ""))
        if person is None:
            return web.json_response({"error": "there is no such person"}, status=404)
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != request.whole.host:
            return web.json_response({"error": "other pages cannot look in"}, status=403)
        socket = web.WebSocketResponse(heartbeat=PATIENCE)
        await socket.prepare(request.whole)
        self._sockets.add(socket)
        sending = asyncio.create_task(self._send(socket, self._view(person, request), request))
        try:
            async for _ in socket:
                pass  # The page acts by HTTP and only listens here.
        finally:
            self._sockets.discard(socket)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        return socket

    def _view(self, person: Person, request: Request) -> View:
        """Look at the channel asked for, or else at the first that the person sees."""
        for name in (request.query.get("channel"), None, "dm"):
            with contextlib.suppress(RefusedError):
                return View(self.world, self.gateway, self.people, person, self.people.place(person, name))
        raise AssertionError("everybody has a channel with the bot")

    async def _send(self, socket: web.WebSocketResponse, view: "View", request: Request) -> None:
        """Begin where the page stopped, or else with everything; then send what happens."""
        after = request.query.get("after", "")
        events = self.journal.events
        known = after.isdecimal() and events.forgotten <= int(after) <= events.last
        number = int(after) if known and request.query.get("run") == self._run else None
        with contextlib.suppress(ConnectionError):
            if number is not None:
                await _say(socket, {"kind": "resumed", "number": number, **self._now(), **view.places()})
            while not socket.closed:
                # Also a page that is too slow begins anew, rather than to miss something.
                if number is None or number < events.forgotten:
                    number = events.last
                    hello = {
                        "kind": "hello",
                        "number": number,
                        **self._now(),
                        "run": self._run,
                        **view.hello(),
                    }
                    await _say(socket, hello)
                news = await self.journal.events_after(number, PATIENCE)
                if not news:
                    await _say(socket, {"kind": "still_here", "number": number, **self._now()})
                for event in news:
                    number = event["number"]
                    if (shown := view.event(event)) is not None:
                        await _say(socket, {"number": number, **self._now(), **shown})

    def _now(self) -> Json:
        return {"now": self.world.clock.now()}


async def _say(socket: web.WebSocketResponse, news: Json) -> None:
    await socket.send_str(write(news).decode())


def _serving(read: Callable[[], bytes], kind: str) -> Callable[[Request], Awaitable[web.Response]]:
    async def handler(_request: Request) -> web.Response:
        return web.Response(body=read(), content_type=kind, charset="utf-8", headers=HEADERS)

    return handler
