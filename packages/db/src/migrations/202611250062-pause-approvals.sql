-- custody: operators approve that a pause is lifted, and the signer lifts it. No role writes the table itself, so none can lift without two approvals.
CREATE FUNCTION pause_approve(wanted text, by_whom text) RETURNS int STRICT
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE approvals int;
BEGIN
  UPDATE public.pause SET approved_by = CASE WHEN by_whom = ANY (approved_by) THEN approved_by ELSE approved_by || by_whom END
    WHERE scope = wanted AND paused_at IS NOT NULL
    RETURNING cardinality(approved_by) INTO approvals;
  RETURN approvals;
END $$;

CREATE FUNCTION pause_lift(wanted text) RETURNS boolean STRICT
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.pause SET paused_at = NULL, paused_by = NULL, reason = NULL, approved_by = '{}'
    WHERE scope = wanted AND paused_at IS NOT NULL AND cardinality(approved_by) >= 2;
  RETURN FOUND;
END $$;

-- Whoever may call a new function is everybody, and the table of grants is applied only once all migrations have run. It names no triggers.
REVOKE ALL ON FUNCTION pause_approve(text, text), pause_lift(text), pause_set(text, text, text, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION merchant_pausable(), wallets_committed() FROM PUBLIC;
