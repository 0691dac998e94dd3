import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/** What was taken of a payment's money to go back and was not lost since, and what of that the book has once said to have left for good. */
export interface RefundedUnits {
  readonly plannedUnits: bigint
  readonly settledUnits: bigint
}

/** What a payment says of which nothing was ever sent back. */
export const NOTHING_REFUNDED: RefundedUnits = { plannedUnits: 0n, settledUnits: 0n }

/** What of some payments' money was sent back, by payment, as payouts and the book tell it. */
export async function readRefunded(em: Em, paymentIds: readonly string[]): Promise<Map<string, RefundedUnits>> {
  const { rows } = await sql<{
    id: string
    planned: string
    settled: string
  }>`SELECT back.payment_id AS id, sum(intent.amount)::text AS planned,
      coalesce(sum(intent.amount) FILTER (WHERE EXISTS (SELECT FROM generate_series(0, intent.posting) AS round
        JOIN transfer ON transfer.kind = 'settle' AND transfer.ref = intent.id::text || CASE round WHEN 0 THEN '' ELSE '#' || round END)), 0)::text AS settled
    FROM payment_return back JOIN spend_intent intent ON intent.purpose = 'payment_refund' AND intent.ref = back.id::text
    WHERE back.state <> 'withdrawn' AND back.payment_id = ANY (${paymentIds}::uuid[]) GROUP BY 1`.execute(tables(em))
  return new Map(rows.map(({ id, planned, settled }) => [id, { plannedUnits: BigInt(planned), settledUnits: BigInt(settled) }]))
}
