"""Names stay what they are, and do nothing to what stands beside them."""

import pytest

from fillerbot.view.message import clean_name, escape


@pytest.mark.parametrize("name", ["عمر", "דוד 7", "fox نور"])
def test_a_name_from_right_to_left_does_not_turn_the_numbers_beside_it_round(name: str) -> None:
    # First strong isolate, pop directional isolate.
    assert escape(clean_name(name)) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["fox", "Ömer 12", "狐", "🦊 7"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert escape(clean_name(name)) == name


def test_who_writes_marks_of_direction_into_his_name_gets_his_letters_alone() -> None:
    assert escape(clean_name("\u202efox\u2067*")) == r"fox\*"
