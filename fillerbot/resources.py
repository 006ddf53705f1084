"""The files that are shipped with the package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def data(*parts: str) -> Path:
    """Where a file of `data/` is: inside an installed package, beside the package in a checkout."""
    installed = _PACKAGE / "data"
    return (installed if installed.is_dir() else _PACKAGE.parent / "data").joinpath(*parts)
