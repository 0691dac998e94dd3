-- The account of a business at the card processor. Without an id the processor has not opened it yet.
CREATE TABLE processor_account (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  account_id text UNIQUE,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  email text NOT NULL,
  -- As it was at the first onboarding: the call that opens the account is the same each time.
  business_name text NOT NULL,
  details_submitted boolean NOT NULL DEFAULT false,
  charges_enabled boolean NOT NULL DEFAULT false,
  payouts_enabled boolean NOT NULL DEFAULT false,
  -- What the processor still wants to know, in its words, and until when.
  requirements_due jsonb NOT NULL DEFAULT '[]',
  requirements_deadline timestamptz,
  disabled_reason text,
  -- When the processor was asked; null before its first answer. And when it is asked next without an event; null once nothing is left to do.
  as_of timestamptz,
  look_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (business_id, mode)
);
CREATE INDEX processor_account_merchant ON processor_account (merchant_id);
CREATE INDEX processor_account_due ON processor_account (look_at) WHERE look_at IS NOT NULL;
CREATE TRIGGER processor_account_id_once BEFORE UPDATE OF account_id ON processor_account FOR EACH ROW
  WHEN (OLD.account_id IS NOT NULL AND NEW.account_id IS DISTINCT FROM OLD.account_id)
  EXECUTE FUNCTION said_once('the account of a business at the processor');

