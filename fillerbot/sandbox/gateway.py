"""The gateway: sessions that outlive their connections, and what is sent through them."""

import asyncio
import contextlib
import importlib
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from fillerbot.sandbox import payloads
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Close, Intent, Json, Op
from fillerbot.sandbox.state import World

HEARTBEAT_INTERVAL = 41_250
PATIENCE = 1.5
"""Heartbeats after which a silent client is given up."""
LARGEST_PAYLOAD = 4096
MOST_SENDS = 120
SEND_WINDOW = 60_000
KNOWN_INTENTS = (1 << 26) - 1
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
REMEMBERED = 2000
MOST_SESSIONS = 8


class ClosingError(Exception):
    """The connection must be closed with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Plain:
    """No compression."""

    binary = False

    def pack(self, text: str) -> bytes:
        """Return the bytes of one payload."""
        return text.encode()


class Zlib:
    """One zlib stream for a whole connection, flushed after each payload."""

    binary = True

    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def pack(self, text: str) -> bytes:
        """Return the next piece of the stream."""
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    """One zstd frame for a whole connection, which never ends."""

    binary = True

    def __init__(self) -> None:
        self._module: Any = importlib.import_module("zstandard")
        self._stream = self._module.ZstdCompressor().compressobj()

    def pack(self, text: str) -> bytes:
        """Return the next piece of the frame."""
        data: bytes = self._stream.compress(text.encode())
        rest: bytes = self._stream.flush(self._module.COMPRESSOBJ_FLUSH_BLOCK)
        return data + rest


Packer = Plain | Zlib | Zstd


@dataclass(eq=False)
class Session:
    """What the bot is told, whether it is connected or not."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: "Connection | None" = None

    def push(self, name: str, data: Json) -> Json:
        """Give an event its number, remember it and send it if there is a connection."""
        self.sequence += 1
        payload: Json = {"op": int(Op.DISPATCH), "t": name, "s": self.sequence, "d": data}
        self.sent.append(payload)
        if self.connection is not None:
            self.connection.send(payload)
        return payload


