-- Matches, what happened in them, when something is due, and where they are shown.
-- Instants are milliseconds since 1970 by Discord's clock.

CREATE TABLE matches (
    id      INTEGER PRIMARY KEY,
    opened  INTEGER NOT NULL,
    variant TEXT    NOT NULL,
    clock   TEXT    NOT NULL,
    rated   INTEGER NOT NULL CHECK (rated IN (0, 1)),
    length  INTEGER NOT NULL CHECK (length IN (1, 2)),
    origin  INTEGER REFERENCES matches (id),  -- the match that this one is the rematch of
    closed  INTEGER,                          -- when it was over, NULL while it is not
    closing TEXT,
    closer  INTEGER                           -- the person who ended it, where somebody did
) STRICT;

CREATE INDEX matches_closer ON matches (closer, closing, closed);

CREATE TABLE players (
    match  INTEGER NOT NULL REFERENCES matches (id),
    player INTEGER NOT NULL,
    person INTEGER NOT NULL,                  -- a Discord user
    name   TEXT    NOT NULL,
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_person ON players (person, match);

-- The truth about a match. Its state is the replay of these.
CREATE TABLE events (
    match  INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    data   TEXT    NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

-- When something happens to a match by itself: a challenge expires, a flag falls, a ready limit passes.
CREATE TABLE deadlines (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    at    INTEGER NOT NULL
) STRICT;

CREATE INDEX deadlines_at ON deadlines (at);

-- The message that shows a match.
CREATE TABLE tables (
    match   INTEGER PRIMARY KEY REFERENCES matches (id),
    guild   INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    locale  TEXT    NOT NULL,
    symbols TEXT    NOT NULL
) STRICT;
