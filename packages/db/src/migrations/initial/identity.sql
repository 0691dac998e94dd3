-- The DID of a merchant: a did:key (Ed25519) whose private key the issuer alone can open.
CREATE TABLE did (
  merchant_id uuid PRIMARY KEY REFERENCES merchant,
  did text NOT NULL UNIQUE CHECK (did ~ '^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}$'),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  sealed_key bytea NOT NULL,
  display_name text CHECK (char_length(display_name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL
);
CREATE TRIGGER did_claimed_once BEFORE UPDATE OF merchant_id, did, public_key, created_at ON did FOR EACH ROW EXECUTE FUNCTION said_once('the DID of a merchant');

-- DIDs that merchants made elsewhere. One that its key has proven belongs to one merchant; others carry nothing.
CREATE TABLE linked_did (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  did text NOT NULL,
  is_verified boolean NOT NULL,
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  UNIQUE (merchant_id, did),
  CHECK (is_verified = (verified_at IS NOT NULL))
);
CREATE UNIQUE INDEX linked_did_proven ON linked_did (did) WHERE is_verified;
CREATE TRIGGER linked_did_proven_once BEFORE UPDATE ON linked_did FOR EACH ROW
  WHEN (OLD.is_verified OR (OLD.id, OLD.merchant_id, OLD.did, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.merchant_id, NEW.did, NEW.created_at))
  EXECUTE FUNCTION said_once('the owner of a linked DID');

-- Which merchant is which party of an escrow, once and for ever. A merchant is never both.
CREATE TABLE escrow_party (
  id uuid PRIMARY KEY,
  -- Of `escrow` or of `card_escrow`.
  escrow_id uuid NOT NULL,
  rail text NOT NULL CHECK (rail IN ('crypto', 'card')),
  role text NOT NULL CHECK (role IN ('depositor', 'beneficiary')),
  merchant_id uuid NOT NULL REFERENCES merchant,
  did text NOT NULL REFERENCES did (did),
  created_at timestamptz NOT NULL,
  CONSTRAINT escrow_party_role UNIQUE (escrow_id, role),
  CONSTRAINT escrow_party_merchant UNIQUE (escrow_id, merchant_id)
);
CREATE INDEX escrow_party_of_merchant ON escrow_party (merchant_id, created_at DESC, id DESC);
CREATE INDEX escrow_party_did ON escrow_party (did);
CREATE TRIGGER escrow_party_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON escrow_party FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- What is said about a DID. Amounts are text, as they were signed.
CREATE TABLE receipt (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('task', 'action', 'service')),
  subject_did text NOT NULL,
  -- Null for a payer that nobody has identified.
  counterparty_did text,
  -- Null for the service itself.
  author_merchant_id uuid REFERENCES merchant,
  -- Of `escrow` or of `card_escrow`; what an author has named need not exist.
  escrow_id uuid,
  category text NOT NULL,
  action_type text,
  outcome text NOT NULL,
  rating int CHECK (rating BETWEEN 1 AND 5),
  amount text,
  currency text,
  -- Null where no amount counts.
  usd_cents numeric(78, 0) CHECK (usd_cents >= 0),
  -- Base weight in hundredths.
  weight_hundredths int NOT NULL,
  -- Never public.
  task_description text CHECK (char_length(task_description) <= 2000),
  -- What was submitted; an identical receipt is recognised by it.
  content jsonb NOT NULL,
  -- What the service has written it for, once.
  source text UNIQUE,
  is_verified boolean NOT NULL,
  withdrawn_at timestamptz,
  -- The service lets one count again that it has withdrawn itself.
  withdrawn_by text CHECK (withdrawn_by IN ('operator', 'service')),
  -- Its place in the chain of its DID, and the hash that is made over the one before it.
  sequence bigint CHECK (sequence > 0),
  previous_digest bytea CHECK (octet_length(previous_digest) = 32),
  digest bytea CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL,
  UNIQUE (subject_did, sequence),
  CHECK ((kind = 'service') = (author_merchant_id IS NULL)),
  CHECK ((kind = 'service') = (source IS NOT NULL)),
  CHECK (kind <> 'task' OR (escrow_id IS NOT NULL AND rating IS NOT NULL)),
  CHECK (kind <> 'task' OR counterparty_did IS NOT NULL OR NOT is_verified),
  CHECK (subject_did <> counterparty_did OR NOT is_verified),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  CHECK ((sequence IS NULL) = (digest IS NULL)),
  CHECK (coalesce(sequence = 1, true) = (previous_digest IS NULL))
);
-- One that its author wrote without a DID never counts, and leaves room for another.
CREATE UNIQUE INDEX receipt_task_once ON receipt (escrow_id, author_merchant_id, (counterparty_did IS NULL)) WHERE kind = 'task';
-- A settled escrow gives one action receipt about a DID: those that name an escrow are economic.
CREATE UNIQUE INDEX receipt_action_once ON receipt (escrow_id, subject_did) WHERE kind = 'action' AND is_verified AND escrow_id IS NOT NULL;
CREATE INDEX receipt_subject ON receipt (subject_did, created_at DESC, id DESC);
CREATE INDEX receipt_counting ON receipt (subject_did) WHERE is_verified AND withdrawn_at IS NULL;
CREATE INDEX receipt_author ON receipt (author_merchant_id, created_at DESC, id DESC);
CREATE INDEX receipt_escrow ON receipt (escrow_id) WHERE escrow_id IS NOT NULL;
CREATE INDEX receipt_unchained ON receipt (subject_did, created_at, id) WHERE sequence IS NULL;
CREATE TRIGGER receipt_append_only BEFORE DELETE OR TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER receipt_written_once BEFORE UPDATE ON receipt FOR EACH ROW
  WHEN (to_jsonb(OLD) - ARRAY['is_verified', 'withdrawn_at', 'withdrawn_by', 'sequence', 'previous_digest', 'digest']
    IS DISTINCT FROM to_jsonb(NEW) - ARRAY['is_verified', 'withdrawn_at', 'withdrawn_by', 'sequence', 'previous_digest', 'digest'])
  EXECUTE FUNCTION said_once('a receipt');
CREATE TRIGGER receipt_chained_once BEFORE UPDATE OF sequence, previous_digest, digest ON receipt FOR EACH ROW
  WHEN (OLD.sequence IS NOT NULL AND (OLD.sequence, OLD.previous_digest, OLD.digest) IS DISTINCT FROM (NEW.sequence, NEW.previous_digest, NEW.digest))
  EXECUTE FUNCTION said_once('the place of a receipt in its chain');

-- The chain of the receipts about a DID: its length and the digest of its end.
CREATE TABLE receipt_head (
  did text PRIMARY KEY,
  length bigint NOT NULL DEFAULT 0 CHECK (length >= 0),
  digest bytea CHECK (octet_length(digest) = 32),
  CHECK ((length = 0) = (digest IS NULL))
);
CREATE FUNCTION receipt_written() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.receipt_head (did) VALUES (NEW.subject_did) ON CONFLICT (did) DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION receipt_written() FROM PUBLIC;
CREATE TRIGGER receipt_written AFTER INSERT ON receipt FOR EACH ROW EXECUTE FUNCTION receipt_written();

-- Rises whenever other receipts count for a DID than before, so that what was computed of them is known to be old. It is no part of the head: a job that
-- appends to a chain locks the head before receipts, and whatever lets one count locks that before its version.
CREATE TABLE receipt_version (
  did text PRIMARY KEY,
  version bigint NOT NULL CHECK (version > 0)
);
CREATE FUNCTION receipt_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.receipt_version (did, version) VALUES (NEW.subject_did, 1)
    ON CONFLICT (did) DO UPDATE SET version = receipt_version.version + 1;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION receipt_counted() FROM PUBLIC;
CREATE TRIGGER receipt_counted AFTER INSERT ON receipt FOR EACH ROW
  WHEN (NEW.is_verified AND NEW.withdrawn_at IS NULL) EXECUTE FUNCTION receipt_counted();
CREATE TRIGGER receipt_recounted AFTER UPDATE OF is_verified, withdrawn_at ON receipt FOR EACH ROW
  WHEN ((OLD.is_verified AND OLD.withdrawn_at IS NULL) <> (NEW.is_verified AND NEW.withdrawn_at IS NULL)) EXECUTE FUNCTION receipt_counted();

-- What the service has yet to write a receipt of, or to judge again: written in the transaction of the fact, so that nothing is lost and no settlement waits.
CREATE TABLE receipt_source (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('settlement', 'lost_dispute', 'card_payment', 'card_release', 'card_refund', 'card_dispute', 'judgement')),
  -- The escrow, the card payment, the card escrow or the card dispute.
  object_id uuid NOT NULL,
  -- Whom the receipt is about, and with whom; null where the job finds it.
  subject_did text,
  counterparty_did text,
  happened_at timestamptz NOT NULL,
  CHECK ((kind IN ('settlement', 'lost_dispute', 'card_payment')) = (subject_did IS NOT NULL))
);
CREATE INDEX receipt_source_object ON receipt_source (object_id);

