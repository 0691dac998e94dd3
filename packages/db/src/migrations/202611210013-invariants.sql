-- ledger: when the sentences about the book were last looked at, on what is new and on everything; the row is also the claim to look
CREATE TABLE invariant_run (
  form text PRIMARY KEY,
  started_at timestamptz,
  finished_at timestamptz,
  looked_from jsonb,
  looked_until jsonb
);
INSERT INTO invariant_run (form) VALUES ('new'), ('all');

-- what was found to be untrue and paused payouts; a hit that is known does not pause again once two operators have lifted the pause
CREATE TABLE invariant_hit (
  invariant text NOT NULL,
  hit text NOT NULL,
  scope text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (invariant, hit)
);

-- the last entry up to which an account's balance was found to be the sum of its entries
CREATE TABLE account_checkpoint (
  account_id bigint PRIMARY KEY REFERENCES account,
  entry_id bigint NOT NULL,
  bal numeric(78, 0) NOT NULL
);

-- looks at what is new must not read what is old
DROP INDEX entry_account;
CREATE INDEX entry_account ON entry (account_id, id);
CREATE INDEX outgoing_age ON outgoing (at);
CREATE INDEX spend_intent_settled ON spend_intent (updated_at) WHERE state = 'final';
CREATE INDEX spend_intent_unsettled ON spend_intent (id) WHERE state <> 'final';
CREATE INDEX spend_attempt_dead ON spend_attempt (handle) WHERE state = 'dead';
CREATE INDEX deposit_untaken ON deposit (asset) WHERE credited_by IS NOT NULL AND intent_id IS NULL;
