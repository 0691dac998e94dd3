import type { AssetCode } from '@gateway/domain/money/asset'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { PaymentException } from '@gateway/domain/payments/payment'
import { type RawBuilder, sql } from 'kysely'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentEntity } from './payment.entity.ts'
import type { PaymentScope } from './queries.ts'
import { isSearched, type PaymentSearch } from './search-queries.ts'

/** The payments of one business. */
export type BusinessPayments = PaymentScope & { readonly businessId: string }

/**
 * True of the payments of a business, if it is the merchant's; of none otherwise. A column for the merchant beside that for the business would make
 * Postgres expect a fraction of the rows, and sort a whole shop for a page.
 */
export const ownedBy = ({ merchantId, mode, businessId }: BusinessPayments): RawBuilder<boolean> =>
  sql<boolean>`payment.business_id = (SELECT owner.id FROM business owner WHERE owner.id = ${businessId}::uuid AND owner.merchant_id = ${merchantId}::uuid)
    AND payment.mode = ${mode}`

/** Which of them are wanted. */
export interface PortalFilter {
  readonly states: readonly PaymentState[] | undefined
  readonly exceptions: readonly PaymentException[] | undefined
  readonly assets: readonly AssetCode[] | undefined
  /** Created at this moment or later. */
  readonly since: Date | undefined
  /** Created before this moment. */
  readonly before: Date | undefined
  readonly minUsdCents: bigint | undefined
  readonly maxUsdCents: bigint | undefined
  /** Only what it finds; undefined for any. */
  readonly search: PaymentSearch | undefined
}

const NEWEST = sql`ORDER BY created_at DESC, id DESC`

/** The payments of a business behind one of them, newest first; from the newest one without it. Each part is read no further than the page reaches. */
export async function findPortalPage(
  em: Em,
  { scope, filter, after, limit }: { scope: BusinessPayments; filter: PortalFilter; after: string | undefined; limit: number },
): Promise<PaymentEntity[]> {
  const rest = after === undefined ? sql`` : sql`AND (created_at, id) < (${momentOf(scope, after)}, ${after}::uuid)`
  const parts = partsOf(scope, filter).map((part) => sql`(SELECT * FROM payment WHERE ${part} ${rest} ${NEWEST} LIMIT ${limit})`)
  const page = sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) page ${NEWEST} LIMIT ${limit}`.compile(tables(em))
  return entityRows(em, 'payment', await runStatement<object>(em, page.sql, page.parameters))
}

/** How many payments match, counted up to `most`. */
export async function countPortalPayments(
  em: Em,
  { scope, filter, most }: { scope: BusinessPayments; filter: PortalFilter; most: number },
): Promise<number> {
  const parts = partsOf(scope, filter).map((part) => sql`(SELECT FROM payment WHERE ${part} LIMIT ${most})`)
  const counted = sql<{
    count: string
  }>`SELECT count(*) AS count FROM (SELECT FROM (${sql.join(parts, sql` UNION ALL `)}) part LIMIT ${most}) counted`
  const { rows } = await counted.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

/** A payment of another tenant has no place in the list: nothing comes behind it. */
const momentOf = (scope: BusinessPayments, id: string) => sql`(SELECT created_at FROM payment WHERE id = ${id}::uuid AND ${ownedBy(scope)})`

/**
 * The conditions of a filter, one for each state, else for each asset: each is then a range of an index in the order of the page. A search has its
 * own indexes, and is made once.
 *
 * States and assets are no parameters: the plan that Postgres keeps for all values does not know how rare one is, and reads the whole shop for it.
 */
function partsOf(scope: BusinessPayments, filter: PortalFilter): RawBuilder<unknown>[] {
  const { states, assets, search } = filter
  const every = sql.join([ownedBy(scope), ...conditionsOf(filter)], sql` AND `)
  if (search) return [sql`${every} ${oneOf('state', states)} ${oneOf('asset', assets)} AND ${isSearched(search)}`]
  if (states) return states.map((state) => sql`${every} ${oneOf('asset', assets)} AND state = ${sql.lit(state)}`)
  if (assets) return assets.map((asset) => sql`${every} AND asset = ${sql.lit(asset)}`)
  return [every]
}

const oneOf = (column: string, values: readonly string[] | undefined) =>
  values ? sql`AND ${sql.ref(column)} = ANY (${[...values]}::text[])` : sql``

function conditionsOf({ exceptions, since, before, minUsdCents, maxUsdCents }: PortalFilter): RawBuilder<unknown>[] {
  return [
    ...(exceptions ? [sql`exceptions <> '{}' AND exceptions && ${[...exceptions]}::text[]`] : []),
    ...(since === undefined ? [] : [sql`created_at >= ${since}::timestamptz`]),
    ...(before === undefined ? [] : [sql`created_at < ${before}::timestamptz`]),
    ...(minUsdCents === undefined ? [] : [sql`usd_cents >= ${String(minUsdCents)}::numeric`]),
    ...(maxUsdCents === undefined ? [] : [sql`usd_cents <= ${String(maxUsdCents)}::numeric`]),
  ]
}
