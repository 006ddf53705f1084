"""The event loop of a sandbox that has a process of its own."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):  # there is none for Windows
    from uvloop import new_event_loop as new_loop


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run until it ends, on the loop that spends least on connections."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main)
