/** A sentence about the books that is true at every moment, and a query for the rows that break it. */
export interface BookQuery {
  readonly id: string
  readonly sentence: string
  readonly sql: string
}

/** A transfer that was not taken back: a reversal is named after what it reverses and the block whose loss was the reason. */
const STANDS = `NOT EXISTS (SELECT FROM transfer back WHERE back.kind = 'reversal' AND starts_with(back.ref, t.kind || ':' || t.ref || '@'))`

/**
 * Deposits of payments that the watcher should have credited with the newest block that it has read, by the count of blocks that the payment asks for.
 * What must be final too is due with the first block that was read after it became so.
 */
const DUE = `SELECT d.* FROM deposit d JOIN chain_cursor c ON c.chain = d.chain LEFT JOIN payment p ON p.id::text = d.subject_id
  WHERE d.subject = 'payment' AND d.state = 'included' AND d.asset IS NOT NULL AND d.credited_by IS NULL
    AND c.height - d.height + 1 >= coalesce(p.confirmations_required, 1)
    AND (p.finality_required IS NOT TRUE OR d.height <= c.final_when_read)`

/**
 * What must hold in any snapshot of the database, in the middle of a crash too.
 *
 * Three invariants cannot be looked at here. Whether the chains have what the book says (the other half of I7) is judged at the end, because while
 * blocks come no moment of the database is a moment of a chain. What rows would be if their record were told again (I14) takes the gateway's own
 * rules: its replay is run after the judgement. I9 and I10 are about money that no part of this gateway holds.
 */
export const bookQueries: readonly BookQuery[] = [
  {
    id: 'I1',
    sentence: 'a transfer sums to zero in each asset',
    sql: `SELECT transfer_id, asset, sum(amount) FROM entry GROUP BY transfer_id, asset HAVING sum(amount) <> 0`,
  },
  {
    id: 'I2',
    sentence: 'a balance is the sum of its entries, within its bounds',
    sql: `SELECT a.id, a.code, a.owner, a.bal, sum(e.amount) AS entries FROM account a LEFT JOIN entry e ON e.account_id = a.id GROUP BY a.id
      HAVING a.bal <> coalesce(sum(e.amount), 0) OR a.bal < a.floor OR a.bal > a.ceiling`,
  },
  {
    id: 'I3',
    sentence: 'the book of an asset sums to zero',
    sql: `SELECT asset, mode, sum(bal) FROM account GROUP BY asset, mode HAVING sum(bal) <> 0`,
  },
  {
    id: 'I4',
    sentence: 'entry and account have one asset',
    sql: `SELECT e.id, e.asset, a.asset AS of_account FROM entry e LEFT JOIN account a ON a.id = e.account_id WHERE a.asset IS DISTINCT FROM e.asset`,
  },
  {
    id: 'I5',
    sentence: 'a forwarded payment received what was paid out, and its settled leg is booked with that amount',
    sql: `SELECT p.id, p.received_units, p.merchant_units, p.fee_units, p.network_fee_units, i.state, i.amount, s.settled
      FROM payment p JOIN spend_intent i ON i.ref = p.id::text AND i.state = 'final'
      LEFT JOIN LATERAL (SELECT sum(e.amount) AS settled FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
        WHERE t.kind = 'settle' AND starts_with(t.ref, i.id::text) AND a.code = 'chain:inflight' AND ${STANDS}) s ON true
      WHERE (p.state = 'forwarded' AND p.received_units IS DISTINCT FROM p.merchant_units + p.fee_units + p.network_fee_units)
        OR s.settled IS DISTINCT FROM i.amount`,
  },
  {
    id: 'I6',
    sentence: 'an escrow has one outcome, and a refund takes no fee',
    sql: `SELECT ref, count(DISTINCT purpose) AS outcomes FROM spend_intent WHERE purpose IN ('escrow_release', 'escrow_refund') GROUP BY ref
      HAVING count(DISTINCT purpose) > 1 OR sum(fee_units) FILTER (WHERE purpose = 'escrow_refund') <> 0`,
  },
  {
    id: 'I7',
    sentence: 'the book has in custody what was credited, less what has left for good',
    sql: `SELECT asset, sum(booked) AS booked, sum(credited) AS credited, sum(gone) AS gone FROM (
        SELECT asset, -bal AS booked, 0 AS credited, 0 AS gone FROM account WHERE code IN ('chain:deposit', 'chain:inflight')
        UNION ALL SELECT asset, 0, units, 0 FROM deposit WHERE subject = 'payment' AND credited_by IS NOT NULL
        UNION ALL SELECT asset, 0, 0, amount FROM spend_intent WHERE state = 'final') AS parts
      GROUP BY asset HAVING sum(booked) <> sum(credited) - sum(gone)`,
  },
  {
    id: 'I8',
    sentence: 'the watcher has seen no outgoing transaction that is neither ours nor pays committed recipients',
    sql: `SELECT o.chain, o.tx_id FROM outgoing o WHERE NOT o.committed_flush AND NOT EXISTS (SELECT FROM spend_attempt s WHERE s.handle = o.tx_id)`,
  },
  {
    id: 'I11',
    sentence: 'events count 1 to n, as many as their payment knows of, and an end has its event',
    sql: `SELECT p.id, p.state, p.event_sequence, count(e.id), min(e.sequence), max(e.sequence) FROM payment p LEFT JOIN event e ON e.object_id = p.id GROUP BY p.id
      HAVING count(e.id) <> p.event_sequence OR min(e.sequence) <> 1 OR max(e.sequence) <> count(e.id)
        OR (p.state IN ('forwarded', 'expired', 'failed') AND bool_and(e.type <> 'payment.' || p.state))`,
  },
  {
    id: 'I12',
    sentence: 'usage is what was created',
    sql: `SELECT c.business_id, c.period, c.current, c.given_back FROM usage_counter c WHERE c.current + c.given_back <> (SELECT count(*) FROM payment p
      WHERE p.business_id = c.business_id AND p.mode = c.mode AND to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM') = c.period)`,
  },
  {
    id: 'I13',
    sentence: 'a deposit that is credited, or has its confirmations, is in the book once, with its own amount; a credit has its deposit',
    sql: `WITH credit AS (SELECT t.ref, -sum(e.amount) AS units FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
        WHERE t.kind = 'deposit' AND a.code = 'chain:deposit' AND ${STANDS} GROUP BY t.id)
      SELECT d.id, d.credited_by, d.units, c.ref, c.units AS booked
      FROM (SELECT * FROM deposit WHERE subject = 'payment' AND credited_by IS NOT NULL UNION ALL ${DUE}) d FULL JOIN credit c ON c.ref = d.credited_by
      WHERE d.id IS NULL OR c.ref IS NULL OR c.units <> d.units`,
  },
]
