CREATE TABLE series (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  payment_method text NOT NULL CHECK (payment_method IN ('crypto', 'card')),
  customer_email text NOT NULL,
  description text,
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  -- Of crypto: the coin of its children, and whom they pay.
  asset text,
  interval text NOT NULL CHECK (interval IN ('weekly', 'biweekly', 'monthly')),
  max_periods int CHECK (max_periods > 0),
  periods_completed int NOT NULL DEFAULT 0 CHECK (periods_completed >= 0),
  state text NOT NULL CHECK (state IN ('active', 'paused', 'completed', 'cancelled')),
  -- The slot that later ones are counted from; its time is on the clock of the business.
  anchor_slot int NOT NULL CHECK (anchor_slot >= 0),
  anchor_local_time text NOT NULL,
  -- The newest slot with a child; null before the first.
  latest_slot int CHECK (latest_slot >= anchor_slot),
  next_charge_at timestamptz,
  -- When to try next: when it is due, and later after a trial that found no rate, which the sweep repeats.
  try_at timestamptz,
  beneficiary_address text,
  -- Null where the customer names one for each escrow.
  depositor_address text CHECK (depositor_address <> beneficiary_address),
  -- Of cards: the account at the processor that its children pay.
  processor_account_id text,
  event_sequence int NOT NULL DEFAULT 0,
  -- Grows with every change of the row, so that a child is opened by the terms that it was priced with.
  state_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((payment_method = 'crypto') = (asset IS NOT NULL) AND (payment_method = 'crypto') = (beneficiary_address IS NOT NULL)),
  CHECK ((payment_method = 'card') = (processor_account_id IS NOT NULL)),
  CHECK (periods_completed <= max_periods),
  CHECK ((next_charge_at IS NOT NULL) = (state = 'active')),
  CHECK ((try_at IS NULL) = (next_charge_at IS NULL)),
  CHECK ((latest_slot IS NULL) = (periods_completed = 0))
);
CREATE INDEX series_merchant ON series (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX series_business ON series (business_id, mode, created_at DESC, id DESC);
CREATE INDEX series_due ON series (try_at) WHERE try_at IS NOT NULL;

-- The children of a series: one for each period and at most one for each slot, whatever crashes.
CREATE TABLE series_period (
  series_id uuid NOT NULL REFERENCES series,
  period int NOT NULL CHECK (period > 0),
  slot int NOT NULL CHECK (slot >= 0),
  -- The child: an escrow of coins, or of a card payment.
  escrow_id uuid UNIQUE REFERENCES escrow,
  card_escrow_id uuid UNIQUE REFERENCES card_escrow,
  -- What the series asked for when the child was opened.
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (series_id, period),
  UNIQUE (series_id, slot),
  CHECK (num_nonnulls(escrow_id, card_escrow_id) = 1)
);
CREATE TRIGGER series_period_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON series_period FOR EACH STATEMENT EXECUTE FUNCTION append_only();
