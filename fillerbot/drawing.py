"""Drawing what messages show: what takes long in threads of its own, and nothing twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Final

from fillerbot.figures import Symbols
from fillerbot.render import (
    board_png,
    card_png,
    outline_png,
    preview_png,
    replay_gif,
    review_png,
)
from fillerbot.render.board import is_quickly_drawn
from fillerbot.render.replay import Scene
from fillerbot.view.message import (
    BoardPicture,
    CardPicture,
    OutlinePicture,
    Picture,
    PreviewPicture,
    ReplayPicture,
    ReviewPicture,
)

_KEPT: Final = 16 << 20
"""Bytes of finished pictures that are kept: a thousand boards, or some dozens of replays."""

Key = tuple[Picture, Symbols]


class Unwanted(Exception):  # noqa: N818 — not an error
    """A picture that nobody wants any more by the time its turn to be drawn has come."""


class Drawer:
    """Draws pictures one at a time, and keeps what it has drawn lately.

    Nobody waits for somebody else's replay, which takes a hundred times as long as a board. What is quick is
    drawn by the event loop itself, which then serves others before the next one: that is less than what a
    thread and the loop cost each other by passing Python's lock back and forth. `kept` is how many bytes of
    pictures are remembered.
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="drawer")
        self._slow_worker = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._at_once = asyncio.Lock()
        self._cache = _Cache(kept)

    async def draw(
        self, picture: Picture, symbols: Symbols, wanted: Callable[[], bool] = lambda: True
    ) -> bytes:
        """The picture as PNG, a replay as GIF.

        `wanted` is asked when its turn has come, maybe in another thread. Raises Unwanted if it says no.
        """
        key = (picture, symbols)
        if (found := self._cache.get(key)) is not None:
            return found
        if _is_quick(picture):
            async with self._at_once:
                await asyncio.sleep(0)
                return self._draw(key, wanted)
        loop = asyncio.get_running_loop()
        worker = self._slow_worker if isinstance(picture, ReplayPicture) else self._worker
        return await loop.run_in_executor(worker, partial(self._draw, key, wanted))

    def _draw(self, key: Key, wanted: Callable[[], bool]) -> bytes:
        if not wanted():
            raise Unwanted
        # The same picture may have been drawn while this one waited for its turn.
        found = self._cache.get(key)
        if found is None:
            found = drawn(*key)
            self._cache.keep(key, found)
        return found

    def close(self) -> None:
        """Let the pictures that are being drawn be the last ones."""
        for worker in (self._worker, self._slow_worker):
            worker.shutdown(wait=False, cancel_futures=True)


class _Cache:
    """Pictures by what they show, the least used ones given up first; `room` is in bytes."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._pictures: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> bytes | None:
        with self._lock:
            found = self._pictures.get(key)
            if found is not None:
                self._pictures.move_to_end(key)
            return found

    def keep(self, key: Key, picture: bytes) -> None:
        with self._lock:
            # To find a place for a picture takes long enough to do it once.
            if self._pictures.setdefault(key, picture) is picture:
                self._room -= len(picture)
            while self._room < 0:
                self._room += len(self._pictures.popitem(last=False)[1])


def _is_quick(picture: Picture) -> bool:
    """Whether a picture takes less than half a millisecond."""
    match picture:
        case BoardPicture():
            return is_quickly_drawn(picture.position.board)
        case CardPicture():
            return is_quickly_drawn(picture.positions[0].board)
    return False


def drawn(picture: Picture, symbols: Symbols = Symbols.NORMAL) -> bytes:
    """A picture as PNG, a replay as GIF; for who may wait for it."""
    match picture:
        case BoardPicture():
            position, columns, middle, gained = _scene(picture)
            return board_png(position, columns=columns, middle=middle, gained=gained, symbols=symbols)
        case ReplayPicture():
            return replay_gif([_scene(scene) for scene in picture.scenes()], symbols=symbols)
        case PreviewPicture():
            return preview_png(picture.position, takes=picture.takes, labels=picture.labels, symbols=symbols)
        case OutlinePicture():
            return outline_png(picture.topology, picture.starts)
        case ReviewPicture():
            return review_png(picture.charts, picture.turns, palette=picture.palette, symbols=symbols)
        case CardPicture():
            return card_png(picture.positions, picture.card, symbols=symbols)


def _scene(picture: BoardPicture) -> Scene:
    return Scene(picture.position, picture.columns, picture.middle, picture.gained)
