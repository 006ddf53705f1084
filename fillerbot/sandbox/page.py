"""The page: a channel in the browser for the people, and the live socket behind it."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib import resources
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from fillerbot.sandbox import payloads
from fillerbot.sandbox.gateway import Gateway
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Event, Json
from fillerbot.sandbox.state import Interaction, Message, Person, World

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
    outcome: Callable[[Interaction], Json]
    _run: str = field(default_factory=lambda: secrets.token_hex(4))
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    def add_routes(self, app: web.Application) -> None:
        """Add the routes to the server."""
        folder = resources.files(__package__).joinpath("page")
        for file in folder.iterdir():
            if (kind := TYPES.get(file.name.rpartition(".")[2])) is not None:
                path = "/" if file.name == "index.html" else f"/page/{file.name}"
                app.router.add_get(path, _serving(file.read_bytes, kind))
        app.router.add_get("/people/live", self._live)

    async def close(self) -> None:
        """End every socket; the pages try to come back by themselves."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        person = self.world.person(request.query.get("person", ""))
        if person is None:
            return web.json_response({"error": "there is no such person"}, status=404)
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            return web.json_response({"error": "other pages cannot look in"}, status=403)
        socket = web.WebSocketResponse(heartbeat=PATIENCE)
        await socket.prepare(request)
        self._sockets.add(socket)
        sending = asyncio.create_task(self._send(socket, person, request))
        try:
            async for _ in socket:
                pass  # The page acts by HTTP and only listens here.
        finally:
            self._sockets.discard(socket)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        return socket

    async def _send(self, socket: web.WebSocketResponse, person: Person, request: web.Request) -> None:
        """Begin where the page stopped, or else with everything; then send what happens."""
        after = request.query.get("after", "")
        number = len(self.journal.events)
        resumed = request.query.get("run") == self._run and after.isdecimal() and int(after) <= number
        with contextlib.suppress(ConnectionError):
            if resumed:
                number = int(after)
                await socket.send_json({"kind": "resumed", "number": number, **self._now()})
            else:
                hello = {"kind": "hello", "number": number, **self._now(), **self._all(person)}
                await socket.send_json(hello)
            while not socket.closed:
                events = await self.journal.events_after(number, PATIENCE)
                if not events:
                    await socket.send_json({"kind": "still_here", "number": number, **self._now()})
                for event in events:
                    number = event["number"]
                    if (shown := self._shown(person, event)) is not None:
                        await socket.send_json({"number": number, **self._now(), **shown})

    def _now(self) -> Json:
        return {"now": self.world.clock.now()}

    def _all(self, person: Person) -> Json:
        """Return everything that a page needs to begin."""
        world = self.world
        seen = [m for m in world.messages.values() if m.seen_by(person.id)]
        return {
            "run": self._run,
            "person": person.id,
            "people": [_described(p) for p in world.people],
            "bot": payloads.bot_user(world),
            "connected": bool(self.gateway.connected),
            "channel": world.channels[world.channel_id].name,
            "guild": payloads.guild(world, world.guild_id)["name"],
            "origin": world.base_url,
            "messages": [self._message(m) for m in seen],
        }

    def _shown(self, person: Person, event: Json) -> Json | None:
        """Return an event as a person notices it, if he does; messages come as they stand now."""
        kind = event["kind"]
        if kind == "message_deleted":
            return {"kind": kind, "id": event["message"]}
        if kind in {"message_created", "message_updated"}:
            message = self.world.messages.get(event["message"])
            if message is not None and message.seen_by(person.id):
                return {"kind": kind, **self._message(message)}
        if kind in {"interaction_answered", "interaction_failed"}:
            interaction = self.world.interactions.get(event["interaction"])
            if interaction is not None and interaction.person is person:
                return {"kind": kind, "outcome": self.outcome(interaction)}
        if kind in {"bot_connected", "bot_disconnected"}:
            return {"kind": kind, "connected": bool(self.gateway.connected)}
        return None

    def _message(self, message: Message) -> Json:
        """Return a message, and the command that it answers."""
        interaction = message.interaction
        command = None
        if interaction is not None and interaction.kind is Event.COMMAND:
            command = _line(interaction.data)
        return {"message": payloads.message(self.world, message), "command": command}


def _described(person: Person) -> Json:
    rights = "0"
    return {"id": person.id, "name": person.name, "locale": person.locale, "permissions": rights}


def _line(data: Json) -> str:
    """Return the name of a command with its subcommands."""
    names, node = [data["name"]], data
    while (inner := node.get("options")) and "options" in inner[0]:
        node = inner[0]
        names.append(node["name"])
    return " ".join(names)


def _serving(read: Callable[[], bytes], kind: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handler(_request: web.Request) -> web.Response:
        return web.Response(body=read(), content_type=kind, charset="utf-8", headers=HEADERS)

    return handler
