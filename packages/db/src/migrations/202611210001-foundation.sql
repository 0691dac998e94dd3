-- Refuses every change of a table whose rows are facts.
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- accounts
CREATE TABLE merchant (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  name text,
  created_at timestamptz NOT NULL
);
CREATE TABLE session (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX session_merchant ON session (merchant_id);

-- businesses
CREATE TABLE business (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  name text NOT NULL,
  description text,
  category text,
  plan text NOT NULL,
  time_zone text NOT NULL,
  spread_bps int NOT NULL CHECK (spread_bps BETWEEN 0 AND 500),
  tolerance_bps int NOT NULL CHECK (tolerance_bps BETWEEN 0 AND 2000),
  payment_window_seconds int NOT NULL CHECK (payment_window_seconds BETWEEN 60 AND 86400),
  wallets jsonb NOT NULL,
  event_sequence int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX business_merchant ON business (merchant_id, mode, created_at DESC, id DESC);
CREATE TABLE api_key (
  id text PRIMARY KEY,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  digest bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_business ON api_key (business_id, created_at DESC);
CREATE TABLE usage_counter (
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL,
  period text NOT NULL,
  current int NOT NULL CHECK (current >= 0),
  PRIMARY KEY (business_id, mode, period)
);

-- rates
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

-- ledger
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
  at timestamptz NOT NULL,
  UNIQUE (kind, ref)
);
CREATE INDEX transfer_at ON transfer (at);
CREATE TABLE entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id uuid NOT NULL REFERENCES transfer,
  account_id bigint NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount <> 0),
  FOREIGN KEY (account_id, asset) REFERENCES account (id, asset)
);
CREATE INDEX entry_transfer ON entry (transfer_id);
CREATE INDEX entry_account ON entry (account_id);
CREATE FUNCTION entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM entry WHERE transfer_id = NEW.transfer_id GROUP BY asset HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'transfer % does not balance', NEW.transfer_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER entry_balanced AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entry_balanced();
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- webhooks
CREATE TABLE webhook_endpoint (
  id uuid PRIMARY KEY,
  business_id uuid NOT NULL UNIQUE REFERENCES business,
  url text,
  sealed_secret bytea NOT NULL,
  events text[] NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
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
  UNIQUE (object_id, sequence)
);
CREATE INDEX event_feed ON event (business_id, position);
CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION append_only();
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
  UNIQUE (endpoint_id, event_id)
);
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX delivery_first ON delivery (endpoint_id, object_id, position) WHERE state = 'pending' AND attempts = 0;
CREATE INDEX delivery_event ON delivery (event_id);

-- custody
CREATE TABLE commit (
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
  UNIQUE (subject, subject_id),
  UNIQUE (chain, address)
);
CREATE INDEX commit_age ON commit (chain, created_at);
CREATE TRIGGER commit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commit FOR EACH STATEMENT EXECUTE FUNCTION append_only();
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
CREATE TABLE spend_intent (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('forward')),
  ref text NOT NULL,
  leg smallint NOT NULL DEFAULT 0,
  lead_id uuid NOT NULL REFERENCES spend_intent,
  chain text NOT NULL,
  asset text NOT NULL,
  mode text NOT NULL,
  business_id uuid NOT NULL REFERENCES business,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  merchant_units numeric(78, 0) NOT NULL,
  fee_units numeric(78, 0) NOT NULL CHECK (fee_units >= 0),
  network_fee_units numeric(78, 0) NOT NULL CHECK (network_fee_units >= 0),
  commit_id uuid NOT NULL REFERENCES commit,
  state text NOT NULL CHECK (state IN ('planned', 'held', 'signed', 'broadcast', 'final')),
  hold_reason text,
  posting int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (purpose, ref, leg),
  CONSTRAINT spend_intent_split CHECK (merchant_units + fee_units + network_fee_units = amount)
);
CREATE INDEX spend_intent_waiting ON spend_intent (chain, asset, created_at) WHERE state IN ('planned', 'held');
CREATE INDEX spend_intent_lead ON spend_intent (lead_id);
CREATE TABLE spend_attempt (
  intent_id uuid NOT NULL REFERENCES spend_intent,
  n smallint NOT NULL,
  chain text NOT NULL,
  handle text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  raw bytea NOT NULL,
  binds jsonb NOT NULL,
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
  PRIMARY KEY (intent_id, n),
  CHECK (n = 0 OR supersedes IS NOT NULL),
  CHECK (state <> 'dead' OR proof IS NOT NULL)
);
CREATE UNIQUE INDEX spend_attempt_live ON spend_attempt (intent_id) WHERE state NOT IN ('superseded', 'dead');
CREATE UNIQUE INDEX spend_attempt_handle ON spend_attempt (handle) WHERE state <> 'dead';
CREATE INDEX spend_attempt_open ON spend_attempt (chain, seq) WHERE state IN ('signed', 'broadcast');
CREATE INDEX spend_attempt_final ON spend_attempt (chain, height) WHERE state = 'final';
CREATE TABLE nonce_slot (
  chain text NOT NULL,
  sender text NOT NULL,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  intent_id uuid NOT NULL REFERENCES spend_intent,
  PRIMARY KEY (chain, sender, nonce)
);
CREATE TABLE utxo_lock (
  chain text NOT NULL,
  txid text NOT NULL,
  vout int NOT NULL,
  intent_id uuid NOT NULL REFERENCES spend_intent,
  PRIMARY KEY (chain, txid, vout)
);
CREATE FUNCTION attempt_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('attempt_signed', NEW.chain);
  RETURN NULL;
