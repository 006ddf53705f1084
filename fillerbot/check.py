"""Whether everything that the bot needs is there, for an admin to read."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import aiohttp

from fillerbot import __version__
from fillerbot.config import Settings
from fillerbot.render import PALETTE
from fillerbot.store import StoreError, health
from fillerbot.store.sqlite import newest_version

_API: Final = "https://discord.com/api/v10"
_MEGABYTE: Final = 1_000_000
_EMOJI_SLOTS: Final = 2_000
_RIGHTS: Final = {
    "View Channels": 10,
    "Send Messages": 11,
    "Embed Links": 14,
    "Attach Files": 15,
    "Read Message History": 16,
    "Send Messages in Threads": 38,
}
"""The bits of the permissions without which boards cannot be shown."""
_ADMINISTRATOR: Final = 3


class Mark(StrEnum):
    """What a finding means."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of the list."""

    mark: Mark
    text: str

    def __str__(self) -> str:
        return f"{self.mark.value:8} {self.text}"


async def check(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    """Look at the settings, the database, the disk and, as far as there is a token, at Discord."""
    token = settings.token.get_secret_value().strip() if settings.token else ""
    found = [_settings(token), *_database(settings.database), _disk(settings.database)]
    return [*found, *await _discord(settings.api_url or _API, token, now)]


def _settings(token: str) -> Finding:
    if token:
        return Finding(Mark.OK, "settings: there is a token")
    return Finding(Mark.WRONG, "settings: there is no token; set FILLERBOT_TOKEN")


def _database(path: Path) -> list[Finding]:
    if not path.exists():
        return [Finding(Mark.OK, f"database: {path} will be made at the first start")]
    try:
        health.check(path)
        with health.reading(path) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    except StoreError as error:
        return [Finding(Mark.WRONG, f"database: {error}")]
    if version > newest_version():
        return [Finding(Mark.WRONG, f"database: {path} was written by a newer fillerbot than {__version__}")]
    size = path.stat().st_size / _MEGABYTE
    todo = "" if version == newest_version() else "; the next start brings it up to date"
    return [Finding(Mark.OK, f"database: {path} is sound, {size:.1f} MB{todo}"), _backups(path)]


def _backups(path: Path) -> Finding:
    kept = health.backups(path)
    if not kept:
        return Finding(Mark.WARNING, "backups: none yet; the running bot makes one every night")
    age = datetime.now().astimezone() - datetime.fromtimestamp(kept[-1].stat().st_mtime).astimezone()
    mark = Mark.OK if age.days < 2 else Mark.WARNING  # noqa: PLR2004 — one night may have been missed
    return Finding(mark, f"backups: {len(kept)}, the newest is {kept[-1]}, {age.days} days old")


def _disk(path: Path) -> Finding:
    folder = next((parent for parent in path.absolute().parents if parent.is_dir()), Path("/"))
    free = shutil.disk_usage(folder).free
    size = path.stat().st_size if path.exists() else 0
    text = f"disk: {free / _MEGABYTE:.0f} MB free in {folder}"
    if free < 20 * _MEGABYTE:
        return Finding(Mark.WRONG, text)
    # Room for the nightly copies.
    return Finding(Mark.OK if free > (health.KEPT + 1) * size + 100 * _MEGABYTE else Mark.WARNING, text)


async def _discord(api: str, token: str, now: Callable[[], float]) -> list[Finding]:
    headers = {"User-Agent": f"DiscordBot (fillerbot, {__version__})"}
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(15)) as session:
            found = [await _clock(session, api, now)]
            if token:
                session.headers["Authorization"] = f"Bot {token}"
                found.extend(await _account(session, api))
            return found
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return [Finding(Mark.WRONG, f"Discord: {api} cannot be reached: {error}")]


async def _clock(session: aiohttp.ClientSession, api: str, now: Callable[[], float]) -> Finding:
    before = now()
    async with session.get(f"{api}/gateway") as response:
        after = now()
    date = response.headers.get("Date")
    if date is None:
        return Finding(Mark.WARNING, "clock: Discord did not say what time it is")
    # The header has whole seconds, rounded down.
    ahead = (before + after) / 2 - parsedate_to_datetime(date).timestamp() - 0.5
    if abs(ahead) < 2:  # noqa: PLR2004
        return Finding(Mark.OK, "clock: right by Discord's")
    word = "ahead of" if ahead > 0 else "behind"
    return Finding(Mark.WARNING, f"clock: {abs(ahead):.0f} s {word} Discord's; the bot allows for it")


async def _ask(session: aiohttp.ClientSession, url: str) -> Any:  # noqa: ANN401 — JSON
    async with session.get(url) as response:
        response.raise_for_status()
        return await response.json()


async def _account(session: aiohttp.ClientSession, api: str) -> list[Finding]:
    try:
        me = await _ask(session, f"{api}/users/@me")
        application = await _ask(session, f"{api}/applications/@me")
        emoji = (await _ask(session, f"{api}/applications/{application['id']}/emojis"))["items"]
        guilds = await _ask(session, f"{api}/users/@me/guilds")
    except aiohttp.ClientResponseError as error:
        if error.status == 401:  # noqa: PLR2004 — unauthorised
            return [Finding(Mark.WRONG, "Discord: refuses the token; copy it anew from the developer portal")]
        return [
            Finding(Mark.WRONG, f"Discord: {error.request_info.url.path}: {error.status} {error.message}")
        ]
    found = [Finding(Mark.OK, f"Discord: the token is that of {me['username']}; servers: {len(guilds)}")]
    free = _EMOJI_SLOTS - len(emoji)
    enough = free >= len(PALETTE) or len(emoji) >= len(PALETTE)
    found.append(Finding(Mark.OK if enough else Mark.WARNING, f"emojis: {free} slots are free"))
    for guild in guilds:
        rights = int(guild["permissions"])
        missing = [name for name, bit in _RIGHTS.items() if not rights >> bit & 1]
        if missing and not rights >> _ADMINISTRATOR & 1:
            found.append(Finding(Mark.WARNING, f"rights: in {guild['name']} lack {', '.join(missing)}"))
        else:
            found.append(Finding(Mark.OK, f"rights: all there in {guild['name']}"))
    return found