-- A party that is bound when an escrow settles gets its receipt, and so does one against which operators have decided; receipts about it are judged again.
CREATE FUNCTION escrow_receipts_due() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.state = 'settled' THEN
    INSERT INTO public.receipt_source (kind, object_id, subject_did, counterparty_did, happened_at)
      SELECT 'settlement', NEW.id, one.did, other.did, NEW.updated_at FROM public.escrow_party AS one
        LEFT JOIN public.escrow_party AS other ON other.escrow_id = one.escrow_id AND other.role <> one.role
        WHERE one.escrow_id = NEW.id ORDER BY one.role;
    INSERT INTO public.receipt_source (kind, object_id, happened_at)
      SELECT 'judgement', NEW.id, NEW.updated_at WHERE EXISTS (SELECT FROM public.receipt WHERE escrow_id = NEW.id AND NOT is_verified);
  ELSE
    INSERT INTO public.receipt_source (kind, object_id, subject_did, counterparty_did, happened_at)
      SELECT 'lost_dispute', NEW.id, loser.did, winner.did, NEW.updated_at FROM public.escrow_party AS loser
        JOIN public.settlement ON settlement.escrow_id = loser.escrow_id AND settlement.actor = 'arbiter'
        LEFT JOIN public.escrow_party AS winner ON winner.escrow_id = loser.escrow_id AND winner.role <> loser.role
        WHERE loser.escrow_id = NEW.id AND loser.role = CASE NEW.state WHEN 'released' THEN 'depositor' ELSE 'beneficiary' END;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION escrow_receipts_due() FROM PUBLIC;
