"""The gateway: sessions that outlive their connections, and what is sent through them."""

import asyncio
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from fillerbot.sandbox import members, payloads
from fillerbot.sandbox.intents import PRIVILEGED, bits, flags
from fillerbot.sandbox.journal import Journal
from fillerbot.sandbox.kinds import Close, Intent, Json, Op, write
from fillerbot.sandbox.router import Request
from fillerbot.sandbox.state import World
from fillerbot.sandbox.wire import MOST_SENDS, Connection, packer

HEARTBEAT_INTERVAL = 41_250
PATIENCE = 1.5
"""Heartbeats after which a silent client is given up."""
LARGEST_PAYLOAD = 4096
ALL_PRIVILEGED = bits(PRIVILEGED)
ACK_DELAY = 0.02
SEND_WINDOW = 60_000
VERSIONS = ("9", "10")
KNOWN_INTENTS = (1 << 26) - 1
REMEMBERED = 2000
MOST_LOST = 8
"""Sessions without a connection that are kept for each shard."""
DAY = 86_400_000
STATUSES = ("online", "dnd", "idle", "invisible", "offline")
ONCE = ("READY", "RESUMED", "GUILD_CREATE")
"""Events that are not repeated, since they begin something."""
FINAL = frozenset((1000, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014))
"""After these codes a session is over, so that it cannot be resumed."""


class ClosingError(Exception):
    """The connection must be closed with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Sent(NamedTuple):
    """An event as it was sent."""

    sequence: int
    name: str
    text: bytes


@dataclass(eq=False)
class Session:
    """What a shard of the bot is told, whether it is connected or not."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[Sent] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: Connection | None = None

    def push(self, name: str, data: Json) -> bytes:
        """Give an event its number, remember it and send it if there is a connection."""
        self.sequence += 1
        text = write({"op": int(Op.DISPATCH), "t": name, "s": self.sequence, "d": data})
        self.sent.append(Sent(self.sequence, name, text))
        if self.connection is not None:
            self.connection.send(text)
        return text

    def serves(self, guild_id: str | None) -> bool:
        """Tell whether a guild belongs to this shard; what belongs to none is told to the first."""
        number, count = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def reaches(self, seen: int) -> bool:
        """Tell whether everything after a number is still remembered."""
        oldest = self.sent[0].sequence if self.sent else 1
        return oldest - 1 <= seen <= self.sequence


@dataclass
class Limits:
    """How many shards the bot should run, and how often it may begin a session."""

    shards: int = 1
    guilds_per_shard: int = 2500
    starts: int = 1000
    seconds_between_starts: float = 0.0


def _guild_of(name: str, data: Json) -> str | None:
    guild_id = data.get("id") if name in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE") else None
    return guild_id or data.get("guild_id")


def _notice(op: Op, data: object = None) -> bytes:
    return write({"op": int(op), "t": None, "s": None, "d": data})


