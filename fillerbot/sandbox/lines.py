"""Connections: requests that come in one piece are answered at once; aiohttp does the rest."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from email.utils import formatdate
from functools import lru_cache
from time import time
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.http import RESPONSES, SERVER_SOFTWARE

from fillerbot.sandbox.router import Answer, AnyAnswer, Request, Router, Serve

LARGEST_REQUEST = 110 * 1024 * 1024
FIRST = re.compile(
    r"(POST|PUT|PATCH|DELETE) (/[^ ?#%\x00-\x1f\x7f-\xff]*)(?:\?([^ #\x00-\x1f\x7f-\xff]*))? HTTP/1\.1"
)
"""A request with a body, for a path that is as it reads."""
HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\x00-\x08\x0a-\x1f\x7f]*)")
LONGEST_HEAD = 4000
ELSEWHERE = frozenset(("transfer-encoding", "content-encoding", "expect", "upgrade", "connection"))
"""With these a request is more than its head and its body."""
FAILED = Answer(500, b"500 Internal Server Error", {"Content-Type": "text/plain; charset=utf-8"})

log = logging.getLogger(__name__)


class Line(web.RequestHandler):
    """One connection; `plain` tells whether nothing is to go wrong with answers on purpose."""

    __slots__ = ("_busy", "_late", "_partial", "_plain", "_router", "_task")

    def __init__(
        self, server: web.Server, loop: asyncio.AbstractEventLoop, router: Router, plain: Callable[[], bool]
    ) -> None:
        super().__init__(server, loop=loop)
        self._router = router
        self._plain = plain
        self._late = b""
        self._busy = self._partial = False
        self._task: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        """Take what has come: a whole request while nothing else is going on, or anything."""
        if self._busy:
            self._late += data
            return
        if self._waiter is not None and not self._messages and not self._partial and self._plain():
            found = read(data, self.transport, self._router)
            if found is not None:
                self._begin(*found)
                return
        super().data_received(data)
        # A request that is not yet known of has begun.
        self._partial = self._waiter is not None and not self._messages

    def _begin(self, request: Request, handler: Serve) -> None:
        """Answer at once where that can be; until then nothing further is read."""
        try:
            answer = self._router.answer(request, handler)
        except Exception:
            log.exception("%s %s failed", request.method, request.path)
            answer = FAILED
        if isinstance(answer, Answer):
            self._write(answer)
        else:
            self._busy = True
            self._task = self._loop.create_task(self._later(request, answer))

    async def _later(self, request: Request, answer: Awaitable[AnyAnswer]) -> None:
        try:
            self._write(await answer)
        except web.HTTPException as error:
            self._write(error)
        except Exception:
            log.exception("%s %s failed", request.method, request.path)
            self._write(FAILED)
        self._busy, data, self._late = False, self._late, b""
        if data:
            self.data_received(data)

    def _write(self, answer: AnyAnswer) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(written(answer))


def read(data: bytes, transport: asyncio.Transport | None, router: Router) -> tuple[Request, Serve] | None:
    """Read a request that is whole and plain, and find who answers it."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found or len(head) > LONGEST_HEAD:
        return None
    first, _, block = head.decode("latin-1").partition("\r\n")
    if (asked := FIRST.fullmatch(first)) is None:
        return None
    method, path, query = asked.groups("")
    headers = _headers(block)
    if headers.get("content-length") != str(len(body)) or not ELSEWHERE.isdisjoint(headers):
        return None
    if (route := router.find(method, path)) is None:
        return None
    handler, info = route
    return Request(method, path, _fields(query), headers, info, transport, body), handler


@lru_cache(maxsize=500)
def _headers(block: str) -> Mapping[str, str]:
    """Read what comes before a body, nothing if it is odd; a client says nearly the same each time."""
    lines = [HEADER.fullmatch(line) for line in block.split("\r\n")]
    headers = {line[1].lower(): line[2].strip() for line in lines if line}
    return MappingProxyType(headers if len(headers) == len(lines) else {})


@lru_cache(maxsize=100)
def _fields(query: str) -> Mapping[str, str]:
    return MappingProxyType(dict(reversed(parse_qsl(query, keep_blank_values=True))))


def written(answer: AnyAnswer) -> bytes:
    """Write an answer out."""
    body = answer.body if isinstance(answer, Answer | web.Response) else b""
    assert body is None or isinstance(body, bytes)
    lines = [f"HTTP/1.1 {answer.status} {_reason(answer.status)}"]
    lines += [f"{name}: {value}" for name, value in answer.headers.items()]
    if answer.status != web.HTTPNoContent.status_code and "Content-Length" not in answer.headers:
        lines.append(f"Content-Length: {len(body or b'')}")
    lines.append(_signed(int(time())))
    return "\r\n".join(lines).encode() + (body or b"")


@lru_cache(maxsize=1)
def _signed(second: int) -> str:
    return f"Date: {formatdate(second, usegmt=True)}\r\nServer: {SERVER_SOFTWARE}\r\n\r\n"


def _reason(status: int) -> str:
    return RESPONSES.get(status, ("",))[0]


class Server(web.Server):
    """Makes the connections."""

    def __init__(self, router: Router, plain: Callable[[], bool]) -> None:
        super().__init__(router.serve, request_factory=self._request)
        self._router = router
        self._plain = plain

    def _request(self, message: Any, payload: Any, line: Any, writer: Any, task: Any) -> web.BaseRequest:  # noqa: ANN401 - as aiohttp calls it
        return web.BaseRequest(
            message, payload, line, writer, task, self._loop, client_max_size=LARGEST_REQUEST
        )

    def __call__(self) -> Line:
        """Make a connection."""
        return Line(self, self._loop, self._router, self._plain)
