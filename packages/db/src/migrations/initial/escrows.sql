-- In whose name money is held that belongs to no business, such as that of escrows without a credential. Nobody can sign in as its merchant: its
-- e-mail address is none. It has no wallets, keys or endpoints.
INSERT INTO merchant (id, email, password_hash, name, created_at)
  VALUES ('ffffffff-ffff-4fff-8fff-000000000001', 'platform', '', 'Platform', now());
INSERT INTO business (id, merchant_id, mode, name, plan, time_zone, spread_bps, tolerance_bps, payment_window_seconds, wallets, created_at, updated_at)
  VALUES ('ffffffff-ffff-4fff-8fff-000000000002', 'ffffffff-ffff-4fff-8fff-000000000001', 'live', 'Escrows without an account', 'starter', 'UTC',
    0, 0, 900, '{}', now(), now());

CREATE TABLE escrow (
  id uuid PRIMARY KEY,
  merchant_id uuid REFERENCES merchant,
  business_id uuid REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  asset text NOT NULL,
  chain text NOT NULL,
  -- Null until the depositor of a series' child names an address that the address of its contract commits to.
  address text,
  -- The contract at that address and its terms; null where an address of the signer holds the money.
  contract jsonb,
  -- The signer's signature for its outcome; null unless its settlement waits for its cost alone.
  decision jsonb CHECK (decision IS NULL OR contract IS NOT NULL),
  state text NOT NULL CHECK (state IN ('created', 'funded', 'released', 'settled', 'refunded', 'disputed', 'expired')),
  amount_units numeric(78, 0) NOT NULL CHECK (amount_units > 0),
  usd_cents numeric(78, 0) NOT NULL,
  fee_bps int NOT NULL CHECK (fee_bps BETWEEN 0 AND 1000),
  -- Null until the depositor of a series' child names it.
  depositor_address text,
  beneficiary_address text NOT NULL CHECK (beneficiary_address <> depositor_address),
  arbiter_address text,
  metadata jsonb NOT NULL,
  quote_id uuid NOT NULL REFERENCES quote,
  payout_terms_id uuid REFERENCES payout_terms,
  confirmations_required int NOT NULL,
  finality_required boolean NOT NULL,
  -- HMACs of the parties' tokens.
  release_token_hash bytea NOT NULL UNIQUE CHECK (length(release_token_hash) = 32),
  beneficiary_token_hash bytea NOT NULL UNIQUE CHECK (length(beneficiary_token_hash) = 32),
  deposited_units numeric(78, 0) NOT NULL DEFAULT 0,
  deposit_tx_id text,
  settlement_tx_id text,
  dispute_reason text,
  dispute_resolution text,
  event_sequence int NOT NULL DEFAULT 0,
  state_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When the clock moves it on; null where it never does.
  deadline_at timestamptz,
  funded_at timestamptz,
  disputed_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  settled_at timestamptz,
  UNIQUE (chain, address),
  CHECK ((business_id IS NULL) = (merchant_id IS NULL)),
  CHECK ((disputed_at IS NULL) = (dispute_reason IS NULL)),
  CHECK ((address IS NULL) = (payout_terms_id IS NULL)),
  CHECK (contract IS NULL OR (address IS NOT NULL AND depositor_address IS NOT NULL)),
  -- Without an address an escrow of a business waits for its depositor, or has ended unpaid.
  CHECK (address IS NOT NULL OR (depositor_address IS NULL AND business_id IS NOT NULL AND state IN ('created', 'expired')))
);
CREATE INDEX escrow_merchant ON escrow (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX escrow_business ON escrow (business_id, mode, created_at DESC, id DESC);
CREATE INDEX escrow_depositor ON escrow (depositor_address, mode, created_at DESC, id DESC);
CREATE INDEX escrow_beneficiary ON escrow (beneficiary_address, mode, created_at DESC, id DESC);
CREATE INDEX escrow_metadata ON escrow USING gin (metadata);
CREATE INDEX escrow_due ON escrow (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX escrow_awaiting ON escrow (asset, id) WHERE state = 'created';
CREATE INDEX escrow_disputed ON escrow (disputed_at) WHERE state = 'disputed';
CREATE INDEX escrow_in_contract ON escrow (expires_at) WHERE contract IS NOT NULL AND state IN ('funded', 'disputed', 'released');
CREATE TRIGGER escrow_depositor_named_once BEFORE UPDATE OF depositor_address ON escrow FOR EACH ROW
  WHEN (OLD.depositor_address IS NOT NULL AND OLD.depositor_address IS DISTINCT FROM NEW.depositor_address)
  EXECUTE FUNCTION said_once('the address of a depositor');
-- Only a contract waits for the address that it commits to.
CREATE TRIGGER escrow_placed_once BEFORE UPDATE OF address, contract, payout_terms_id ON escrow FOR EACH ROW
  WHEN ((OLD.address, OLD.contract, OLD.payout_terms_id) IS DISTINCT FROM (NEW.address, NEW.contract, NEW.payout_terms_id)
    AND (OLD.address IS NOT NULL OR NEW.contract IS NULL))
  EXECUTE FUNCTION said_once('where an escrow holds its money');
CREATE TRIGGER escrow_decided_once BEFORE UPDATE OF decision ON escrow FOR EACH ROW
  WHEN (OLD.decision IS NOT NULL AND OLD.decision IS DISTINCT FROM NEW.decision)
  EXECUTE FUNCTION said_once('the decision of an escrow');
ALTER TABLE email ADD FOREIGN KEY (escrow_id) REFERENCES escrow;

-- Operators decide about a dispute in two weeks, which nobody shortens by forgetting it.
CREATE TRIGGER escrow_disputed_once BEFORE UPDATE OF disputed_at ON escrow FOR EACH ROW
  WHEN (OLD.disputed_at IS NOT NULL AND NEW.disputed_at IS DISTINCT FROM OLD.disputed_at) EXECUTE FUNCTION said_once('when an escrow was disputed');

-- The one outcome of an escrow. Whoever inserts it has decided; no role changes or removes it.
CREATE TABLE settlement (
  escrow_id uuid PRIMARY KEY REFERENCES escrow,
  outcome text NOT NULL CHECK (outcome IN ('release', 'refund')),
  actor text NOT NULL CHECK (actor IN ('depositor', 'arbiter', 'system')),
  -- The depositor's token, sealed; null for what a contract has recorded by it.
  evidence bytea,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK (actor = 'depositor' OR evidence IS NULL),
  CHECK (actor <> 'system' OR outcome = 'refund')
);
CREATE TRIGGER settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The history of an escrow: each entry's hash is made over the one before it.
CREATE TABLE escrow_event (
  id uuid PRIMARY KEY,
  escrow_id uuid NOT NULL REFERENCES escrow,
  n int NOT NULL CHECK (n > 0),
  event_type text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('depositor', 'beneficiary', 'arbiter', 'system')),
  details jsonb NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL,
  UNIQUE (escrow_id, n)
);
CREATE TRIGGER escrow_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON escrow_event FOR EACH STATEMENT EXECUTE FUNCTION append_only();
