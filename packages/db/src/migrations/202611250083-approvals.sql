-- custody: what two operators decide; each is in it once with the same terms, and nobody changes a word
CREATE TABLE approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('lift', 'release', 'treasury_move')),
  subject text NOT NULL,
  terms jsonb NOT NULL,
  operator text NOT NULL CHECK (starts_with(operator, 'operator:')),
  reason text,
  at timestamptz NOT NULL,
  UNIQUE (kind, subject, terms, operator)
);
CREATE TRIGGER approval_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval FOR EACH STATEMENT EXECUTE FUNCTION append_only();
INSERT INTO approval (kind, subject, terms, operator, at)
SELECT 'release', intent_id::text, jsonb_build_object('units', units::text), operator, at FROM payout_release
UNION ALL SELECT 'treasury_move', chain || ':' || tx_id, jsonb_build_object('units', units::text, 'feeUnits', fee_units::text), operator, at FROM treasury_move;
DROP TABLE payout_release, treasury_move;

-- custody: an approval is about a pause with the reasons it had then, so a further reason makes a revision that nobody has approved
DROP FUNCTION pause_approve(text, text);
ALTER TABLE pause DROP COLUMN approved_by, ADD COLUMN revision int NOT NULL DEFAULT 0;
CREATE OR REPLACE FUNCTION pause_set(wanted text, by_whom text, why text, moment timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pause', 0));
  UPDATE public.pause SET
    paused_at = coalesce(paused_at, moment), paused_by = coalesce(paused_by, by_whom), revision = revision + 1,
    reason = CASE
      WHEN reason IS NULL THEN why
      WHEN position(why IN reason) > 0 OR length(reason) > 4000 THEN reason
      ELSE reason || '; ' || why
    END
    WHERE scope = wanted;
  RETURN FOUND;
END $$;
CREATE OR REPLACE FUNCTION pause_lift(wanted text) RETURNS boolean STRICT
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE public.pause SET paused_at = NULL, paused_by = NULL, reason = NULL
    WHERE scope = wanted AND paused_at IS NOT NULL AND (SELECT count(DISTINCT operator) FROM public.approval
      WHERE kind = 'lift' AND subject = scope AND terms = jsonb_build_object('revision', revision::text)) >= 2;
  RETURN FOUND;
END $$;
-- Nobody approves a pause that is yet to come.
CREATE FUNCTION approval_of_pause() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.pause
    WHERE scope = NEW.subject AND paused_at IS NOT NULL AND NEW.terms = jsonb_build_object('revision', revision::text)) THEN
    RAISE EXCEPTION '% is not paused as it was, look again', NEW.subject USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_of_pause BEFORE INSERT ON approval FOR EACH ROW WHEN (NEW.kind = 'lift') EXECUTE FUNCTION approval_of_pause();
REVOKE ALL ON FUNCTION pause_set(text, text, text, timestamptz), pause_lift(text) FROM PUBLIC;
