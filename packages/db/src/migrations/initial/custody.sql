-- Destinations: where the money of a payment goes, and where a refund goes

-- Frozen at creation, or when a payer names an address; a refund has terms of its own at the address of its payment.
CREATE TABLE payout_terms (
  id uuid PRIMARY KEY,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  chain text NOT NULL,
  asset text NOT NULL,
  address text NOT NULL,
  source jsonb NOT NULL,
  recipients jsonb NOT NULL,
  fee_bps int NOT NULL CHECK (fee_bps BETWEEN 0 AND 1000),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- What an escrow's payouts depend on, beside their recipients.
  conditions jsonb,
  UNIQUE (subject, subject_id),
  CHECK ((subject LIKE 'escrow%') = (conditions IS NOT NULL))
);
CREATE UNIQUE INDEX payout_terms_address ON payout_terms (chain, address) WHERE subject IN ('payment', 'escrow', 'invoice');
-- Further terms at the address of an object, such as those of its refunds.
CREATE INDEX payout_terms_further ON payout_terms (chain, address) WHERE subject NOT IN ('payment', 'escrow', 'invoice');
CREATE INDEX payout_terms_age ON payout_terms (chain, created_at);
CREATE INDEX payout_terms_refund ON payout_terms (created_at) WHERE subject IN ('refund', 'invoice_refund');
CREATE TRIGGER payout_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_terms FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What the signer has seen and checked, under a key that only it has.
CREATE TABLE payout_terms_pin (
  payout_terms_id uuid PRIMARY KEY REFERENCES payout_terms,
  business_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  usd_rate numeric NOT NULL CHECK (usd_rate > 0),
  mac bytea,
  refused text,
  pinned_at timestamptz NOT NULL,
  -- When the signer will sign for an address that was not frozen at creation, by its own count.
  usable_at timestamptz,
  CHECK ((mac IS NULL) = (refused IS NOT NULL))
);
CREATE INDEX payout_terms_pin_refused ON payout_terms_pin (payout_terms_id) WHERE refused IS NOT NULL;
CREATE TRIGGER payout_terms_pin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_terms_pin FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Every wallet that a business has ever had; `wallets_recorded` writes it, whichever role changes the business.
CREATE TABLE wallet_version (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  chain text NOT NULL,
  asset text NOT NULL,
  address text,
  created_at timestamptz NOT NULL
);
CREATE INDEX wallet_version_business ON wallet_version (business_id, position);
CREATE INDEX wallet_version_age ON wallet_version (created_at);
CREATE TRIGGER wallet_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_version FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION wallets_recorded() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN before := OLD.wallets; END IF;
  INSERT INTO public.wallet_version (business_id, mode, chain, asset, address, created_at)
  SELECT NEW.id, NEW.mode, regexp_replace(asset, '^.*_', ''), asset, NEW.wallets ->> asset, NEW.updated_at
    FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(NEW.wallets)) AS named (asset)
    WHERE before ->> asset IS DISTINCT FROM NEW.wallets ->> asset
    ORDER BY asset;
  RETURN NULL;
END $$;
CREATE TRIGGER business_wallets_recorded AFTER INSERT OR UPDATE OF wallets ON business FOR EACH ROW EXECUTE FUNCTION wallets_recorded();

CREATE FUNCTION wallet_named() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.named_wallet (chain, address) VALUES (NEW.chain, NEW.address) ON CONFLICT (address, chain) DO UPDATE SET is_contract = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_version_named AFTER INSERT ON wallet_version FOR EACH ROW WHEN (NEW.address IS NOT NULL) EXECUTE FUNCTION wallet_named();

