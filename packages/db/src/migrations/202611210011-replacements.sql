-- custody: since when a transaction lies unmined, and why it was not replaced
ALTER TABLE spend_attempt
  ADD COLUMN first_sent_height int,
  ADD COLUMN tried_height int,
  ADD COLUMN stuck_reason text,
  ADD COLUMN stuck_since timestamptz,
  ADD CONSTRAINT spend_attempt_stuck CHECK ((stuck_reason IS NULL) = (stuck_since IS NULL));
CREATE INDEX spend_attempt_superseded ON spend_attempt (chain, intent_id) WHERE state = 'superseded';

-- custody: since when a payout is held without a break
ALTER TABLE spend_intent ADD COLUMN held_since timestamptz;
UPDATE spend_intent SET held_since = updated_at WHERE state = 'held';

-- chainwatch: how many blocks in a row were taken back, and when two or more were last
ALTER TABLE chain_cursor
  ADD COLUMN taken_back int NOT NULL DEFAULT 0,
  ADD COLUMN reorganised_at timestamptz;

-- chainwatch: confirmations that the chain itself asks for before a deposit can be spent
ALTER TABLE deposit ADD COLUMN least_confirmations int NOT NULL DEFAULT 0 CHECK (least_confirmations >= 0);
