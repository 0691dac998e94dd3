-- custody: payouts of its lead that a replacement does not pay, because they were not allowed to leave when it was signed
ALTER TABLE spend_attempt ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';
