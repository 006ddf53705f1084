"""The running bot: real parts, put together from the settings."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import logging
import random
import re
import signal
import sys
import time
import warnings
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from filelock import FileLock, Timeout
from platformdirs import user_data_path, user_runtime_path

from fillerbot.bot import FillerBot
from fillerbot.computer.process import Thinker
from fillerbot.config import Settings
from fillerbot.presence import HostInstant
from fillerbot.service import Service
from fillerbot.store import StoreError, health
from fillerbot.store.sqlite import open_store

_log = logging.getLogger(__name__)

_INTERACTION_TOKEN = re.compile(r"""(/(?:interactions|webhooks)/\d+/|["']token["']: ?["'])[^/\s?"']+""")


_RARELY = (50_000, 20, 50)
"""How rarely Python looks for cycles; each look makes everybody wait who presses meanwhile."""

_new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):  # there is none for Windows
    from uvloop import new_event_loop as _new_loop

_FAREWELL = 8.0
"""Seconds for telling boards that the bot stops."""
_GRACE = 1.0
"""Seconds for taking leave of Discord and storing what is on its way."""


_COPY = 1_800.0
"""Seconds between two looks whether it is time for a backup."""


class CannotRunError(Exception):
    """The bot cannot start or go on; the message tells an admin why."""


class _Discreet(logging.Formatter):
    """A log format in which no secret appears, not even in a traceback."""

    def __init__(self, token: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record).replace(self._token, "[token]")
        return _INTERACTION_TOKEN.sub(r"\1[token]", text)


def run(settings: Settings) -> None:
    """Run the bot until it is told to stop. Raises CannotRunError."""
    if settings.token is None or not settings.token.get_secret_value().strip():
        raise CannotRunError("There is no token. Set FILLERBOT_TOKEN, or try `fillerbot demo` without one.")
    token = settings.token.get_secret_value().strip()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet(token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    _point_library_at(settings)
    try:
        # What lives long is not looked through for cycles again and again, and new cycles are few.
        gc.set_threshold(*_RARELY)
        gc.collect()
        gc.freeze()
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(_serve(settings, token))
    except StoreError as error:
        raise CannotRunError(str(error)) from error
    except discord.LoginFailure as error:
        raise CannotRunError("Discord refuses the token. Copy it anew from the developer portal.") from error
    except (discord.ConnectionClosed, discord.PrivilegedIntentsRequired) as error:
        raise CannotRunError(f"Discord does not let the bot in: {error}") from error
    except (aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        raise CannotRunError(f"Discord cannot be reached: {error}") from error


def _point_library_at(settings: Settings) -> None:
    """Let the unmodified library speak to other addresses than Discord's own."""
    if settings.api_url:
        discord.http.Route.BASE = settings.api_url
    if settings.gateway_url:
        try:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)
        except ValueError as error:
            raise CannotRunError(f"FILLERBOT_GATEWAY_URL is no address: {error}") from error


def _passed() -> int:
    """Nanoseconds since some instant, sleep of the machine included where the system tells."""
    return time.monotonic_ns() if sys.platform != "linux" else time.clock_gettime_ns(time.CLOCK_BOOTTIME)


_BEGAN = time.time_ns() - _passed()


def _now() -> HostInstant:
    """The time by the host's clock as it was at the start: setting it must not make flags fall."""
    return HostInstant((_BEGAN + _passed()) // 1_000_000)


async def _serve(settings: Settings, token: str) -> None:
    rng = random.SystemRandom() if settings.seed is None else random.Random(settings.seed)  # noqa: S311
    async with (
        Thinker() as thinker,
        open_store(settings.database) as store,
        alone(token, settings.api_url),
    ):
        bot = FillerBot(Service(store, now=_now, rng=rng, thinker=thinker))
        running = asyncio.create_task(bot.start(token))
        copying = asyncio.create_task(_copy_every_night(settings.database))
        stop = stop_signal()
        try:
            either: set[asyncio.Future[None]] = {running, stop}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if stop.done():
                _log.info("Stopping")
                with contextlib.suppress(StoreError):
                    await bot.part(_FAREWELL)
            # Whoever does not answer any more is not waited for.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GRACE):
                    await bot.close()
            running.cancel()
            copying.cancel()
        try:
            await running
        except asyncio.CancelledError:
            return
        except Exception:
            # Who was asked to end in the middle of something need not tell what that was.
            if not stop.done():
                raise


@contextlib.asynccontextmanager
async def alone(token: str, api_url: str | None) -> AsyncIterator[None]:
    """Be the only process of this computer with this token. Raises CannotRunError."""
    # The name gives the token away to nobody; the same token at another Discord is another bot.
    name = hashlib.sha256(f"{api_url or ''} {token}".encode()).hexdigest()[:20]
    lock = None
    for folder in (user_runtime_path, user_data_path):
        try:
            with warnings.catch_warnings():
                # Where there is no session, another folder does as well.
                warnings.simplefilter("ignore")
                path = folder("fillerbot", appauthor=False)
            path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path / f"{name}.lock")
            lock.acquire(blocking=False)
            break
        except Timeout as error:
            raise CannotRunError(
                "Another process on this computer runs the bot with this token. Two would answer every click "
                "twice; stop the other one first."
            ) from error
        except OSError as error:
            _log.debug("No lock can be kept in %s: %s", folder.__name__, error)
            lock = None
    if lock is None:
        _log.warning("Whether another process uses this token cannot be found out")
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


async def _copy_every_night(database: Path) -> None:
    while True:
        try:
            made = await asyncio.to_thread(health.nightly, database, datetime.now().astimezone())
        except (StoreError, OSError) as error:
            _log.error("The nightly backup: %s", error)
        else:
            if made is not None:
                _log.info("Backup made: %s", made)
        await asyncio.sleep(_COPY)


def stop_signal() -> asyncio.Future[None]:
    """Done when the process is asked to end."""
    loop = asyncio.get_running_loop()
    stop: asyncio.Future[None] = loop.create_future()

    def ask() -> None:
        if not stop.done():
            stop.set_result(None)

    numbers = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The terminal was closed, and nobody has asked to go on without it.
        numbers.append(signal.SIGHUP)
    for number in numbers:
        try:
            loop.add_signal_handler(number, ask)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ask))
    return stop
