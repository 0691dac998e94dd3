-- chainwatch: since when a chain calls its last final block final
ALTER TABLE chain_cursor ADD COLUMN finalized_since timestamptz;
UPDATE chain_cursor SET finalized_since = updated_at WHERE finalized_height IS NOT NULL;
-- chainwatch: money that a reorganisation took and that is not in the book again; rare, so the index is small
CREATE INDEX deposit_reorged ON deposit (subject_id) WHERE reorged AND (state <> 'included' OR credited_by IS NULL);