@dataclass(eq=False)
class Connection:
    """One WebSocket."""

    socket: web.WebSocketResponse
    request: web.Request
    packer: Packer
    queue: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    received: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_SENDS))
    session: Session | None = None
    ended_here: bool = False

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self.queue.put_nowait(payload)

    async def write(self) -> None:
        """Send what is queued, in order, until cancelled."""
        while True:
            data = self.packer.pack(json.dumps(await self.queue.get()))
            with contextlib.suppress(ConnectionError):
                if self.packer.binary:
                    await self.socket.send_bytes(data)
                else:
                    await self.socket.send_str(data.decode())
            self.queue.task_done()

    def abort(self) -> None:
        """Cut the line without a word, as a broken network does."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """Accepts connections and keeps the sessions."""

    def __init__(self, world: World, journal: Journal) -> None:
        self._world = world
        self._journal = journal
        self._connections: set[Connection] = set()
        self.sessions: dict[str, Session] = {}
        self.heartbeat_interval = HEARTBEAT_INTERVAL

    @property
    def connected(self) -> list[Session]:
        """Return the sessions with a connection."""
        return [session for session in self.sessions.values() if session.connection is not None]

    def dispatch(self, name: str, data: Json, intent: Intent | None = None) -> None:
        """Send an event to every session that asked for its kind."""
        for session in self.sessions.values():
            if intent is None or session.intents & intent:
                self._push(session, name, data)

    def _push(self, session: Session, name: str, data: Json) -> None:
        self._journal.dispatch(session.id, session.push(name, data))

    def _packer(self, request: web.Request) -> Packer:
        wanted = request.query.get("compress")
        try:
            if wanted == "zlib-stream":
                return Zlib()
            if wanted == "zstd-stream":
                return Zstd()
        except ImportError:
            self._world.complaints.append("zstd-stream was asked for, but zstandard is missing: sent plain")
            return Plain()
        if wanted is not None:
            self._world.complaints.append(f"unknown compression {wanted}: sent plain")
        return Plain()

    async def accept(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        if request.query.get("v") != "10" or request.query.get("encoding", "json") != "json":
            self._world.complaints.append(f"gateway asked for with {request.query_string}")
        socket = web.WebSocketResponse(max_msg_size=2**20)
        await socket.prepare(request)
        connection = Connection(socket, request, self._packer(request))
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send(
            {"op": int(Op.HELLO), "t": None, "s": None, "d": {"heartbeat_interval": self.heartbeat_interval}}
        )
        try:
            await self._read(connection)
        except ClosingError as closing:
            connection.ended_here = True
            await connection.queue.join()
            await socket.close(code=closing.code, message=str(closing).encode())
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            self._connections.discard(connection)
            self._detach(connection)
        return socket

    def _detach(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        self._journal.event("bot_disconnected", session=session.id)
        # A client that closes in an orderly way gives its session up; one that only replies does not.
        if not connection.ended_here and connection.socket.close_code in (
            WSCloseCode.OK,
            WSCloseCode.GOING_AWAY,
        ):
            self.sessions.pop(session.id, None)

    async def _read(self, connection: Connection) -> None:
        patience = self.heartbeat_interval * PATIENCE / 1000
        while True:
            try:
                message = await connection.socket.receive(timeout=patience)
            except TimeoutError:
                raise ClosingError(Close.SESSION_TIMED_OUT, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            if len(message.data) > LARGEST_PAYLOAD:
                raise ClosingError(Close.DECODE_ERROR, "Payload too large.")
            now = self._world.clock.now()
            if len(connection.received) == MOST_SENDS and connection.received[0] > now - SEND_WINDOW:
                raise ClosingError(Close.RATE_LIMITED, "You are being rate limited.")
            connection.received.append(now)
            try:
                payload = json.loads(message.data)
                op, data = payload["op"], payload.get("d")
            except (ValueError, TypeError, KeyError):
                raise ClosingError(Close.DECODE_ERROR, "Error while decoding payload.") from None
            self._handle(connection, op, data)

    def _handle(self, connection: Connection, op: object, data: object) -> None:
        fields: Json = data if isinstance(data, dict) else {}
        if op == Op.HEARTBEAT:
            connection.send({"op": int(Op.HEARTBEAT_ACK), "t": None, "s": None, "d": None})
        elif op == Op.IDENTIFY:
            self._identify(connection, fields)
        elif op == Op.RESUME:
            self._resume(connection, fields)
        elif op in (Op.PRESENCE, Op.VOICE_STATE, Op.REQUEST_MEMBERS):
            if connection.session is None:
                raise ClosingError(Close.NOT_AUTHENTICATED, "Not authenticated.")
            if op != Op.PRESENCE:
                self._world.complaints.append(f"the gateway does not support operation {op}")
        else:
            raise ClosingError(Close.UNKNOWN_OP, "Unknown opcode.")

    def _check_token(self, connection: Connection, fields: Json) -> None:
        if connection.session is not None:
            raise ClosingError(Close.ALREADY_AUTHENTICATED, "Already authenticated.")
        if str(fields.get("token", "")).removeprefix("Bot ") != self._world.token:
            raise ClosingError(Close.AUTHENTICATION_FAILED, "Authentication failed.")

    def _identify(self, connection: Connection, fields: Json) -> None:
        self._check_token(connection, fields)
        shard = fields.get("shard", [0, 1])
        if shard != [0, 1]:
            self._world.complaints.append(f"only the shard [0, 1] is supported, not {shard}")
            raise ClosingError(Close.INVALID_SHARD, "Invalid shard.")
        intents = fields.get("intents")
        if (
            not isinstance(intents, int)
            or intents & ~KNOWN_INTENTS
            or not isinstance(fields.get("properties"), dict)
        ):
            raise ClosingError(Close.INVALID_INTENTS, "Invalid intent(s).")
        if intents & PRIVILEGED:
            raise ClosingError(Close.DISALLOWED_INTENTS, "Disallowed intent(s).")
        session = Session(secrets.token_hex(16), intents, (0, 1), connection=connection)
        connection.session = session
        lost = [s for s in self.sessions.values() if s.connection is None]
        for old in lost[: max(0, len(lost) + 1 - MOST_SESSIONS)]:
            del self.sessions[old.id]
        self.sessions[session.id] = session
        self._push(session, "READY", self._ready(session))
        if intents & Intent.GUILDS:
            self._push(session, "GUILD_CREATE", payloads.guild(self._world))
        self._journal.event("bot_connected", session=session.id)

    def _ready(self, session: Session) -> Json:
        world = self._world
        return {
            "v": 10,
            "user": payloads.own_user(world),
            "guilds": [{"id": world.guild_id, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway",
            "shard": list(session.shard),
            "application": {"id": world.application_id, "flags": 0, "flags_new": "0"},
        }

    def _resume(self, connection: Connection, fields: Json) -> None:
        self._check_token(connection, fields)
        session = self.sessions.get(str(fields.get("session_id")))
        seen = fields.get("seq")
        if session is None or not isinstance(seen, int) or not self._reaches(session, seen):
            connection.send({"op": int(Op.INVALID_SESSION), "t": None, "s": None, "d": False})
            return
        if session.connection is not None:
            session.connection.abort()
        connection.session, session.connection = session, connection
        for payload in [p for p in session.sent if p["s"] > seen]:
            connection.send(payload)
        self._push(session, "RESUMED", {"_trace": []})
        self._journal.event("bot_connected", session=session.id)

    def _reaches(self, session: Session, seen: int) -> bool:
        oldest = session.sent[0]["s"] if session.sent else 1
        return oldest - 1 <= seen <= session.sequence

    async def cut(self, code: int | None = None) -> None:
        """End every connection with a code, or without a word; the sessions stay."""
        for connection in list(self._connections):
            connection.ended_here = True
            if code is None:
                connection.abort()
            else:
                await connection.socket.close(code=code)

    def forget(self) -> None:
        """Forget every session, so that none can be resumed."""
        self.sessions.clear()

    async def close(self) -> None:
        """End everything."""
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)
