"""The command line."""

from __future__ import annotations

import argparse
import asyncio
import errno
import io
import json
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from pydantic import ValidationError

from fillerbot import __version__
from fillerbot.app import CannotRunError, run
from fillerbot.archive.export import records
from fillerbot.archive.restore import restore
from fillerbot.check import Mark, check
from fillerbot.computer.best import answers
from fillerbot.computer.levels import LEVELS
from fillerbot.config import EXPECTED, Settings
from fillerbot.demo import demo, demo_match, sandbox_alone
from fillerbot.engine.clock import Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.record import Record, write
from fillerbot.engine.replay import answer
from fillerbot.engine.variants import VARIANTS
from fillerbot.pictures import draw_endings, draw_replays, draw_sheet
from fillerbot.sandbox.commands import LOCALES
from fillerbot.sandbox.intents import bits
from fillerbot.sandbox.running import run as run_sandbox
from fillerbot.store import StoreError, health

_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 — its only name
_Run: TypeAlias = Callable[[argparse.Namespace], int]
_INTERRUPTED = 128 + signal.SIGINT
_PORTS = "--port takes a number from 0 to 65535"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    options = _parser().parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Records are UTF-8 wherever they go.
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        return int(options.command(options))
    except (CannotRunError, StoreError) as error:
        return _complain(str(error))
    except ValidationError as error:
        names = [str(found["loc"][0]) for found in error.errors()]
        wrong = "; ".join(f"FILLERBOT_{name.upper()} {EXPECTED.get(name, 'is wrong')}" for name in names)
        return _complain(f"A setting is wrong: {wrong}.")
    except (BrokenPipeError, KeyboardInterrupt) as error:
        # Whoever read our output has seen enough, or has stopped us.
        sys.stderr.close()
        return _INTERRUPTED if isinstance(error, KeyboardInterrupt) else 0
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _complain(
                f"Port {options.port} is in use. Take another one, or leave --port out for any free one."
            )
        return _complain(str(error))


def _complain(sentence: str) -> int:
    print(f"fillerbot: {sentence}", file=sys.stderr)  # noqa: T201
    return 1


def _command(commands: _Commands, name: str, run: _Run, about: str) -> argparse.ArgumentParser:
    """Add a command that says what it does both in the list of all and in its own help."""
    add = commands.add_parser(
        name,
        help=about,
        description=f"{about[:1].upper()}{about[1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add.set_defaults(command=run)
    return add


def _settings() -> str:
    """What can be set, for the help."""
    fields = Settings.model_fields.items()
    lines = [f"  {f'FILLERBOT_{name}'.upper():23}{field.description}" for name, field in fields]
    return "\n".join(["settings, from the environment or a file .env here:", *lines])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fillerbot", description="Filler (7 Colors) for Discord.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="command")

    add = _command(commands, "run", _run, "run the bot from the settings alone (FILLERBOT_TOKEN, …)")
    add.epilog = _settings()

    add = _command(commands, "demo", _demo, "try the bot on a local Discord, without an account")
    add.add_argument("--auto", action="store_true", help="let two scripted people play a match")
    add.add_argument(
        "--out", type=Path, default=Path("demo-out"), help="with --auto: a folder for its results"
    )
    add.add_argument("--seed", type=int, help="with --auto: repeat the same match")
    add.add_argument("--port", type=int, default=0, help="any free one if left out")
    add.add_argument("--no-browser", action="store_true", help="do not open the page")
    _add_locale(add)

    add = _command(commands, "sandbox", _sandbox, "run the local Discord alone, for any bot")
    add.add_argument("--port", type=int, default=0, help="any free one if left out")
    add.add_argument("--token", help="the bot's token; made up if left out")
    _add_locale(add)
    add.add_argument("--name", default="your bot", help="what the bot is called")
    add.add_argument(
        "--intents",
        type=lambda text: text.split(","),
        default=[],
        help="privileged intents that the bot may ask for, of members,presences,message_content",
    )

    add = _command(commands, "replay", _replay, "replay match records: a JSON object, or one a line")
    add.add_argument("file", nargs="?", type=Path, help="standard input if left out")
    add.add_argument("--gif", type=Path, metavar="OUT", help="draw the games of a record instead")

    add = _command(commands, "best", _best, "say which colour is best at the end of each record, one a line")
    add.add_argument("file", nargs="?", type=Path, help="standard input if left out")
    add.add_argument("--level", type=int, choices=LEVELS, help="how well to play, the best if left out")
    add.add_argument("--seconds", type=_seconds, help="how long to think about a record")
    add = _command(commands, "draw", _draw, "draw the last positions of match records as PNG")
    add.add_argument("file", nargs="?", type=Path, help="standard input if left out")
    add.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder for the pictures")
    add.add_argument(
        "--sheet", action="store_true", help="instead of records: one page of all variants, sheet.png"
    )

    add = _command(commands, "deal", _deal, "deal boards, one record a line")
    add.add_argument("variant", choices=sorted(VARIANTS))
    add.add_argument("--seed", type=int, default=0, help="the first board's seed, the next one's is one more")
    add.add_argument("--count", type=_count, default=1, help="how many boards, one if left out")

    _add_keeping(commands)
    return parser


