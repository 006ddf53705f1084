"""Results and ratings in the database."""

from __future__ import annotations

import sqlite3

from fillerbot.engine.clock import Instant
from fillerbot.rating import Rating
from fillerbot.scoring import NEW, RatingChange, Standing
from fillerbot.store import Finish, Void


def finish(db: sqlite3.Connection, change: Finish) -> None:
    """Write down who finished where, and what it did to the ratings."""
    db.executemany(
        "UPDATE players SET place = ? WHERE match = ? AND player = ?",
        [(place, change.match, player) for player, place in enumerate(change.places)],
    )
    for player, (person, rated) in enumerate(zip(change.people, change.changes, strict=False)):
        before, after = rated.before, rated.after
        db.execute(
            "INSERT INTO rating_changes (match, player, person, scale, at, rating_before, rd_before, "
            "sigma_before, rating_after, rd_after, sigma_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(change.match, player, person, change.scale, change.at),
                *(before.rating, before.rd, before.sigma, after.rating, after.rd, after.sigma),
            ),
        )
        db.execute(
            "INSERT INTO ratings (person, scale, rating, rd, sigma, matches, last) "
            "VALUES (?, ?, ?, ?, ?, 1, ?) "
            "ON CONFLICT DO UPDATE SET rating = excluded.rating, rd = excluded.rd, sigma = excluded.sigma, "
            "matches = matches + 1, last = excluded.last",
            (person, change.scale, after.rating, after.rd, after.sigma, change.at),
        )


def void(db: sqlite3.Connection, change: Void) -> None:
    """Take back what a match did to the ratings."""
    rows = db.execute(
        "SELECT person, scale, at, rating_after - rating_before FROM rating_changes "
        "WHERE match = ? AND voided IS NULL",
        (change.match,),
    ).fetchall()
    db.execute(
        "UPDATE rating_changes SET voided = ? WHERE match = ? AND voided IS NULL",
        (change.reason, change.match),
    )
    for person, scale, at, gain in rows:
        db.execute(
            "UPDATE ratings SET rating = rating - ?, matches = matches - 1 WHERE person = ? AND scale = ?",
            (gain, person, scale),
        )
        # Who has played since stays as sure as that made him; who has not is again as he was before.
        db.execute(
            "UPDATE ratings SET (rd, sigma, last) = (newest.rd_after, newest.sigma_after, newest.at) "
            "FROM (SELECT rd_after, sigma_after, at FROM rating_changes WHERE person = ?1 AND scale = ?2 "
            "AND voided IS NULL ORDER BY at DESC, match DESC LIMIT 1) AS newest "
            "WHERE person = ?1 AND scale = ?2 AND newest.at <= ?3",
            (person, scale, at),
        )
        db.execute("DELETE FROM ratings WHERE person = ? AND scale = ? AND matches = 0", (person, scale))


def settle(db: sqlite3.Connection, person: int, scale: str) -> None:
    """Let somebody stand where the changes of all his matches lead that were not taken back."""
    rows = db.execute(
        "SELECT rating_before, rating_after, rd_after, sigma_after, at FROM rating_changes "
        "WHERE person = ? AND scale = ? AND voided IS NULL ORDER BY at, match",
        (person, scale),
    ).fetchall()
    db.execute("DELETE FROM ratings WHERE person = ? AND scale = ?", (person, scale))
    if not rows:
        return
    rating = NEW.rating
    for before, after, *_ in rows:
        # Exactly what the match led to, if nothing but the one before it led there.
        rating = after + (rating - before)
    *_, rd, sigma, last = rows[-1]
    db.execute(
        "INSERT INTO ratings (person, scale, rating, rd, sigma, matches, last) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (person, scale, rating, rd, sigma, len(rows), last),
    )


def read_standing(rating: float, rd: float, sigma: float, matches: int, last: int) -> Standing:
    """A row of `ratings`."""
    return Standing(Rating(rating, rd, sigma), matches, Instant(last))


def read_change(*values: float) -> RatingChange:
    """A row of `rating_changes`: rating, RD and sigma before, then after."""
    return RatingChange(Rating(*values[:3]), Rating(*values[3:]))
