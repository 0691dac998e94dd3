-- chainwatch: tokens that nobody serves, and those of them that have left
CREATE INDEX deposit_unserved ON deposit (arrived_at) WHERE asset IS NULL;
CREATE TABLE stray_flush (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  subject_id text NOT NULL,
  token text NOT NULL,
  height int NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  PRIMARY KEY (chain, ref)
);
CREATE INDEX stray_flush_subject ON stray_flush (subject_id, token);
CREATE INDEX stray_flush_block ON stray_flush (chain, height);
-- chainwatch: the highest block that a chain ever called final. A node that says nothing for a while does not make it forget.
ALTER TABLE chain_cursor ADD COLUMN finalized_highest int;
UPDATE chain_cursor SET finalized_highest = finalized_height;
-- accounts: addresses that operators gave up; few, however much is decided
CREATE INDEX audit_entry_withdrawn ON audit_entry (at) WHERE action = 'payment.withdraw_address';