CREATE TABLE wallet_pin (
  position bigint PRIMARY KEY REFERENCES wallet_version,
  mac bytea,
  refused text,
  pinned_at timestamptz NOT NULL,
  CHECK ((mac IS NULL) = (refused IS NOT NULL))
);
CREATE TRIGGER wallet_pin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_pin FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE address_pool (
  chain text NOT NULL,
  generation int NOT NULL,
  idx int NOT NULL,
  address text NOT NULL,
  sig bytea NOT NULL,
  claimed_by uuid UNIQUE,
  PRIMARY KEY (chain, generation, idx),
  UNIQUE (chain, address)
);
CREATE INDEX address_pool_free ON address_pool (chain, generation, idx) WHERE claimed_by IS NULL;
-- An address belongs to the object that claimed it first, for ever.
CREATE TRIGGER address_pool_claimed_once BEFORE UPDATE OF claimed_by ON address_pool FOR EACH ROW
  WHEN (OLD.claimed_by IS NOT NULL AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
  EXECUTE FUNCTION said_once('whose an address is');

-- Payouts and their transactions

CREATE TABLE spend_intent (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('forward', 'payment_refund', 'escrow_release', 'escrow_refund', 'escrow_excess', 'invoice_forward',
    'invoice_refund')),
  ref text NOT NULL,
  -- A third party that flushes a deposit contract again and again makes a leg each time: a number that runs out would stop the chain's scanner.
  leg int NOT NULL DEFAULT 0,
  lead_id uuid NOT NULL REFERENCES spend_intent,
  chain text NOT NULL,
  asset text NOT NULL,
  mode text NOT NULL,
  business_id uuid NOT NULL REFERENCES business,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  merchant_units numeric(78, 0) NOT NULL,
  fee_units numeric(78, 0) NOT NULL CHECK (fee_units >= 0),
  network_fee_units numeric(78, 0) NOT NULL CHECK (network_fee_units >= 0),
  payout_terms_id uuid NOT NULL REFERENCES payout_terms,
  state text NOT NULL CHECK (state IN ('planned', 'held', 'signed', 'broadcast', 'final', 'void')),
  hold_reason text,
  posting int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Since when it is held without a break.
  held_since timestamptz,
  -- What it was counted to have and its final flush did not move.
  short_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (short_units >= 0),
  -- The part of what its payees get that was paid in above the amount, and goes back.
  excess_units numeric(78, 0) NOT NULL DEFAULT 0 CHECK (excess_units >= 0),
  UNIQUE (purpose, ref, leg),
  CONSTRAINT spend_intent_split CHECK (merchant_units + fee_units + network_fee_units + short_units = amount)
);
CREATE INDEX spend_intent_waiting ON spend_intent (chain, asset, created_at) WHERE state IN ('planned', 'held');
CREATE INDEX spend_intent_lead ON spend_intent (lead_id);
CREATE INDEX spend_intent_due ON spend_intent (chain, state DESC, updated_at) WHERE state IN ('planned', 'held');
-- An incremental check of the invariants must not read what is old.
CREATE INDEX spend_intent_settled ON spend_intent (updated_at) WHERE state = 'final';
CREATE INDEX spend_intent_unsettled ON spend_intent (id) WHERE state <> 'final';
CREATE TRIGGER spend_intent_paid_once BEFORE UPDATE OF amount, merchant_units, fee_units, network_fee_units ON spend_intent FOR EACH ROW
  WHEN (OLD.state = 'final' AND (NEW.amount, NEW.merchant_units, NEW.fee_units, NEW.network_fee_units)
    IS DISTINCT FROM (OLD.amount, OLD.merchant_units, OLD.fee_units, OLD.network_fee_units))
  EXECUTE FUNCTION said_once('what a payout has paid');

CREATE TABLE spend_attempt (
  intent_id uuid NOT NULL REFERENCES spend_intent,
  n smallint NOT NULL,
  chain text NOT NULL,
  handle text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  raw bytea NOT NULL,
  fee numeric(78, 0),
  platform_paid boolean NOT NULL,
  supersedes smallint,
  state text NOT NULL CHECK (state IN ('signed', 'broadcast', 'final', 'superseded', 'dead')),
  height int,
  block_hash text,
  succeeded boolean,
  proof jsonb,
  last_problem text,
  sent_height int,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What a merchant owed from fees too small to pay, and a transaction pays the platform besides its own fee.
  taken_back numeric(78, 0) NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
  -- Where a node first refused it whatever its fee, and none has taken it since.
  refused_height int,
  -- Since when it lies unmined, and why it was not replaced.
  first_sent_height int,
  tried_height int,
  stuck_reason text,
  stuck_since timestamptz,
  -- How often a reorganisation has reversed its gas.
  posting int NOT NULL DEFAULT 0,
  PRIMARY KEY (intent_id, n),
  CHECK (n = 0 OR supersedes IS NOT NULL),
  CHECK (state <> 'dead' OR proof IS NOT NULL),
  CONSTRAINT spend_attempt_stuck CHECK ((stuck_reason IS NULL) = (stuck_since IS NULL))
);
CREATE UNIQUE INDEX spend_attempt_live ON spend_attempt (intent_id) WHERE state NOT IN ('superseded', 'dead');
CREATE UNIQUE INDEX spend_attempt_handle ON spend_attempt (handle) WHERE state <> 'dead';
CREATE INDEX spend_attempt_open ON spend_attempt (chain, seq) WHERE state IN ('signed', 'broadcast');
CREATE INDEX spend_attempt_final ON spend_attempt (chain, height) WHERE state = 'final';
CREATE INDEX spend_attempt_superseded ON spend_attempt (chain, intent_id) WHERE state = 'superseded';
CREATE INDEX spend_attempt_dead ON spend_attempt (handle) WHERE state = 'dead';

