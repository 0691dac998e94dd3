-- payments: money that is held and offered back to who sent it
CREATE TABLE payment_return (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payment,
  business_id uuid NOT NULL REFERENCES business,
  state text NOT NULL CHECK (state IN ('offered', 'claimed', 'paying', 'returned', 'withdrawn')),
  offered_by text NOT NULL,
  offered_at timestamptz NOT NULL,
  offer_ends_at timestamptz NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  address text,
  commit_id uuid UNIQUE REFERENCES commit,
  claimed_at timestamptz,
  usable_at timestamptz,
  hold_reason text,
  ended_at timestamptz,
  end_reason text,
  CONSTRAINT payment_return_claim CHECK (
    (claimed_at IS NULL) = (commit_id IS NULL) AND (claimed_at IS NULL) = (address IS NULL) AND (claimed_at IS NULL) = (usable_at IS NULL)),
  CONSTRAINT payment_return_claimed CHECK (state NOT IN ('claimed', 'paying', 'returned') OR claimed_at IS NOT NULL),
  CONSTRAINT payment_return_end CHECK ((state IN ('returned', 'withdrawn')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_return_open ON payment_return (payment_id) WHERE state IN ('offered', 'claimed', 'paying');
CREATE INDEX payment_return_payment ON payment_return (payment_id, offered_at);
CREATE INDEX payment_return_due ON payment_return (usable_at) WHERE state = 'claimed';

-- What has ended stays so, and nobody names another address for what was claimed: it is pinned as it is.
CREATE FUNCTION payment_return_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state IN ('returned', 'withdrawn') OR (OLD.commit_id IS NOT NULL
      AND (NEW.commit_id, NEW.address, NEW.claimed_at, NEW.usable_at) IS DISTINCT FROM (OLD.commit_id, OLD.address, OLD.claimed_at, OLD.usable_at)) THEN
    RAISE EXCEPTION 'return % stays as it is', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_return_kept BEFORE UPDATE ON payment_return FOR EACH ROW EXECUTE FUNCTION payment_return_kept();
CREATE TRIGGER payment_return_stays BEFORE DELETE OR TRUNCATE ON payment_return FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- payments: what was ever planned to go back; from then on nothing completes the payment
ALTER TABLE payment ADD COLUMN returning_units numeric(78, 0) NOT NULL DEFAULT 0,
  ADD CONSTRAINT payment_returning CHECK (refunded_units <= returning_units);

-- custody: a return is committed to at the address of its payment, and paid out for a purpose of its own
ALTER TABLE commit DROP CONSTRAINT commit_chain_address_key;
CREATE UNIQUE INDEX commit_address ON commit (chain, address) WHERE subject = 'payment';
CREATE INDEX commit_return ON commit (created_at) WHERE subject = 'payment_return';
-- When the signer will sign for an address that was not frozen at creation, by its own count.
ALTER TABLE commit_pin ADD COLUMN usable_at timestamptz;
ALTER TABLE spend_intent DROP CONSTRAINT spend_intent_purpose_check;
ALTER TABLE spend_intent ADD CONSTRAINT spend_intent_purpose_check CHECK (purpose IN ('forward', 'payment_refund'));
CREATE INDEX spend_intent_refund ON spend_intent (updated_at) WHERE purpose = 'payment_refund' AND state IN ('planned', 'held');
