-- chainwatch: the index of a log counts through its block, so a token transfer that a reorganisation mined again was another deposit. From here on it is
-- named after its transaction, token, receiver and number among those: what was recorded before keeps its id, by which book and observations know it, and
-- is found by its new name. What is there comes before what is gone, because it is what a block that is read again shows.
UPDATE deposit SET ref = named.ref FROM (
    SELECT id, concat_ws(':', tx_id, coalesce(token, asset), address, row_number() OVER (
      PARTITION BY chain, tx_id, coalesce(token, asset), address ORDER BY state = 'gone', split_part(ref, ':', 2)::bigint) - 1) AS ref
    FROM deposit WHERE chain IN ('ETH', 'POL') AND ref ~ '^[^:]+:[0-9]+$') AS named
  WHERE deposit.id = named.id;
-- A scanner of before would record what is known a second time; it stops at this instead.
ALTER TABLE deposit ADD CONSTRAINT deposit_ref_lasts CHECK (chain NOT IN ('ETH', 'POL') OR ref !~ '^[^:]+:[0-9]+$');