-- What an attempt consumes, as the node spells it: outputs, by their transaction and number, or the nonce of a sender. Attempts of one lead share
-- inputs when one replaces the other; those of several do not, by the keys of `nonce_slot` and `utxo_lock`.
CREATE TABLE attempt_input (
  intent_id uuid NOT NULL,
  n smallint NOT NULL,
  resource text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence >= 0),
  PRIMARY KEY (intent_id, n, resource, sequence),
  FOREIGN KEY (intent_id, n) REFERENCES spend_attempt
);

CREATE TABLE nonce_slot (
  chain text NOT NULL,
  sender text NOT NULL,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  -- Null for a nonce of a transaction whose attempt is forgotten.
  intent_id uuid REFERENCES spend_intent,
  PRIMARY KEY (chain, sender, nonce)
);

CREATE TABLE utxo_lock (
  chain text NOT NULL,
  txid text NOT NULL,
  vout int NOT NULL,
  intent_id uuid NOT NULL REFERENCES spend_intent,
  PRIMARY KEY (chain, txid, vout)
);

-- Policy and approvals

-- How much the signer has let leave of an asset in each hour, in US cents.
CREATE TABLE payout_velocity (
  asset text NOT NULL,
  hour timestamptz NOT NULL,
  usd_cents numeric(78, 0) NOT NULL CHECK (usd_cents >= 0),
  PRIMARY KEY (asset, hour)
);

-- What the policy has said about payouts. Each decision carries a mark that only its role can make, and a number without a gap.
CREATE TABLE policy_decision (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  seq bigint NOT NULL,
  intent_id uuid NOT NULL,
  rule text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('allow', 'hold', 'deny')),
  facts jsonb NOT NULL,
  at timestamptz NOT NULL,
  mac bytea NOT NULL,
  UNIQUE (role, seq),
  CHECK ((seq > 0) = (mac <> ''))
);
CREATE INDEX policy_decision_intent ON policy_decision (intent_id, seq DESC);
CREATE TRIGGER policy_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON policy_decision FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- How many decisions a role has made, and after which attempt each signature has one with a mark.
CREATE TABLE decision_count (
  role text PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 0),
  since_attempt bigint NOT NULL
);
INSERT INTO decision_count (role, seq, since_attempt) VALUES ('signer', 0, 0);

