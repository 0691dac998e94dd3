-- chainwatch: a replacement has the arrival of the deposit that it replaces, which is found by its transaction
ALTER TABLE observation ADD COLUMN inherited_arrival timestamptz;
CREATE INDEX deposit_tx ON deposit (chain, tx_id);

-- payments: money after the window is judged by its own rate in a detected payment too
DROP INDEX payment_late;
CREATE INDEX payment_late ON payment (id)
  WHERE state IN ('detected', 'expired') AND late_verdict IS NULL AND accepted_at IS NULL AND received_units >= due_units - tolerance_units;
-- payments: before its confirmation a payment has no parts, whoever flushed its money
UPDATE payment SET fee_units = NULL, merchant_units = NULL, network_fee_units = NULL WHERE confirmed_at IS NULL AND fee_units IS NOT NULL;
