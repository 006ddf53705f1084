"""The demonstration: a local Discord, the bot as a process of its own, and two people who play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import sys
import tempfile
import webbrowser
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from tqdm import tqdm

from fillerbot.app import CannotRunError, stop_signal
from fillerbot.archive.export import records
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Button, Message, Outcome, People

_START = 20.0
"""Seconds that the bot may take to connect."""

_COUNT = re.compile(r"\*\*(\d+)\*\*")
_GREED = 0.8
"""How often the scripted people take what gains most."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """What runs."""

    sandbox: Sandbox
    bot: Process
    database: Path


@asynccontextmanager
async def _scene(
    port: int, seed: int | None, log: int | None, locale: str = "en-US"
) -> AsyncIterator[_Scene]:
    """The sandbox and the bot, connected; `log` is a file for what the bot says, stderr if None."""
    token = secrets.token_urlsafe(24)
    with tempfile.TemporaryDirectory(prefix="fillerbot-") as folder:
        database = Path(folder) / "fillerbot.sqlite3"
        async with Sandbox(token=token, port=port, locale=locale) as sandbox:
            settings = {
                "FILLERBOT_TOKEN": token,
                "FILLERBOT_DATABASE": str(database),
                "FILLERBOT_API_URL": sandbox.api_url,
                "FILLERBOT_GATEWAY_URL": sandbox.gateway_url,
            }
            if seed is not None:
                settings["FILLERBOT_SEED"] = str(seed)
            # In a session of its own, Ctrl-C does not reach it before us.
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fillerbot", "run"),
                env=os.environ | settings,
                stderr=log,
                start_new_session=True,
            )
            try:
                await _connected(sandbox, bot)
                yield _Scene(sandbox, bot, database)
            finally:
                await _end(bot)


async def _connected(sandbox: Sandbox, bot: Process) -> None:
    async with People(sandbox.people_url) as people:
        connecting = asyncio.create_task(people.event("bot_connected", seconds=_START))
        ended = asyncio.create_task(bot.wait())
        await asyncio.wait({connecting, ended}, return_when=asyncio.FIRST_COMPLETED)
        for task in (connecting, ended):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await ended
            raise CannotRunError("the bot ended before it was connected; its log says why")
        try:
            await connecting
        except TimeoutError as error:
            raise CannotRunError("the bot did not connect; its log says why") from error


async def _end(bot: Process) -> None:
    """End the bot at once: what it keeps is thrown away, so it must not tell boards that it comes back."""
    with contextlib.suppress(ProcessLookupError):
        bot.kill()
    await bot.wait()


async def demo(port: int, locale: str = "en-US", *, browser: bool = True) -> None:
    """Run until told to stop, in a server of that language; `browser` opens the page.

    Raises CannotRunError.
    """
    stop = stop_signal()
    async with _scene(port, None, None, locale) as scene:
        async with People(scene.sandbox.people_url) as people:
            names = ", ".join(person.name for person in await people.people())
        page = scene.sandbox.page_url
        _say(f"Play on the page  {page}#fox (and as owl in another tab, {page}#owl)")
        _say(f"a local Discord   {scene.sandbox.api_url}")
        _say(f"its gateway       {scene.sandbox.gateway_url}")
        _say(f"its people        {scene.sandbox.people_url} ({names})")
        _say(f"the bot           process {scene.bot.pid}")
        _say(f"its database      {scene.database} (gone when you stop)")
        _say("Stop with Ctrl-C.")
        if browser:
            _open(f"{page}#fox")
        ended = asyncio.ensure_future(scene.bot.wait())
        either: set[asyncio.Future[Any]] = {stop, ended}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not stop.done():
            raise CannotRunError("the bot has ended by itself; its log says why")
        ended.cancel()
    _say("Stopped.")


async def sandbox_alone(port: int, token: str | None, locale: str, name: str, privileged: list[str]) -> None:
    """Run a local Discord for any bot until told to stop."""
    stop = stop_signal()
    token = token or secrets.token_urlsafe(24)
    made = Sandbox(token=token, port=port, locale=locale, name=name, privileged=privileged)
    async with made as sandbox:
        _say(f"REST        {sandbox.api_url}")
        _say(f"gateway     {sandbox.gateway_url}")
        _say(f"files       {sandbox.cdn_url}")
        _say(f"token       {token}")
        _say(f"people      {sandbox.people_url}")
        _say(f"their page  {sandbox.page_url}#fox")
        _say("Stop with Ctrl-C.")
        await stop
    _say("Stopped.")


def _open(url: str) -> None:
    """Show a page in the browser, where there is one with windows."""
    windows = sys.platform in {"win32", "darwin"}
    if windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()


async def demo_match(out: Path, seed: int | None, port: int) -> None:
    """Let two people play a match, and keep its pictures, its record and all requests of the bot."""
    _clear(out)
    with (out / "bot.log").open("wb") as log:
        async with _scene(port, seed, log.fileno()) as scene, People(scene.sandbox.people_url) as people:
            play = _Play(people, scene.sandbox.channel_id, out, random.Random(seed))  # noqa: S311 — a game
            result = await play.match()
            requests = [json.dumps(request, ensure_ascii=False) for request in await people.requests()]
            (out / "requests.jsonl").write_text("\n".join(requests) + "\n", encoding="utf-8")
            async for record in records(scene.database):
                (out / "record.json").write_text(
                    json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8"
                )
    _say(f"{play.boards} boards, the record, the requests and the bot's log are in {out}")
    _say(result)


def _clear(out: Path) -> None:
    """Make the folder, without the pictures of an earlier match."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("board-*.png"):
        old.unlink()


