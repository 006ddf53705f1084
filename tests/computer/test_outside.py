"""The bench plays another program that speaks as `fillerbot best`, and compares exact margins with it."""

import sys
from collections.abc import Iterator

import pytest

from bench.outside import Outside, margins, matches

BEST = f"{sys.executable} -m fillerbot best"


@pytest.fixture
def beginner() -> Iterator[Outside]:
    with Outside(f"{BEST} --level 1") as other:
        yield other


def test_matches_against_another_program_are_counted(beginner: Outside) -> None:
    outcome = matches(beginner, range(2), {"nodes": 500})
    assert (outcome["matches"], outcome["won"], outcome["share"]) == (2, 2, 1)
    assert outcome["lead"] > 0


def test_exact_margins_are_compared() -> None:
    with Outside(f"{BEST} --seconds 20") as other:
        outcome = margins(other, 1, first=1)
    assert outcome["positions"] == 1
    assert outcome["margins"] >= 2
    assert outcome["differing"] == []


def test_a_program_that_knows_no_margins_agrees_in_nothing(beginner: Outside) -> None:
    assert len(margins(beginner, 1, first=1)["differing"]) == 1
