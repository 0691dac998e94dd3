CREATE TABLE business (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  name text NOT NULL,
  description text,
  category text,
  plan text NOT NULL,
  time_zone text NOT NULL,
  -- What customers read on card statements; the name where there is none.
  statement_descriptor text CHECK (char_length(statement_descriptor) BETWEEN 5 AND 22),
  spread_bps int NOT NULL CHECK (spread_bps BETWEEN 0 AND 500),
  tolerance_bps int NOT NULL CHECK (tolerance_bps BETWEEN 0 AND 2000),
  payment_window_seconds int NOT NULL CHECK (payment_window_seconds BETWEEN 60 AND 86400),
  wallets jsonb NOT NULL,
  event_sequence int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Wallets that still count although others were named, until a moment: {"ETH": {"address": "0x…", "until": "…"}}
  former_wallets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(former_wallets) = 'object'),
  -- Whom the tax office sees as the seller: {"legalName": "…", "address": {…}, "vatId": "…", …}
  tax_profile jsonb CHECK (jsonb_typeof(tax_profile) = 'object')
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
  revoked_at timestamptz,
  name text CHECK (char_length(name) BETWEEN 1 AND 100),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- The first key of a business names nobody.
  created_by text CHECK (created_by ~ '^(merchant:[0-9a-f-]{36}|key:[0-9a-z]{12})$')
);
CREATE INDEX api_key_business ON api_key (business_id, created_at DESC);
-- The active keys of a business are counted when another one is created.
CREATE INDEX api_key_active ON api_key (business_id, expires_at) WHERE revoked_at IS NULL;
-- Keys end with the key that created them.
CREATE INDEX api_key_created_by ON api_key (created_by);

CREATE TABLE usage_counter (
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL,
  period text NOT NULL,
  current int NOT NULL CHECK (current >= 0),
  -- Creations that the signer refused afterwards; the plan is charged for `current` only.
  given_back integer NOT NULL DEFAULT 0 CHECK (given_back >= 0),
  PRIMARY KEY (business_id, mode, period)
);

-- Every wallet that a merchant names, so that its chain is asked once whether it holds code there. `wallet_named` writes it.
CREATE TABLE named_wallet (
  chain text NOT NULL,
  address text NOT NULL,
  is_contract boolean,
  -- Searched by address: one is hardly ever a wallet on two chains.
  PRIMARY KEY (address, chain)
);
CREATE INDEX named_wallet_unseen ON named_wallet (chain) WHERE is_contract IS NULL;

-- What only a node can tell of an address that somebody names: it is asked here, and the reader of the chain answers.
CREATE TABLE address_question (
  chain text NOT NULL,
  address text NOT NULL,
  asked_at timestamptz NOT NULL,
  use text,
  answered_at timestamptz,
  PRIMARY KEY (address, chain),
  CHECK ((use IS NULL) = (answered_at IS NULL))
);
CREATE INDEX address_question_open ON address_question (chain, asked_at) WHERE answered_at IS NULL OR answered_at < asked_at;
CREATE INDEX address_question_age ON address_question (asked_at);
