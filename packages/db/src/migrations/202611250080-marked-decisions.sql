-- custody: each decision of the policy carries a mark that only its role can make, and a number without a gap
-- What was chained by hashes cannot get a mark: it stays to be read, with numbers below 1.
ALTER TABLE policy_decision DISABLE TRIGGER policy_decision_append_only;
ALTER TABLE policy_decision RENAME COLUMN chain_name TO role;
ALTER TABLE policy_decision DROP CONSTRAINT policy_decision_check, DROP CONSTRAINT policy_decision_seq_check,
  DROP COLUMN prev_hash, DROP COLUMN hash, ADD COLUMN mac bytea NOT NULL DEFAULT '';
DELETE FROM policy_decision WHERE seq = 0;
UPDATE policy_decision SET seq = seq - (SELECT max(seq) FROM policy_decision);
ALTER TABLE policy_decision ALTER COLUMN mac DROP DEFAULT, ALTER COLUMN intent_id SET NOT NULL, ADD CHECK ((seq > 0) = (mac <> ''));
ALTER TABLE policy_decision ENABLE TRIGGER policy_decision_append_only;

-- How many decisions a role has made, and after which attempt each signature has one with a mark.
CREATE TABLE decision_count (
  role text PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 0),
  since_attempt bigint NOT NULL
);
INSERT INTO decision_count (role, seq, since_attempt) SELECT 'signer', 0, coalesce(max(seq), 0) FROM spend_attempt;
