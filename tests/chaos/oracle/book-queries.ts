/** An invariant of the ledger, and a query for the rows that break it. */
export interface BookQuery {
  readonly id: string
  readonly sentence: string
  readonly sql: string
}

/** An unreversed transfer. */
const STANDS = `NOT EXISTS (SELECT FROM transfer back WHERE back.reverses = t.id)`

/**
 * Deposits of payments, escrows and invoices that the scanner should have credited by its newest block, by the confirmations of their objects. Where finality is required, the
 * credit is due with the first block read after the deposit became final.
 */
const DUE = `SELECT d.* FROM deposit d JOIN chain_cursor c ON c.chain = d.chain LEFT JOIN payment p ON p.id::text = d.subject_id
  LEFT JOIN escrow w ON w.id::text = d.subject_id
  LEFT JOIN (SELECT invoice_id, max(confirmations_required) AS confirmations, bool_or(finality_required) AS finality FROM invoice_quote GROUP BY 1) q
    ON q.invoice_id::text = d.subject_id
  WHERE d.subject IN ('payment', 'escrow', 'invoice') AND d.state = 'included' AND d.asset IS NOT NULL AND d.credit_revision IS NULL
    AND c.height - d.height + 1 >= coalesce(p.confirmations_required, w.confirmations_required, q.confirmations, 1)
    AND (coalesce(p.finality_required, w.finality_required, q.finality) IS NOT TRUE OR d.height <= c.final_when_read)`

