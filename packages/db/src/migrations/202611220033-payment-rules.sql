-- payments: what decides about a payment is a setting, and stays with the payment that was created under it. Rules are named after their content, so
-- equal settings are one row, and no restart or restore gives an old name another meaning.
CREATE TABLE payment_rules (
  id text PRIMARY KEY CHECK (id = left(encode(sha256(convert_to(content, 'UTF8')), 'hex'), 16)),
  content text NOT NULL CHECK (content IS JSON OBJECT),
  stored_at timestamptz NOT NULL
);
INSERT INTO payment_rules VALUES ('2b2eb8432098866f', '{"lateWindowMs":2592000000,"keptBps":9800,"toleranceQuotedUnits":1,"ceilingUsdCents":"100000000","floorUnits":{"BTC":"5000","BCH":"5000","ETH":"500000000000000","POL":"50000000000000000","SOL":"1000000","USDC_ETH":"1000000","USDC_POL":"100000","USDC_SOL":"100000"},"costMultiple":10,"bandLimitsUsdCents":["10000","100000","1000000"],"confirmationBands":{"BTC":[{"confirmations":1,"finality":false},{"confirmations":2,"finality":false},{"confirmations":3,"finality":false},{"confirmations":6,"finality":false}],"BCH":[{"confirmations":1,"finality":false},{"confirmations":3,"finality":false},{"confirmations":6,"finality":false},{"confirmations":6,"finality":false}],"ETH":[{"confirmations":12,"finality":false},{"confirmations":12,"finality":false},{"confirmations":12,"finality":false},{"confirmations":12,"finality":true}],"POL":[{"confirmations":128,"finality":false},{"confirmations":128,"finality":false},{"confirmations":128,"finality":false},{"confirmations":128,"finality":true}],"SOL":[{"confirmations":1,"finality":true},{"confirmations":1,"finality":true},{"confirmations":1,"finality":true},{"confirmations":1,"finality":true}]}}', now());

-- What is older was created under these. The default is for the api of the version before, which creates under them until it is started anew.
ALTER TABLE payment
  ADD COLUMN rules_id text NOT NULL DEFAULT '2b2eb8432098866f' REFERENCES payment_rules,
  ADD COLUMN tolerance_bps int CHECK (tolerance_bps BETWEEN 0 AND 2000);

CREATE TRIGGER payment_rules_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_rules FOR EACH STATEMENT
  EXECUTE FUNCTION said_once('by what payments are judged');
CREATE TRIGGER payment_rules_named_once BEFORE UPDATE OF rules_id, tolerance_bps ON payment FOR EACH ROW
  WHEN ((NEW.rules_id, NEW.tolerance_bps) IS DISTINCT FROM (OLD.rules_id, OLD.tolerance_bps))
  EXECUTE FUNCTION said_once('by what a payment is judged');
