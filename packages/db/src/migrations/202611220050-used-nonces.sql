-- chainwatch: which nonce of which account of ours a transaction has used, whoever has signed it
ALTER TABLE outgoing
  ADD COLUMN sender text,
  ADD COLUMN nonce bigint,
  ADD CONSTRAINT outgoing_used CHECK ((sender IS NULL) = (nonce IS NULL));
CREATE INDEX outgoing_nonce ON outgoing (chain, sender, nonce) WHERE sender IS NOT NULL;
