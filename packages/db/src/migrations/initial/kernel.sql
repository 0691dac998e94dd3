-- Refuses every change of a table whose rows are facts.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- What is said once stays. Grants on columns say which role may say it; this, that none says it again.
CREATE FUNCTION said_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is said once', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
END $$;

-- Messages for Temporal, written in the transaction of the fact that they tell about.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workflow_id text NOT NULL,
  message jsonb NOT NULL,
  available_at timestamptz NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  last_problem text,
  created_at timestamptz NOT NULL
);
CREATE INDEX outbox_available ON outbox (available_at, id);

CREATE TABLE role_heartbeat (
  role text PRIMARY KEY,
  at timestamptz NOT NULL
);

-- Another identity of the namespace means that the running workflows are lost.
CREATE TABLE temporal_epoch (
  namespace text PRIMARY KEY,
  identity text NOT NULL,
  seen_at timestamptz NOT NULL
);

-- Requests let through a limit, by window. Unlogged: nothing is lost with it but a minute of counting.
CREATE UNLOGGED TABLE rate_window (
  bucket text NOT NULL,
  started_at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (bucket, started_at)
);
CREATE INDEX rate_window_age ON rate_window (started_at);

-- The response to a caller's idempotency key, written in the transaction of what it answers.
CREATE TABLE idempotency_record (
  scope text PRIMARY KEY CHECK (char_length(scope) = 64),
  fingerprint text NOT NULL CHECK (char_length(fingerprint) = 64),
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_record_age ON idempotency_record (created_at);
