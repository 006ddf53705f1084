"""The event loop of a sandbox that has a process of its own."""

import asyncio
import contextlib
import gc
from collections.abc import Callable, Coroutine
from typing import Any

RARELY = (20_000, 20, 50)

new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):  # there is none for Windows
    from uvloop import new_event_loop as new_loop


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run until it ends, on the loop that spends least on connections."""
    # Next to nothing here is a cycle, and looking for some through all that is kept takes its time.
    gc.set_threshold(*RARELY)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main)
