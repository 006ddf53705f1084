-- Matches that came with an import of records.

ALTER TABLE matches ADD COLUMN first_id INTEGER;  -- the number that it was opened with, if that is another one
ALTER TABLE matches ADD COLUMN extra TEXT;        -- JSON: what its record had besides
