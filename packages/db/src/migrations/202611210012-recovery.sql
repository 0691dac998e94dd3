-- custody: how far the signer's file outside this database knows its attempts; nothing above the mark is sent
CREATE TABLE sequence_mark (
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  seq bigint NOT NULL CHECK (seq >= 0)
);
INSERT INTO sequence_mark (seq) SELECT coalesce(max(seq), 0) FROM spend_attempt;

-- The chain role is told when a transaction may be sent, which is when the mark has passed it.
DROP TRIGGER spend_attempt_signed ON spend_attempt;
DROP FUNCTION attempt_signed();
CREATE FUNCTION attempts_released() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('attempt_signed', signed.chain)
    FROM (SELECT DISTINCT chain FROM spend_attempt WHERE seq > OLD.seq AND seq <= NEW.seq) AS signed;
  RETURN NULL;
END $$;
CREATE TRIGGER sequence_mark_moved AFTER UPDATE ON sequence_mark FOR EACH ROW EXECUTE FUNCTION attempts_released();

-- A database that was put back, from the moment somebody noticed until the chains have told what it had forgotten.
CREATE TABLE recovery (
  id uuid PRIMARY KEY,
  detected_at timestamptz NOT NULL,
  reason text NOT NULL,
  database_seq bigint NOT NULL,
  heights jsonb NOT NULL,
  recovered_at timestamptz,
  file_seq bigint,
  CHECK ((recovered_at IS NULL) = (file_seq IS NULL))
);
CREATE UNIQUE INDEX recovery_open ON recovery ((recovered_at IS NULL)) WHERE recovered_at IS NULL;

-- A transaction of ours whose payments the database does not know any more.
CREATE TABLE lost_payout (
  chain text NOT NULL,
  tx_id text NOT NULL,
  recovery_id uuid NOT NULL REFERENCES recovery,
  height int NOT NULL,
  PRIMARY KEY (chain, tx_id)
);
CREATE INDEX lost_payout_recovery ON lost_payout (recovery_id);
ALTER TABLE nonce_slot ALTER COLUMN intent_id DROP NOT NULL;
