"""One gateway connection as bytes: how it is compressed, and what waits to be sent."""

import asyncio
import contextlib
import importlib
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import web
from zlib_ng import zlib_ng

from fillerbot.sandbox.router import Request

MOST_SENDS = 120


def framed(data: bytes, *, binary: bool) -> bytes:
    """Return one whole WebSocket message, so that those that go together can be written together."""
    size, most = len(data), (125, 1 << 16)
    head = bytes([0x82 if binary else 0x81])
    if size <= most[0]:
        return head + bytes([size]) + data
    if size < most[1]:
        return head + b"\x7e" + size.to_bytes(2) + data
    return head + b"\x7f" + size.to_bytes(8) + data


class Packer(Protocol):
    """Turns payloads into what goes over the wire."""

    binary: bool

    def pack(self, text: bytes) -> bytes:
        """Return the bytes of one payload."""


class Plain:
    """No compression."""

    binary = False

    def pack(self, text: bytes) -> bytes:
        """Return the text itself."""
        return text


class Zlib:
    """One zlib stream for a whole connection, flushed after each payload."""

    binary = True

    def __init__(self) -> None:
        self._stream = zlib_ng.compressobj(1)

    def pack(self, text: bytes) -> bytes:
        """Return the next piece of the stream."""
        data: bytes = self._stream.compress(text) + self._stream.flush(zlib_ng.Z_SYNC_FLUSH)
        return data


class Zstd:
    """One zstd frame for a whole connection, which never ends; by the module that Python itself has."""

    binary = True

    def __init__(self, module: Any) -> None:  # noqa: ANN401 - any of several modules
        self._stream = module.ZstdCompressor()
        self._flush = module.ZstdCompressor.FLUSH_BLOCK

    def pack(self, text: bytes) -> bytes:
        """Return the next piece of the frame."""
        data: bytes = self._stream.compress(text, self._flush)
        return data


class OldZstd:
    """The same by the module that older Pythons have."""

    binary = True

    def __init__(self, module: Any) -> None:  # noqa: ANN401 - the module may be missing
        self._stream = module.ZstdCompressor().compressobj()
        self._flush = module.COMPRESSOBJ_FLUSH_BLOCK

    def pack(self, text: bytes) -> bytes:
        """Return the next piece of the frame."""
        data: bytes = self._stream.compress(text)
        rest: bytes = self._stream.flush(self._flush)
        return data + rest


ZSTD: dict[str, Callable[[Any], Packer]] = {
    "compression.zstd": Zstd,
    "backports.zstd": Zstd,
    "zstandard": OldZstd,
}


def packer(wanted: str | None, complaints: list[str]) -> Packer:
    """Return the compression that a client asks for, as far as it can be had here."""
    if wanted == "zlib-stream":
        return Zlib()
    if wanted == "zstd-stream":
        for name, kind in ZSTD.items():
            with contextlib.suppress(ImportError):
                return kind(importlib.import_module(name))
        complaints.append("zstd-stream was asked for, but there is no module for it: sent plain")
    elif wanted is not None:
        complaints.append(f"unknown compression {wanted}: sent plain")
    return Plain()


@dataclass(eq=False)
class Connection:
    """One WebSocket; nothing is written while the gate is shut."""

    socket: web.WebSocketResponse
    request: Request
    packer: Packer
    gate: asyncio.Event
    waiting: list[bytes] = field(default_factory=list)
    received: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_SENDS))
    heard: float = field(default_factory=time.monotonic)
    ended_here: bool = False

    def send(self, payload: bytes) -> None:
        """Write a payload soon, together with others of the same moment."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self.waiting.append(payload)

    @property
    def version(self) -> str:
        """Return which version of the protocol the client speaks."""
        return self.request.query.get("v", "10")

    def flush(self) -> None:
        """Write what waits, in order, if the gate is open."""
        transport = self.request.transport
        if not self.gate.is_set():
            return
        payloads, self.waiting = self.waiting, []
        if payloads and transport is not None and not transport.is_closing() and not self.socket.closed:
            transport.write(
                b"".join([framed(self.packer.pack(each), binary=self.packer.binary) for each in payloads])
            )

    def abort(self) -> None:
        """Cut the line without a word, as a broken network does."""
        if self.request.transport is not None:
            self.request.transport.abort()
