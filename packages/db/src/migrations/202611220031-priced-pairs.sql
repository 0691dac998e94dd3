-- rates: the pairs that a board can price at its own moment. Late money waits for the next board that prices its pair, however far away that
-- is, and is led there by the index. Boards from before this name none; they are gone within seven days.
ALTER TABLE rate_board ADD COLUMN priced text[] NOT NULL DEFAULT '{}';
CREATE INDEX rate_board_priced ON rate_board USING gin (priced);
