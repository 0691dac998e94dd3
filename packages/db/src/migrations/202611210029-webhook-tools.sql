-- webhooks: how an endpoint is treated, and why it is switched off when nobody asked for it.
ALTER TABLE webhook_endpoint
  ADD COLUMN IF NOT EXISTS previous_sealed_secret bytea,
  ADD COLUMN IF NOT EXISTS previous_valid_until timestamptz,
  ADD COLUMN circuit text NOT NULL DEFAULT 'closed' CHECK (circuit IN ('closed', 'open', 'half_open')),
  ADD COLUMN failures int NOT NULL DEFAULT 0,
  ADD COLUMN failed_delivery_id uuid,
  ADD COLUMN fails_several boolean NOT NULL DEFAULT false,
  ADD COLUMN successes int NOT NULL DEFAULT 0,
  ADD COLUMN pauses int NOT NULL DEFAULT 0,
  ADD COLUMN turn_at timestamptz,
  ADD COLUMN failing_since timestamptz,
  ADD COLUMN disabled_reason text CHECK (disabled_reason IN ('gone', 'failing'));
UPDATE webhook_endpoint SET disabled_reason = 'gone' WHERE disabled_at IS NOT NULL AND url <> '';

-- webhooks: attempts before a delivery was asked for again; what is due is sent oldest first.
ALTER TABLE delivery ADD COLUMN earlier_attempts int NOT NULL DEFAULT 0;
DROP INDEX delivery_due;
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at, position) WHERE state = 'pending';
DROP INDEX delivery_first;
CREATE INDEX delivery_first ON delivery (endpoint_id, object_id, position) WHERE state = 'pending' AND attempts = 0 AND earlier_attempts = 0;
CREATE INDEX delivery_log ON delivery (endpoint_id, created_at, id);

-- webhooks: attempts that a merchant asks for to try a receiver out; no event, no retry.
CREATE TABLE trial_delivery (
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
  ended_at timestamptz
);
CREATE INDEX trial_delivery_waiting ON trial_delivery (created_at) WHERE state = 'pending';
CREATE INDEX trial_delivery_log ON trial_delivery (endpoint_id, created_at, id);

-- webhooks: where an event stands in the feed. A reader that sees only what is below the oldest running transaction never has one appear
-- before what it has read. An event stands behind the one before it of its object, whichever transaction began first.
ALTER TABLE event ADD COLUMN feed_xid xid8 NOT NULL DEFAULT '3';
ALTER TABLE event ALTER COLUMN feed_xid SET DEFAULT pg_current_xact_id();
CREATE FUNCTION event_in_line() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.feed_xid := greatest(pg_current_xact_id(),
    (SELECT before.feed_xid FROM public.event before WHERE before.object_id = NEW.object_id AND before.sequence = NEW.sequence - 1));
  RETURN NEW;
END $$;
CREATE TRIGGER event_in_line BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.sequence > 1) EXECUTE FUNCTION event_in_line();
DROP INDEX event_feed;
CREATE INDEX event_feed ON event (business_id, feed_xid, position) INCLUDE (created_at);