class Gateway:
    """Accepts connections and keeps the sessions."""

    def __init__(self, world: World, journal: Journal, limits: Limits | None = None) -> None:
        self._world = world
        self._journal = journal
        self._connections: set[Connection] = set()
        self._of: dict[Connection, Session] = {}
        self._gate = asyncio.Event()
        self._gate.set()
        self._starts: list[int] = []
        self.limits = limits or Limits()
        self.sessions: dict[str, Session] = {}
        self.heartbeat_interval = HEARTBEAT_INTERVAL
        self.repeated = 0
        """How many events that a client has seen come again when it resumes next."""

    @property
    def connected(self) -> list[Session]:
        """Return the sessions with a connection."""
        return [session for session in self.sessions.values() if session.connection is not None]

    @property
    def stalled(self) -> bool:
        """Tell whether everything is held back."""
        return not self._gate.is_set()

    def start_limit(self) -> Json:
        """Say how often a session may begin today."""
        now = self._world.clock.now()
        self._starts = [at for at in self._starts if at > now - DAY]
        return {
            "total": self.limits.starts,
            "remaining": max(0, self.limits.starts - len(self._starts)),
            "reset_after": self._starts[0] + DAY - now if self._starts else 0,
            "max_concurrency": 1,
        }

    def dispatch(
        self, name: str, data: Json, intent: Intent | None = None, blind: Json | None = None
    ) -> None:
        """Send an event to every session that serves its guild and asked for its kind.

        `blind` is for those that did not ask for what people write.
        """
        for session in self.sessions.values():
            if session.serves(_guild_of(name, data)) and (intent is None or session.intents & intent):
                sees = blind is None or session.intents & Intent.MESSAGE_CONTENT
                self._push(session, name, data if sees or blind is None else blind)

    def wanted(self, intent: Intent) -> bool:
        """Tell whether any session asked for a kind of event."""
        return any(session.intents & intent for session in self.sessions.values())

    def _push(self, session: Session, name: str, data: Json) -> None:
        self._journal.dispatch(session.id, session.push(name, data))

    async def accept(self, request: Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        if "v" not in request.query or request.query.get("encoding", "json") != "json":
            self._world.complaints.append(
                f"gateway asked for with {request.whole.query_string}: sent version 10 as JSON"
            )
        socket = web.WebSocketResponse(max_msg_size=2**20)
        await socket.prepare(request.whole)
        packing = packer(request.query.get("compress"), self._world.complaints)
        connection = Connection(socket, request, packing, self._gate)
        self._connections.add(connection)
        connection.send(_notice(Op.HELLO, {"heartbeat_interval": self.heartbeat_interval}))
        try:
            await self._read(connection)
        except ClosingError as closing:
            connection.ended_here = True
            if closing.code in FINAL and (session := self._of.get(connection)) is not None:
                self.sessions.pop(session.id, None)
            await self._gate.wait()
            connection.flush()
            await socket.close(code=closing.code, message=str(closing).encode())
        finally:
            self._connections.discard(connection)
            self._detach(connection)
        return socket

    def _detach(self, connection: Connection) -> None:
        session = self._of.pop(connection, None)
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
        if connection.version not in VERSIONS:
            raise ClosingError(Close.INVALID_VERSION, "Invalid API version.")
        patience = self.heartbeat_interval * PATIENCE / 1000
        while True:
            try:
                left = connection.heard + patience - time.monotonic()
                message = await connection.socket.receive(timeout=max(left, 0.001))
            except TimeoutError:
                raise ClosingError(Close.SESSION_TIMED_OUT, "Session timed out.") from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            self._handle(connection, *self._decoded(connection, message.data))

    def _decoded(self, connection: Connection, text: str | bytes) -> tuple[object, object]:
        if len(text.encode() if isinstance(text, str) else text) > LARGEST_PAYLOAD:
            raise ClosingError(Close.DECODE_ERROR, "Payload too large.")
        now = self._world.clock.now()
        if len(connection.received) == MOST_SENDS and connection.received[0] > now - SEND_WINDOW:
            raise ClosingError(Close.RATE_LIMITED, "You are being rate limited.")
        connection.received.append(now)
        try:
            payload = orjson.loads(text)
            return payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            raise ClosingError(Close.DECODE_ERROR, "Error while decoding payload.") from None

    def _handle(self, connection: Connection, op: object, data: object) -> None:
        fields: Json = data if isinstance(data, dict) else {}
        if op == Op.HEARTBEAT:
            connection.heard = time.monotonic()
            # No real line is faster, and libraries note only after it that they have sent their heartbeat.
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.send, _notice(Op.HEARTBEAT_ACK))
        elif op == Op.IDENTIFY:
            self._identify(connection, fields)
        elif op == Op.RESUME:
            self._resume(connection, fields)
        elif isinstance(op, int) and op in (Op.PRESENCE, Op.VOICE_STATE, Op.REQUEST_MEMBERS):
            session = self._of.get(connection)
            if session is None:
                raise ClosingError(Close.NOT_AUTHENTICATED, "Not authenticated.")
            self._obey(session, Op(op), fields)
        else:
            raise ClosingError(Close.UNKNOWN_OP, "Unknown opcode.")

    def _obey(self, session: Session, op: Op, fields: Json) -> None:
        if op is Op.PRESENCE:
            if fields.get("status") not in STATUSES or not isinstance(fields.get("activities"), list):
                raise ClosingError(Close.DECODE_ERROR, "Error while decoding payload.")
        elif op is Op.REQUEST_MEMBERS:
            self._find_members(session, fields)
        else:
            self._world.complaints.append("the gateway does not support voice")

    def _find_members(self, session: Session, fields: Json) -> None:
        guild_id = str(fields.get("guild_id"))
        if guild_id in self._world.guilds and session.serves(guild_id):
            data = members.chunk(self._world, guild_id, fields, session.intents)
            if data is not None:
                self._push(session, "GUILD_MEMBERS_CHUNK", data)

    def _check_token(self, connection: Connection, fields: Json) -> None:
        if connection in self._of:
            raise ClosingError(Close.ALREADY_AUTHENTICATED, "Already authenticated.")
        if str(fields.get("token", "")).removeprefix("Bot ") != self._world.token:
            raise ClosingError(Close.AUTHENTICATION_FAILED, "Authentication failed.")

    def _shard(self, fields: Json) -> tuple[int, int]:
        match fields.get("shard", [0, 1]):
            case [int(number), int(count)] if 0 <= number < count:
                shard = (number, count)
            case _:
                raise ClosingError(Close.INVALID_SHARD, "Invalid shard.")
        if len(self._guilds(Session("", 0, shard))) > self.limits.guilds_per_shard:
            raise ClosingError(Close.SHARDING_REQUIRED, "Sharding required.")
        return shard

    def _guilds(self, session: Session) -> list[str]:
        return [guild_id for guild_id in self._world.guilds if session.serves(guild_id)]

    def _may_start(self) -> bool:
        """Count a start; tell whether it comes long enough after the one before."""
        now = self._world.clock.now()
        if self.start_limit()["remaining"] == 0:
            # The service resets the token then.
            raise ClosingError(Close.AUTHENTICATION_FAILED, "Authentication failed.")
        pause = self.limits.seconds_between_starts * 1000
        if self._starts and now - self._starts[-1] < pause:
            return False
        self._starts.append(now)
        return True

    def _identify(self, connection: Connection, fields: Json) -> None:
        self._check_token(connection, fields)
        shard = self._shard(fields)
        intents = fields.get("intents")
        known = isinstance(intents, int) and 0 <= intents <= KNOWN_INTENTS
        if not isinstance(intents, int) or not known or not isinstance(fields.get("properties"), dict):
            raise ClosingError(Close.INVALID_INTENTS, "Invalid intent(s).")
        if intents & ALL_PRIVILEGED & ~self._world.privileged:
            raise ClosingError(Close.DISALLOWED_INTENTS, "Disallowed intent(s).")
        if not self._may_start():
            connection.send(_notice(Op.INVALID_SESSION, data=False))
            return
        session = Session(secrets.token_hex(16), intents, shard, connection=connection)
        lost = [s for s in self.sessions.values() if s.connection is None]
        for old in lost[: max(0, len(lost) + 1 - MOST_LOST * shard[1])]:
            del self.sessions[old.id]
        self._of[connection] = self.sessions[session.id] = session
        self._push(session, "READY", self._ready(session, connection.version))
        if intents & Intent.GUILDS:
            for guild_id in self._guilds(session):
                self._push(session, "GUILD_CREATE", payloads.guild(self._world, guild_id, intents))
        self._journal.event("bot_connected", session=session.id)

    def _ready(self, session: Session, version: str) -> Json:
        world = self._world
        about = flags(world.privileged)
        return {
            "v": int(version),
            "user": payloads.own_user(world),
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in self._guilds(session)],
            "session_id": session.id,
            "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway",
            "shard": list(session.shard),
            "application": {"id": world.application_id, "flags": about, "flags_new": str(about)},
        }

    def _resume(self, connection: Connection, fields: Json) -> None:
        self._check_token(connection, fields)
        session = self.sessions.get(str(fields.get("session_id")))
        seen = fields.get("seq")
        if session is None or not isinstance(seen, int) or not session.reaches(seen):
            connection.send(_notice(Op.INVALID_SESSION, data=False))
            return
        if session.connection is not None:
            session.connection.abort()
        self._of[connection], session.connection = session, connection
        again = [p for p in session.sent if p.sequence <= seen and p.name not in ONCE]
        again = again[len(again) - min(len(again), self.repeated) :]
        self.repeated = 0
        for payload in [*again, *(p for p in session.sent if p.sequence > seen)]:
            connection.send(payload.text)
        self._push(session, "RESUMED", {"_trace": []})
        self._journal.event("bot_connected", session=session.id)

    # -- on demand -------------------------------------------------------------------------------------

    def reconnect(self) -> None:
        """Ask every client to connect anew and to resume."""
        for session in self.connected:
            if session.connection is not None:
                session.connection.send(_notice(Op.RECONNECT))

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every client that its session is invalid; one that is not resumable is forgotten."""
        for session in self.connected:
            if session.connection is not None:
                session.connection.send(_notice(Op.INVALID_SESSION, data=resumable))
            if not resumable:
                self._forget(session)

    def _forget(self, session: Session) -> None:
        if session.connection is not None:
            self._of.pop(session.connection, None)
        self.sessions.pop(session.id, None)

    def stall(self, *, active: bool) -> None:
        """Hold back everything that would be sent, or let it flow again."""
        if active:
            self._gate.clear()
        else:
            self._gate.set()
            for connection in self._connections:
                connection.flush()

    async def cut(self, code: int | None = None, *, resumable: bool | None = None) -> None:
        """End every connection with a code, or without a word; whether sessions stay depends on the code."""
        if not (code not in FINAL if resumable is None else resumable):
            self.forget()
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
        self._gate.set()
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)
