-- chainwatch: deposits that are proven dead and that a payout still counts on; rare, so the index is small
CREATE INDEX deposit_lost ON deposit (chain) WHERE dead AND intent_id IS NOT NULL;
