"""The variants that can be played, each a record. No other module asks which variant it is."""

from __future__ import annotations

from dataclasses import dataclass

from fillerbot.engine.topology import Point, Topology, rectangle


@dataclass(frozen=True, slots=True)
class Variant:
    """What the boards of a variant have in common.

    `max_group` limits connected groups of equal colour at the deal (None: no limit), `starts` has the start
    points of each seat, `rated` says whether its matches can count for a rating.
    """

    key: str
    topology: Topology
    palette: int
    max_group: int | None
    starts: tuple[tuple[Point, ...], ...]
    rated: bool
    pairs: bool = False


_ALL = (
    Variant("quick", rectangle(8, 7), 6, 1, (((0, 6),), ((7, 0),)), rated=True),
    Variant("classic", rectangle(15, 15), 7, 2, (((0, 14),), ((14, 0),)), rated=True),
)

KEYS = frozenset({variant.key for variant in _ALL}).union(
    (
        "hexagons",
        "vinco",
        "diamonds",
        "big",
        "obstacles",
        "paints",
        "three-starts",
        "four",
        "pairs",
        "practice",
    )
)
"""What a record may name, whether or not it can be played here: its board says what it is."""

VARIANTS: dict[str, Variant] = {variant.key: variant for variant in _ALL}
