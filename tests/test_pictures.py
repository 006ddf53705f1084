"""Records are drawn on the command line."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fillerbot.__main__ import main
from fillerbot.engine.variants import VARIANTS

VECTORS = Path(__file__).parent / "vectors"


def records(key: str) -> list[dict[str, Any]]:
    lines = (VECTORS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["record"] for line in lines]


def written(path: Path, *values: object) -> Path:
    path.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
    return path


def opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def test_a_replay_has_a_frame_for_the_start_and_each_move_of_every_game(tmp_path: Path) -> None:
    record = records("quick")[0]
    games = record["games"]
    out = tmp_path / "replays" / "one.gif"
    assert main(["replay", "--gif", str(out), str(written(tmp_path / "record.json", record))]) == 0
    assert opened(out).n_frames == sum(len(game["moves"]) + 1 for game in games)  # type: ignore[attr-defined]


def test_more_records_get_more_files_and_bad_ones_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "some.jsonl", records("quick")[0], {"format": "?"}, records("hexagons")[0])
    assert main(["replay", "--gif", str(tmp_path / "out.gif"), str(file)]) == 1
    assert sorted(path.name for path in tmp_path.glob("*.gif")) == ["out-3.gif", "out.gif"]
    assert "record 2" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["classic", "diamonds", "pairs", "odd"])
def test_the_last_position_of_every_game_is_drawn(key: str, tmp_path: Path) -> None:
    some = records(key)[:2]
    assert main(["draw", str(written(tmp_path / "some.jsonl", *some)), "--out", str(tmp_path / "out")]) == 0
    drawn = sorted((tmp_path / "out").iterdir())
    assert len(drawn) == sum(len(record.get("games", [0])) for record in some)
    assert all(opened(path).width == 694 for path in drawn)
    assert drawn[0].name == f"0001-{some[0]['variant']}-1.png"


def test_records_come_from_standard_input_and_one_without_games_is_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = {key: value for key, value in records("classic")[0].items() if key != "games"}
    record["players"] = [{"id": "1", "name": "Ada"}, {"name": 7}]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(record).encode())))
    assert main(["draw", "--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["0001-classic-1.png"]


def test_a_file_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", str(tmp_path / "none"), "--out", str(tmp_path)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_the_sheet_shows_every_variant_in_two_sizes(tmp_path: Path) -> None:
    assert main(["draw", "--sheet", "--out", str(tmp_path)]) == 0
    sheet = opened(tmp_path / "sheet.png")
    assert sheet.width > 3 * (694 + 347)
    assert sheet.height > len(VARIANTS) * 500
