"""Which matches are waiting for something, as far as their people can be heard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fillerbot.engine.clock import Instant
from fillerbot.live import MatchId

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

    async def running_on(self, shard: int, shards: int) -> list[MatchId]:
        """The matches that are not over and shown in the servers of one of several shards, oldest first."""
        query = f"SELECT id FROM matches JOIN tables ON match = id WHERE closed IS NULL AND {_SHARD} = ?"  # noqa: S608
        return [MatchId(row[0]) for row in await self._read(f"{query} ORDER BY id", shards, shard)]

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
