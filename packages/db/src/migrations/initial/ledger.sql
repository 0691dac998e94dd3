CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset text NOT NULL,
  mode text NOT NULL,
  code text NOT NULL,
  owner text NOT NULL,
  floor numeric(78, 0),
  ceiling numeric(78, 0),
  bal numeric(78, 0) NOT NULL DEFAULT 0,
  CONSTRAINT account_floor CHECK (floor IS NULL OR bal >= floor),
  CONSTRAINT account_ceiling CHECK (ceiling IS NULL OR bal <= ceiling),
  UNIQUE (asset, mode, code, owner),
  UNIQUE (id, asset)
);

CREATE TABLE transfer (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  ref text NOT NULL,
  -- How many earlier postings of the same kind and reference were reversed.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- The reversed transfer; the reference of a reversal is the orphaned block.
  reverses uuid REFERENCES transfer,
  at timestamptz NOT NULL,
  -- The chain of the transaction that the reference names: two chains can have one of the same name.
  chain text,
  CHECK ((kind = 'reversal') = (reverses IS NOT NULL)),
  CHECK ((kind IN ('gas', 'moved')) = (chain IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (kind, ref, revision, reverses, chain)
);
CREATE INDEX transfer_reverses ON transfer (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX transfer_at ON transfer (at);
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id uuid NOT NULL REFERENCES transfer,
  account_id bigint NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount <> 0),
  FOREIGN KEY (account_id, asset) REFERENCES account (id, asset)
);
CREATE INDEX entry_transfer ON entry (transfer_id);
-- An incremental check reads an account's new entries and none of the old ones.
CREATE INDEX entry_account ON entry (account_id, id);
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM entry WHERE transfer_id = NEW.transfer_id GROUP BY asset HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'transfer % does not balance', NEW.transfer_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entry_balanced AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entry_balanced();

-- The last entry up to which an account's balance was found to be the sum of its entries.
CREATE TABLE account_checkpoint (
  account_id bigint PRIMARY KEY REFERENCES account,
  entry_id bigint NOT NULL,
  bal numeric(78, 0) NOT NULL
);

-- When the invariants were last checked, on what is new and on everything; the row is also the claim to check.
CREATE TABLE invariant_run (
  form text PRIMARY KEY,
  started_at timestamptz,
  finished_at timestamptz,
  looked_from jsonb,
  looked_until jsonb
);
INSERT INTO invariant_run (form) VALUES ('new'), ('all');

-- Violations, which pause payouts. A known one does not pause again once two operators have lifted the pause.
CREATE TABLE invariant_hit (
  invariant text NOT NULL,
  hit text NOT NULL,
  scope text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (invariant, hit)
);