/**
 * Invariants of any snapshot of the database, also in the middle of a crash.
 *
 * Two invariants are checked elsewhere, and a half of two. The balances of the chains (the other half of I7) are judged at the end, because a running chain never matches
 * a snapshot; nor do those of the Lightning node (the other half of I9). The replay (I14) needs the gateway's own rules and runs after the judgement. I10 is
 * about whole days at the card processor.
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
    sentence: 'the balances of an asset sum to zero',
    sql: `SELECT asset, mode, sum(bal) FROM account GROUP BY asset, mode HAVING sum(bal) <> 0`,
  },
  {
    id: 'I4',
    sentence: 'entry and account have one asset',
    sql: `SELECT e.id, e.asset, a.asset AS of_account FROM entry e LEFT JOIN account a ON a.id = e.account_id WHERE a.asset IS DISTINCT FROM e.asset`,
  },
  {
    id: 'I5',
    sentence: 'a forwarded payment paid out the amount it received, and its settled leg is booked with that amount',
    sql: `SELECT p.id, p.received_units, p.merchant_units, p.fee_units, p.network_fee_units, i.state, i.amount, s.settled
      FROM payment p JOIN spend_intent i ON i.ref = p.id::text AND i.state = 'final'
      LEFT JOIN LATERAL (SELECT sum(e.amount) AS settled FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
        WHERE t.kind = 'settle' AND t.ref = i.id::text AND a.code = 'chain:inflight' AND ${STANDS}) s ON true
      WHERE (p.state = 'forwarded' AND p.received_units IS DISTINCT FROM p.merchant_units + p.fee_units + p.network_fee_units)
        OR s.settled IS DISTINCT FROM i.amount`,
  },
  {
    id: 'I6',
    sentence:
      'an escrow has one outcome, which its row and its payouts agree on, its contract before what was decided, and a refund takes no fee',
    sql: `SELECT ref, count(DISTINCT purpose) AS outcomes FROM spend_intent WHERE purpose IN ('escrow_release', 'escrow_refund') AND state <> 'void' GROUP BY ref
      HAVING count(DISTINCT purpose) > 1 OR sum(fee_units) FILTER (WHERE purpose = 'escrow_refund') <> 0
      UNION ALL SELECT w.id::text, 0 FROM escrow w LEFT JOIN settlement s ON s.escrow_id = w.id
        LEFT JOIN contract_outcome c ON c.subject = 'escrow' AND c.subject_id = w.id::text AND c.chain = w.chain AND c.is_told
      WHERE (CASE WHEN s.outcome IS NOT NULL THEN coalesce(c.outcome, s.outcome) END) IS DISTINCT FROM (CASE w.state WHEN 'released' THEN 'release' WHEN 'settled' THEN 'release' WHEN 'refunded' THEN 'refund' END)`,
  },
  {
    id: 'I7',
    sentence: 'the custody balance equals credited deposits less final payouts',
    sql: `SELECT asset, sum(booked) AS booked, sum(credited) AS credited, sum(gone) AS gone FROM (
        SELECT asset, -bal AS booked, 0 AS credited, 0 AS gone FROM account WHERE code IN ('chain:deposit', 'chain:inflight')
        UNION ALL SELECT asset, 0, units, 0 FROM deposit WHERE subject IN ('payment', 'escrow', 'invoice') AND credit_revision IS NOT NULL
        UNION ALL SELECT asset, 0, 0, amount FROM spend_intent WHERE state = 'final') AS parts
      GROUP BY asset HAVING sum(booked) <> sum(credited) - sum(gone)`,
  },
  {
    id: 'I8',
    sentence: 'every outgoing_transaction transaction that the scanner saw is ours or pays the frozen recipients',
    sql: `SELECT o.chain, o.tx_id FROM outgoing_transaction o WHERE NOT o.committed_flush AND NOT EXISTS (SELECT FROM spend_attempt s WHERE s.handle = o.tx_id)`,
  },
  {
    id: 'I9',
    sentence: 'no wallet is below 0, and each has set aside what its pending sends may take',
    sql: `SELECT owner, code, bal FROM account WHERE asset = 'LN' AND code IN ('ln:wallet', 'ln:reserve') AND bal < 0
      UNION ALL SELECT coalesce(r.owner, p.owner), 'ln:reserve', coalesce(r.bal, 0) - coalesce(p.msat, 0)
        FROM (SELECT owner, bal FROM account WHERE asset = 'LN' AND code = 'ln:reserve' AND bal <> 0) r
        FULL JOIN (SELECT node_id::text AS owner, sum(amount_msat + reserve_msat) AS msat FROM lightning_payment
          WHERE direction = 'outgoing' AND state = 'pending' AND NOT is_internal GROUP BY 1) p ON p.owner = r.owner
        WHERE coalesce(r.bal, 0) <> coalesce(p.msat, 0)`,
  },
  {
    id: 'I11',
    sentence: 'events are numbered 1 to n, n is the payment’s event sequence, and an end has its event',
    sql: `SELECT p.id, p.state, p.event_sequence, count(e.id), min(e.sequence), max(e.sequence) FROM payment p LEFT JOIN event e ON e.object_id = p.id GROUP BY p.id
      HAVING count(e.id) <> p.event_sequence OR min(e.sequence) <> 1 OR max(e.sequence) <> count(e.id)
        OR (p.state IN ('forwarded', 'expired', 'failed') AND bool_and(e.type <> 'payment.' || p.state))`,
  },
  {
    id: 'I11',
    sentence: 'events of escrows and series are numbered 1 to n, n is their event sequence, and an end has its event',
    sql: `SELECT o.id, o.state, o.event_sequence, count(e.id), min(e.sequence), max(e.sequence) FROM (
        SELECT id, state, event_sequence, 'escrow.' AS name FROM escrow UNION ALL SELECT id, state, event_sequence, 'series.' FROM series) o
      LEFT JOIN event e ON e.object_id = o.id GROUP BY o.id, o.state, o.event_sequence, o.name
      HAVING count(e.id) <> o.event_sequence OR (o.event_sequence > 0 AND (min(e.sequence) <> 1 OR max(e.sequence) <> count(e.id)
        OR (o.state IN ('released', 'settled', 'refunded', 'disputed', 'expired', 'completed') AND bool_and(e.type <> o.name || o.state))))`,
  },
  {
    id: 'I12',
    sentence: 'usage equals the number of creations',
    sql: `SELECT c.business_id, c.period, c.current, c.given_back FROM usage_counter c WHERE c.current + c.given_back <> (SELECT count(*) FROM
      (SELECT business_id, mode, created_at FROM payment UNION ALL SELECT business_id, mode, created_at FROM card_payment WHERE NOT is_reopenable) p
      WHERE p.business_id = c.business_id AND p.mode = c.mode AND to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM') = c.period)`,
  },
  {
    id: 'I13',
    sentence:
      'a credited or confirmed deposit is in the ledger once, with its own amount; a credit has its deposit, and what an invoice was credited is what came',
    sql: `WITH credit AS (SELECT t.ref, t.revision, -sum(e.amount) AS units FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
        WHERE t.kind = 'deposit' AND a.code = 'chain:deposit' AND ${STANDS} GROUP BY t.id)
      SELECT d.id, d.credit_revision, d.units, c.ref, c.revision, c.units AS booked
      FROM (SELECT * FROM deposit WHERE subject IN ('payment', 'escrow', 'invoice') AND credit_revision IS NOT NULL UNION ALL ${DUE}) d FULL JOIN credit c ON c.ref = d.id AND c.revision = d.credit_revision
      WHERE d.id IS NULL OR c.ref IS NULL OR c.units <> d.units
        OR d.credit_revision <> (SELECT count(*) - 1 FROM observation o WHERE o.deposit_id = d.id AND o.kind = 'included')
      UNION ALL SELECT i.id::text, NULL, i.credited_minor, NULL, NULL, given.minor FROM invoice i CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.credited_minor), 0) + coalesce(i.outside_minor, 0) AS minor FROM invoice_credit c WHERE c.invoice_id = i.id AND c.reversed_at IS NULL) given
      WHERE i.credited_minor <> given.minor`,
  },
]
