from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fillerbot.render import PALETTE, Column
from fillerbot.render.header import HEIGHT, MARGIN, written
from fillerbot.render.palette import GROUND, Rgb
from fillerbot.render.text import BOLD, REGULAR, fit, plain, width

WIDE = 694

words = st.text(max_size=60) | st.text("Wiljшщ…€ —", max_size=200)
column = st.builds(Column, words, words, words, st.none() | words, st.booleans())


@given(st.lists(column, min_size=2, max_size=2), words)
def test_no_texts_of_the_header_overlap(columns: list[Column], middle: str) -> None:
    texts = written(columns, middle, WIDE)
    boxes = [text.box for text in texts]
    boxes += [(MARGIN, 8, MARGIN + 38, 46), (WIDE - MARGIN - 38, 8, WIDE - MARGIN, 46)]  # the badges
    for left, top, right, bottom in boxes:
        assert MARGIN <= left <= right <= WIDE - MARGIN
        assert 0 <= top < bottom < HEIGHT - 20
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("count", ["0", "29", "225", "441"])
@pytest.mark.parametrize("middle", ["29 to win", "113 Zellen zum Sieg", "221 Zellen zum Sieg"])
def test_real_counts_are_written_in_full(count: str, middle: str) -> None:
    columns = [Column("N" * 40, count, f"−{count}", "1:59:59", running) for running in (True, False)]
    texts = [text.text for text in written(columns, middle, WIDE)]
    for whole in (count, f"−{count}", "1:59:59"):
        assert texts.count(whole) == 2
    assert middle in texts


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
