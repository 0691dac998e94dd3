-- What decides about a payment is a setting, and stays with the payment that was created under it. Rules are named after their content, so equal
-- settings are one row, and no restart or restore gives an old name another meaning.
CREATE TABLE payment_rules (
  id text PRIMARY KEY CHECK (id = left(encode(sha256(convert_to(content, 'UTF8')), 'hex'), 16)),
  content text NOT NULL CHECK (content IS JSON OBJECT),
  stored_at timestamptz NOT NULL
);
CREATE TRIGGER payment_rules_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_rules FOR EACH STATEMENT
  EXECUTE FUNCTION said_once('by what payments are judged');

CREATE TABLE payment (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  asset text NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'detected', 'confirmed', 'forwarding', 'forwarded', 'expired', 'failed')),
  currency text NOT NULL,
  fiat_minor numeric(78, 0) NOT NULL CHECK (fiat_minor > 0),
  usd_cents numeric(78, 0) NOT NULL,
  due_units numeric(78, 0) NOT NULL CHECK (due_units > 0),
  tolerance_units numeric(78, 0) NOT NULL CHECK (tolerance_units >= 0),
  quote_id uuid NOT NULL REFERENCES quote,
  payout_terms_id uuid NOT NULL REFERENCES payout_terms,
  fee_bps int NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmations_required int NOT NULL,
  finality_required boolean NOT NULL,
  received_units numeric(78, 0) NOT NULL DEFAULT 0,
  refunded_units numeric(78, 0) NOT NULL DEFAULT 0,
  included_height int,
  exceptions text[] NOT NULL,
  tx_id text,
  forward_tx_id text,
  platform_tx_id text,
  fee_units numeric(78, 0),
  merchant_units numeric(78, 0),
  network_fee_units numeric(78, 0),
  description text,
  metadata jsonb NOT NULL,
  success_url text,
  cancel_url text,
  event_sequence int NOT NULL DEFAULT 0,
  state_version int NOT NULL DEFAULT 1,
  -- A digest of the status, deposits and payouts that its last event has shown.
  shown_digest text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  detected_at timestamptz,
  confirmed_at timestamptz,
  forwarded_at timestamptz,
  -- What was decided about money that came after the window.
  late_verdict text CHECK (late_verdict IN ('good', 'poor', 'too_late')),
  late_quote_id uuid REFERENCES quote,
  accepted_at timestamptz,
  -- How it became good, by its amounts at that moment.
  resolution text CHECK (resolution IN ('paid', 'tolerance', 'accepted')),
  -- What was ever planned to go back; from then on nothing completes the payment.
  returning_units numeric(78, 0) NOT NULL DEFAULT 0,
  rules_id text NOT NULL REFERENCES payment_rules,
  tolerance_bps int CHECK (tolerance_bps BETWEEN 0 AND 2000),
  UNIQUE (chain, address),
  CONSTRAINT payment_resolution CHECK ((resolution IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT payment_late_quote CHECK (late_verdict NOT IN ('good', 'poor') OR late_quote_id IS NOT NULL),
  CONSTRAINT payment_returning CHECK (refunded_units <= returning_units)
);
CREATE INDEX payment_business ON payment (business_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_business_state ON payment (business_id, mode, state, created_at DESC, id DESC);
CREATE INDEX payment_business_asset ON payment (business_id, mode, asset, created_at DESC, id DESC);
-- Payments with something to look at; few, however many are paid.
CREATE INDEX payment_unusual ON payment (business_id, mode, created_at DESC, id DESC)
  WHERE exceptions <> '{}' OR (state IN ('expired', 'failed') AND received_units > 0);
CREATE INDEX payment_merchant ON payment (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_metadata ON payment USING gin (metadata);
CREATE INDEX payment_description ON payment USING gin (to_tsvector('simple', description));
CREATE INDEX payment_open ON payment (chain, state) WHERE state IN ('detected', 'confirmed', 'forwarding');
CREATE INDEX payment_overdue ON payment (expires_at) WHERE state = 'pending';
-- Swept a page at a time in the order of their ids, not always the oldest ones.
CREATE INDEX payment_unended ON payment (id) WHERE state IN ('pending', 'detected', 'confirmed', 'forwarding');
-- Money after the window is assessed by its own rate in a detected payment too.
CREATE INDEX payment_late ON payment (id)
  WHERE state IN ('detected', 'expired') AND late_verdict IS NULL AND accepted_at IS NULL AND received_units >= due_units - tolerance_units;
-- For the scan of balances: payments that wait for coins, a page at a time, and those that have expired lately.
CREATE INDEX payment_waiting ON payment (asset, id) WHERE state IN ('pending', 'detected');
CREATE INDEX payment_expired_lately ON payment (asset, expires_at) WHERE state = 'expired';
CREATE TRIGGER payment_rules_named_once BEFORE UPDATE OF rules_id, tolerance_bps ON payment FOR EACH ROW
  WHEN ((NEW.rules_id, NEW.tolerance_bps) IS DISTINCT FROM (OLD.rules_id, OLD.tolerance_bps))
  EXECUTE FUNCTION said_once('by what a payment is judged');
CREATE TRIGGER payment_resolved_once BEFORE UPDATE OF resolution ON payment FOR EACH ROW
  WHEN (OLD.resolution IS NOT NULL AND NEW.resolution IS DISTINCT FROM OLD.resolution)
  EXECUTE FUNCTION said_once('how a payment became good');

-- Held funds that are offered back to their payer: of a payment, or of an invoice.
CREATE TABLE refund (
  id uuid PRIMARY KEY,
  payment_id uuid REFERENCES payment,
  business_id uuid NOT NULL REFERENCES business,
  state text NOT NULL CHECK (state IN ('offered', 'claimed', 'paying', 'returned', 'withdrawn')),
  offered_by text NOT NULL,
  offered_at timestamptz NOT NULL,
  offer_ends_at timestamptz NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  address text,
  payout_terms_id uuid UNIQUE REFERENCES payout_terms,
  claimed_at timestamptz,
  usable_at timestamptz,
  hold_reason text,
  ended_at timestamptz,
  end_reason text,
  CONSTRAINT refund_claim CHECK (
    (claimed_at IS NULL) = (payout_terms_id IS NULL) AND (claimed_at IS NULL) = (address IS NULL) AND (claimed_at IS NULL) = (usable_at IS NULL)),
  CONSTRAINT refund_claimed CHECK (state NOT IN ('claimed', 'paying', 'returned') OR claimed_at IS NOT NULL),
  -- An offer that waits for a claim has none, so that no role shows a refund as less than it is.
  CONSTRAINT refund_unclaimed CHECK (state <> 'offered' OR claimed_at IS NULL),
  CONSTRAINT refund_end CHECK ((state IN ('returned', 'withdrawn')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX refund_open ON refund (payment_id) WHERE state IN ('offered', 'claimed', 'paying');
CREATE INDEX refund_payment ON refund (payment_id, offered_at);
CREATE INDEX refund_due ON refund (usable_at) WHERE state = 'claimed';

-- What merchants decide about money that waits. The api cannot move a payment: it writes the decision, and a role that can carries it out.
CREATE TABLE held_decision (
  id uuid PRIMARY KEY,
  payment_id uuid REFERENCES payment,
  merchant_id uuid NOT NULL REFERENCES merchant,
  kind text NOT NULL CHECK (kind IN ('accept', 'forward')),
  seen_units numeric(78, 0) CHECK (seen_units > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'refused')),
  problem text,
  decided_at timestamptz NOT NULL,
  ended_at timestamptz,
  next_attempt_at timestamptz NOT NULL,
  attempts int NOT NULL CHECK (attempts >= 0),
  CHECK ((kind = 'accept') = (seen_units IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK ((state = 'refused') = (problem IS NOT NULL))
);
CREATE INDEX held_decision_payment ON held_decision (payment_id, decided_at DESC);
CREATE UNIQUE INDEX held_decision_one ON held_decision (payment_id) WHERE state = 'waiting';
CREATE INDEX held_decision_waiting ON held_decision (next_attempt_at) WHERE state = 'waiting';
CREATE TRIGGER held_decision_stays BEFORE DELETE OR TRUNCATE ON held_decision FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A refund moves forward only, one that has ended stays so, and no role names another address for what was claimed: it is pinned as it is.
-- One that was being paid ends when a reorganisation has taken its money for good. Only a role that writes deposits says so, and only while nothing
-- is left that it could pay and nothing that was signed for it can be mined: no other calls off what is on its way.
CREATE FUNCTION refund_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state IN ('returned', 'withdrawn') OR (OLD.payout_terms_id IS NOT NULL
      AND (NEW.payout_terms_id, NEW.address, NEW.claimed_at, NEW.usable_at)
        IS DISTINCT FROM (OLD.payout_terms_id, OLD.address, OLD.claimed_at, OLD.usable_at))
    OR NOT (NEW.state = OLD.state OR (OLD.state, NEW.state) IN (('offered', 'claimed'), ('offered', 'withdrawn'),
      ('claimed', 'paying'), ('claimed', 'withdrawn'), ('paying', 'returned'), ('paying', 'withdrawn'))) THEN
    RAISE EXCEPTION 'refund % stays as it is', OLD.id;
  END IF;
  IF (OLD.state, NEW.state) = ('paying', 'withdrawn') AND (
      NEW.end_reason IS DISTINCT FROM 'money_was_lost' OR NOT has_table_privilege('deposit', 'INSERT')
      OR EXISTS (SELECT FROM spend_intent leg WHERE leg.purpose IN ('payment_refund', 'invoice_refund') AND leg.ref = OLD.id::text AND (
        EXISTS (SELECT FROM deposit WHERE deposit.intent_id = leg.id)
        OR EXISTS (SELECT FROM spend_attempt live WHERE live.intent_id = leg.lead_id AND live.state IN ('signed', 'broadcast', 'final'))))) THEN
    RAISE EXCEPTION 'refund % stays as it is: it is on its way', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_kept BEFORE UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION refund_kept();
CREATE TRIGGER refund_stays BEFORE DELETE OR TRUNCATE ON refund FOR EACH STATEMENT EXECUTE FUNCTION append_only();
