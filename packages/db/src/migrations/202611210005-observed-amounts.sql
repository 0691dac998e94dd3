-- An observation says whose deposit it saw and how much: after a reorganisation the same place of the chain can hold somebody else's money.
ALTER TABLE observation ADD COLUMN subject_id text, ADD COLUMN asset text, ADD COLUMN units numeric(78, 0);
ALTER TABLE observation DISABLE TRIGGER observation_append_only;
UPDATE observation SET subject_id = deposit.subject_id, asset = deposit.asset, units = deposit.units
  FROM deposit WHERE deposit.id = observation.deposit_id;
ALTER TABLE observation ENABLE TRIGGER observation_append_only;
ALTER TABLE observation ALTER COLUMN subject_id SET NOT NULL, ALTER COLUMN units SET NOT NULL;
CREATE INDEX observation_subject ON observation (subject_id);
