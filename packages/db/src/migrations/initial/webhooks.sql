CREATE TABLE webhook_endpoint (
  id uuid PRIMARY KEY,
  business_id uuid NOT NULL UNIQUE REFERENCES business,
  url text,
  sealed_secret bytea NOT NULL,
  events text[] NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- After a rotation receivers may still check with the former secret for a while.
  previous_sealed_secret bytea,
  previous_valid_until timestamptz,
  -- How the endpoint has answered, and why it was switched off when its merchant did not ask for it.
  circuit text NOT NULL DEFAULT 'closed' CHECK (circuit IN ('closed', 'open', 'half_open')),
  failures int NOT NULL DEFAULT 0,
  failed_delivery_id uuid,
  fails_several boolean NOT NULL DEFAULT false,
  successes int NOT NULL DEFAULT 0,
  pauses int NOT NULL DEFAULT 0,
  turn_at timestamptz,
  failing_since timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  CHECK ((previous_sealed_secret IS NULL) = (previous_valid_until IS NULL))
);

CREATE TABLE event (
  id text PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  business_id uuid NOT NULL REFERENCES business,
  object_type text NOT NULL,
  object_id uuid NOT NULL,
  sequence int NOT NULL CHECK (sequence >= 1),
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Where it stands in the feed. A reader that sees only what is below the oldest running transaction never has one appear before what it has
  -- read.
  feed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- Keys for tests see test objects only, and an event belongs to the mode of its object. The product names it.
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  UNIQUE (object_id, sequence)
);
CREATE INDEX event_feed ON event (business_id, feed_xid, position) INCLUDE (created_at);
CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- An event stands behind the one before it of its object, whichever transaction began first.
CREATE FUNCTION event_in_line() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.feed_xid := greatest(pg_current_xact_id(),
    (SELECT before.feed_xid FROM public.event before WHERE before.object_id = NEW.object_id AND before.sequence = NEW.sequence - 1));
  RETURN NEW;
END $$;
CREATE TRIGGER event_in_line BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.sequence > 1) EXECUTE FUNCTION event_in_line();

CREATE TABLE delivery (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint,
  event_id text NOT NULL REFERENCES event,
  object_id uuid NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  leased_until timestamptz,
  last_status_code int,
  last_problem text,
  last_duration_ms int,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz,
  -- Attempts before a delivery was asked for again.
  earlier_attempts int NOT NULL DEFAULT 0,
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  UNIQUE (endpoint_id, event_id)
);
-- What is due is sent oldest first.
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at, position) WHERE state = 'pending';
CREATE INDEX delivery_first ON delivery (endpoint_id, object_id, position) WHERE state = 'pending' AND attempts = 0 AND earlier_attempts = 0;
-- The oldest delivery of an endpoint is found without reading its whole backlog.
CREATE INDEX delivery_backlog ON delivery (endpoint_id, position) WHERE state = 'pending';
CREATE INDEX delivery_event ON delivery (event_id);
CREATE INDEX delivery_log ON delivery (endpoint_id, created_at, id);
CREATE INDEX delivery_failed ON delivery (endpoint_id, created_at, id) WHERE state = 'failed';

-- Attempts that a merchant asks for to test a receiver; no event, no retry.
CREATE TABLE webhook_test (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoint,
  event_id text NOT NULL UNIQUE,
  type text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  last_status_code int,
  last_problem text,
  last_duration_ms int,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'))
);
CREATE INDEX webhook_test_waiting ON webhook_test (created_at) WHERE state = 'pending';
CREATE INDEX webhook_test_log ON webhook_test (endpoint_id, created_at, id);