@dataclass(slots=True)
class _Play:
    """A match between two scripted people, by commands and presses alone."""

    people: People
    channel: int
    out: Path
    rng: random.Random
    boards: int = 0
    names: tuple[str, str] = ("fox", "owl")

    async def match(self) -> str:
        """Play from the challenge to the result, which is returned as a line."""
        fox, owl = [person for person in await self.people.people() if person.name in self.names]
        message = self._shown(await self.people.invoke(fox, "filler challenge", opponent=str(owl.id)))
        message = self._shown(await self.people.press(owl, message, message.button(":accept")))
        cells = _cells(message)
        with tqdm(total=2 * cells, unit="cell", desc="Playing", leave=False) as bar:
            for game in (0, 1):
                while _colours(message):
                    await self._keep(message)
                    message = await self._move(message)
                    bar.update(game * cells + sum(map(int, _COUNT.findall(message.text)[:2])) - bar.n)
                await self._keep(message)
                if game == 0:
                    for person in (fox, owl):
                        message = self._shown(
                            await self.people.press(person, message, message.button(":ready"))
                        )
        verdicts = [
            line for line in message.text.splitlines() if line.startswith("**") and line.endswith("**")
        ]
        return verdicts[-1].strip("*").replace("\\", "")

    async def _move(self, message: Message) -> Message:
        """Whoever is to move takes a colour, mostly the one that gains most."""
        mover = re.findall(r"▶ . (\w+)", message.text)[0]
        buttons = _colours(message)
        self.rng.shuffle(buttons)
        best = max(buttons, key=lambda button: int(re.findall(r"\d+", button.label)[-1]))
        chosen = best if self.rng.random() < _GREED else buttons[0]
        return self._shown(await self.people.press(mover, message, chosen))

    @staticmethod
    def _shown(outcome: Outcome) -> Message:
        if outcome.message is None or outcome.message.ephemeral:
            said = outcome.message.text if outcome.message else outcome.failed
            raise CannotRunError(f"the bot answered otherwise than expected: {said}")
        return outcome.message

    async def _keep(self, message: Message) -> None:
        for picture in await self.people.pictures(message):
            self.boards += 1
            (self.out / f"board-{self.boards:03}.png").write_bytes(picture)


def _colours(message: Message) -> list[Button]:
    """The colour buttons that can be pressed."""
    return [b for b in message.buttons if re.search(r":c\d$", b.custom_id or "") and not b.disabled]


def _cells(message: Message) -> int:
    """About how many cells the board has, from how many win."""
    wins = int(re.findall(r"(\d+) cells win", message.text)[0])
    return 2 * wins - 2


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201
