-- Open tables: how many places they have, NULL for a challenge. Who sits there now is in `players`.

ALTER TABLE matches ADD COLUMN places INTEGER CHECK (places > 1);
