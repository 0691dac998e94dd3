-- ledger: the treasury may have spent coins that nobody saw come; asked of the nodes, I7 tells when less lies there than the book has
UPDATE account SET ceiling = NULL WHERE code = 'chain:treasury';
-- custody: how often a reorganisation has reversed the gas of a transaction
ALTER TABLE spend_attempt ADD COLUMN posting int NOT NULL DEFAULT 0;
UPDATE spend_attempt attempt SET posting = undone.times FROM (SELECT split_part(split_part(ref, '@', 1), '#', 1) AS name, count(*) AS times
  FROM transfer WHERE kind = 'reversal' AND starts_with(ref, 'gas:') GROUP BY 1) AS undone WHERE undone.name = 'gas:' || attempt.chain || ':' || attempt.handle;
