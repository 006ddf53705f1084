"""Where the files that are shipped with the program are."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _root() -> Path:
    """The data folder: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def data(*parts: str) -> Path:
    """The path of a shipped file or folder."""
    return _root().joinpath(*parts)
