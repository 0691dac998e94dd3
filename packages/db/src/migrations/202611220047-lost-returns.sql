-- payments: a return that was being paid ends when a reorganisation has taken its money for good. Only who writes deposits says so, and only while nothing
-- is left that it could pay and nothing that was signed for it can be mined: nobody else calls off what is on its way.
CREATE OR REPLACE FUNCTION payment_return_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state IN ('returned', 'withdrawn') OR (OLD.commit_id IS NOT NULL
      AND (NEW.commit_id, NEW.address, NEW.claimed_at, NEW.usable_at) IS DISTINCT FROM (OLD.commit_id, OLD.address, OLD.claimed_at, OLD.usable_at))
    OR NOT (NEW.state = OLD.state OR (OLD.state, NEW.state) IN (('offered', 'claimed'), ('offered', 'withdrawn'),
      ('claimed', 'paying'), ('claimed', 'withdrawn'), ('paying', 'returned'), ('paying', 'withdrawn'))) THEN
    RAISE EXCEPTION 'return % stays as it is', OLD.id;
  END IF;
  IF (OLD.state, NEW.state) = ('paying', 'withdrawn') AND (
      NEW.end_reason IS DISTINCT FROM 'money_was_lost' OR NOT has_table_privilege('deposit', 'INSERT')
      OR EXISTS (SELECT FROM spend_intent leg WHERE leg.purpose = 'payment_refund' AND leg.ref = OLD.id::text AND (
        EXISTS (SELECT FROM deposit WHERE deposit.intent_id = leg.id)
        OR EXISTS (SELECT FROM spend_attempt live WHERE live.intent_id = leg.lead_id AND live.state IN ('signed', 'broadcast', 'final'))))) THEN
    RAISE EXCEPTION 'return % stays as it is: it is on its way', OLD.id;
  END IF;
  RETURN NEW;
END $$;
