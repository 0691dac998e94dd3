-- custody: a flush that moved less than was counted settles as its log says; those that waited for operators are due again
UPDATE flush SET intent_id = NULL FROM spend_intent held
  WHERE held.id = flush.intent_id AND held.state = 'held' AND held.hold_reason = 'flush_short';
DROP TABLE payout_settlement;
-- what a payout was counted to have and its final flush did not move
ALTER TABLE spend_intent ADD COLUMN short_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (short_units >= 0);
ALTER TABLE spend_intent DROP CONSTRAINT spend_intent_split;
ALTER TABLE spend_intent ADD CONSTRAINT spend_intent_split CHECK (merchant_units + fee_units + network_fee_units + short_units = amount);
