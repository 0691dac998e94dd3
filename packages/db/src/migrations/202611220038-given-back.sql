-- A creation that the signer refuses after its commit is given back: what was counted, less what was given back, is what the plan is charged for.
ALTER TABLE usage_counter ADD COLUMN given_back integer NOT NULL DEFAULT 0 CHECK (given_back >= 0);
CREATE INDEX commit_pin_refused ON commit_pin (commit_id) WHERE refused IS NOT NULL;
