-- Whom a business invoices.
CREATE TABLE client (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  name text NOT NULL,
  email text,
  language text,
  address jsonb CHECK (jsonb_typeof(address) = 'object'),
  tax_id text,
  electronic_address jsonb CHECK (jsonb_typeof(electronic_address) = 'object'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX client_merchant ON client (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX client_business ON client (business_id, mode, created_at DESC, id DESC);
CREATE INDEX client_words ON client USING gin (to_tsvector('simple', name || ' ' || coalesce(email, '')));

-- The last number of a business and mode, locked by whoever takes the next one.
CREATE TABLE invoice_counter (
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  last int NOT NULL CHECK (last > 0),
  PRIMARY KEY (business_id, mode)
);

-- One row for each number for ever: of an invoice, of a credit note, or of a draft that was deleted.
CREATE TABLE invoice_number (
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  number int NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  status text NOT NULL CHECK (status IN ('used', 'void')),
  object_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  PRIMARY KEY (business_id, mode, number),
  CHECK ((status = 'void') = (voided_at IS NOT NULL)),
  CHECK (kind = 'invoice' OR status = 'used')
);
-- Only the void is written later, once.
CREATE TRIGGER invoice_number_kept BEFORE DELETE OR TRUNCATE ON invoice_number FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER invoice_number_void_once BEFORE UPDATE ON invoice_number FOR EACH ROW WHEN (OLD.status = 'void')
  EXECUTE FUNCTION said_once('the void of a number');

CREATE TABLE invoice (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  number int NOT NULL,
  -- Null after its client was deleted too: an invoice that was sent has a copy.
  client_id uuid REFERENCES client ON DELETE SET NULL,
  currency text NOT NULL,
  -- With tax: the total of the lines, where it has any.
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  -- Null for cards alone.
  asset text,
  state text NOT NULL CHECK (state IN ('draft', 'sent', 'paid', 'overdue', 'cancelled')),
  -- Days as texts, where the business is.
  issue_date text CHECK (issue_date ~ '^\d{4}-\d{2}-\d{2}$'),
  service_date text CHECK (service_date ~ '^\d{4}-\d{2}-\d{2}$'),
  due_date text CHECK (due_date ~ '^\d{4}-\d{2}-\d{2}$'),
  notes text,
  language text,
  tax_exemption_reason text,
  buyer_reference text,
  wallet_id text,
  wallet_address text,
  -- From when it is sent with a coin: its address for life, by the terms that the signer holds.
  payment_address text,
  payout_terms_id uuid REFERENCES payout_terms,
  takes_cards boolean NOT NULL DEFAULT false,
  fee_bps int NOT NULL CHECK (fee_bps BETWEEN 0 AND 1000),
  -- Who invoices whom, as they were when it was sent.
  seller jsonb CHECK (jsonb_typeof(seller) = 'object'),
  buyer jsonb CHECK (jsonb_typeof(buyer) = 'object'),
  -- What both rails and the mark of the merchant have credited, never more than the amount.
  credited_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (credited_minor BETWEEN 0 AND amount_minor),
  credit_notes_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (credit_notes_minor BETWEEN 0 AND amount_minor),
  -- The part that was marked as paid outside, and who did it.
  outside_minor numeric(78, 0) CHECK (outside_minor BETWEEN 1 AND credited_minor),
  outside_note text,
  outside_by text,
  reminders_on boolean NOT NULL DEFAULT true,
  -- From then on an unpaid one is overdue.
  overdue_at timestamptz,
  sent_at timestamptz,
  viewed_at timestamptz,
  paid_at timestamptz,
  event_sequence int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (business_id, mode, number),
  FOREIGN KEY (business_id, mode, number) REFERENCES invoice_number,
  CHECK ((state = 'draft') = (sent_at IS NULL)),
  CHECK ((state = 'draft') = (seller IS NULL)),
  CHECK ((payment_address IS NULL) = (payout_terms_id IS NULL)),
  CHECK (payment_address IS NULL OR (asset IS NOT NULL AND wallet_address IS NOT NULL AND state <> 'draft')),
  CHECK (state <> 'draft' OR (credited_minor = 0 AND credit_notes_minor = 0)),
  CHECK ((state = 'paid') = (paid_at IS NOT NULL)),
  CHECK ((outside_minor IS NULL) = (outside_by IS NULL) AND (outside_note IS NULL OR outside_minor IS NOT NULL))
);
CREATE INDEX invoice_merchant ON invoice (merchant_id, mode, created_at DESC, id DESC);
CREATE INDEX invoice_business ON invoice (business_id, mode, created_at DESC, id DESC);
CREATE INDEX invoice_business_state ON invoice (business_id, mode, state, created_at DESC, id DESC);
-- What is owed, by its age; nothing else of an invoice is read for it.
CREATE INDEX invoice_open ON invoice (business_id, mode) INCLUDE (currency, due_date, amount_minor, credited_minor, credit_notes_minor)
  WHERE state IN ('sent', 'overdue');
-- Paid beyond what is asked for after credit notes.
CREATE INDEX invoice_overpaid ON invoice (business_id, mode) WHERE credited_minor + credit_notes_minor > amount_minor;
CREATE INDEX invoice_buyer_words ON invoice USING gin (to_tsvector('simple', (buyer ->> 'name') || ' ' || coalesce(buyer ->> 'email', '')));
CREATE INDEX invoice_client ON invoice (client_id, created_at DESC, id DESC) WHERE client_id IS NOT NULL;
-- What falls due, and what is watched on its way.
-- Addresses whose balance is compared with what is known of them.
CREATE INDEX invoice_asked ON invoice (asset, id) WHERE state IN ('sent', 'overdue') AND payment_address IS NOT NULL;
CREATE INDEX invoice_due ON invoice (overdue_at) WHERE state = 'sent' AND overdue_at IS NOT NULL;
CREATE UNIQUE INDEX invoice_payout_terms ON invoice (payout_terms_id) WHERE payout_terms_id IS NOT NULL;
-- What an address was taken for stays so.
CREATE TRIGGER invoice_address_once BEFORE UPDATE OF payment_address ON invoice FOR EACH ROW
  WHEN (OLD.payment_address IS NOT NULL AND NEW.payment_address IS DISTINCT FROM OLD.payment_address)
  EXECUTE FUNCTION said_once('the address of an invoice');
-- Only a draft is deleted.
CREATE FUNCTION only_drafts_are_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an invoice that was sent is not deleted';
END $$;
CREATE TRIGGER invoice_kept BEFORE DELETE ON invoice FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION only_drafts_are_deleted();

-- What clients are sent: of an invoice under its id, of a credit note under its own. What stands on it is fixed when it is issued; a worker writes its
-- bytes once, and they never change.
CREATE TABLE invoice_document (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  number text NOT NULL,
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  created_at timestamptz NOT NULL,
  bytes bytea,
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  is_electronic boolean,
  written_at timestamptz,
  CHECK ((bytes IS NULL) = (written_at IS NULL) AND (bytes IS NULL) = (sha256 IS NULL) AND (bytes IS NULL) = (is_electronic IS NULL)),
  CHECK (sha256 = encode(sha256(bytes), 'hex'))
);
-- A draft that is deleted is looked for here.
CREATE INDEX invoice_document_invoice ON invoice_document (invoice_id);
CREATE INDEX invoice_document_unwritten ON invoice_document (id) WHERE bytes IS NULL;
CREATE TRIGGER invoice_document_written_once BEFORE UPDATE ON invoice_document FOR EACH ROW
  WHEN (OLD.bytes IS NOT NULL OR (NEW.id, NEW.invoice_id, NEW.number, NEW.content, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.invoice_id, OLD.number, OLD.content, OLD.created_at))
  EXECUTE FUNCTION said_once('what stands on a document');
CREATE TRIGGER invoice_document_stays BEFORE DELETE OR TRUNCATE ON invoice_document FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Letters that are sent because of time or money, each once: reminders and the notice that an invoice is paid.
CREATE TABLE invoice_letter (
  invoice_id uuid NOT NULL REFERENCES invoice,
  kind text NOT NULL CHECK (kind IN ('before', 'on', 'after', 'paid')),
  queued_at timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, kind)
);
-- What is reminded of, and what was paid lately.
CREATE INDEX invoice_reminded ON invoice (overdue_at) WHERE state IN ('sent', 'overdue') AND reminders_on;
CREATE INDEX invoice_paid_lately ON invoice (paid_at) WHERE state = 'paid';

-- Held money of an invoice goes back, or on to its merchant, in the rows of payments.
ALTER TABLE refund ADD COLUMN invoice_id uuid REFERENCES invoice,
  ADD CONSTRAINT refund_of_one CHECK (num_nonnulls(payment_id, invoice_id) = 1);
CREATE UNIQUE INDEX refund_open_of_invoice ON refund (invoice_id) WHERE state IN ('offered', 'claimed', 'paying');
CREATE INDEX refund_invoice ON refund (invoice_id, offered_at) WHERE invoice_id IS NOT NULL;
ALTER TABLE held_decision ADD COLUMN invoice_id uuid REFERENCES invoice,
  ADD CONSTRAINT held_decision_of_one CHECK (num_nonnulls(payment_id, invoice_id) = 1);
CREATE INDEX held_decision_invoice ON held_decision (invoice_id, decided_at DESC) WHERE invoice_id IS NOT NULL;
CREATE UNIQUE INDEX held_decision_one_of_invoice ON held_decision (invoice_id) WHERE state = 'waiting';
-- Deposits of invoices that wait for a decision; few, however many are paid.
CREATE INDEX deposit_suspended ON deposit (subject_id) WHERE subject = 'invoice' AND held_in LIKE 'suspense:%' AND intent_id IS NULL;

-- What its merchant says it has given back from elsewhere, such as from its own wallet or bank.
CREATE TABLE invoice_give_back (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  tx_id text,
  note text,
  given_by text NOT NULL,
  given_at timestamptz NOT NULL
);
CREATE INDEX invoice_give_back_invoice ON invoice_give_back (invoice_id, given_at);
CREATE TRIGGER invoice_give_back_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice_give_back FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE credit_note (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  business_id uuid NOT NULL REFERENCES business,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  invoice_id uuid NOT NULL REFERENCES invoice,
  number int NOT NULL,
  -- Positive: its kind says that it is given back.
  amount_minor numeric(78, 0) NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  lines jsonb NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  reason text,
  issue_date text NOT NULL CHECK (issue_date ~ '^\d{4}-\d{2}-\d{2}$'),
  created_at timestamptz NOT NULL,
  UNIQUE (business_id, mode, number),
  FOREIGN KEY (business_id, mode, number) REFERENCES invoice_number
);
CREATE INDEX credit_note_invoice ON credit_note (invoice_id, number);
CREATE TRIGGER credit_note_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_note FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What a page asked for, while it counted. A changed remainder ends one before its window is over, and nothing else of it changes but what its
-- confirmations rise to.
CREATE TABLE invoice_quote (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  quote_id uuid NOT NULL REFERENCES quote,
  -- What was open, in the smallest unit of the currency, and what that came to in base units of the coin.
  remainder_minor numeric(78, 0) NOT NULL CHECK (remainder_minor > 0),
  due_units numeric(78, 0) NOT NULL CHECK (due_units > 0),
  tolerance_units numeric(78, 0) NOT NULL CHECK (tolerance_units >= 0),
  rules_id text NOT NULL REFERENCES payment_rules,
  confirmations_required int NOT NULL CHECK (confirmations_required > 0),
  finality_required boolean NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  CHECK (valid_until >= valid_from)
);
CREATE INDEX invoice_quote_invoice ON invoice_quote (invoice_id, valid_from);

-- Money that was credited to an invoice: one row for each deposit in its inclusion, and one for each card payment.
CREATE TABLE invoice_credit (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoice,
  deposit_id text REFERENCES deposit,
  -- How often the deposit was orphaned before.
  revision int,
  card_payment_id uuid UNIQUE REFERENCES card_payment,
  -- The quote that a deposit was credited by.
  invoice_quote_id uuid REFERENCES invoice_quote,
  -- In the smallest unit of the currency: what counts for the invoice, and what a card has paid beyond what was open.
  credited_minor numeric(78, 0) NOT NULL CHECK (credited_minor >= 0),
  surplus_minor numeric(78, 0) NOT NULL DEFAULT 0 CHECK (surplus_minor >= 0),
  created_at timestamptz NOT NULL,
  -- A reorganisation has taken the deposit, and the credit with it.
  reversed_at timestamptz,
  UNIQUE (deposit_id, revision),
  CHECK (num_nonnulls(deposit_id, card_payment_id) = 1),
  CHECK ((deposit_id IS NULL) = (revision IS NULL) AND (deposit_id IS NULL) = (invoice_quote_id IS NULL))
);
CREATE UNIQUE INDEX invoice_credit_deposit ON invoice_credit (deposit_id) WHERE reversed_at IS NULL;
-- An incremental check of the invariants must not read what is old.
CREATE INDEX invoice_credit_age ON invoice_credit (created_at);
-- What a card has paid beyond what was open; few.
CREATE INDEX invoice_credit_surplus ON invoice_credit (invoice_id) WHERE surplus_minor > 0;
CREATE INDEX invoice_credit_invoice ON invoice_credit (invoice_id, created_at);

-- Whoever credits crypto has the open card pages of its invoice closed, and asks the processor for nothing else; only a role that may plan what the
-- processor moves asks for more.
CREATE FUNCTION only_pages_of_invoices_are_closed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.kind IS DISTINCT FROM 'card_close' OR NOT EXISTS (SELECT FROM card_payment WHERE id = NEW.ref AND invoice_id IS NOT NULL) THEN
    RAISE EXCEPTION '% may have only card pages of invoices closed', current_user USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER processor_task_of_crypto BEFORE INSERT ON processor_task FOR EACH ROW
  WHEN (NOT has_table_privilege('processor_intent', 'INSERT'))
  EXECUTE FUNCTION only_pages_of_invoices_are_closed();
