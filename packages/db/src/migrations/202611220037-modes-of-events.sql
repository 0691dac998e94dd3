-- Keys for tests see test objects only (wire contract 0.5), and an event belongs to the mode of its object. Whatever was written before is live: there was
-- nothing else. The default stands for that, and for rows that a test writes by hand; the product names the mode.
ALTER TABLE event ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'));
ALTER TABLE delivery ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'));
ALTER TABLE trial_delivery ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test'));
