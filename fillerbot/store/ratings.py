"""Results and ratings in the database."""

from __future__ import annotations

import aiosqlite

from fillerbot.engine.clock import Instant
from fillerbot.rating import Rating
from fillerbot.scoring import RatingChange, Standing
from fillerbot.store import Finish


async def finish(db: aiosqlite.Connection, change: Finish) -> None:
    """Write down who finished where, and what it did to the ratings."""
    await db.executemany(
        "UPDATE players SET place = ? WHERE match = ? AND player = ?",
        [(place, change.match, player) for player, place in enumerate(change.places)],
    )
    for player, (person, rated) in enumerate(zip(change.people, change.changes, strict=False)):
        before, after = rated.before, rated.after
        await db.execute(
            "INSERT INTO rating_changes (match, player, person, scale, at, rating_before, rd_before, "
            "sigma_before, rating_after, rd_after, sigma_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(change.match, player, person, change.scale, change.at),
                *(before.rating, before.rd, before.sigma, after.rating, after.rd, after.sigma),
            ),
        )
        await db.execute(
            "INSERT INTO ratings (person, scale, rating, rd, sigma, matches, last) "
            "VALUES (?, ?, ?, ?, ?, 1, ?) "
            "ON CONFLICT DO UPDATE SET rating = excluded.rating, rd = excluded.rd, sigma = excluded.sigma, "
            "matches = matches + 1, last = excluded.last",
            (person, change.scale, after.rating, after.rd, after.sigma, change.at),
        )


def read_standing(rating: float, rd: float, sigma: float, matches: int, last: int) -> Standing:
    """A row of `ratings`."""
    return Standing(Rating(rating, rd, sigma), matches, Instant(last))


def read_change(*values: float) -> RatingChange:
    """A row of `rating_changes`: rating, RD and sigma before, then after."""
    return RatingChange(Rating(*values[:3]), Rating(*values[3:]))
