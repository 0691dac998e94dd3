-- webhooks: after a rotation receivers may still check with the former secret for a while
ALTER TABLE webhook_endpoint ADD COLUMN previous_sealed_secret bytea, ADD COLUMN previous_valid_until timestamptz,
  ADD CHECK ((previous_sealed_secret IS NULL) = (previous_valid_until IS NULL));
