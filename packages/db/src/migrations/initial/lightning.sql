-- A wallet of a business. Its balance is that of the accounts of the ledger that its id owns.
CREATE TABLE lightning_wallet (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- The merchant's own name of it.
  wallet_id text NOT NULL CHECK (wallet_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- The part of its address before the @, for good.
  username text UNIQUE CHECK (username ~ '^[a-z0-9]{3,32}$'),
  created_at timestamptz NOT NULL,
  UNIQUE (merchant_id, mode, wallet_id)
);
CREATE INDEX lightning_wallet_merchant ON lightning_wallet (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX lightning_wallet_business ON lightning_wallet (business_id, mode, created_at DESC, id DESC);
CREATE TRIGGER lightning_wallet_username_once BEFORE UPDATE OF username ON lightning_wallet FOR EACH ROW
  WHEN (OLD.username IS NOT NULL AND NEW.username IS DISTINCT FROM OLD.username)
  EXECUTE FUNCTION said_once('the address of a Lightning wallet');

-- What the api asks the roles for that have a node: an invoice, or a send, whose payment has the same id, or what an invoice says.
CREATE TABLE lightning_request (
  id uuid PRIMARY KEY,
  node_id uuid NOT NULL REFERENCES lightning_wallet,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  kind text NOT NULL CHECK (kind IN ('invoice', 'send', 'read')),
  wanted jsonb NOT NULL,
  -- Only one that waits can be withdrawn, and only one that waits is taken.
  state text NOT NULL CHECK (state IN ('waiting', 'taken', 'refused', 'withdrawn')),
  calls int NOT NULL DEFAULT 0,
  try_at timestamptz,
  refusal jsonb,
  -- What the node has read from an invoice.
  answer jsonb,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (try_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  -- One inside the service can be refused after it was taken: its payment has failed then.
  CHECK (state <> 'refused' OR refusal IS NOT NULL),
  CHECK (state IN ('refused', 'taken') OR refusal IS NULL),
  CHECK ((kind = 'read' AND state = 'taken') = (answer IS NOT NULL))
);
CREATE INDEX lightning_request_due ON lightning_request (kind, try_at) WHERE try_at IS NOT NULL;
CREATE INDEX lightning_request_ended ON lightning_request (ended_at) WHERE ended_at IS NOT NULL;

-- Money that enters or leaves a wallet: an invoice, or a send. Amounts are millisatoshis.
CREATE TABLE lightning_payment (
  id uuid PRIMARY KEY,
  node_id uuid NOT NULL REFERENCES lightning_wallet,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  wallet_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('incoming', 'outgoing')),
  state text NOT NULL CHECK (state IN ('pending', 'settled', 'failed')),
  payment_hash text NOT NULL CHECK (payment_hash ~ '^[0-9a-f]{64}$'),
  payment_request text NOT NULL,
  amount_msat numeric(78, 0) NOT NULL CHECK (amount_msat > 0),
  -- Set aside for the fee of a send; it is the limit that the node is given too.
  reserve_msat numeric(78, 0) NOT NULL CHECK (reserve_msat >= 0),
  fee_msat numeric(78, 0) NOT NULL DEFAULT 0 CHECK (fee_msat BETWEEN 0 AND reserve_msat),
  -- Paid from one wallet of this service to another, in the ledger alone.
  is_internal boolean NOT NULL DEFAULT false,
  description text,
  -- What an outgoing one was sent to, as it was named.
  destination text,
  preimage text CHECK (preimage ~ '^[0-9a-f]{64}$'),
  -- The metadata of an LNURL pay request, byte for byte: the invoice carries its SHA-256.
  lnurl_metadata text,
  expires_at timestamptz NOT NULL,
  -- When the node is asked about it next; null once it has ended.
  look_at timestamptz,
  settled_at timestamptz,
  event_sequence int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((state = 'pending') = (look_at IS NOT NULL)),
  CHECK ((state = 'settled') = (settled_at IS NOT NULL)),
  CHECK (state = 'settled' OR preimage IS NULL),
  CHECK ((direction = 'outgoing') = (destination IS NOT NULL)),
  CHECK (direction = 'outgoing' OR reserve_msat = 0)
);
-- On the whole service a hash has one invoice, and one send that may have paid it or still may.
CREATE UNIQUE INDEX lightning_payment_invoice ON lightning_payment (payment_hash) WHERE direction = 'incoming';
CREATE UNIQUE INDEX lightning_payment_sent_once ON lightning_payment (payment_hash) WHERE direction = 'outgoing' AND state <> 'failed';
CREATE INDEX lightning_payment_hash ON lightning_payment (payment_hash, direction, created_at DESC);
CREATE INDEX lightning_payment_merchant ON lightning_payment (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX lightning_payment_business ON lightning_payment (business_id, mode, created_at DESC, id DESC);
CREATE INDEX lightning_payment_wallet ON lightning_payment (node_id, created_at DESC, id DESC);
CREATE INDEX lightning_payment_words ON lightning_payment USING gin (to_tsvector('simple', description));
CREATE INDEX lightning_payment_due ON lightning_payment (direction, look_at) WHERE look_at IS NOT NULL;
CREATE INDEX lightning_payment_sent ON lightning_payment (node_id, created_at) WHERE direction = 'outgoing';
CREATE INDEX lightning_payment_inside ON lightning_payment (node_id) WHERE is_internal AND look_at IS NOT NULL;

-- The one send of an outgoing payment, as the node is given it; one inside the service is begun, and given to no node. A hash that may still be paid has
-- one.
CREATE TABLE lightning_attempt (
  payment_id uuid PRIMARY KEY REFERENCES lightning_payment,
  payment_hash text NOT NULL,
  payment_request text NOT NULL,
  -- Only beside an invoice without an amount: the node refuses it beside one.
  amount_msat numeric(78, 0),
  fee_limit_msat numeric(78, 0) NOT NULL,
  state text NOT NULL CHECK (state IN ('signed', 'broadcast', 'final', 'dead')),
  calls int NOT NULL DEFAULT 0,
  first_called_at timestamptz,
  last_problem text,
  -- One that lasts has a workflow, which operators see; most end before.
  has_workflow boolean NOT NULL DEFAULT false,
  -- What the node has said in the end.
  proof jsonb,
  CHECK ((state IN ('final', 'dead')) = (proof IS NOT NULL)),
  CHECK ((calls = 0) = (first_called_at IS NULL))
);
CREATE UNIQUE INDEX lightning_attempt_live ON lightning_attempt (payment_hash) WHERE state <> 'dead';
CREATE INDEX lightning_attempt_unseen ON lightning_attempt (payment_id) WHERE state IN ('signed', 'broadcast') AND NOT has_workflow;
CREATE INDEX lightning_attempt_called ON lightning_attempt (first_called_at) WHERE first_called_at IS NOT NULL;
CREATE TRIGGER lightning_attempt_frozen BEFORE UPDATE OF payment_hash, payment_request, amount_msat, fee_limit_msat ON lightning_attempt FOR EACH ROW
  WHEN ((NEW.payment_hash, NEW.payment_request, NEW.amount_msat, NEW.fee_limit_msat)
    IS DISTINCT FROM (OLD.payment_hash, OLD.payment_request, OLD.amount_msat, OLD.fee_limit_msat))
  EXECUTE FUNCTION said_once('what the Lightning node is asked to pay');

-- The preimage of an invoice before it is paid.
CREATE TABLE lightning_preimage (
  payment_id uuid PRIMARY KEY REFERENCES lightning_request,
  preimage text NOT NULL CHECK (preimage ~ '^[0-9a-f]{64}$')
);

-- The node's channels as they were last listed, for operators alone.
CREATE TABLE lightning_channel (
  channel_point text PRIMARY KEY,
  peer text NOT NULL,
  capacity_sats numeric(78, 0) NOT NULL,
  local_sats numeric(78, 0) NOT NULL,
  remote_sats numeric(78, 0) NOT NULL,
  unsettled_sats numeric(78, 0) NOT NULL,
  is_active boolean NOT NULL
);

-- What our side of the node's channels holds, as it was last asked.
CREATE TABLE lightning_funds (
  name text PRIMARY KEY,
  local_msat numeric(78, 0) NOT NULL,
  unsettled_local_msat numeric(78, 0) NOT NULL,
  pending_local_msat numeric(78, 0) NOT NULL,
  remote_msat numeric(78, 0) NOT NULL,
  -- What all wallets had together, with what was reserved, at that moment.
  owed_msat numeric(78, 0) NOT NULL,
  as_of timestamptz NOT NULL,
  -- What it may hold at most, as the role that pays was told; null before that role has run.
  cap_sats numeric(78, 0)
);
INSERT INTO decision_count (role, seq, since_attempt) VALUES ('lightning', 0, 0);
INSERT INTO pause (scope) VALUES ('lightning'), ('asset:LN');
