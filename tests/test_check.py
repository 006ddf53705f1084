"""`fillerbot check` and `fillerbot backup` as an admin runs them."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

from fillerbot.check import Mark, check
from fillerbot.config import Settings
from fillerbot.sandbox import Sandbox
from fillerbot.store import health
from fillerbot.store.sqlite import open_store
from tests.sandbox.conftest import TOKEN, people, sandbox  # noqa: F401 — fixtures


def settings(sandbox: Sandbox, database: Path, token: str = TOKEN) -> Settings:  # noqa: F811
    return Settings(token=token, database=database, api_url=sandbox.api_url, gateway_url=None)


async def found(settings: Settings) -> dict[str, tuple[Mark, str]]:
    return {
        finding.text.partition(":")[0]: (finding.mark, finding.text.partition(": ")[2])
        for finding in await check(settings)
    }


async def test_where_all_is_well_every_line_says_so(sandbox: Sandbox, tmp_path: Path) -> None:  # noqa: F811
    database = tmp_path / "fillerbot.sqlite3"
    async with open_store(database):
        health.backup(database, tmp_path / "fillerbot-2026-01-01.sqlite3")
        lines = await found(settings(sandbox, database))
    assert {mark for mark, _ in lines.values()} == {Mark.OK}
    assert set(lines) == {"settings", "database", "backups", "disk", "clock", "Discord", "emojis", "rights"}
    assert "is sound" in lines["database"][1]


async def test_what_is_wrong_is_named(sandbox: Sandbox, tmp_path: Path) -> None:  # noqa: F811
    database = tmp_path / "fillerbot.sqlite3"
    database.write_bytes(b"SQLite format 3\0" + b"\xff" * 8_000)
    lines = await found(settings(sandbox, database, "wrong"))
    assert lines["database"][0] is Mark.WRONG
    assert lines["Discord"] == (Mark.WRONG, "refuses the token; copy it anew from the developer portal")
    lines = await found(settings(sandbox, tmp_path / "none.sqlite3", ""))
    assert lines["settings"][0] is Mark.WRONG
    assert lines["database"] == (Mark.OK, f"{tmp_path / 'none.sqlite3'} will be made at the first start")
    assert "Discord" not in lines


async def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    nowhere = Settings(database=tmp_path / "x", api_url="http://127.0.0.1:9/api/v10")
    assert (await found(nowhere))["Discord"][0] is Mark.WRONG


async def test_a_host_clock_that_is_wrong_is_told(sandbox: Sandbox, tmp_path: Path) -> None:  # noqa: F811
    findings = await check(settings(sandbox, tmp_path / "x"), lambda: 1_000_000_000.0)
    clock = next(finding for finding in findings if finding.text.startswith("clock"))
    assert clock.mark is Mark.WARNING
    assert "behind Discord's" in clock.text


async def cli(database: Path, *words: str, **more: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "fillerbot", *words),
        env=os.environ | {"FILLERBOT_DATABASE": str(database)} | more,
        stdout=PIPE,
        stderr=STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode, said.decode()


async def test_the_commands_print_lines_and_end_with_a_status(sandbox: Sandbox, tmp_path: Path) -> None:  # noqa: F811
    database, copy = tmp_path / "fillerbot.sqlite3", tmp_path / "copy.sqlite3"
    async with open_store(database):
        assert await cli(database, "backup", str(copy)) == (0, f"{copy} holds a sound copy.\n")
        status, said = await cli(database, "backup", str(copy))
        assert (status, said) == (1, f"fillerbot: {copy} is there already; nothing was overwritten\n")
        status, said = await cli(database, "check", FILLERBOT_TOKEN=TOKEN, FILLERBOT_API_URL=sandbox.api_url)
        assert status == 0
        assert "ok       rights: all there in" in said
        status, said = await cli(database, "check", FILLERBOT_TOKEN="", FILLERBOT_API_URL=sandbox.api_url)
        assert status == 1
        assert "WRONG    settings: there is no token" in said
