-- accounts: the active keys of a business are counted when another one is created
CREATE INDEX api_key_active ON api_key (business_id, expires_at) WHERE revoked_at IS NULL;
