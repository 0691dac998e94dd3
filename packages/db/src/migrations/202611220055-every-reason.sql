-- custody: a pause keeps every reason there was for it, so that nobody lifts it without having read them all. Beyond some pages nobody reads on.
CREATE OR REPLACE FUNCTION pause_set(wanted text, by_whom text, why text, moment timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pause', 0));
  UPDATE public.pause SET
    paused_at = coalesce(paused_at, moment), paused_by = coalesce(paused_by, by_whom), approved_by = '{}',
    reason = CASE
      WHEN reason IS NULL THEN why
      WHEN position(why IN reason) > 0 OR length(reason) > 4000 THEN reason
      ELSE reason || '; ' || why
    END
    WHERE scope = wanted;
  RETURN FOUND;
END $$;
