-- chainwatch: a replacement has the arrival of the deposit that it replaces, which is found by its transaction
ALTER TABLE observation ADD COLUMN inherited_arrival timestamptz;
ALTER TABLE deposit ADD COLUMN inherited_arrival timestamptz;
CREATE INDEX deposit_tx ON deposit (chain, tx_id);

-- payments: money after the window is judged by its own rate in a detected payment too
DROP INDEX payment_late;
CREATE INDEX payment_late ON payment (id)
  WHERE state IN ('detected', 'expired') AND late_verdict IS NULL AND accepted_at IS NULL AND received_units >= due_units - tolerance_units;
-- payments: before its confirmation a payment has no parts, whoever flushed its money
UPDATE payment SET fee_units = NULL, merchant_units = NULL, network_fee_units = NULL WHERE confirmed_at IS NULL AND fee_units IS NOT NULL;
-- payments: deposits that no block ever held make nothing multiple
UPDATE payment SET exceptions = array_remove(exceptions, 'multiple') WHERE 'multiple' = ANY (exceptions) AND 2 > (
  SELECT count(DISTINCT deposit_id) FROM observation WHERE subject_id = payment.id::text AND observation.asset = payment.asset AND kind = 'included');
