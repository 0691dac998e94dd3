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
  refunded_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (refunded_units >= 0),
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
  CONSTRAINT payment_late_quote CHECK (late_verdict NOT IN ('good', 'poor') OR late_quote_id IS NOT NULL)
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

-- Refunds of forwarded money: the merchant pays them from its own wallet, to an address that is watched for each. The ledger knows nothing of them.
CREATE TABLE assisted_refund (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment,
  business_id uuid NOT NULL REFERENCES business,
  chain text NOT NULL,
  asset text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  fiat_minor numeric(78, 0) NOT NULL CHECK (fiat_minor >= 0),
  rate text NOT NULL CHECK (rate IN ('payment', 'current')),
  state text NOT NULL CHECK (state IN ('offered', 'named', 'paying', 'refunded', 'cancelled', 'expired')),
  reason text,
  offered_by text NOT NULL,
  offered_at timestamptz NOT NULL,
  offer_ends_at timestamptz NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  pay_token_hash bytea NOT NULL UNIQUE CHECK (length(pay_token_hash) = 32),
  address text,
  watch_key text,
  named_by text,
  named_at timestamptz,
  start_height int,
  asks boolean NOT NULL DEFAULT false,
  paid_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (paid_units BETWEEN 0 AND units),
  refunded_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  arrival_email_id uuid,
  CONSTRAINT assisted_refund_named CHECK ((address IS NULL) = (named_at IS NULL) AND (address IS NULL) = (watch_key IS NULL)
    AND (address IS NULL) = (named_by IS NULL) AND (address IS NULL) = (start_height IS NULL)),
  CONSTRAINT assisted_refund_has_address CHECK (state NOT IN ('named', 'paying', 'refunded') OR address IS NOT NULL),
  CONSTRAINT assisted_refund_end CHECK ((state IN ('cancelled', 'expired')) = (ended_at IS NOT NULL)),
  CONSTRAINT assisted_refund_whole CHECK (state <> 'refunded' OR (paid_units = units AND refunded_at IS NOT NULL))
);
CREATE INDEX assisted_refund_payment ON assisted_refund (payment_id, offered_at);
CREATE INDEX assisted_refund_watched ON assisted_refund (chain, watch_key) WHERE state IN ('named', 'paying');
CREATE INDEX assisted_refund_start ON assisted_refund (chain, start_height);
CREATE INDEX assisted_refund_lost ON assisted_refund (id) WHERE refunded_at IS NOT NULL AND state IN ('named', 'paying');
-- Each e-mail about an arrival is of one refund.
CREATE UNIQUE INDEX assisted_refund_arrival ON assisted_refund (arrival_email_id) WHERE arrival_email_id IS NOT NULL;
CREATE INDEX assisted_refund_unpaid ON assisted_refund (offer_ends_at) WHERE state IN ('offered', 'named');
CREATE TRIGGER assisted_refund_stays BEFORE DELETE OR TRUNCATE ON assisted_refund FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- A transfer to a watched address; its name on the chain survives a reorganisation, and it counts for one refund at most.
CREATE TABLE refund_transfer (
  chain text NOT NULL,
  ref text NOT NULL,
  refund_id uuid REFERENCES assisted_refund,
  tx_id text NOT NULL,
  watch_key text NOT NULL,
  asset text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  state text NOT NULL CHECK (state IN ('included', 'final', 'gone')),
  height int,
  block_hash text,
  arrived_at timestamptz NOT NULL,
  PRIMARY KEY (chain, ref),
  CONSTRAINT refund_transfer_block CHECK ((state = 'gone') = (height IS NULL) AND (height IS NULL) = (block_hash IS NULL))
);
CREATE INDEX refund_transfer_refund ON refund_transfer (refund_id);
CREATE INDEX refund_transfer_unassigned ON refund_transfer (chain, watch_key) WHERE refund_id IS NULL;
CREATE INDEX refund_transfer_height ON refund_transfer (chain, height) WHERE state <> 'gone';
CREATE INDEX refund_transfer_unsettled ON refund_transfer (chain) WHERE state = 'included' AND refund_id IS NOT NULL;
CREATE INDEX refund_transfer_gone ON refund_transfer (chain, watch_key) WHERE state = 'gone';
CREATE TRIGGER refund_transfer_stays BEFORE DELETE OR TRUNCATE ON refund_transfer FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Transactions that merchants name for their refunds; a node is asked for each until a block has it.
CREATE TABLE refund_transaction (
  refund_id uuid NOT NULL REFERENCES assisted_refund,
  tx_id text NOT NULL,
  named_by text NOT NULL,
  named_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'found', 'refused')),
  problem text,
  looks int NOT NULL DEFAULT 0 CHECK (looks >= 0),
  look_at timestamptz NOT NULL,
  PRIMARY KEY (refund_id, tx_id),
  CHECK (state <> 'refused' OR problem IS NOT NULL)
);
CREATE INDEX refund_transaction_waiting ON refund_transaction (look_at) WHERE state = 'waiting';

