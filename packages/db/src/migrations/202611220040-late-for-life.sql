-- payments: who was told that a payment has expired, and afterwards that it is paid, is told for its life that it was late.
UPDATE payment SET exceptions = array(
    SELECT flag FROM unnest(ARRAY['underpaid', 'overpaid', 'late', 'multiple', 'wrong_asset', 'replaced', 'reorged'])
      WITH ORDINALITY AS known (flag, place)
    WHERE flag = 'late' OR flag = ANY (payment.exceptions) ORDER BY place)
  WHERE NOT 'late' = ANY (exceptions) AND EXISTS (
    SELECT FROM event ended JOIN event paid ON paid.object_id = ended.object_id AND paid.type = 'payment.pending' AND paid.sequence > ended.sequence
    WHERE ended.object_id = payment.id AND ended.type = 'payment.expired');
-- payments: of money that came in time no rate should have been asked. What that has decided is forgotten; the sweeper judges these again.
UPDATE payment SET late_verdict = NULL, late_quote_id = NULL
  WHERE state = 'expired' AND late_verdict IS NOT NULL AND accepted_at IS NULL AND due_units - tolerance_units <= (
    SELECT sum(units) FROM deposit
    WHERE deposit.subject = 'payment' AND deposit.subject_id = payment.id::text AND deposit.asset = payment.asset
      AND deposit.state <> 'gone' AND deposit.arrived_at < payment.expires_at);
