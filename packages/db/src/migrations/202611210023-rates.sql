-- rates: what was accepted after each cycle, whole, newest last; payments are priced by the newest and late money by the one of its arrival
CREATE TABLE rate_board (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  prices jsonb NOT NULL,
  holds jsonb NOT NULL
);
CREATE INDEX rate_board_at ON rate_board (at);
-- Old boards are removed; none is ever changed.
CREATE TRIGGER rate_board_kept BEFORE UPDATE OR TRUNCATE ON rate_board FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE FUNCTION rate_board_told() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('rates', '');
  RETURN NULL;
END $$;
CREATE TRIGGER rate_board_told AFTER INSERT ON rate_board FOR EACH STATEMENT EXECUTE FUNCTION rate_board_told();

-- when sources were last asked, by whichever process; the row is also the claim to ask
CREATE TABLE rate_turn (
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  begun_at timestamptz NOT NULL
);
INSERT INTO rate_turn (begun_at) VALUES ('epoch');

-- how each source behaves, and when it may be asked again
CREATE TABLE rate_source (
  name text PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  failures int NOT NULL CHECK (failures >= 0),
  problem text,
  rests_until timestamptz NOT NULL,
  digest text,
  same_since timestamptz,
  CONSTRAINT rate_source_problem CHECK ((problem IS NULL) = (failures = 0)),
  CONSTRAINT rate_source_digest CHECK ((digest IS NULL) = (same_since IS NULL))
);

-- an operator's word that a price is right although it lies far from the one before
CREATE TABLE rate_confirmation (
  id uuid PRIMARY KEY,
  pair text NOT NULL,
  rate numeric NOT NULL CHECK (rate > 0),
  confirmed_by text NOT NULL,
  confirmed_at timestamptz NOT NULL
);
CREATE INDEX rate_confirmation_age ON rate_confirmation (confirmed_at);
CREATE TRIGGER rate_confirmation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rate_confirmation
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();
