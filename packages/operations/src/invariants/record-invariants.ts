import { payoutOwners } from '@gateway/domain/custody/purposes'
import { assetCodes, assetOf } from '@gateway/domain/money/asset'
import { ofRooms } from '@gateway/domain/rooms'
import { sql } from 'kysely'
import { type ViolationRow, IS_OF_INTENT, type Invariant, type Since, within } from './invariant.ts'

/** The tables of objects that have events. */
const nouns = ofRooms('objects').flatMap((objects) => Object.keys(objects))

const eventsCount: Invariant = {
  id: 'I11',
  sentence: 'the events of an object are numbered 1 to n, n is its event count, and an ended payment has its final event',
  find: (since) => sql<ViolationRow>`WITH told AS (
      SELECT object_id, min(sequence) AS lowest, max(sequence) AS highest, count(*) AS count, array_agg(type) AS types, max(business_id::text)::uuid AS business_id
      FROM event WHERE ${within(since, ({ event }) => sql`object_id IN (SELECT fresh.object_id FROM event fresh WHERE fresh.position > ${event}::bigint)`)}
      GROUP BY 1),
    known AS (
      ${countedObjects(since)}
      UNION ALL SELECT id, id, NULL, event_sequence, NULL FROM business WHERE ${isTold(since)})
    SELECT coalesce(known.scope, 'merchant:' || business.merchant_id, 'global') AS scope, concat_ws(' ', 'object', coalesce(known.id, told.object_id)) AS hit,
      told.lowest, told.highest, told.count, known.event_sequence, known.ending
    FROM told FULL JOIN known ON known.id = told.object_id LEFT JOIN business ON business.id = coalesce(known.business_id, told.business_id)
    WHERE coalesce(told.count, 0) <> coalesce(known.event_sequence, -1) OR told.lowest <> 1 OR told.highest <> told.count
      OR NOT coalesce(known.ending = ANY (told.types), known.ending IS NULL)`,
}

const isTold = (since: Since) => within(since, () => sql`id IN (SELECT object_id FROM told)`)

/** The objects of all rooms that have events, with how many each has announced; a row of a payment has its final event too. */
function countedObjects(since: Since) {
  const each = nouns.map((noun) => {
    const scope = payoutOwners.some((owner) => owner === noun) ? sql`${sql.lit(`${noun}:`)} || id` : sql`NULL`
    const ending = noun === 'payment' ? sql`CASE WHEN state IN ('forwarded', 'expired', 'failed') THEN 'payment.' || state END` : sql`NULL`
    return sql`SELECT id, business_id, ${scope} AS scope, event_sequence, ${ending} AS ending FROM ${sql.table(noun)} WHERE ${isTold(since)}`
  })
  return sql.join(each, sql` UNION ALL `)
}

// Named one by one, because the index on the age of payout terms begins with the chain.
const chains = [...new Set(assetCodes.map((asset) => assetOf(asset).chain))]

const usageCounts: Invariant = {
  id: 'I12',
  sentence: 'usage plus returned quota is the number of creations of its month',
  // An incremental run counts the months of businesses with new payments, by the index that lists payments.
  find: (since) => sql<ViolationRow>`WITH looked AS (
      SELECT DISTINCT payment.business_id, payment.mode, date_trunc('month', payment.created_at, 'UTC') AS month
      FROM payment WHERE ${within(
        since,
        ({ at }) => sql`payment.id IN (SELECT subject_id FROM payout_terms
        WHERE chain = ANY (${chains}::text[]) AND payout_terms.created_at >= ${at}::timestamptz AND subject = 'payment')`,
      )}
      UNION SELECT DISTINCT business_id, mode, date_trunc('month', created_at, 'UTC') FROM card_payment
      WHERE NOT is_reopenable AND ${within(since, ({ at }) => sql`card_payment.created_at >= ${at}::timestamptz`)}),
    counted AS (
      SELECT looked.business_id, looked.mode, to_char(looked.month AT TIME ZONE 'UTC', 'YYYY-MM') AS period,
        (SELECT count(*) FROM payment WHERE payment.business_id = looked.business_id AND payment.mode = looked.mode
          AND payment.created_at >= looked.month AND payment.created_at < looked.month + interval '1 month')
        + (SELECT count(*) FROM card_payment card WHERE card.business_id = looked.business_id AND card.mode = looked.mode AND NOT card.is_reopenable
          AND card.created_at >= looked.month AND card.created_at < looked.month + interval '1 month') AS created
      FROM looked),
    used AS (SELECT business_id, mode, period, current + given_back AS current FROM usage_counter
      WHERE ${within(since, () => sql`(business_id, mode, period) IN (SELECT business_id, mode, period FROM counted)`)})
    SELECT coalesce('merchant:' || business.merchant_id, 'global') AS scope, concat_ws(' ', 'business', business_id, coalesce(used.mode, counted.mode), period) AS hit,
      used.current, coalesce(counted.created, 0) AS created
    FROM used FULL JOIN counted USING (business_id, mode, period) LEFT JOIN business ON business.id = business_id
    WHERE coalesce(used.current, 0) <> coalesce(counted.created, 0)`,
}

