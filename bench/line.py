"""A line between the bot and Discord that notices when a certain byte of an answer passes."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from typing import Self
from urllib.parse import urlsplit

_ANSWER = re.compile(rb"POST [^ ]*/callback")
_PIECE = 1024


class Line:
    """Hands requests on, in small pieces, and the answers back.

    Once armed, the line calls `act` when that many bytes of the next answer to a press, or of what Discord
    says to it, have passed; nothing of that connection passes after.
    """

    def __init__(self, api_url: str) -> None:
        self._target = urlsplit(api_url)
        self._left: int | None = None
        self._act: Callable[[], None] = lambda: None
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.cut_short = Counter[str]()
        """What was on its way when the line acted."""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}{self._target.path}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()
        for writer in self._open:
            writer.close()

    def arm(self, after: int, act: Callable[[], None]) -> None:
        """Act when so many bytes have passed."""
        self._left, self._act = after, act

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_connection(self._target.hostname, self._target.port)
        counts = asyncio.Event()
        self._open |= {writer, to_there}
        try:
            # An end that is gone is no failure.
            await asyncio.gather(
                self._pass(reader, to_there, counts, sends=True),
                self._pass(there, writer, counts, sends=False),
                return_exceptions=True,
            )
        finally:
            self._open -= {writer, to_there}
            for end in (writer, to_there):
                end.close()

    async def _pass(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        counts: asyncio.Event,
        *,
        sends: bool,
    ) -> None:
        while piece := await reader.read(_PIECE):
            if sends and self._left is not None and _ANSWER.match(piece):
                counts.set()
            if counts.is_set() and self._left is not None:
                passed = piece[: self._left]
                self._left -= len(passed)
                if self._left <= 0:
                    self._left = None
                    writer.write(passed)
                    self.cut_short["in the answer" if sends else "answered, not confirmed"] += 1
                    self._act()
                    break
            writer.write(piece)
            await writer.drain()
        writer.close()
