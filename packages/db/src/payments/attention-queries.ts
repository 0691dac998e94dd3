import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { type HeldRow, refused, stuck, unsigned, untaken } from './held-queries.ts'
import { type BusinessPayments, ownedBy } from './portal-queries.ts'

/** Why a payment needs attention: its deposits wait, or its payout does, or too little has arrived while its window is open. */
export type AttentionRow = HeldRow & { readonly kind: 'held' | 'payout_waiting' | 'underpaid' }

/** A payment of which something was not sent on. */
const HAS_MONEY = sql`EXISTS (SELECT FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = payment.id::text
  AND deposit.state = 'included' AND deposit.intent_id IS NULL)`

/** The newest payments of a business that hold money, at most so many. */
async function findHolding(em: Em, scope: BusinessPayments, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (SELECT id FROM payment WHERE ${ownedBy(scope)} AND (exceptions <> '{}' OR (state IN ('expired', 'failed') AND received_units > 0))
      AND ${HAS_MONEY} ORDER BY created_at DESC, id DESC LIMIT ${most})
    UNION
    (SELECT id FROM payment WHERE ${ownedBy(scope)} AND state = 'confirmed' AND ${HAS_MONEY} ORDER BY created_at DESC, id DESC LIMIT ${most})`.execute(
    tables(em),
  )
  return rows.map(({ id }) => id)
}

const shownColumns = (query: RawBuilder<HeldRow>) => sql`SELECT payment, state, asset, units, reason, since FROM (${query}) AS one`

/** What of a business needs attention, oldest first, at most so many of each kind. */
export async function findAttention(em: Em, { scope, most }: { scope: BusinessPayments; most: number }): Promise<AttentionRow[]> {
  const holding = await findHolding(em, scope, most)
  const waiting = sql.join([unsigned, stuck, refused].map(shownColumns), sql` UNION ALL `)
  const { rows } = await sql<AttentionRow & { since: string }>`
    SELECT 'held' AS kind, held.* FROM (${shownColumns(untaken)}) AS held WHERE held.payment = ANY (${holding}::uuid[])
    UNION ALL
    (SELECT 'payout_waiting', waiting.* FROM (${waiting}) AS waiting JOIN payment ON payment.id = waiting.payment
      WHERE ${ownedBy(scope)} AND waiting.reason <> 'waits_for_the_signer' ORDER BY waiting.since LIMIT ${most})
    UNION ALL
    (SELECT 'underpaid', id, state, asset, (due_units - received_units)::text, 'underpaid', coalesce(detected_at, updated_at) FROM payment
      WHERE ${ownedBy(scope)} AND state = 'pending' AND exceptions <> '{}' AND exceptions @> '{underpaid}'
      ORDER BY created_at DESC, id DESC LIMIT ${most})
    ORDER BY since`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
