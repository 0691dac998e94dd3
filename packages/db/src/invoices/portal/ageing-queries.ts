import type { FiatCode } from '@gateway/domain/money/fiat'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { BusinessInvoices } from './portal-queries.ts'

/** What is owed in one currency by the age of its due day, in the smallest unit of the currency. */
export interface AgeingRow {
  readonly currency: FiatCode
  readonly notDueMinor: bigint
  /** 1 to 30 days overdue. */
  readonly to30Minor: bigint
  readonly to60Minor: bigint
  readonly over60Minor: bigint
}

/** The days, as `2026-10-31`, from which on an invoice is not overdue, up to 30 days, and up to 60 days overdue. */
export interface AgeingDays {
  readonly today: string
  readonly before30: string
  readonly before60: string
}

/** What the customers of a business owe it, by the age of their invoices, for each currency; paid, cancelled and draft ones owe nothing. */
export async function readAgeing(
  em: Em,
  { scope: { merchantId, mode, businessId }, days }: { scope: BusinessInvoices; days: AgeingDays },
): Promise<AgeingRow[]> {
  const sum = (name: string, condition: unknown) =>
    sql`coalesce(sum(amount_minor - credited_minor - credit_notes_minor) FILTER (WHERE ${condition}), 0)::text AS ${sql.ref(name)}`
  const { today, before30, before60 } = days
  const { rows } = await sql<Record<keyof AgeingRow, string>>`SELECT currency,
      ${sum('notDueMinor', sql`due_date IS NULL OR due_date >= ${today}`)},
      ${sum('to30Minor', sql`due_date < ${today} AND due_date >= ${before30}`)},
      ${sum('to60Minor', sql`due_date < ${before30} AND due_date >= ${before60}`)},
      ${sum('over60Minor', sql`due_date < ${before60}`)}
    FROM invoice WHERE business_id = (SELECT id FROM business WHERE id = ${businessId}::uuid AND merchant_id = ${merchantId}::uuid)
      AND mode = ${mode} AND state IN ('sent', 'overdue') GROUP BY currency ORDER BY currency`.execute(tables(em))
  return rows.map(({ currency, ...sums }) => ({
    // A currency that is stored was checked when it came.
    currency: currency as FiatCode,
    notDueMinor: BigInt(sums.notDueMinor),
    to30Minor: BigInt(sums.to30Minor),
    to60Minor: BigInt(sums.to60Minor),
    over60Minor: BigInt(sums.over60Minor),
  }))
}