CREATE TRIGGER escrow_receipts_due AFTER UPDATE OF state ON escrow FOR EACH ROW
  WHEN (NEW.mode = 'live' AND NEW.state <> OLD.state
    AND (NEW.state = 'settled' OR (OLD.state = 'disputed' AND NEW.state IN ('released', 'refunded'))))
  EXECUTE FUNCTION escrow_receipts_due();

CREATE FUNCTION card_receipt_due() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.receipt_source (kind, object_id, subject_did, happened_at)
    SELECT TG_ARGV[0], NEW.id, CASE TG_ARGV[0] WHEN 'card_payment' THEN did.did END, NEW.updated_at
      FROM public.did WHERE merchant_id = NEW.merchant_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION card_receipt_due() FROM PUBLIC;
CREATE TRIGGER card_payment_receipt_due AFTER UPDATE OF captured_at ON card_payment FOR EACH ROW
  WHEN (NEW.mode = 'live' AND OLD.captured_at IS NULL AND NEW.captured_at IS NOT NULL) EXECUTE FUNCTION card_receipt_due('card_payment');
-- All of it is given back, or some of it no more.
CREATE TRIGGER card_refund_receipt_due AFTER UPDATE OF refunded_minor ON card_payment FOR EACH ROW
  WHEN (NEW.mode = 'live' AND coalesce(OLD.refunded_minor = OLD.captured_minor, false) <> coalesce(NEW.refunded_minor = NEW.captured_minor, false))
  EXECUTE FUNCTION card_receipt_due('card_refund');
