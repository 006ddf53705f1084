-- What a look back on a match has found, which takes long to find out.

CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    data  TEXT    NOT NULL  -- JSON: every move with what was best, see `review.py`
) STRICT;
