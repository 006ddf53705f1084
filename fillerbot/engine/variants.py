"""The variants that can be played, each a record. No other module asks which variant it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fillerbot.engine.topology import Point, Topology, diamonds, hexagons, rectangle


@dataclass(frozen=True, slots=True)
class Scatter:
    """What is laid out anew on every board, in pairs symmetric about the centre.

    All is at least `away` steps from every start. `obstacles`, `walls` and `pots` are numbers of pairs,
    `worth` has the value of each pair of valuable cells.
    """

    away: int = 0
    obstacles: int = 0
    walls: int = 0
    worth: tuple[int, ...] = ()
    pots: int = 0


@dataclass(frozen=True, slots=True)
class Variant:
    """What the boards of a variant have in common.

    `palette` is K, `max_group` limits connected groups of equal colour at the deal (None: no limit), `starts`
    has the start points of each seat, `rated` says whether its matches can count for a rating, `scatter` what
    differs from board to board besides the colours.
    """

    key: str
    topology: Topology
    palette: int
    max_group: int | None
    starts: tuple[tuple[Point, ...], ...]
    rated: bool
    pairs: bool = False
    scatter: Scatter = Scatter()

    @property
    def seats(self) -> int:
        """How many people play."""
        return len(self.starts)

    @property
    def two_sided(self) -> bool:
        """Whether one side wins what the other loses."""
        return self.pairs or self.seats == 2  # noqa: PLR2004

    @property
    def length(self) -> int:
        """How many games a match has unless something else is asked for; every rated one has as many."""
        return 2 if self.rated else 1


_SQUARE_15 = rectangle(15, 15)
_CORNERS_15: Final = (((0, 14),), ((14, 0),))
_SQUARE_13 = rectangle(13, 13)
_CORNERS_13: Final = (((0, 12),), ((0, 0),), ((12, 0),), ((12, 12),))

_ALL = (
    Variant("quick", rectangle(8, 7), 6, 1, (((0, 6),), ((7, 0),)), rated=True),
    Variant("classic", _SQUARE_15, 7, 2, _CORNERS_15, rated=True),
    Variant("hexagons", hexagons(13, 11), 7, 1, (((0, 10),), ((12, 0),)), rated=True),
    Variant("vinco", hexagons(25, 15), 9, None, (((0, 14),), ((24, 0),)), rated=False),
    Variant("diamonds", diamonds(10, 19), 7, None, (((0, 18),), ((9, 0),)), rated=False),
    Variant("big", rectangle(21, 21), 7, None, (((0, 20),), ((20, 0),)), rated=False),
    Variant(
        *("obstacles", _SQUARE_15, 7, None, _CORNERS_15),
        rated=False,
        scatter=Scatter(away=3, obstacles=9, walls=10),
    ),
    Variant(
        *("paints", _SQUARE_15, 7, None, _CORNERS_15),
        rated=False,
        scatter=Scatter(away=4, worth=(3,) * 6 + (5,) * 2, pots=4),
    ),
    Variant(
        *("three-starts", _SQUARE_15, 7, None),
        starts=(((0, 14), (0, 7), (7, 14)), ((14, 0), (14, 7), (7, 0))),
        rated=False,
    ),
    Variant("four", _SQUARE_13, 8, 1, _CORNERS_13, rated=True),
    Variant("pairs", _SQUARE_13, 8, 1, _CORNERS_13, rated=True, pairs=True),
)

VARIANTS: dict[str, Variant] = {variant.key: variant for variant in _ALL}
DEFAULT: Final = "quick"
"""What is played where nobody has said it."""

KEYS = frozenset(VARIANTS) | {"practice"}
"""What a record may name: practice takes place on any of the boards."""