-- The processor has the transfer, so it cannot refuse it any more.
CREATE TRIGGER card_escrow_receipt_due AFTER UPDATE OF processor_transfer_id ON card_escrow FOR EACH ROW
  WHEN (NEW.mode = 'live' AND OLD.processor_transfer_id IS NULL AND NEW.processor_transfer_id IS NOT NULL)
  EXECUTE FUNCTION card_receipt_due('card_release');
-- An inquiry is no dispute yet.
CREATE TRIGGER card_dispute_receipt_due AFTER INSERT ON card_dispute FOR EACH ROW
  WHEN (NEW.mode = 'live' AND NEW.phase <> 'quiet') EXECUTE FUNCTION card_receipt_due('card_dispute');
CREATE TRIGGER card_dispute_receipt_changed AFTER UPDATE OF phase ON card_dispute FOR EACH ROW
  WHEN (NEW.mode = 'live' AND NEW.phase <> OLD.phase) EXECUTE FUNCTION card_receipt_due('card_dispute');

-- Keys that sign as the service's did:web. Retired ones stay in its document.
CREATE TABLE issuer_key (
  kid text PRIMARY KEY,
  public_key bytea NOT NULL UNIQUE CHECK (octet_length(public_key) = 32),
  sealed_key bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('current', 'retired')),
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  CHECK ((state = 'retired') = (retired_at IS NOT NULL))
);
CREATE UNIQUE INDEX issuer_key_one_current ON issuer_key (state) WHERE state = 'current';

-- A list of 131 072 bits, one for each credential that it covers, as it was last signed.
CREATE TABLE status_list (
  id int PRIMARY KEY CHECK (id > 0),
  jwt text,
  signed_at timestamptz,
  -- Signed again at once, for a credential of it was revoked.
  is_due boolean NOT NULL,
  CHECK ((jwt IS NULL) = (signed_at IS NULL))
);

CREATE TABLE credential (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  did text NOT NULL,
  type text NOT NULL,
  -- What it was issued for, once; null where it may be issued again.
  source text UNIQUE,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz CHECK (expires_at > issued_at),
  list_id int NOT NULL REFERENCES status_list,
  list_index int NOT NULL CHECK (list_index BETWEEN 0 AND 131071),
  jwt text NOT NULL,
  revoked_at timestamptz,
  revoke_reason text,
  UNIQUE (list_id, list_index),
  CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);
CREATE INDEX credential_did ON credential (did, issued_at DESC, id DESC);
CREATE INDEX credential_merchant ON credential (merchant_id, issued_at DESC, id DESC);
CREATE INDEX credential_revoked ON credential (revoked_at DESC, id DESC) WHERE revoked_at IS NOT NULL;
CREATE TRIGGER credential_append_only BEFORE DELETE OR TRUNCATE ON credential FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER credential_issued_once BEFORE UPDATE ON credential FOR EACH ROW
  WHEN (OLD.revoked_at IS NOT NULL
    OR to_jsonb(OLD) - ARRAY['revoked_at', 'revoke_reason'] IS DISTINCT FROM to_jsonb(NEW) - ARRAY['revoked_at', 'revoke_reason'])
  EXECUTE FUNCTION said_once('a credential');

-- What the issuer is asked for.
CREATE TABLE issuer_request (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchant,
  kind text NOT NULL CHECK (kind IN ('claim', 'control', 'credential', 'settlement')),
  wanted jsonb NOT NULL,
  -- Only one that waits can be withdrawn, and only one that waits is taken.
  state text NOT NULL CHECK (state IN ('waiting', 'taken', 'refused', 'withdrawn')),
  calls int NOT NULL DEFAULT 0,
  try_at timestamptz,
  refusal jsonb,
  -- The credential that came of it; a claim gives none.
  credential_id uuid REFERENCES credential,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'waiting') = (try_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK (credential_id IS NULL OR state = 'taken')
);
CREATE INDEX issuer_request_due ON issuer_request ((kind = 'settlement'), try_at) WHERE try_at IS NOT NULL;
CREATE INDEX issuer_request_ended ON issuer_request (ended_at) WHERE ended_at IS NOT NULL;
