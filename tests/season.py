"""Finished matches by the dozen, as the store keeps them."""

from dataclasses import dataclass, field, replace

from fillerbot.engine.clock import Instant
from fillerbot.engine.events import Closed, Closing
from fillerbot.engine.match import Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.variants import VARIANTS
from fillerbot.live import MatchId, Person, PersonId, Setup, Table
from fillerbot.rating import rate
from fillerbot.scoring import RatingChange, Standing
from fillerbot.store import Append, Change, Finish, Open

HERE = Table(guild=1, channel=2, message=3, locale="en")


def people(count: int, first: int = 100) -> list[Person]:
    return [Person(PersonId(first + number), f"player{number}") for number in range(count)]


@dataclass
class Season:
    """Matches one after the other, and how everybody stands after them."""

    standings: dict[tuple[int, str], Standing] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    matches: int = 0

    def play(  # noqa: PLR0913 — what a match is
        self,
        seated: tuple[Person, ...],
        at: int,
        places: tuple[int, ...] = (1, 2),
        *,
        variant: str = "quick",
        rated: bool = True,
        table: Table = HERE,
    ) -> MatchId:
        """Add a match that ended so; for two sides or four single players."""
        self.matches += 1
        number, scale = MatchId(self.matches), variant
        setup = Setup(number, Instant(at - 1000), Terms(variant, "normal", rated, 2), seated)
        sides = 2 if VARIANTS[variant].pairs else len(seated)
        scores = [
            [1.0 if one < two else 0.5 if one == two else 0.0 for two in places[:sides]]
            for one in places[:sides]
        ]
        done: tuple[RatingChange, ...] = ()
        if rated:
            stood = [self.standings.get((person.id, scale), Standing()) for person in seated]
            before = [standing.at(Instant(at)) for standing in stood]
            after = rate([before[side::sides] for side in range(sides)], scores)
            done = tuple(
                RatingChange(rating, after[player % sides][player // sides])
                for player, rating in enumerate(before)
            )
            for person, standing, change in zip(seated, stood, done, strict=True):
                new = replace(standing, rating=change.after, matches=standing.matches + 1, last=Instant(at))
                self.standings[person.id, scale] = new
        ids = tuple(person.id for person in seated)
        closed = Closed(Instant(at), Closing.RESIGNED, Player(places.index(max(places))))
        self.changes += [
            Open(setup, table, None),
            Append(number, 1, closed, None, Closing.RESIGNED),
            Finish(number, Instant(at), scale, ids, places, done),
        ]
        return number

    def take(self) -> list[Change]:
        """The changes that were not taken yet."""
        taken, self.changes = self.changes, []
        return taken
