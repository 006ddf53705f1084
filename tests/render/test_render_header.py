from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fillerbot.figures import Column
from fillerbot.render import PALETTE
from fillerbot.render.header import HEIGHT, MARGIN, arranged, bar_parts
from fillerbot.render.palette import GROUND, Rgb
from fillerbot.render.text import BOLD, REGULAR, fit, plain, width
from tests.render.pictures import boards, game

WIDE = 694

words = st.text(max_size=60) | st.text("Wiljшщ…€ —", max_size=200)
column = st.builds(Column, words, words, words, st.none() | words, st.booleans())


@pytest.mark.parametrize("key", ["quick", "four", "pairs"])
@given(st.lists(column, min_size=4, max_size=4), words)
def test_nothing_in_the_header_overlaps(key: str, columns: list[Column], middle: str) -> None:
    board = boards(key)[0]
    header = arranged(board, columns[: len(board.starts)], middle, WIDE)
    assert [badge.seat for badge in header.badges] == sorted(board.seats, key=board.side_of.__getitem__)
    boxes = [text.box for text in header.texts] + [badge.box for badge in header.badges]
    bar = (header.bar[0], 84, header.bar[1], 106)
    for left, top, right, bottom in boxes:
        assert MARGIN <= left <= right <= WIDE - MARGIN
        assert 0 <= top < bottom < HEIGHT
    for one, other in combinations([bar, *boxes], 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("key", ["quick", "pairs"])
@pytest.mark.parametrize("count", ["0", "29", "225", "441"])
@pytest.mark.parametrize("middle", ["29 to win", "113 Zellen zum Sieg", "221 Zellen zum Sieg"])
def test_real_counts_are_written_in_full(key: str, count: str, middle: str) -> None:
    board = boards(key)[0]
    columns = [Column("N" * 40, count, f"−{count}", "1:59:59", seat == 1) for seat in board.seats]
    texts = [text.text for text in arranged(board, columns, middle, WIDE).texts]
    assert texts.count(count) == texts.count(f"−{count}") == 2
    assert texts.count("1:59:59") == len(board.starts)
    assert middle in texts


def test_four_counts_are_written_in_full() -> None:
    columns = [
        Column("N" * 40, count, f"−{count}", "1:59:59", running=True) for count in ("0", "9", "48", "121")
    ]
    header = arranged(boards("four")[0], columns, "85 Zellen zum Sieg", WIDE)
    texts = [text.text for text in header.texts]
    for whole in ("0", "9", "48", "121", "−121", "85 Zellen zum Sieg"):
        assert whole in texts
    assert texts.count("1:59:59") == 4
    assert sum(text.startswith("N") for text in texts) == 4


def test_the_bar_grows_from_both_sides_and_stays_in_its_frame() -> None:
    for key in ("quick", "pairs", "four"):
        for position, _ in game(key, 1):
            parts = list(bar_parts(position, 600))
            assert [part[0] for part in parts] == sorted(
                position.board.seats, key=lambda seat: (position.board.two_sided and seat % 2, seat)
            )
            assert all(0 <= start < end <= 600 for _, start, end in parts)
            ordered = sorted((start, end) for _, start, end in parts)
            if position.board.two_sided:
                assert {0, 600} <= {edge for part in ordered for edge in part}
            for (_, end), (start, _) in pairwise(ordered):
                assert end <= start + 16  # small areas keep their colour to be seen by


@given(words, st.integers(0, 300))
def test_a_text_is_shortened_to_its_room(text: str, room: int) -> None:
    short = fit(text, REGULAR, 24, room)
    assert width(short, REGULAR, 24) <= room
    assert short in ("", plain(text)) or short.endswith("…")


def test_a_name_the_font_cannot_write_is_left_to_the_badge() -> None:
    for name in ("fox 🦊", "狐", "a\u202eb", "\x00"):
        assert plain(name) == ""
    for name in ("Zoë Łukasz", "Женя Їжак", "«Ünal» ①→"):
        assert plain(name) == name


def test_combining_marks_and_odd_blanks_become_plain() -> None:
    assert plain(" Zoe\u0308 \u00a0 B ") == "Zoë B"


def test_both_weights_have_the_same_characters() -> None:
    for character in "Aé№Ж…−①→€":
        assert width(character, BOLD, 24) > 0
        assert width(character, REGULAR, 24) > 0


def _luminance(colour: Rgb) -> float:
    parts = (part / 255 for part in colour)
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_symbols_stand_out_from_their_cells() -> None:
    for paint in PALETTE:
        dark, light = sorted((_luminance(paint.rgb), _luminance(paint.ink)))
        assert (light + 0.05) / (dark + 0.05) >= 3.8, paint.key
    assert len({paint.symbol for paint in PALETTE}) == len(PALETTE) == 9
    assert _luminance(GROUND) < 0.02
