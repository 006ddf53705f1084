from pathlib import Path

from bench.faults import play
from bench.load import Sizes, measure
from bench.practice import company, punctuality

SMALL = Sizes(tables=2, presses=20, rates=(50,), seconds=0.2, matches=4, flags=4)


async def test_the_bench_for_load_measures_every_part() -> None:
    figures = await measure(SMALL, ["presses", "starts", "storm"])
    assert set(figures["presses"]) == {"ours", "bare", "ratio"}
    assert set(figures["starts"]) == {"none", "of days", "of minutes"}
    storm = figures["storm"]
    assert [storm[name] for name in ("flags", "missing", "doubled", "early", "misdated")] == [4, 0, 0, 0, 0]
    assert figures["starts"]["of minutes"]["presses"]["longest_ms"] > 0


async def test_the_bench_for_faults_finds_nothing_lost_or_wrong(tmp_path: Path) -> None:
    moments = ("in a backup", "in an answer", "in the recovery")
    figures = await play(tmp_path, kills=3, tables=2, seed=1, moments=moments)
    assert sum(figures["kills"].values()) == 3
    assert figures["answered"]
    assert (figures["unanswered"], figures["lost"], figures["wrong"]) == (0, 0, 0), figures["details"]


def test_the_bench_for_practice_finds_legal_moves_of_every_variant() -> None:
    figures = punctuality(11, 0.05)
    assert (figures["positions"], figures["illegal"]) == (11, 0)
    assert all(figures["longest_s"].values())


async def test_the_bench_for_practice_measures_who_waits_for_whom(tmp_path: Path) -> None:
    figures = await company(tmp_path, 20, "quick")
    assert all(figures.values())
