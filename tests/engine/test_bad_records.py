"""Whatever is read as a record is answered, and what is none is refused with the path to it."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fillerbot.__main__ import main
from fillerbot.engine.deal import deal
from fillerbot.engine.record import board_data
from fillerbot.engine.replay import answer
from fillerbot.engine.variants import VARIANTS

Way = tuple[str | int, ...]

JUNK: st.SearchStrategy[object] = st.sampled_from(
    [
        *(None, True, False, 0, -1, 1, 3, 10**30, -(10**30), 1.0, 3.5, float("nan"), float("inf")),
        *("", "0", "1", "x", "٣", "²", "#", "\ud800", "11111"),
        *([], {}, [[]], [0], [0, 0], [[0, 0]], [[0, 0, 0]], [[0, 0, 10**40]], [[[0, 0], [0, 1]]]),
        *({"concede": 0}, {"leave": True}, {"concede": None}, {"leave": 9}),
    ]
)


def good(variant: str) -> dict[str, Any]:
    """A record of an opening."""
    dealt = deal(VARIANTS[variant], 1)
    return {
        "format": "filler-record/1",
        "variant": variant,
        "board": board_data(dealt),
        "games": [{"seats": list(dealt.seats), "moves": [{"concede": 1}]}],
        "length": 2,
    }


RECORDS = {variant: good(variant) for variant in VARIANTS}


def ways(value: object, way: Way = ()) -> Iterator[Way]:
    """The ways to everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*way, key)
        yield from ways(inner, (*way, key))


def changed(data: Any, way: Way, value: object) -> Any:
    """A copy with another value at the end of a way."""
    data = inner = copy.deepcopy(data)
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return data


@pytest.mark.parametrize("variant", VARIANTS)
@given(choice=st.data())
@settings(max_examples=60, deadline=None)
def test_a_record_with_any_value_changed_is_answered(variant: str, choice: st.DataObject) -> None:
    record = RECORDS[variant]
    for _ in range(choice.draw(st.integers(1, 2))):
        way = choice.draw(st.sampled_from(list(ways(record))))
        record = changed(record, way, choice.draw(JUNK))
    answered = answer(record)
    assert answered.keys() in ({"error"}, {"games", "match"})
    if answered.get("error", {}).get("reason") == "bad-record":
        assert answered["error"]["path"].partition(".")[0].partition("[")[0] in record


WRONG: list[tuple[str, Way, object, str]] = [
    ("quick", ("board", "rows", 6), "012345612", "board.rows[6]"),
    ("quick", ("board", "rows", 6), "12345", "board.rows[6]"),
    ("quick", ("board", "rows", 6), "1234567#", "board.rows[6]"),
    ("quick", ("board", "starts", 0, 0), [0, 7], "board.starts[0][0]"),
    ("hexagons", ("board", "starts", 0, 0), [1, 10], "board.starts[0][0]"),
    ("diamonds", ("board", "starts", 1, 0), [10, 0], "board.starts[1][0]"),
    ("hexagons", ("board", "starts", 0, 0), [0, 10.0], "board.starts[0][0][1]"),
    ("hexagons", ("board", "starts", 0, 0), [0, True], "board.starts[0][0][1]"),
    ("hexagons", ("board", "walls"), [[[0, 0], [2, 0]]], "board.walls[0]"),
    ("diamonds", ("board", "walls"), [[[0, 0], [1, 0]]], "board.walls[0]"),
    ("obstacles", ("board", "walls", 3, 1), [99, 0], "board.walls[3]"),
    ("obstacles", ("board", "walls", 3), [[0, 0]], "board.walls[3]"),
    ("obstacles", ("board", "pots"), {}, "board.pots"),
    ("paints", ("board", "pots", 7), [15, 0], "board.pots[7]"),
    ("paints", ("board", "values", 0, 2), 100, "board.values[0][2]"),
    ("paints", ("board", "values", 0, 2), 0, "board.values[0][2]"),
    ("paints", ("board", "values", 0), [0, 0], "board.values[0]"),
    ("three-starts", ("board", "starts", 1, 2), [0, 14], "board.starts[1]"),
    ("three-starts", ("board", "starts", 0), [], "board.starts[0]"),
    ("four", ("board", "starts", 3), [[0, 12]], "board.starts[3]"),
    ("four", ("board", "colours"), 4, "board.rows[0]"),
    ("four", ("board", "pairs"), None, "board.pairs"),
    ("four", ("games", 0, "seats"), [0, 1], "games[0].seats"),
    ("pairs", ("games", 0, "seats"), [0, 2, 1, 3], "games[0].seats"),
    ("pairs", ("games", 0, "moves", 0), {"leave": 4}, "games[0].moves[0]"),
    ("pairs", ("games", 0, "moves", 0), None, "games[0].moves[0]"),
    ("pairs", ("variant",), ["pairs"], "variant"),
    ("big", ("length",), 1.0, "length"),
]


@pytest.mark.parametrize(("variant", "way", "value", "path"), WRONG)
def test_a_wrong_value_is_refused_with_the_path_to_it(
    variant: str, way: Way, value: object, path: str
) -> None:
    error = {"reason": "bad-record", "path": path}
    assert answer(changed(RECORDS[variant], way, value)) == {"error": error}


def test_a_start_cannot_stand_on_an_obstacle() -> None:
    record = RECORDS["obstacles"]
    x, y = next((row.index("#"), y) for y, row in enumerate(record["board"]["rows"]) if "#" in row)
    error = {"reason": "bad-record", "path": "board.starts[1][0]"}
    assert answer(changed(record, ("board", "starts", 1, 0), [x, y])) == {"error": error}


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"no JSON", id="no JSON"),
        pytest.param(b"[" * 100_000, id="deep and open"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, id="deep"),
        pytest.param(b'{"format":' * 100_000 + b"1" + b"}" * 100_000, id="deep objects"),
        pytest.param(b"9" * 10_000, id="a long number"),
        pytest.param(b"NaN", id="NaN"),
        pytest.param(b"\xff\xfe\x00 \x80" * 1_000, id="bytes"),
        pytest.param(b"x" * 10_000_000, id="10 MB"),
        pytest.param(b'{"format": "filler-record/1", "format": "other"}', id="a key twice"),
    ],
)
def test_what_is_no_record_does_not_keep_the_next_line_from_being_answered(
    raw: bytes, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(raw + b"\n" + json.dumps(RECORDS["pairs"]).encode() + b"\n")
    assert main(["replay", str(file)]) == 1
    first, *_, last = map(json.loads, capsysbinary.readouterr().out.splitlines())
    assert first["error"]["reason"] == "bad-record"
    assert last["games"][0]["end"] == "conceded"
