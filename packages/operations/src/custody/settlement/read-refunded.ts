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

/**
 * The refunded units of some payments, by payment: of held money from payouts and the ledger, of forwarded money from the final transfers of each
 * refund, up to its amount.
 */
export async function readRefunded(em: Em, paymentIds: readonly string[]): Promise<Map<string, RefundedUnits>> {
  const { rows } = await sql<{
    id: string
    planned: string
    settled: string
  }>`SELECT id, sum(planned)::text AS planned, sum(settled)::text AS settled
    FROM (
      SELECT back.payment_id AS id, intent.amount AS planned, CASE WHEN EXISTS (SELECT FROM transfer
        WHERE transfer.kind = 'settle' AND transfer.ref = intent.id::text AND transfer.revision <= intent.posting) THEN intent.amount ELSE 0 END AS settled
      FROM refund back JOIN spend_intent intent ON intent.purpose = 'payment_refund' AND intent.ref = back.id::text
      WHERE back.state <> 'withdrawn' AND back.payment_id = ANY (${paymentIds}::uuid[])
      UNION ALL
      SELECT assisted.payment_id, 0, least(assisted.units, (SELECT coalesce(sum(paid.units), 0) FROM refund_transfer paid
        WHERE paid.refund_id = assisted.id AND paid.state = 'final'))
      FROM assisted_refund assisted WHERE assisted.payment_id = ANY (${paymentIds}::uuid[])) AS parts
    GROUP BY 1`.execute(tables(em))
  return new Map(rows.map(({ id, planned, settled }) => [id, { plannedUnits: BigInt(planned), settledUnits: BigInt(settled) }]))
}
