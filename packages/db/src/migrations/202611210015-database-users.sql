-- custody: anybody may stop payouts and nobody can lift a pause this way. The first reason stays; who pauses again takes back what was asked for.
CREATE FUNCTION pause_set(wanted text, by_whom text, why text, moment timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.pause SET
    paused_at = coalesce(paused_at, moment), paused_by = coalesce(paused_by, by_whom), reason = coalesce(reason, why), approved_by = '{}'
    WHERE scope = wanted;
  RETURN FOUND;
END $$;

-- accounts: a new merchant gets its row to pause by, though who registers merchants may not write that table.
CREATE OR REPLACE FUNCTION merchant_pausable() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.pause (scope) VALUES ('merchant:' || NEW.id);
  RETURN NULL;
END $$;