END $$;
CREATE TRIGGER spend_attempt_signed AFTER INSERT ON spend_attempt FOR EACH ROW EXECUTE FUNCTION attempt_signed();

-- chainwatch
CREATE TABLE chain_cursor (
  chain text PRIMARY KEY,
  network text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  head_height int NOT NULL,
  finalized_height int,
  lease uuid,
  leased_at timestamptz,
  caught_up_at timestamptz,
  known_until timestamptz,
  fees jsonb,
  fees_at timestamptz,
  problem text,
  problem_since timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE TABLE chain_block (
  chain text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, height)
);
CREATE TABLE watch (
  chain text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  PRIMARY KEY (chain, address)
);
CREATE TABLE deposit (
  id text PRIMARY KEY,
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text,
  token text,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  state text NOT NULL CHECK (state IN ('seen', 'included', 'gone')),
  height int,
  block_hash text,
  tx_place int,
  log_place int,
  arrived_at timestamptz NOT NULL,
  gone_at timestamptz,
  replaced boolean NOT NULL DEFAULT false,
  reorged boolean NOT NULL DEFAULT false,
  dead boolean NOT NULL DEFAULT false,
  matures_at int,
  credited_by text,
  intent_id uuid REFERENCES spend_intent,
  UNIQUE (chain, ref),
  CHECK ((state = 'included') = (height IS NOT NULL))
);
CREATE INDEX deposit_subject ON deposit (subject, subject_id);
CREATE INDEX deposit_maturing ON deposit (chain, matures_at) WHERE state = 'included' AND credited_by IS NULL;
CREATE INDEX deposit_matured ON deposit (chain, matures_at) WHERE state = 'included' AND credited_by IS NOT NULL;
CREATE INDEX deposit_unconfirmed ON deposit (chain) WHERE state = 'seen';
CREATE INDEX deposit_gone ON deposit (chain, gone_at) WHERE state = 'gone' AND NOT dead;
CREATE INDEX deposit_block ON deposit (chain, height) WHERE state = 'included';
CREATE INDEX deposit_intent ON deposit (intent_id) WHERE intent_id IS NOT NULL;
CREATE TABLE deposit_bind (
  chain text NOT NULL,
  bind text NOT NULL,
  tx_id text NOT NULL,
  rival_height int,
  PRIMARY KEY (chain, bind, tx_id)
);
CREATE INDEX deposit_bind_tx ON deposit_bind (chain, tx_id);
CREATE INDEX deposit_bind_rival ON deposit_bind (chain, rival_height) WHERE rival_height IS NOT NULL;
CREATE TABLE observation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  deposit_id text NOT NULL REFERENCES deposit,
  kind text NOT NULL,
  height int,
  block_hash text,
  at timestamptz NOT NULL
);
CREATE INDEX observation_deposit ON observation (deposit_id, id);
CREATE TRIGGER observation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON observation FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TABLE flush (
  chain text NOT NULL,
  ref text NOT NULL,
  tx_id text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  asset text NOT NULL,
  merchant_units numeric(78, 0) NOT NULL CHECK (merchant_units >= 0),
  fee_units numeric(78, 0) NOT NULL CHECK (fee_units >= 0),
  height int NOT NULL,
  block_hash text NOT NULL,
  tx_place int NOT NULL,
  log_place int NOT NULL,
  intent_id uuid UNIQUE REFERENCES spend_intent,
  problem text,
  PRIMARY KEY (chain, ref)
);
CREATE INDEX flush_unsettled ON flush (chain, height) WHERE intent_id IS NULL AND problem IS NULL;
CREATE INDEX flush_subject ON flush (subject_id, asset, height);
CREATE INDEX flush_block ON flush (chain, height);
CREATE TABLE outgoing (
  chain text NOT NULL,
  tx_id text NOT NULL,
  height int NOT NULL,
  block_hash text NOT NULL,
  committed_flush boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, tx_id)
);
CREATE INDEX outgoing_block ON outgoing (chain, height);

-- payments
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
  commit_id uuid NOT NULL REFERENCES commit,
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
  stand int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  detected_at timestamptz,
  confirmed_at timestamptz,
  forwarded_at timestamptz,
  UNIQUE (chain, address)
);
CREATE INDEX payment_business ON payment (business_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_business_state ON payment (business_id, mode, state, created_at DESC, id DESC);
CREATE INDEX payment_merchant ON payment (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX payment_open ON payment (chain, state) WHERE state IN ('detected', 'confirmed', 'forwarding');
CREATE INDEX payment_overdue ON payment (expires_at) WHERE state = 'pending';
CREATE INDEX payment_unsigned ON payment (confirmed_at) WHERE state = 'confirmed';
CREATE INDEX payment_unended ON payment (id) WHERE state IN ('pending', 'detected', 'confirmed', 'forwarding');

-- kernel
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
CREATE TABLE temporal_epoch (
  namespace text PRIMARY KEY,
  identity text NOT NULL,
  seen_at timestamptz NOT NULL
);
