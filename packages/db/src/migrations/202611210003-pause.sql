-- custody: what is paused; a row for each scope, so that signers and operators always have one to lock
CREATE TABLE pause (
  scope text PRIMARY KEY,
  paused_at timestamptz,
  paused_by text,
  reason text,
  approved_by text[] NOT NULL DEFAULT '{}',
  CHECK ((paused_at IS NULL) = (reason IS NULL) AND (paused_at IS NULL) = (paused_by IS NULL)),
  CHECK (paused_at IS NOT NULL OR approved_by = '{}')
);
INSERT INTO pause (scope)
SELECT unnest(ARRAY['global', 'chain:BTC', 'chain:BCH', 'chain:ETH', 'chain:POL', 'chain:SOL', 'asset:BTC', 'asset:BCH', 'asset:ETH', 'asset:POL',
  'asset:SOL', 'asset:USDC_ETH', 'asset:USDC_POL', 'asset:USDC_SOL'])
UNION ALL SELECT 'merchant:' || id FROM merchant;
CREATE FUNCTION merchant_pausable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pause (scope) VALUES ('merchant:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER merchant_pausable AFTER INSERT ON merchant FOR EACH ROW EXECUTE FUNCTION merchant_pausable();
