-- payments: those with money that no round has taken are swept a page at a time
CREATE INDEX deposit_untaken_subject ON deposit (subject_id) WHERE subject = 'payment' AND credited_by IS NOT NULL AND intent_id IS NULL;
