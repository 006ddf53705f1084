-- Looking at results and ratings, and taking a match's rating changes back.

ALTER TABLE matches ADD COLUMN guild INTEGER;  -- where it was opened: its board may move on, its admins stay

UPDATE matches SET guild = (SELECT guild FROM tables WHERE match = id);
