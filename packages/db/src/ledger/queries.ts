import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A sentence about the book that is always true, and the query that finds the rows for which it is not. */
export interface Invariant {
  readonly id: string
  readonly sentence: string
  /** Returns no row while the sentence is true. */
  readonly sql: string
}

/** An invariant that does not hold. */
export interface BrokenInvariant extends Pick<Invariant, 'id' | 'sentence'> {
  /** How many rows break it. */
  readonly count: number
  /** The first of them, with what is needed to find the fault. */
  readonly first: readonly Readonly<Record<string, unknown>>[]
}

const MOST_SHOWN = 10

// A later round of a leg's postings carries a number: see the reference of an intent in settle-intents.
const LEG_REF = `intent.id::text || CASE intent.posting WHEN 0 THEN '' ELSE '#' || intent.posting END`

// A reversal names what it takes back, and the block whose loss was the reason.
const IS_REVERSED = `EXISTS (SELECT FROM transfer reversal WHERE reversal.kind = 'reversal'
      AND starts_with(reversal.ref, transfer.kind || ':' || transfer.ref || '@'))`

/**
 * What the database alone can prove about money, events and usage. Ids are those of the safety design; what is missing there needs nodes
 * of its own or money that this product does not hold yet.
 */
export const invariants: readonly Invariant[] = [
  {
    id: 'I1',
    sentence: 'every transfer balances per asset',
    sql: `SELECT transfer_id, asset, sum(amount) AS excess FROM entry GROUP BY 1, 2 HAVING sum(amount) <> 0`,
  },
  {
    id: 'I2',
    sentence: 'a stored balance is the sum of its entries',
    sql: `SELECT account.id, account.asset, account.mode, account.code, account.owner, account.bal, coalesce(sum(entry.amount), 0) AS entries
      FROM account LEFT JOIN entry ON entry.account_id = account.id
      GROUP BY account.id HAVING account.bal <> coalesce(sum(entry.amount), 0)`,
  },
  {
    id: 'I3',
    sentence: 'the book of an asset adds up to zero',
    sql: `SELECT asset, mode, sum(bal) AS excess FROM account GROUP BY 1, 2 HAVING sum(bal) <> 0`,
  },
  {
    id: 'I4',
    sentence: 'an entry and its account are in the same asset',
    sql: `SELECT entry.id, entry.asset, account.asset AS account_asset
      FROM entry LEFT JOIN account ON account.id = entry.account_id WHERE account.asset IS DISTINCT FROM entry.asset`,
  },
  {
    id: 'I5',
    sentence: 'a settled leg received what merchant, fee and network fee add up to, in the book as on the chain',
    sql: `WITH leg AS (
        SELECT intent.id, intent.ref, intent.amount, intent.fee_units, intent.network_fee_units, ${LEG_REF} AS posting_ref,
          intent.merchant_units + intent.fee_units + intent.network_fee_units AS paid
        FROM spend_intent intent WHERE intent.state = 'final'),
      booked AS (
        SELECT split_part(transfer.ref, '+', 1) AS posting_ref,
          coalesce(sum(entry.amount) FILTER (WHERE transfer.kind = 'settle' AND account.code = 'chain:inflight'), 0) AS settled,
          coalesce(-sum(entry.amount) FILTER (WHERE transfer.kind = 'plan' AND (account.code = 'payment:held' OR starts_with(account.code, 'suspense:'))), 0) AS released,
          coalesce(sum(entry.amount) FILTER (WHERE account.code = 'platform:fee'), 0) AS fee,
          coalesce(sum(entry.amount) FILTER (WHERE account.code = 'merchant:payable'), 0) AS owed
        FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
        WHERE transfer.kind IN ('plan', 'settle') GROUP BY 1),
      received AS (SELECT intent_id, sum(units) AS units FROM deposit WHERE intent_id IS NOT NULL GROUP BY 1)
      SELECT leg.id, leg.ref, leg.amount, leg.paid, received.units AS received, booked.settled, booked.released,
        flush.merchant_units + flush.fee_units AS flushed
      FROM leg LEFT JOIN booked USING (posting_ref) LEFT JOIN received ON received.intent_id = leg.id LEFT JOIN flush ON flush.intent_id = leg.id
      WHERE leg.paid <> leg.amount OR received.units IS DISTINCT FROM leg.amount OR booked.settled IS DISTINCT FROM leg.amount
        OR booked.released IS DISTINCT FROM leg.amount OR booked.fee IS DISTINCT FROM leg.fee_units OR booked.owed IS DISTINCT FROM 0
        OR (flush.intent_id IS NOT NULL AND (leg.network_fee_units <> 0 OR flush.merchant_units + flush.fee_units <> leg.amount))`,
  },
  {
    id: 'I8',
    sentence: 'every outgoing transaction is one that we signed or a payout to committed recipients',
    sql: `SELECT outgoing.chain, outgoing.tx_id, outgoing.height FROM outgoing
      LEFT JOIN spend_attempt ON spend_attempt.handle = outgoing.tx_id
      WHERE spend_attempt.handle IS NULL AND NOT outgoing.committed_flush`,
  },
  {
    id: 'I11',
    sentence: 'the events of an object count 1 to n, as many as it knows of, and an ended payment has told its end',
    sql: `WITH told AS (
        SELECT object_id, min(sequence) AS lowest, max(sequence) AS highest, count(*) AS count, array_agg(type) AS types FROM event GROUP BY 1),
      known AS (
        SELECT id, event_sequence, CASE WHEN state IN ('forwarded', 'expired', 'failed') THEN 'payment.' || state END AS ending FROM payment
        UNION ALL SELECT id, event_sequence, NULL FROM business)
      SELECT coalesce(known.id, told.object_id) AS object_id, told.lowest, told.highest, told.count, known.event_sequence, known.ending
      FROM told FULL JOIN known ON known.id = told.object_id
      WHERE coalesce(told.count, 0) <> coalesce(known.event_sequence, -1) OR told.lowest <> 1 OR told.highest <> told.count
        OR NOT coalesce(known.ending = ANY (told.types), known.ending IS NULL)`,
  },
  {
    id: 'I12',
    sentence: 'usage is the number of creations of its month',
    sql: `WITH counted AS (
        SELECT business_id, mode, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS period, count(*) AS created FROM payment GROUP BY 1, 2, 3)
      SELECT business_id, mode, period, usage_counter.current, coalesce(counted.created, 0) AS created
      FROM usage_counter FULL JOIN counted USING (business_id, mode, period)
      WHERE coalesce(usage_counter.current, 0) <> coalesce(counted.created, 0)`,
  },
  {
    id: 'I13',
    sentence: 'a credited deposit is in exactly one transfer, with its own amount, and no credit is without its deposit',
    sql: `WITH credit AS (
        SELECT transfer.ref, -sum(entry.amount) AS units
        FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
        WHERE transfer.kind IN ('deposit', 'funding') AND NOT starts_with(transfer.ref, 'opening:')
          AND NOT starts_with(transfer.ref, 'unseen:') AND account.code IN ('chain:deposit', 'chain:treasury') AND NOT ${IS_REVERSED}
        GROUP BY transfer.id),
      credited AS (SELECT id, units, block_hash, credited_by FROM deposit WHERE credited_by IS NOT NULL OR (intent_id IS NOT NULL AND state = 'included'))
      SELECT coalesce(credited.id, credit.ref) AS deposit, credited.credited_by, credited.units, sum(credit.units) AS booked, count(credit.ref) AS transfers
      FROM credited FULL JOIN credit ON credit.ref = credited.credited_by
      GROUP BY credited.id, credit.ref, credited.credited_by, credited.units, credited.block_hash
      HAVING count(credit.ref) <> 1 OR credited.id IS NULL OR sum(credit.units) <> credited.units
        OR split_part(credited.credited_by, '#', 1) <> credited.id || '@' || credited.block_hash`,
  },
]

/**
 * Every invariant that does not hold, in the order of the table; empty while all do.
 *
 * Reads whole tables in one snapshot each, so it belongs on a replica or into a quiet hour once they are large.
 */
export async function brokenInvariants(em: Em): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const { id, sentence, sql: query } of invariants) {
    const { rows } = await sql<Readonly<Record<string, unknown>>>`${sql.raw(query)}`.execute(tables(em))
    if (rows.length > 0) broken.push({ id, sentence, count: rows.length, first: rows.slice(0, MOST_SHOWN) })
  }
  return broken
}
