CREATE TABLE quote (
  id uuid PRIMARY KEY,
  asset text NOT NULL,
  currency text NOT NULL,
  rate numeric NOT NULL CHECK (rate > 0),
  usd_rate numeric NOT NULL CHECK (usd_rate > 0),
  spread_bps int NOT NULL,
  sources jsonb NOT NULL,
  as_of timestamptz NOT NULL
);
CREATE TRIGGER quote_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON quote FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- All accepted prices after each poll, newest last. Payments are priced by the newest, and late money by the one of its arrival.
CREATE TABLE rate_snapshot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  prices jsonb NOT NULL,
  holds jsonb NOT NULL,
  -- The pairs that it can price at its own moment. Late money waits for the next snapshot that prices its pair, however far away that is, and
  -- is led there by the index.
  priced text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX rate_snapshot_at ON rate_snapshot (at);
CREATE INDEX rate_snapshot_priced ON rate_snapshot USING gin (priced);
-- Old snapshots are removed; none is ever changed.
CREATE TRIGGER rate_snapshot_kept BEFORE UPDATE OR TRUNCATE ON rate_snapshot FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION rate_snapshot_told() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('rates', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rate_snapshot_told AFTER INSERT ON rate_snapshot FOR EACH STATEMENT EXECUTE FUNCTION rate_snapshot_told();

-- When the sources were last polled, by whichever process; the row is also the claim to poll.
CREATE TABLE rate_poll_lease (
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  begun_at timestamptz NOT NULL
);
INSERT INTO rate_poll_lease (begun_at) VALUES ('epoch');

-- How each source behaves, and when it may be polled again.
CREATE TABLE rate_source (
  name text PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  failures int NOT NULL CHECK (failures >= 0),
  problem text,
  rests_until timestamptz NOT NULL,
  digest text,
  same_since timestamptz,
  CONSTRAINT rate_source_problem CHECK ((problem IS NULL) = (failures = 0)),
  CONSTRAINT rate_source_digest CHECK ((digest IS NULL) = (same_since IS NULL))
);

-- An operator's word that a price is right although it lies far from the one before.
CREATE TABLE rate_confirmation (
  id uuid PRIMARY KEY,
  pair text NOT NULL,
  rate numeric NOT NULL CHECK (rate > 0),
  confirmed_by text NOT NULL,
  confirmed_at timestamptz NOT NULL
);
CREATE INDEX rate_confirmation_age ON rate_confirmation (confirmed_at);
CREATE TRIGGER rate_confirmation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rate_confirmation
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
