-- chainwatch: since when a chain calls its last final block final
ALTER TABLE chain_cursor ADD COLUMN finalized_since timestamptz;
UPDATE chain_cursor SET finalized_since = updated_at WHERE finalized_height IS NOT NULL;