CREATE TABLE card_payment (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  state text NOT NULL,
  -- Null for a direct payment.
  escrow_id uuid UNIQUE,
  -- The invoice that it pays; null for most.
  invoice_id uuid,
  -- The account that is charged, or that a released escrow pays.
  processor_account_id text NOT NULL,
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  fee_bps int NOT NULL CHECK (fee_bps BETWEEN 0 AND 1000),
  description text,
  metadata jsonb NOT NULL,
  success_url text,
  cancel_url text,
  -- Who gets the receipts, and the language of these and of the page.
  customer_email text,
  language text,
  expires_at timestamptz NOT NULL,
  -- Its page is opened afresh whenever it is asked for until then, and the end of a page does not end it.
  is_reopenable boolean NOT NULL DEFAULT false,
  -- The processor's objects, as they come to be.
  checkout_session_id text UNIQUE,
  -- Its session is complete and its bank has not paid yet, which may take days.
  is_processing boolean NOT NULL DEFAULT false,
  checkout_url text,
  payment_intent_id text UNIQUE,
  charge_id text UNIQUE,
  application_fee_id text UNIQUE,
  captured_minor numeric(78, 0),
  captured_at timestamptz,
  -- Refunds that succeeded, and those that may.
  refunded_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  pending_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  -- What disputes have withdrawn of an escrow and not given back, and the part of it that is lost.
  withdrawn_minor numeric(78, 0) NOT NULL DEFAULT 0,
  lost_minor numeric(78, 0) NOT NULL DEFAULT 0,
  -- What the platform gave back of its fee on a direct payment.
  fee_returned_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (fee_returned_minor >= 0),
  -- Its part that somebody gave back at the processor itself.
  fee_returned_elsewhere_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (fee_returned_elsewhere_minor >= 0),
  -- Why nothing is done with it until an operator has decided.
  hold_reason text,
  -- When the processor is asked about it next, should no event tell; null once nothing is left to learn.
  look_at timestamptz,
  event_sequence int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT card_payment_within_capture CHECK (refunded_minor + pending_minor <= coalesce(captured_minor, 0)),
  CHECK (captured_minor IS NULL OR captured_minor = amount_minor),
  CHECK ((captured_minor IS NULL) = (captured_at IS NULL))
);
CREATE INDEX card_payment_held ON card_payment (id) WHERE hold_reason IS NOT NULL;
CREATE INDEX card_payment_merchant ON card_payment (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX card_payment_business ON card_payment (business_id, mode, created_at DESC, id DESC);
CREATE INDEX card_payment_invoice ON card_payment (invoice_id, created_at) WHERE invoice_id IS NOT NULL;
CREATE INDEX card_payment_age ON card_payment (created_at);
CREATE INDEX card_payment_metadata ON card_payment USING gin (metadata);
CREATE INDEX card_payment_description ON card_payment USING gin (to_tsvector('simple', description));
CREATE INDEX card_payment_due ON card_payment (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE card_escrow (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL UNIQUE REFERENCES card_payment,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  state text NOT NULL,
  -- What its one release moves to the merchant, and what came back of it; the processor's transfer once it has answered.
  transferred_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (transferred_minor >= 0),
  reversed_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (reversed_minor >= 0),
  -- Its part that somebody reversed at the processor itself.
  reversed_elsewhere_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (reversed_elsewhere_minor >= 0),
  processor_transfer_id text UNIQUE,
  release_reason text,
  released_at timestamptz,
  -- When it is refunded by itself; null before its payment. And when its merchant was told that this is near.
  refund_at timestamptz,
  noticed_at timestamptz,
  state_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (reversed_minor <= transferred_minor),
  CHECK ((transferred_minor = 0) = (released_at IS NULL))
);
CREATE INDEX card_escrow_merchant ON card_escrow (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX card_escrow_business ON card_escrow (business_id, mode, created_at DESC, id DESC);
CREATE TRIGGER card_escrow_released_once BEFORE UPDATE OF transferred_minor ON card_escrow FOR EACH ROW
  WHEN (OLD.processor_transfer_id IS NOT NULL AND NEW.transferred_minor IS DISTINCT FROM OLD.transferred_minor)
  EXECUTE FUNCTION said_once('what the release of an escrow transfers');
CREATE INDEX card_escrow_due ON card_escrow (refund_at) WHERE state IN ('funded', 'partially_refunded') AND transferred_minor = 0;

CREATE TABLE card_refund (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES card_payment,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  reason text,
  state text NOT NULL,
  processor_refund_id text UNIQUE,
  -- The processor's own words, known or not.
  processor_status text,
  failure text,
  -- When the processor is asked about it next, should no event tell; null once nothing is left to learn.
  look_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX card_refund_payment ON card_refund (payment_id, created_at);
CREATE INDEX card_refund_merchant ON card_refund (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX card_refund_business ON card_refund (business_id, mode, created_at DESC, id DESC);
CREATE INDEX card_refund_due ON card_refund (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE card_dispute (
  id uuid PRIMARY KEY,
  processor_dispute_id text NOT NULL UNIQUE,
  payment_id uuid NOT NULL REFERENCES card_payment,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  status text NOT NULL,
  processor_status text NOT NULL,
  phase text NOT NULL CHECK (phase IN ('quiet', 'open', 'won', 'lost')),
  reason text NOT NULL,
  amount_minor numeric(78, 0) NOT NULL,
  -- What it has withdrawn of an escrow and not given back.
  withdrawn_minor numeric(78, 0) NOT NULL DEFAULT 0,
  currency text NOT NULL,
  evidence_due_at timestamptz,
  has_evidence boolean NOT NULL,
  submissions int NOT NULL,
  as_of timestamptz NOT NULL,
  look_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX card_dispute_payment ON card_dispute (payment_id);
CREATE INDEX card_dispute_merchant ON card_dispute (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX card_dispute_business ON card_dispute (business_id, mode, created_at DESC, id DESC);
CREATE INDEX card_dispute_due ON card_dispute (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX card_dispute_undecided ON card_dispute (evidence_due_at) WHERE phase IN ('quiet', 'open');
CREATE INDEX card_dispute_undecided_business ON card_dispute (business_id) WHERE phase IN ('quiet', 'open');

-- A file of evidence on its way to the processor; its row is gone once the processor has it or refuses it.
CREATE TABLE card_evidence_file (
  id uuid PRIMARY KEY,
  dispute_id uuid NOT NULL REFERENCES card_dispute,
  kind text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 5242880),
  created_at timestamptz NOT NULL
);
CREATE INDEX card_evidence_file_dispute ON card_evidence_file (dispute_id);

CREATE TABLE card_payout (
  id uuid PRIMARY KEY,
  processor_payout_id text NOT NULL UNIQUE,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  status text NOT NULL,
  amount_minor numeric(78, 0) NOT NULL,
  currency text NOT NULL,
  arrives_at timestamptz NOT NULL,
  failure_code text,
  as_of timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX card_payout_merchant ON card_payout (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX card_payout_business ON card_payout (business_id, mode, created_at DESC, id DESC);

-- Money that the processor moves: once for each purpose and object.
CREATE TABLE processor_intent (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('card_charge', 'card_transfer', 'card_refund', 'card_fee_refund', 'card_reversal')),
  ref uuid NOT NULL,
  payment_id uuid NOT NULL REFERENCES card_payment,
  currency text NOT NULL,
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'broadcast', 'final', 'void')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
-- One that was refused for good has moved nothing, and may be planned again.
CREATE UNIQUE INDEX processor_intent_once ON processor_intent (purpose, ref) WHERE state <> 'void';
CREATE INDEX processor_intent_ref ON processor_intent (ref, purpose);
CREATE INDEX processor_intent_payment ON processor_intent (payment_id);
CREATE INDEX processor_intent_planned ON processor_intent (updated_at) WHERE state = 'planned';
CREATE INDEX processor_intent_open ON processor_intent (created_at) WHERE state NOT IN ('final', 'void');

-- The one call of an intent, with its key and its parameters as they were before the first call. A fresh key could move money twice, so there is none.
CREATE TABLE processor_attempt (
  intent_id uuid PRIMARY KEY REFERENCES processor_intent,
  handle text NOT NULL UNIQUE,
  -- The account that it is called on; the platform's own when null.
  account_id text,
  -- The text as it was: the order of its members is that of the parameters, which are the same in every call.
  request json NOT NULL,
  state text NOT NULL CHECK (state IN ('signed', 'broadcast', 'final', 'dead')),
  calls int NOT NULL DEFAULT 0,
  first_called_at timestamptz,
  -- When it is called or looked up next; null once its outcome is known.
  try_at timestamptz,
  last_problem text,
  -- The processor's object that came of it, or the refusal that ended it.
  proof jsonb,
  CHECK ((state IN ('final', 'dead')) = (proof IS NOT NULL)),
  CHECK ((state IN ('final', 'dead')) = (try_at IS NULL))
);
CREATE INDEX processor_attempt_due ON processor_attempt (try_at) WHERE try_at IS NOT NULL;
CREATE TRIGGER processor_attempt_frozen BEFORE UPDATE OF handle, account_id, request ON processor_attempt FOR EACH ROW
  WHEN ((NEW.handle, NEW.account_id, NEW.request::text) IS DISTINCT FROM (OLD.handle, OLD.account_id, OLD.request::text))
  EXECUTE FUNCTION said_once('what the processor is asked');

-- What the processor is asked beside money: accounts, onboarding links, the end of sessions, answers to disputes.
CREATE TABLE processor_task (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  ref uuid NOT NULL,
  request jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'refused')),
  calls int NOT NULL DEFAULT 0,
  try_at timestamptz,
  problem text,
  answer jsonb,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (try_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX processor_task_due ON processor_task (try_at) WHERE try_at IS NOT NULL;
CREATE UNIQUE INDEX processor_task_page ON processor_task (ref) WHERE kind = 'card_page' AND try_at IS NOT NULL;
CREATE UNIQUE INDEX processor_task_close ON processor_task (ref) WHERE kind = 'card_close' AND try_at IS NOT NULL;
CREATE INDEX processor_task_ended ON processor_task (ended_at) WHERE ended_at IS NOT NULL;

-- What the processor has told; what is true is read from it again.
CREATE TABLE processor_event (
  -- The merchant's account that it happened on, or 'platform'.
  account_id text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  -- Kind and id of the object that changed; null where the event names none.
  object_type text,
  object_id text,
  received_at timestamptz NOT NULL,
  calls int NOT NULL DEFAULT 0,
  -- When it is worked on next; null once that is done.
  try_at timestamptz,
  outcome text,
  PRIMARY KEY (account_id, event_id)
);
CREATE INDEX processor_event_due ON processor_event (try_at) WHERE try_at IS NOT NULL;
CREATE INDEX processor_event_age ON processor_event (received_at);

-- The platform's balance at the processor, line by line, as it was read a day later: the ledger is compared with it, object by object.
CREATE TABLE processor_balance_line (
  id text PRIMARY KEY,
  -- What the ledger books for it; null for what is none of its business, like a payout to the platform's bank.
  kind text,
  -- The object that moved the balance.
  ref text NOT NULL,
  currency text NOT NULL,
  amount_minor numeric(78, 0) NOT NULL,
  -- What the processor took for itself.
  fee_minor numeric(78, 0) NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX processor_balance_line_ref ON processor_balance_line (ref);
CREATE TABLE processor_balance_day (
  starts_at timestamptz PRIMARY KEY,
  lines int NOT NULL,
  read_at timestamptz NOT NULL
);
INSERT INTO decision_count (role, seq, since_attempt) VALUES ('processor', 0, 0);
