-- custody: a replacement pays everything that is on its way in what it replaces
ALTER TABLE spend_attempt DROP COLUMN left_out;
