-- payments: those that have expired lately, for the look at the balances of final blocks
CREATE INDEX payment_expired_lately ON payment (asset, expires_at) WHERE state = 'expired';
