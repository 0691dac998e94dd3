-- accounts: a key names who made it. Of those that exist the audit log knows; the first keys of businesses name nobody.
ALTER TABLE api_key ADD COLUMN created_by text CHECK (created_by ~ '^(merchant:[0-9a-f-]{36}|key:[0-9a-z]{12})$');
UPDATE api_key SET created_by = made.actor FROM audit_entry AS made WHERE made.action = 'api_key.create' AND made.subject_id = api_key.id;
-- Which keys end with a key.
CREATE INDEX api_key_created_by ON api_key (created_by);
