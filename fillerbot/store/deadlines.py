"""Which matches are waiting for something, as far as their people can be heard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fillerbot.engine.clock import Instant
from fillerbot.live import MatchId
from fillerbot.store import Pending

_SHARD = "(coalesce(tables.guild, 0) >> 22) % ?"
"""The shard that Discord tells of what happens in the server where a match is shown."""
_HEARD = (
    "SELECT match, at FROM deadlines JOIN tables USING (match) "  # noqa: S608 — all of it ours
    f"WHERE {_SHARD} NOT IN (SELECT value FROM json_each(?))"
)


class Deadlines:
    """The part of the store that knows what is due, and where."""

    async def _read(self, query: str, *values: object, **named: object) -> list[Any]:
        raise NotImplementedError

    async def pending(self, shard: int = 0, shards: int = 1) -> list[Pending]:
        """What is not over and shown in the servers of one of several shards, what is due first before."""
        rows = await self._read(
            "SELECT id, clock, at, EXISTS (SELECT 1 FROM events WHERE match = id AND kind = 'accepted') "  # noqa: S608
            "FROM matches JOIN tables ON tables.match = id LEFT JOIN deadlines ON deadlines.match = id "
            f"WHERE closed IS NULL AND {_SHARD} = ? ORDER BY at, id",
            shards,
            shard,
        )
        return [
            Pending(MatchId(match), clock, None if at is None else Instant(at), bool(begun))
            for match, clock, at, begun in rows
        ]

    async def next_deadline(
        self, deaf: Sequence[int] = (), shards: int = 1
    ) -> tuple[MatchId, Instant] | None:
        """The earliest deadline, without those of some shards."""
        rows = await self._read(f"{_HEARD} ORDER BY at, match LIMIT 1", shards, json.dumps(deaf))
        return (MatchId(rows[0][0]), Instant(rows[0][1])) if rows else None

    async def due(self, at: Instant, limit: int, deaf: Sequence[int] = (), shards: int = 1) -> list[MatchId]:
        """The matches whose deadlines are not after an instant, the earliest first; without some shards."""
        query = f"{_HEARD} AND at <= ? ORDER BY at, match LIMIT ?"
        rows = await self._read(query, shards, json.dumps(deaf), at, limit)
        return [MatchId(row[0]) for row in rows]
