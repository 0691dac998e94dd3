-- accounts: who decided what
CREATE TABLE audit_entry (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  details jsonb NOT NULL
);
CREATE INDEX audit_entry_subject ON audit_entry (subject_id, at);
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- payments: what was decided about money that came after the window
ALTER TABLE payment
  ADD COLUMN late_verdict text CHECK (late_verdict IN ('good', 'poor', 'too_late')),
  ADD COLUMN late_quote_id uuid REFERENCES quote,
  ADD COLUMN accepted_at timestamptz,
  ADD CONSTRAINT payment_late_quote CHECK (late_verdict NOT IN ('good', 'poor') OR late_quote_id IS NOT NULL);
CREATE INDEX payment_late ON payment (id)
  WHERE state = 'expired' AND late_verdict IS NULL AND accepted_at IS NULL AND received_units >= due_units - tolerance_units;

-- chainwatch: the account that holds a credited deposit until it is on its way
ALTER TABLE deposit ADD COLUMN held_in text NOT NULL DEFAULT 'payment:held'
  CHECK (held_in IN ('payment:held', 'suspense:late', 'suspense:wrong_asset'));

-- payments: those that wait for coins, a page at a time, for the look at balances
CREATE INDEX payment_waiting ON payment (asset, id) WHERE state IN ('pending', 'detected');