-- What is open or paid never exceeds what the payment received, whoever writes it. Writers of one payment follow one another.
CREATE FUNCTION assisted_refund_within() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  received numeric;
  taken numeric;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.payment_id::text, 0));
  SELECT payment.received_units - payment.returning_units INTO received FROM payment
    WHERE payment.id = NEW.payment_id AND payment.asset = NEW.asset AND payment.chain = NEW.chain AND payment.business_id = NEW.business_id;
  SELECT coalesce(sum(CASE WHEN other.state IN ('cancelled', 'expired') THEN least(other.units, (SELECT coalesce(sum(own.units), 0)
      FROM refund_transfer own WHERE own.refund_id = other.id)) ELSE other.units END), 0) INTO taken
    FROM assisted_refund other WHERE other.payment_id = NEW.payment_id AND other.id <> NEW.id;
  IF received IS NULL OR taken + NEW.units > received THEN
    RAISE EXCEPTION 'refund % is more than its payment has received', NEW.id;
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.state <> 'offered' OR NEW.paid_units <> 0 OR NEW.asks OR NEW.refunded_at IS NOT NULL OR NEW.address IS NOT NULL) THEN
    RAISE EXCEPTION 'refund % begins unpaid', NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER assisted_refund_within BEFORE INSERT ON assisted_refund FOR EACH ROW EXECUTE FUNCTION assisted_refund_within();
CREATE TRIGGER assisted_refund_within_again BEFORE UPDATE OF state ON assisted_refund FOR EACH ROW
  WHEN (OLD.state = 'expired' AND NEW.state <> 'expired') EXECUTE FUNCTION assisted_refund_within();

-- Only a role that writes what blocks show moves a refund by it, and nobody changes its terms or the address it was named.
CREATE FUNCTION assisted_refund_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (OLD.address IS NOT NULL AND (NEW.address, NEW.watch_key, NEW.named_at, NEW.start_height)
        IS DISTINCT FROM (OLD.address, OLD.watch_key, OLD.named_at, OLD.start_height))
    OR NOT (NEW.state = OLD.state OR (OLD.state, NEW.state) IN (('offered', 'named'), ('offered', 'cancelled'), ('offered', 'expired'),
      ('named', 'paying'), ('named', 'cancelled'), ('named', 'expired'), ('paying', 'refunded'), ('paying', 'named'), ('paying', 'cancelled'),
      ('refunded', 'paying'), ('refunded', 'named'), ('expired', 'offered'), ('expired', 'named'))) THEN
    RAISE EXCEPTION 'refund % stays as it is', OLD.id;
  END IF;
  IF (NEW.state IN ('paying', 'refunded') OR OLD.state = 'refunded' OR (OLD.state = 'paying' AND NEW.state <> 'cancelled'))
    AND NEW.state <> OLD.state AND NOT has_table_privilege('refund_transfer', 'INSERT') THEN
    RAISE EXCEPTION 'refund % is moved by what blocks show', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER assisted_refund_kept BEFORE UPDATE ON assisted_refund FOR EACH ROW EXECUTE FUNCTION assisted_refund_kept();