def _add_keeping(commands: _Commands) -> None:
    """The commands about what is kept."""
    add = _command(commands, "records", _records, "print the stored matches as records")
    add.add_argument("--database", type=Path, help="FILLERBOT_DATABASE if left out")

    add = _command(
        commands, "import", _import, "put printed records back into the database of a bot that is stopped"
    )
    add.add_argument("file", nargs="?", type=Path, help="standard input if left out")
    add.add_argument("--database", type=Path, help="FILLERBOT_DATABASE if left out; made if it is not there")

    add = _command(commands, "backup", _backup, "copy the database, also while the bot runs")
    add.add_argument("path", type=Path, help="a file that is not there yet")
    add.add_argument("--database", type=Path, help="FILLERBOT_DATABASE if left out")

    add = _command(commands, "check", _check, "look at the settings, the database, the disk and Discord")
    add.epilog = _settings()


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError("a number from 0 up is expected")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError("a number above 0 is expected")
    return seconds


def _run(_: argparse.Namespace) -> int:
    run(Settings())
    return 0


def _add_locale(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--locale",
        default="en-US",
        choices=sorted(LOCALES),
        metavar="LOCALE",
        help="the server's language, such as de",
    )


def _demo(options: argparse.Namespace) -> int:
    if options.port not in range(1 << 16):
        return _complain(_PORTS)
    if options.auto:
        asyncio.run(demo_match(options.out, options.seed, options.port))
    else:
        asyncio.run(demo(options.port, options.locale, browser=not options.no_browser))
    return 0


def _sandbox(options: argparse.Namespace) -> int:
    if options.port not in range(1 << 16):
        return _complain(_PORTS)
    try:
        bits(options.intents)
    except ValueError as error:
        return _complain(f"--intents: {error}")
    run_sandbox(sandbox_alone(options.port, options.token, options.locale, options.name, options.intents))
    return 0


def _write_line(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n")


def _replay(options: argparse.Namespace) -> int:
    values = _read_values(options.file)
    if options.gif:
        return _complain_about(draw_replays(values, options.gif))
    wrong = False
    for data in values:
        answered = answer(data)
        wrong = wrong or "error" in answered
        _write_line(answered)
    return int(wrong)


def _best(options: argparse.Namespace) -> int:
    wrong = False
    with _opened(options.file) as lines:
        for answered in answers(lines, level=options.level, seconds=options.seconds):
            wrong = wrong or "error" in answered
            _write_line(answered)
            sys.stdout.flush()
    return int(wrong)


def _draw(options: argparse.Namespace) -> int:
    if options.sheet:
        draw_sheet(options.out)
        return 0
    return _complain_about(draw_endings(_read_values(options.file), options.out))


def _complain_about(wrong: Sequence[str]) -> int:
    return max(map(_complain, wrong), default=0)


@contextmanager
def _opened(file: Path | None) -> Iterator[BinaryIO]:
    """A file or standard input. Raises CannotRunError."""
    try:
        opened = file.open("rb") if file else nullcontext(sys.stdin.buffer)
    except OSError as error:
        raise CannotRunError(f"{file} cannot be read: {error.strerror}") from error
    with opened as lines:
        yield lines


def _read_values(file: Path | None) -> Iterator[object]:
    """What a file or standard input has in JSON. Raises CannotRunError."""
    with _opened(file) as lines:
        return _json_values(lines.read())


def _json_values(raw: bytes) -> Iterator[object]:
    """The one value of a file, or that of each line; None, which is no record, for what is no JSON."""
    try:
        yield json.loads(raw)
    except (ValueError, RecursionError):
        for line in raw.splitlines():
            if line.strip():
                try:
                    yield json.loads(line)
                except (ValueError, RecursionError):
                    yield None


def _deal(options: argparse.Namespace) -> int:
    variant = VARIANTS[options.variant]
    for seed in range(options.seed, options.seed + options.count):
        _write_line(write(Record(variant.key, deal(variant, seed), (), variant.length)))
    return 0


def _records(options: argparse.Namespace) -> int:
    wrong = list[str]()

    async def export() -> None:
        async with aclosing(records(options.database or Settings().database, wrong.append)) as stored:
            async for record in stored:
                _write_line(record)
        sys.stdout.flush()

    asyncio.run(export())
    return _complain_about(wrong)


def _import(options: argparse.Namespace) -> int:
    database = options.database or Settings().database
    now = Instant(time.time_ns() // 1_000_000)
    with _opened(options.file) as lines:
        outcome = asyncio.run(restore(lines, database, now, _complain))
    print(  # noqa: T201
        f"{_number(outcome.stored, 'match', 'matches')} stored, {outcome.there} there already, "
        f"{_number(outcome.refused, 'line', 'lines')} refused."
    )
    return int(outcome.refused > 0)


def _number(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _backup(options: argparse.Namespace) -> int:
    health.backup(options.database or Settings().database, options.path)
    print(f"{options.path} holds a sound copy.")  # noqa: T201
    return 0


def _check(_: argparse.Namespace) -> int:
    found = asyncio.run(check(Settings()))
    for finding in found:
        print(finding)  # noqa: T201
    return int(any(finding.mark is Mark.WRONG for finding in found))


if __name__ == "__main__":
    sys.exit(main())
