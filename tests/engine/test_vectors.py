"""Records with the answers that every program of this game must give."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fillerbot.engine.replay import answer

HERE = Path(__file__).parents[1] / "vectors"
ROOT = Path(__file__).parents[2]
KEYS = frozenset(
    (
        *("games", "match", "error", "start", "plies", "end", "winners", "points", "counts", "ranking"),
        *("score", "ply", "seat", "colour", "gain", "legal", "owners", "best", "game", "reason"),
    )
)
"""What the record format names; an answer may have more, and a path is for people."""

FILES = sorted(file.name for file in HERE.glob("*.jsonl"))


def _cases() -> list[Any]:
    return [
        pytest.param(json.loads(line), id=f"{file.removesuffix('.jsonl')}:{number}")
        for file in FILES
        for number, line in enumerate((HERE / file).read_text(encoding="utf-8").splitlines(), 1)
    ]


def _named(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _named(inner) for key, inner in value.items() if key in KEYS}
    return [_named(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", _cases())
def test_a_record_is_answered_as_the_vector_says(case: dict[str, Any]) -> None:
    assert _named(answer(case["record"])) == _named(case["expect"])


def _originals() -> Path:
    folder = Path(os.environ.get("FILLERBOT_SHARED") or ROOT / ".." / "shared").resolve() / "vectors"
    if not folder.is_dir():
        pytest.skip(f"the original vectors are not in {folder}; FILLERBOT_SHARED says where they are")
    return folder


def test_every_original_vector_file_has_a_copy_and_no_copy_is_without_original() -> None:
    assert sorted(file.name for file in _originals().glob("*.jsonl")) == FILES


@pytest.mark.parametrize("file", FILES)
def test_a_copy_equals_its_original(file: str) -> None:
    assert (HERE / file).read_bytes() == (_originals() / file).read_bytes()
