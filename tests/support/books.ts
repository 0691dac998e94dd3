import { openOrm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { replayPayments } from '@gateway/operations/payments/replay/replay-payments'
import type pg from 'pg'

/** A row that breaks an invariant of the ledger. */
export interface BrokenBook {
  readonly invariant: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Each query finds the rows that break the invariant of its name; there must never be any. */
const invariants: Readonly<Record<string, string>> = {
  'I1 each transfer sums to 0 per asset': `SELECT transfer_id, asset, sum(amount) FROM entry GROUP BY transfer_id, asset HAVING sum(amount) <> 0`,
  'I2 a stored balance is the sum of its entries': `SELECT account.id, account.code, account.bal, coalesce(sum(entry.amount), 0) AS entries
    FROM account LEFT JOIN entry ON entry.account_id = account.id GROUP BY account.id HAVING account.bal <> coalesce(sum(entry.amount), 0)`,
  'I3 the balances of each asset sum to 0': `SELECT asset, mode, sum(bal) FROM account GROUP BY asset, mode HAVING sum(bal) <> 0`,
  'I4 entry and account have one asset': `SELECT entry.id FROM entry JOIN account ON account.id = entry.account_id WHERE entry.asset <> account.asset`,
  'I5 a forwarded payment: received = merchant + fee + network fee + shortfall': `SELECT id, received_units, merchant_units, fee_units,
    network_fee_units FROM payment CROSS JOIN LATERAL (SELECT coalesce(sum(short_units), 0) AS units
      FROM spend_intent round WHERE round.ref = payment.id::text AND round.asset = payment.asset) AS short
    WHERE state = 'forwarded' AND received_units IS DISTINCT FROM merchant_units + fee_units + network_fee_units + short.units`,
  'I5 the forwarded amount of a payment is the sum of its payouts': `SELECT payment.id, payment.received_units, sum(spend_intent.amount) AS paid
    FROM payment JOIN spend_intent ON spend_intent.ref = payment.id::text AND spend_intent.asset = payment.asset GROUP BY payment.id
    HAVING payment.state = 'forwarded' AND bool_and(spend_intent.state = 'final') AND sum(spend_intent.amount) > payment.received_units`,
  'I11 sequences count 1 to n without a gap': `SELECT object_id, count(*), max(sequence) FROM event GROUP BY object_id HAVING count(*) <> max(sequence)`,
  'I11 every event of a payment is written': `SELECT id, event_sequence FROM payment
    WHERE event_sequence <> (SELECT count(*) FROM event WHERE object_id = payment.id)`,
  'I11 an event has at most one delivery to an endpoint': `SELECT event_id FROM delivery GROUP BY endpoint_id, event_id HAVING count(*) > 1`,
  'I12 usage equals the number of creations': `SELECT business_id, mode, period, current, given_back FROM usage_counter AS counter
    WHERE current + given_back <> (SELECT count(*) FROM (SELECT business_id, mode, created_at FROM payment
        UNION ALL SELECT business_id, mode, created_at FROM card_payment WHERE NOT is_reopenable) AS created
      WHERE created.business_id = counter.business_id AND created.mode = counter.mode
        AND to_char(created.created_at AT TIME ZONE 'UTC', 'YYYY-MM') = counter.period)`,
  'I11 every event of a card payment is written': `SELECT id, event_sequence FROM card_payment
    WHERE event_sequence <> (SELECT count(*) FROM event WHERE object_id = card_payment.id)`,
  'I13 a credited deposit is in the ledger once': `SELECT deposit.id, credit_revision, count(transfer.id) FROM deposit
    LEFT JOIN transfer ON transfer.kind IN ('deposit', 'funding') AND transfer.ref = deposit.id AND transfer.revision = deposit.credit_revision
    WHERE credit_revision IS NOT NULL GROUP BY deposit.id, credit_revision HAVING count(transfer.id) <> 1`,
  'I13 an earlier credit of a deposit is reversed': `SELECT transfer.ref FROM transfer JOIN deposit ON transfer.ref = deposit.id
    WHERE transfer.kind IN ('deposit', 'funding') AND transfer.revision IS DISTINCT FROM deposit.credit_revision
      AND NOT EXISTS (SELECT FROM transfer AS reversal WHERE reversal.reverses = transfer.id)`,
  'I13 a deposit with its confirmations is credited': `SELECT deposit.id, deposit.matures_at FROM deposit
    JOIN payment ON payment.id::text = deposit.subject_id AND payment.asset = deposit.asset AND NOT payment.finality_required
    JOIN chain_cursor ON chain_cursor.chain = deposit.chain
    WHERE deposit.subject = 'payment' AND deposit.state = 'included' AND deposit.credit_revision IS NULL
      AND chain_cursor.height >= deposit.height + payment.confirmations_required - 1`,
  'I1–I14 no check run of the gateway paused anything': `SELECT scope, paused_by, reason FROM pause
    WHERE starts_with(paused_by, 'invariant')`,
}

/** All violations in a gateway's ledger. */
export async function findBrokenBooks(sql: Pick<pg.Client, 'query'>): Promise<BrokenBook[]> {
  const broken: BrokenBook[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await sql.query<Record<string, unknown>>(query)
    broken.push(...rows.map((row) => ({ invariant, row })))
  }
  return broken
}

/** Every member of a payment that differs from its replay; the gateway may run meanwhile. */
export async function findReplayedOtherwise(databaseUrl: string): Promise<BrokenBook[]> {
  const broken: BrokenBook[] = []
  const orm = await openOrm({ url: loginAs('audit', databaseUrl), poolSize: 1 })
  await replayPayments({ orm, tell: (row) => void broken.push({ invariant: 'I14 replayed state equals stored state', row: { ...row } }) })
  await orm.close()
  return broken
}
