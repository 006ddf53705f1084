"""Whether the bot can hear its players, and what time it is for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NewType

from fillerbot.engine.clock import Instant
from fillerbot.engine.match import Match
from fillerbot.live import MatchId

HEARTBEAT: Final = 5_000
"""How often the bot notes that it is there, in ms."""
MISSED: Final = 2 * HEARTBEAT
"""Without a heartbeat for longer, it was away: a line that breaks for a moment loses nothing."""
_NOTICED: Final = 60_000
_HOUR: Final = 3_600_000

HostInstant = NewType("HostInstant", int)
"""An instant by the host's clock, in ms since 1970; an `Instant` is one by Discord's."""


class DiscordClock:
    """The host's clock, set right by Discord's.

    What Discord has dated arrives later than that: of the delays that were seen the smallest is nearest to
    what the two clocks differ by. Clocks drift, so only those of the last hour or two count.
    """

    def __init__(self, host: Callable[[], HostInstant]) -> None:
        self.host = host
        self._guess = 0
        self._smallest: list[int | None] = [None, None]
        self._hour = 0

    def now(self) -> Instant:
        """The time by Discord's clock, a moment late at most."""
        return self.of(self.host())

    def of(self, host: HostInstant) -> Instant:
        """What Discord's clock said when the host's said this."""
        return Instant(host - self.offset)

    @property
    def offset(self) -> int:
        """How many ms the host's clock is ahead."""
        return min((delay for delay in self._smallest if delay is not None), default=self._guess)

    def heard(self, at: Instant) -> None:
        """Something that Discord has dated has arrived."""
        host = self.host()
        if host // _HOUR != self._hour:
            self._hour = host // _HOUR
            self._smallest = [None, self._smallest[0]]
        before = self._smallest[0]
        self._smallest[0] = host - at if before is None else min(before, host - at)

    def guess(self, offset: int) -> None:
        """Take the clocks to differ by this until something is heard again."""
        self._guess = offset
        self._smallest = [None, None]


@dataclass(slots=True, eq=False)
class Outage:
    """Time for which nobody could be heard: certainly there at `since`, away at `lost`, back at `ended`.

    `told` are the matches that know of it. An outage is over before all of them do: with thousands of
    matches, those that are played would wait for those that are not.
    """

    since: Instant | None
    lost: Instant
    ended: Instant | None = None
    told: set[MatchId] = field(default_factory=set)

    def was_missed_by(self, match: Match) -> bool:
        """Whether a match, as it is stored, does not know of it and should."""
        if self.ended is not None and match.changed is not None and match.changed >= self.ended:
            # Nothing happens to a match before it is told; who told it may have been killed.
            return False
        return match.shown is None or match.shown <= self.lost

    @property
    def was_noticed(self) -> bool:
        """Whether it was so long that people may have talked on, and lost sight of their board."""
        return self.since is not None and (self.ended or self.lost) - self.since >= _NOTICED

    def noted(self) -> list[Any]:
        """It as JSON, for later starts."""
        return [self.since, self.lost, self.ended, sorted(self.told)]

    @staticmethod
    def read(noted: list[Any]) -> Outage:
        """What was noted before."""
        since, lost, ended, told = noted
        return Outage(since, lost, ended, set(told))


class Presence:
    """Whether the bot is there, for the servers of one shard; only then do flags fall.

    Before the first heartbeat nothing is known, and the bot is taken to be there.
    """

    def __init__(self, clock: DiscordClock) -> None:
        self._clock = clock
        self._beat: HostInstant | None = None
        self._lost: Instant | None = None
        self._outage: Outage | None = None
        self.past: list[Outage] = []
        self.settled_at = Instant(0)

    def wake(self, since: Instant | None, past: Iterable[Outage] = ()) -> None:
        """The bot has been started, and is not connected yet; it was last there at `since`.

        Not all matches know of the `past` outages.
        """
        # One that began when this did has not ended.
        self.past = [outage for outage in past if outage.since != since]
        self._lost = self._clock.now()
        self._outage = Outage(since, self._lost)

    def lose(self) -> None:
        """The connection is gone."""
        self._lost = self._lost or self._clock.now()

    def find(self) -> None:
        """The connection is back."""
        self._lost = None

    def beat(self) -> None:
        """Be there at this moment, if the connection is."""
        if self.connected:
            self._beat = self._clock.host()

    def doubt(self, silence: int) -> None:
        """Nothing was heard for so many ms, so the bot cannot know that it was there."""
        if self._beat is not None and self._outage is None:
            self._beat = HostInstant(min(self._beat, self._clock.host() - silence))

    @property
    def connected(self) -> bool:
        """Whether the gateway is open."""
        return self._lost is None

    @property
    def overdue(self) -> bool:
        """Whether heartbeats were missed, as when the connection was lost or the host has slept."""
        return self._beat is not None and self._clock.host() - self._beat > MISSED

    @property
    def there(self) -> bool:
        """Whether the bot is and has been there, so that who was silent has kept silent."""
        return self.outage() is None and self._lost is None

    def outage(self) -> Outage | None:
        """The absence that is going on; who asks first finds it out, and it lasts until `over`."""
        if self._outage is None and self.overdue:
            assert self._beat is not None
            now = self._clock.now()
            self._outage = Outage(self._clock.of(self._beat), now if self._lost is None else self._lost)
        return self._outage

    @property
    def outages(self) -> list[Outage]:
        """The absences that there may be matches that do not know of, the oldest first."""
        current = self.outage()
        return [*self.past] if current is None else [*self.past, current]

    def known(self, outages: Collection[Outage]) -> None:
        """All matches know of these."""
        self.past = [outage for outage in self.past if outage not in outages]

    @property
    def last(self) -> Instant | None:
        """When the bot was certainly there for the last time, None if it is not known."""
        if (outage := self.outage()) is not None:
            return outage.since
        return None if self._beat is None else self._clock.of(self._beat)

    def over(self, ended: Instant, settled_at: Instant) -> None:
        """The outage has ended; no flag falls before this instant."""
        if self._outage is not None:
            self._outage.ended = ended
            self.past.append(self._outage)
        self._outage = None
        self.settled_at = settled_at
