-- accounts: a key opens what it was made for; those that exist were made for everything.
ALTER TABLE api_key ADD COLUMN name text CHECK (char_length(name) BETWEEN 1 AND 100), ADD COLUMN scopes text[] NOT NULL DEFAULT '{*}' CHECK (cardinality(scopes) > 0);
ALTER TABLE api_key ALTER COLUMN scopes DROP DEFAULT;
