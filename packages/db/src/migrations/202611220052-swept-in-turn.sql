-- payments: confirmed payments are swept a page at a time in the order of their ids, not always the oldest ones
DROP INDEX payment_unsigned;
CREATE INDEX payment_unsigned ON payment (id) WHERE state = 'confirmed';
