-- payments: a return moves forward only, and what waits for a claim has none, so that nobody who owns a role shows it as less than it is
ALTER TABLE payment_return ADD CONSTRAINT payment_return_unclaimed CHECK (state <> 'offered' OR claimed_at IS NULL);

CREATE OR REPLACE FUNCTION payment_return_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.state IN ('returned', 'withdrawn') OR (OLD.commit_id IS NOT NULL
      AND (NEW.commit_id, NEW.address, NEW.claimed_at, NEW.usable_at) IS DISTINCT FROM (OLD.commit_id, OLD.address, OLD.claimed_at, OLD.usable_at))
    OR NOT (NEW.state = OLD.state OR (OLD.state, NEW.state) IN (('offered', 'claimed'), ('offered', 'withdrawn'),
      ('claimed', 'paying'), ('claimed', 'withdrawn'), ('paying', 'returned'))) THEN
    RAISE EXCEPTION 'return % stays as it is', OLD.id;
  END IF;
  RETURN NEW;
END $$;