-- What two operators decide; each is in it once with the same terms, and no role changes a word or writes one: operators call `approve_as`.
CREATE TABLE approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('lift', 'release', 'treasury_move', 'escrow_release', 'escrow_refund')),
  subject text NOT NULL,
  terms jsonb NOT NULL,
  operator text NOT NULL CHECK (starts_with(operator, 'operator:')),
  reason text,
  at timestamptz NOT NULL,
  UNIQUE (kind, subject, terms, operator)
);
CREATE TRIGGER approval_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Who approves follows from the session, so that nobody approves under another name; null, and nothing is written, when it is not an operator's.
CREATE FUNCTION approve_as(session_id uuid, of_kind text, of_subject text, of_terms jsonb, why text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  approver CONSTANT text := 'operator:' || public.operator_of(session_id);
BEGIN
  IF approver IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.approval (kind, subject, terms, operator, reason, at)
    VALUES (of_kind, of_subject, of_terms, approver, why, now()) ON CONFLICT DO NOTHING;
  RETURN approver;
END $$;

-- Pauses

-- A row for each scope; an object gets its own when it is paused first. No role writes it: each calls `pause_set` or `pause_lift`.
CREATE TABLE pause (
  scope text PRIMARY KEY,
  paused_at timestamptz,
  paused_by text,
  reason text,
  -- An approval is about a pause with the reasons it had then, so a further reason makes a revision that no operator has approved.
  revision int NOT NULL DEFAULT 0,
  CHECK ((paused_at IS NULL) = (reason IS NULL) AND (paused_at IS NULL) = (paused_by IS NULL))
);
INSERT INTO pause (scope)
SELECT unnest(ARRAY['global', 'cards', 'chain:BTC', 'chain:BCH', 'chain:ETH', 'chain:POL', 'chain:SOL', 'asset:BTC', 'asset:BCH', 'asset:ETH', 'asset:POL',
  'asset:SOL', 'asset:USDC_ETH', 'asset:USDC_POL', 'asset:USDC_SOL']);

-- A new merchant gets its row to pause by, though the role that registers merchants may not write that table.
CREATE FUNCTION merchant_pausable() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.pause (scope) VALUES ('merchant:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER merchant_pausable AFTER INSERT ON merchant FOR EACH ROW EXECUTE FUNCTION merchant_pausable();

-- Every role may stop payouts and none can lift a pause this way. A pause stands in line with the signers, so that a stream of signatures cannot
-- keep it waiting. It keeps every reason, so that no operator lifts it without having read them all; beyond some pages nobody reads on.
CREATE FUNCTION pause_set(wanted text, by_whom text, why text, moment timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pause', 0));
  INSERT INTO public.pause (scope)
    SELECT wanted FROM public.payment WHERE id = CASE WHEN starts_with(wanted, 'payment:') THEN substr(wanted, 9)::uuid END
    UNION ALL SELECT wanted FROM public.escrow WHERE id = CASE WHEN starts_with(wanted, 'escrow:') THEN substr(wanted, 8)::uuid END
    UNION ALL SELECT wanted FROM public.invoice WHERE id = CASE WHEN starts_with(wanted, 'invoice:') THEN substr(wanted, 9)::uuid END
    ON CONFLICT DO NOTHING;
  UPDATE public.pause SET
    paused_at = coalesce(paused_at, moment), paused_by = coalesce(paused_by, by_whom), revision = revision + 1,
    reason = CASE
      WHEN reason IS NULL THEN why
      WHEN position(why IN reason) > 0 OR length(reason) > 4000 THEN reason
      ELSE reason || '; ' || why
    END
    WHERE scope = wanted;
  RETURN FOUND;
END $$;

-- Operators approve that a pause is lifted, and the signer lifts it; without two approvals it cannot.
CREATE FUNCTION pause_lift(wanted text) RETURNS boolean STRICT
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.pause SET paused_at = NULL, paused_by = NULL, reason = NULL
    WHERE scope = wanted AND paused_at IS NOT NULL AND (SELECT count(DISTINCT operator) FROM public.approval
      WHERE kind = 'lift' AND subject = scope AND terms = jsonb_build_object('revision', revision::text)) >= 2;
  RETURN FOUND;
END $$;

-- No operator approves a pause that is yet to come.
CREATE FUNCTION approval_of_pause() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.pause
    WHERE scope = NEW.subject AND paused_at IS NOT NULL AND NEW.terms = jsonb_build_object('revision', revision::text)) THEN
    RAISE EXCEPTION '% is not paused as it was, look again', NEW.subject USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_of_pause BEFORE INSERT ON approval FOR EACH ROW WHEN (NEW.kind = 'lift') EXECUTE FUNCTION approval_of_pause();

-- Recovery of a database that was restored from a backup

-- How far the signer's file outside this database knows its attempts; none above it is sent.
CREATE TABLE broadcast_high_water (
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  seq bigint NOT NULL CHECK (seq >= 0)
);
INSERT INTO broadcast_high_water (seq) VALUES (0);

-- The chain role is told when a transaction may be sent, which is when the mark has passed it.
CREATE FUNCTION attempts_released() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('attempt_signed', signed.chain)
    FROM (SELECT DISTINCT chain FROM spend_attempt WHERE seq > OLD.seq AND seq <= NEW.seq) AS signed;
  RETURN NULL;
END $$;
CREATE TRIGGER broadcast_high_water_moved AFTER UPDATE ON broadcast_high_water FOR EACH ROW EXECUTE FUNCTION attempts_released();

-- A rollback of the database, from its detection until the chains have told what the database had forgotten.
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

-- A transaction of ours whose attempt the database does not know any more.
CREATE TABLE unattributed_payout (
  chain text NOT NULL,
  tx_id text NOT NULL,
  recovery_id uuid NOT NULL REFERENCES recovery,
  height int NOT NULL,
  PRIMARY KEY (chain, tx_id)
);
CREATE INDEX unattributed_payout_recovery ON unattributed_payout (recovery_id);

-- Every user may call a new function, and the grants are applied only once all migrations have run. They name no triggers.
REVOKE ALL ON FUNCTION pause_set(text, text, text, timestamptz), pause_lift(text), approve_as(uuid, text, text, jsonb, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION merchant_pausable(), wallets_recorded(), wallet_named() FROM PUBLIC;
