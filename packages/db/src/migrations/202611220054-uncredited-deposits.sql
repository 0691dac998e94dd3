-- chainwatch: what was called final when the newest block was read, by which its deposits were judged; the tag moves without a block too
ALTER TABLE chain_cursor ADD COLUMN final_when_read int;
-- chainwatch: deposits that wait for the book; few, however many there were
CREATE INDEX deposit_uncredited ON deposit (chain, height) WHERE state = 'included' AND credited_by IS NULL AND asset IS NOT NULL;
