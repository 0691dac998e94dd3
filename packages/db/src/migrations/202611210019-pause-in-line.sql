-- custody: a pause stands in line with those who sign, so that a stream of signatures cannot keep it waiting.
CREATE OR REPLACE FUNCTION pause_set(wanted text, by_whom text, why text, moment timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pause', 0));
  UPDATE public.pause SET
    paused_at = coalesce(paused_at, moment), paused_by = coalesce(paused_by, by_whom), reason = coalesce(reason, why), approved_by = '{}'
    WHERE scope = wanted;
  RETURN FOUND;
END $$;
