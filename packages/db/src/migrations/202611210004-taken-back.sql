-- custody: what a merchant owed from fees too small to pay, and a transaction pays the platform besides its own fee
ALTER TABLE spend_attempt ADD COLUMN taken_back numeric(78, 0) NOT NULL DEFAULT 0 CHECK (taken_back >= 0);
