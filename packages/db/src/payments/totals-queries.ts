import type { LocalDay } from '@gateway/domain/kernel/local-day'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { completedStates, type PaymentState } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { type BusinessPayments, ownedBy } from './portal-queries.ts'

/** Sums of the payments of a business that were created on one day, in one asset and one currency. */
export interface DayTotals {
  readonly day: string
  readonly asset: AssetCode
  readonly currency: FiatCode
  readonly created: number
  readonly paid: number
  readonly ended: number
  /** Of the paid ones. */
  readonly usdCents: bigint
  readonly fiatMinor: bigint
  readonly receivedUnits: bigint
}

const ENDED = [...completedStates, 'expired', 'failed'] as const satisfies readonly PaymentState[]

type Row = Omit<DayTotals, 'usdCents' | 'fiatMinor' | 'receivedUnits'> &
  Readonly<Record<'usdCents' | 'fiatMinor' | 'receivedUnits', string>>

/** Totals of a business over some days, which follow one another and whose last one goes on; one range of an index. */
export async function findDayTotals(em: Em, { scope, days }: { scope: BusinessPayments; days: readonly LocalDay[] }): Promise<DayTotals[]> {
  const names = sql`${days.map(({ day }) => day)}::text[]`
  const starts = sql`${days.map(({ from }) => from)}::timestamptz[]`
  const paid = sql`state = ANY (${[...completedStates]}::text[])`
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE ${paid}), 0)::text`
  const { rows } = await sql<Row>`SELECT (${names})[width_bucket(created_at, ${starts})] AS day, asset, currency, count(*)::int AS created,
      (count(*) FILTER (WHERE ${paid}))::int AS paid, (count(*) FILTER (WHERE state = ANY (${[...ENDED]}::text[])))::int AS ended,
      ${sum('usd_cents')} AS "usdCents", ${sum('fiat_minor')} AS "fiatMinor", ${sum('received_units')} AS "receivedUnits"
    FROM payment WHERE ${ownedBy(scope)} AND created_at >= (${starts})[1]
    GROUP BY 1, 2, 3 ORDER BY 1`.execute(tables(em))
  return rows.map(({ usdCents, fiatMinor, receivedUnits, ...row }) => ({
    ...row,
    usdCents: BigInt(usdCents),
    fiatMinor: BigInt(fiatMinor),
    receivedUnits: BigInt(receivedUnits),
  }))
}