const IS_REVERSED = sql`EXISTS (SELECT FROM transfer reversal WHERE reversal.reverses = transfer.id)`

// Deposits with new entries; the reference of a credit is its deposit.
const freshCredits = (entry: string) => sql`SELECT transfer.ref FROM transfer
  JOIN entry ON entry.transfer_id = transfer.id WHERE entry.id > ${entry}::bigint AND transfer.kind IN ('deposit', 'funding')`

// After a reorg the plan of a payout is reversed until its last deposit is confirmed again.
const IS_PLANNED_WITH = sql`EXISTS (SELECT FROM spend_intent intent JOIN transfer ON transfer.kind = 'plan' AND ${IS_OF_INTENT}
  WHERE intent.id = deposit.intent_id)`

// Each inclusion of a deposit has its own credit, so the last credit is that of the last inclusion.
const INCLUSIONS = sql`(SELECT count(*) FROM observation WHERE observation.deposit_id = credited.id AND observation.kind = 'included')`

// A credit is posted with the block of the last confirmation, in the transaction that moves the cursor; a deposit that became final since then waits
// for the next block. Found by index in both forms of check run, because confirmations leave nothing new on the deposit.
const DUE_CREDITS = sql`SELECT deposit.id, deposit.asset, deposit.units, deposit.credit_revision
  FROM deposit JOIN chain_cursor cursor ON cursor.chain = deposit.chain
    LEFT JOIN payment ON payment.id = CASE deposit.subject WHEN 'payment' THEN deposit.subject_id::uuid END
    LEFT JOIN escrow ON escrow.id = CASE deposit.subject WHEN 'escrow' THEN deposit.subject_id::uuid END
    LEFT JOIN LATERAL (SELECT max(confirmations_required) AS confirmations_required, bool_or(finality_required) AS finality_required FROM invoice_quote
      WHERE invoice_id = CASE deposit.subject WHEN 'invoice' THEN deposit.subject_id::uuid END) AS quoted ON deposit.subject = 'invoice'
  WHERE deposit.state = 'included' AND deposit.credit_revision IS NULL AND deposit.asset IS NOT NULL
    AND deposit.height <= cursor.height - coalesce(payment.confirmations_required, escrow.confirmations_required, quoted.confirmations_required, 1) + 1
    AND (coalesce(payment.finality_required, escrow.finality_required, quoted.finality_required) IS NOT TRUE OR deposit.height <= cursor.final_when_read)`

const creditsMatch: Invariant = {
  id: 'I13',
  sentence: 'a credited, planned or confirmed deposit is in exactly one transfer with its amount, and every credit has its deposit',
  find: (since) => sql<ViolationRow>`WITH credited AS (
      SELECT id, asset, units, credit_revision FROM deposit
      WHERE (credit_revision IS NOT NULL OR ${IS_PLANNED_WITH}) AND ${within(
        since,
        ({ entry, observation }) => sql`id IN (SELECT deposit_id FROM observation WHERE observation.id > ${observation}::bigint
          UNION ${freshCredits(entry)})`,
      )}
      UNION ALL ${DUE_CREDITS}),
    credit AS (
      SELECT transfer.ref, transfer.revision, min(entry.asset) AS asset, -sum(entry.amount) AS units
      FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
      WHERE transfer.kind IN ('deposit', 'funding')
        AND account.code IN ('chain:deposit', 'chain:treasury') AND NOT ${IS_REVERSED}
        AND ${within(since, ({ entry }) => sql`transfer.ref IN (SELECT id FROM credited UNION ${freshCredits(entry)})`)}
      GROUP BY transfer.id)
    SELECT coalesce((SELECT deposit.subject || ':' || deposit.subject_id FROM deposit
        WHERE deposit.id = coalesce(credited.id, credit.ref) AND deposit.subject = ANY (${payoutOwners}::text[])),
      'asset:' || max(credited.asset), 'asset:' || max(credit.asset), 'global') AS scope, concat_ws(' ', 'deposit', coalesce(credited.id, credit.ref)) AS hit,
      credited.credit_revision, credited.units::text AS units, sum(credit.units)::text AS booked, count(credit.ref) AS transfers
    FROM credited FULL JOIN credit ON credit.ref = credited.id AND credit.revision = credited.credit_revision
    GROUP BY credited.id, credit.ref, credit.revision, credited.credit_revision, credited.units
    HAVING count(credit.ref) <> 1 OR credited.id IS NULL OR sum(credit.units) <> credited.units
      OR credited.credit_revision <> ${INCLUSIONS} - 1`,
}

/** Events, usage and credits match the objects they describe. */
export const recordInvariants: readonly Invariant[] = [eventsCount, usageCounts, creditsMatch]
