-- custody: operators' word that people have moved coins of the treasury with a transaction that the chain calls final
CREATE TABLE treasury_move (
  chain text NOT NULL,
  tx_id text NOT NULL,
  units numeric(78, 0) NOT NULL CHECK (units >= 0),
  fee_units numeric(78, 0) NOT NULL CHECK (fee_units >= 0),
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, tx_id, units, fee_units, operator)
);
CREATE TRIGGER treasury_move_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON treasury_move FOR EACH STATEMENT EXECUTE FUNCTION append_only();
