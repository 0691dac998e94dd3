-- chainwatch: since when a chain calls its last final block final
ALTER TABLE chain_cursor ADD COLUMN finalized_since timestamptz;
UPDATE chain_cursor SET finalized_since = updated_at WHERE finalized_height IS NOT NULL;
-- chainwatch: money that a reorganisation took and that is not in the book again; rare, so the index is small
CREATE INDEX deposit_reorged ON deposit (subject_id) WHERE reorged AND (state <> 'included' OR credited_by IS NULL);

-- What is said once stays. Rights of columns say who may say it; these, that nobody says it again.
CREATE FUNCTION said_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is said once', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
END $$;
-- custody: an address belongs to whoever claimed it first, for ever
CREATE TRIGGER address_pool_claimed_once BEFORE UPDATE OF claimed_by ON address_pool FOR EACH ROW
  WHEN (OLD.claimed_by IS NOT NULL AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
  EXECUTE FUNCTION said_once('whose an address is');
-- custody: what a final payout has paid
CREATE TRIGGER spend_intent_paid_once BEFORE UPDATE OF amount, merchant_units, fee_units, network_fee_units ON spend_intent FOR EACH ROW
  WHEN (OLD.state = 'final' AND (NEW.amount, NEW.merchant_units, NEW.fee_units, NEW.network_fee_units)
    IS DISTINCT FROM (OLD.amount, OLD.merchant_units, OLD.fee_units, OLD.network_fee_units))
  EXECUTE FUNCTION said_once('what a payout has paid');
-- chainwatch: who plans takes a deposit once. Only who writes deposits may give one to another payout: a final flush, by whomever, can prove that it
-- paid out other deposits than were planned.
CREATE TRIGGER deposit_taken_once BEFORE UPDATE OF intent_id ON deposit FOR EACH ROW
  WHEN (OLD.intent_id IS NOT NULL AND NEW.intent_id IS DISTINCT FROM OLD.intent_id AND NOT has_table_privilege('deposit', 'INSERT'))
  EXECUTE FUNCTION said_once('which payout takes a deposit');
