import { sql } from 'kysely'
import { type Invariant, type Since, type ViolationRow, within } from './invariant.ts'

/** Days are read long after their rows were new: the incremental run leaves them to the full one. */
const inFullRuns = (since: Since) => within(since, () => sql`false`)

/** A fee of the platform is booked under its charge. */
const chargeOfFee = sql`(SELECT payment.charge_id FROM card_payment payment WHERE payment.application_fee_id = line.ref)`

/** What the ledger has to say about the lines of the processor's balance: of each the object with its amount, and what the processor took. */
const claims = sql`SELECT claim.kind, claim.ref, line.currency, sum(claim.minor) AS minor, min(line.id) AS line
  FROM processor_balance_line line
  CROSS JOIN LATERAL (VALUES (line.kind, coalesce(${chargeOfFee}, line.ref), -line.amount_minor), ('card_cost', line.id, line.fee_minor))
    AS claim (kind, ref, minor)
  WHERE line.kind IS NOT NULL AND claim.minor <> 0 GROUP BY 1, 2, 3`

/** Card money at the processor is what the ledger says (I10), object by object. */
export const cardInvariants: readonly Invariant[] = [
  {
    id: 'I10',
    sentence: 'every line of the processor’s balance is booked with its amount',
    // Money in another currency than its payment was converted by the processor: it must be booked, and its amount is another.
    find: (
      since,
    ) => sql<ViolationRow>`SELECT 'cards' AS scope, concat_ws(' ', claimed.line, claimed.kind, claimed.minor) AS hit, claimed.ref,
        claimed.currency, booked.minor::text AS booked
      FROM (${claims}) AS claimed
      CROSS JOIN LATERAL (SELECT count(*) AS entries, sum(entry.amount) FILTER (WHERE entry.asset = claimed.currency) AS minor
        FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
        WHERE transfer.ref = claimed.ref AND account.code = 'card:clearing'
          AND transfer.kind IN (claimed.kind, CASE claimed.kind WHEN 'card_charge' THEN 'card_unmatched' END)) booked
      WHERE (booked.entries = 0 OR booked.minor <> claimed.minor) AND ${inFullRuns(since)}
        AND NOT EXISTS (SELECT FROM card_payment held WHERE held.charge_id = claimed.ref AND held.captured_minor IS NULL)`,
  },
  {
    id: 'I10',
    sentence: 'every booking of card money is a line of the processor’s balance',
    // The newest day that was read is left out: the clocks of both sides may disagree about midnight.
    find: (since) => sql<ViolationRow>`SELECT 'cards' AS scope, concat_ws(' ', 'booked', transfer.kind, transfer.ref, entry.amount) AS hit
      FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
      WHERE transfer.kind LIKE 'card%' AND account.code = 'card:clearing' AND ${inFullRuns(since)}
        AND transfer.at >= (SELECT min(starts_at) FROM processor_balance_day) AND transfer.at < (SELECT max(starts_at) FROM processor_balance_day)
        AND NOT EXISTS (SELECT FROM processor_balance_line line WHERE line.id = transfer.ref OR line.ref = transfer.ref
          OR line.ref = (SELECT payment.application_fee_id FROM card_payment payment WHERE payment.charge_id = transfer.ref))`,
  },
]
