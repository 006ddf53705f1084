-- Who finished where, what rated matches changed, and how everybody stands on each scale.

ALTER TABLE players ADD COLUMN place INTEGER;  -- 1 for who won; NULL while the match goes on or has no result

CREATE TABLE ratings (
    person  INTEGER NOT NULL,
    scale   TEXT    NOT NULL,
    rating  REAL    NOT NULL,
    rd      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    matches INTEGER NOT NULL,
    last    INTEGER NOT NULL,              -- when the last rated match ended
    PRIMARY KEY (person, scale)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_changes (
    match         INTEGER NOT NULL REFERENCES matches (id),
    player        INTEGER NOT NULL,
    person        INTEGER NOT NULL,
    scale         TEXT    NOT NULL,
    at            INTEGER NOT NULL,
    rating_before REAL    NOT NULL,
    rd_before     REAL    NOT NULL,
    sigma_before  REAL    NOT NULL,
    rating_after  REAL    NOT NULL,
    rd_after      REAL    NOT NULL,
    sigma_after   REAL    NOT NULL,
    voided        TEXT,                    -- why the change was taken back, NULL where it stands
    PRIMARY KEY (match, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_person ON rating_changes (person, scale, at);
CREATE INDEX ratings_scale ON ratings (scale, rating);
CREATE INDEX tables_guild ON tables (guild, match);
