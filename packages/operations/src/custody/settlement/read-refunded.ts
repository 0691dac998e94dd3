import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/** The part of a payment that refunds take: planned, less later losses, and settled in the ledger. */
export interface RefundedUnits {
  readonly plannedUnits: bigint
  readonly settledUnits: bigint
}

/** A payment without refunds. */
export const NOTHING_REFUNDED: RefundedUnits = { plannedUnits: 0n, settledUnits: 0n }

/** The refunded units of some payments, by payment, from payouts and the ledger. */
export async function readRefunded(em: Em, paymentIds: readonly string[]): Promise<Map<string, RefundedUnits>> {
  const { rows } = await sql<{
    id: string
    planned: string
    settled: string
  }>`SELECT back.payment_id AS id, sum(intent.amount)::text AS planned,
      coalesce(sum(intent.amount) FILTER (WHERE EXISTS (SELECT FROM transfer
        WHERE transfer.kind = 'settle' AND transfer.ref = intent.id::text AND transfer.revision <= intent.posting)), 0)::text AS settled
    FROM refund back JOIN spend_intent intent ON intent.purpose = 'payment_refund' AND intent.ref = back.id::text
    WHERE back.state <> 'withdrawn' AND back.payment_id = ANY (${paymentIds}::uuid[]) GROUP BY 1`.execute(tables(em))
  return new Map(rows.map(({ id, planned, settled }) => [id, { plannedUnits: BigInt(planned), settledUnits: BigInt(settled) }]))
}
