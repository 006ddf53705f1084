"""How much a search may spend."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final

_LOOK: Final = 64
"""Nodes between two looks at the clock: about a millisecond."""


class SpentError(Exception):
    """The budget is spent; what was being searched is worth nothing."""


@contextmanager
def without_collections() -> Iterator[None]:
    """Look for no garbage meanwhile.

    A search makes none that is cyclic, and walking through its table of positions takes longer than the
    last look at the clock allows for: in 4 of 440 positions a tenth of a second became more than 0.12 s.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class Budget:
    """A budget in nodes, seconds or both (None: no limit).

    A node is a position that the search has seen; it may see a few more than it is allowed. `nodes` counts
    them. Only a budget in nodes alone makes a search repeatable.
    """

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.begun = perf_counter()
        self.nodes = 0
        self.most = nodes
        self.seconds = seconds
        self._limits = self.most, self.seconds
        self.look = 0
        self.limit()

    @property
    def spent(self) -> float:
        """The seconds since the search began."""
        return perf_counter() - self.begun

    @property
    def share(self) -> float:
        """The part of the budget that is spent, 1 for all of it."""
        nodes = self.nodes / self.most if self.most else 0
        return max(nodes, self.spent / self.seconds if self.seconds else 0)

    def limit(self, share: float = 1) -> None:
        """Allow only a part of the whole budget until further notice."""
        nodes, seconds = self._limits
        self.most_now = None if nodes is None else int(nodes * share)
        self.seconds_now = None if seconds is None else seconds * share
        self._aim()

    def check(self) -> None:
        """To be called when `nodes` has reached `look`. Raises SpentError."""
        if self.most_now is not None and self.nodes >= self.most_now:
            raise SpentError
        if self.seconds_now is not None and self.spent >= self.seconds_now:
            raise SpentError
        self._aim()

    def _aim(self) -> None:
        self.look = self.nodes + _LOOK
        if self.most_now is not None:
            self.look = min(self.look, self.most_now)
