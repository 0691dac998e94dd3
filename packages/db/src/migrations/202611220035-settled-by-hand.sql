-- custody: operators' word that a flush that moved less than was counted has moved all that there was
CREATE TABLE payout_settlement (
  intent_id uuid NOT NULL REFERENCES spend_intent,
  flush_ref text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units > 0),
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (intent_id, flush_ref, units, operator)
);
CREATE TRIGGER payout_settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_settlement FOR EACH STATEMENT EXECUTE FUNCTION append_only();
-- chainwatch: when the book was last asked about a flush that it refuses
ALTER TABLE flush ADD COLUMN tried_at timestamptz;
CREATE INDEX flush_refused ON flush (chain) WHERE problem = 'refused_by_book';
