import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { InvoiceState } from '@gateway/domain/invoices/machine'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import { NO_ROUND, stuck, unsigned, untaken, WHOSE } from './held-queries.ts'

/** Payouts of invoices that wait, or money that no payout has taken. */
export type WaitingInvoiceList = 'payouts' | 'held'

/** Crypto of an invoice that waits, with its business; `total` counts the rows of its list. */
export interface WaitingInvoiceRow {
  readonly kind: 'untaken' | 'refused' | 'unsigned' | 'stuck'
  readonly invoice: string
  readonly state: InvoiceState
  readonly businessId: BusinessId
  readonly businessName: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly reason: string
  readonly since: Date
  /** The round that waits, as `release` names it; null where none does. */
  readonly ref: string | null
  readonly leg: number | null
  readonly purpose: SpendPurpose | null
  readonly total: number
}

/** Flushes that the ledger refused because no payout was planned; a payout held for the same reason is listed itself. */
const REFUSED = sql`SELECT 'refused' AS kind, ${WHOSE}, flush.asset, (flush.merchant_units + flush.fee_units)::text AS units,
    'flush_refused_by_book' AS reason, coalesce(flush.tried_at, invoice.updated_at) AS since, ${NO_ROUND}
  FROM flush JOIN invoice ON invoice.id = flush.subject_id::uuid
  WHERE flush.subject = 'invoice' AND flush.problem = 'refused_by_book' AND NOT EXISTS (SELECT FROM spend_intent round
    WHERE round.ref = flush.subject_id AND round.asset = flush.asset AND round.state = 'held' AND round.hold_reason = 'flush_refused_by_book')`

/** Transfers that the balance of their address does not prove. */
const UNPROVEN = sql`SELECT 'untaken' AS kind, ${WHOSE}, waiting.asset, waiting.units::text AS units, waiting.reason, waiting.arrived_at AS since, ${NO_ROUND}
  FROM unproven_transfer waiting JOIN invoice ON invoice.id = waiting.subject_id::uuid
  WHERE waiting.subject = 'invoice' AND waiting.outcome IS NULL`

const lists: Readonly<Record<WaitingInvoiceList, (now: Date) => RawBuilder<unknown>[]>> = {
  payouts: () => [REFUSED, unsigned(undefined), stuck(undefined)],
  held: (now) => [untaken(undefined, now), UNPROVEN],
}

/** The oldest crypto of the invoices of all merchants that waits, at most `most`. */
export async function findWaitingInvoices(
  em: Em,
  { list, most, now }: { list: WaitingInvoiceList; most: number; now: Date },
): Promise<WaitingInvoiceRow[]> {
  const parts = sql.join(lists[list](now), sql` UNION ALL `)
  const { rows } = await sql<Omit<WaitingInvoiceRow, 'units' | 'since'> & { units: string; since: string }>`SELECT waiting.*,
      business.name AS "businessName", count(*) OVER ()::int AS total
    FROM (${parts}) AS waiting JOIN business ON business.id = waiting."businessId"
    ORDER BY waiting.since, waiting.invoice LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, units: BigInt(row.units), since: new Date(row.since) }))
}
