"""What stands in a decoded JSON value, and the path to what is wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from fillerbot.computer.levels import LEVELS
from fillerbot.engine.record import BadRecordError

NUMBERS: Final = range(1, 10**15)
"""Those of matches."""
INSTANTS: Final = range(2**43)
"""Until the year 2248."""
_SNOWFLAKES: Final = range(1, 2**63)
_AMOUNTS: Final = ((-10_000, 10_000), (1, 1_000), (0.001, 1))
"""Between which a rating, its RD and its sigma lie, whatever formula they come from."""
_REQUIRED: Final = object()

Reader = Callable[[object], Any]
"""What a value means. Raises ValueError if it is wrong."""


def need(condition: bool, path: str) -> None:  # noqa: FBT001 — reads like the sentence it checks
    """Refuse what is wrong there. Raises BadRecordError."""
    if not condition:
        raise BadRecordError(path)


def mapping(data: object, path: str) -> Mapping[str, Any]:
    """An object. Raises BadRecordError."""
    if not isinstance(data, dict):
        raise BadRecordError(path)
    return data


def listed(data: object, path: str) -> list[Any]:
    """A list. Raises BadRecordError."""
    if not isinstance(data, list):
        raise BadRecordError(path)
    return data


def item(data: Mapping[str, Any], key: str, path: str, reader: Reader, left_out: object = _REQUIRED) -> Any:  # noqa: ANN401 — what it is the reader knows
    """What a key of an object means, or what it means that it is left out. Raises BadRecordError."""
    if key not in data and left_out is not _REQUIRED:
        return left_out
    try:
        return reader(data.get(key))
    except ValueError:
        raise BadRecordError(_below(path, key)) from None


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def number(allowed: range) -> Reader:
    """A whole number of a range."""

    def reader(value: object) -> int:
        # JSON's true is an int in Python.
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            raise ValueError(value)
        return value

    return reader


def optional(reader: Reader) -> Reader:
    """What may be null."""
    return lambda value: None if value is None else reader(value)


def text(value: object) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(value)  # noqa: TRY004 — it is the value that is wrong
    return value


def snowflake(value: object) -> int:
    """An id of Discord's."""
    found = text(value)
    if not (found.isascii() and found.isdecimal()) or found.startswith("0") or int(found) not in _SNOWFLAKES:
        raise ValueError(value)
    return int(found)


def channel(value: object) -> int:
    """The id of a channel, 0 where none is known."""
    return 0 if value == "0" else snowflake(value)


def person(value: object) -> int:
    """The id of somebody, or that of the computer."""
    levels = {str(-level): -level for level in LEVELS}
    return levels[value] if isinstance(value, str) and value in levels else snowflake(value)


def amounts(value: object) -> list[float]:
    """A rating, its RD and its sigma."""
    if not isinstance(value, list) or len(value) != len(_AMOUNTS):
        raise ValueError(value)
    for amount, (least, most) in zip(value, _AMOUNTS, strict=True):
        if not isinstance(amount, int | float) or isinstance(amount, bool) or not least <= amount <= most:
            raise ValueError(value)
    return [float(amount) for amount in value]


def agree(given: object, known: object, path: str) -> None:
    """See whether a value says what is known, as far as it says anything. Raises BadRecordError."""
    if isinstance(given, dict) and isinstance(known, dict):
        for key, value in known.items():
            if key in given:
                agree(given[key], value, _below(path, key))
    elif isinstance(given, list) and isinstance(known, list):
        for i, (one, other) in enumerate(zip(given, known, strict=False)):
            agree(one, other, f"{path}[{i}]")
        need(len(given) == len(known), path)
    else:
        need(given == known and isinstance(given, bool) == isinstance(known, bool), path)
