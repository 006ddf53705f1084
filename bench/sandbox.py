"""What the sandbox costs: presses a second, processor time a press beside that of a bare bot, and memory."""

import argparse
import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from fillerbot.sandbox.client import People

PRESSES, WARM_UP, AT_ONCE = 4000, 200, 32
MARKS = (1000, 10_000, 100_000)
PERSON, PARTS = "fox", "bench.sandbox_parts"
ROOT = Path(__file__).parent.parent


@dataclass
class Part:
    """A process that is measured."""

    process: asyncio.subprocess.Process

    async def line(self) -> str:
        """Read what it says next."""
        if self.process.stdout is None or not (line := await self.process.stdout.readline()):
            raise RuntimeError("a process ended too early")
        return line.decode()

    async def used(self) -> dict[str, float]:
        """Ask what it has used so far."""
        if self.process.stdin is not None:
            self.process.stdin.write(b"\n")
        answer: dict[str, float] = json.loads(await self.line())
        return answer


@contextlib.asynccontextmanager
async def part(*arguments: str) -> AsyncIterator[Part]:
    """Run a process until the block ends."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", PARTS, *arguments, stdin=pipe, stdout=pipe, cwd=ROOT
    )
    try:
        yield Part(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


async def press(people: People, messages: list[int], count: int) -> None:
    """Press the buttons of some messages at once, each as soon as it was answered."""
    left = iter(range(count))

    async def presser(message: int) -> None:
        for _ in left:
            outcome = await people.press(PERSON, message, "press")
            if outcome.failed is not None or outcome.kind is None:
                raise RuntimeError(f"a press was not answered: {outcome}")

    await asyncio.gather(*map(presser, messages))


async def measure(presses: int) -> dict[str, object]:
    """Return the figures of so many presses."""
    async with contextlib.AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(part())
        api_url, gateway_url, people_url = json.loads(await sandbox.line())
        bot = await stack.enter_async_context(part(api_url, gateway_url))
        await bot.line()
        people = await stack.enter_async_context(People(people_url))
        posted = [(await people.invoke(PERSON, "post")).message for _ in range(AT_ONCE)]
        messages = [message.id for message in posted if message is not None]
        await press(people, messages, WARM_UP)
        before = [await each.used() for each in (sandbox, bot)]
        memory, done, began = {"0": before[0]["rss_mb"]}, 0, time.perf_counter()
        for mark in sorted({presses, *(mark for mark in MARKS if mark < presses)}):
            await press(people, messages, mark - done)
            done = mark
            memory[str(mark)] = (await sandbox.used())["rss_mb"]
        seconds = time.perf_counter() - began
        after = [await each.used() for each in (sandbox, bot)]
    spent = [(late["cpu"] - early["cpu"]) / presses * 1e6 for early, late in zip(before, after, strict=True)]
    return {
        "presses_per_s": round(presses / seconds, 1),
        "sandbox_cpu_us": round(spent[0]),
        "bot_cpu_us": round(spent[1]),
        "ratio": round(spent[0] / spent[1], 3) if spent[1] else None,
        "rss_mb": memory,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--presses", type=int, default=PRESSES)
    options = parser.parse_args()
    figures = asyncio.run(measure(options.presses))
    if options.json:
        print(json.dumps(figures))
    else:
        print(*(f"{name} {value}" for name, value in figures.items()), sep="\n")


if __name__ == "__main__":
    main()
