import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { Quote } from '@gateway/domain/rates/quote'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { quotesOf } from '../../rates/queries.ts'
import type { PaymentEntity } from '../payment.entity.ts'
import type { PaymentScope } from '../queries.ts'

/** A payment with the facts shown beside it: the name of its business, its quote, and how far its chain was read; undefined before its first reading. */
export interface KnownPayment {
  readonly payment: PaymentEntity
  readonly businessName: string
  readonly quote: Quote
  readonly view: Pick<ChainView, 'height' | 'finalizedHeight'> | undefined
}

/** Payments within scopes of their own; one place for each wanted. */
export async function findKnownPayments(
  em: Em,
  { wanted }: { wanted: readonly (PaymentScope & { id: string })[] },
): Promise<(KnownPayment | undefined)[]> {
  const known = await readKnown(
    em,
    wanted.map(({ id }) => id),
  )
  return wanted.map(({ id, ...scope }) => {
    const found = known.get(id)
    return found && isWithin(found.payment, scope) ? found : undefined
  })
}

/** Payments by their ids alone, for views that anybody may have; one place for each. */
export async function findPublicPayments(em: Em, { ids }: { ids: readonly string[] }): Promise<(KnownPayment | undefined)[]> {
  const known = await readKnown(em, ids)
  return ids.map((id) => known.get(id))
}

const isWithin = (payment: PaymentEntity, { merchantId, mode, businessId = payment.businessId }: PaymentScope): boolean =>
  payment.merchantId === merchantId && payment.mode === mode && payment.businessId === businessId

/** A row with `knownColumns`, as `runStatement` brings it. */
export interface KnownRow {
  readonly businessName: string
  readonly height: number | null
  readonly finalizedHeight: number | null
}

const QUOTE_COLUMNS = ['id', 'asset', 'currency', 'rate', 'usd_rate', 'spread_bps', 'sources', 'as_of'] as const

const named = (column: string): string => `quote.${column}`

/** Columns of a statement over `payment` with `knownJoins`. */
export const knownColumns = `payment.*, owner.name AS "businessName", head.height, head.finalized_height AS "finalizedHeight",
      ${QUOTE_COLUMNS.map((column) => `${named(column)} AS "${named(column)}"`).join(', ')}`

/** The tables beside `payment` that `knownColumns` are read from. */
export const knownJoins = `JOIN business AS owner ON owner.id = payment.business_id JOIN quote ON quote.id = payment.quote_id
    LEFT JOIN chain_cursor AS head ON head.chain = payment.chain`

/** The payments of such rows, in their order. */
export function knownIn(em: Em, rows: readonly KnownRow[]): KnownPayment[] {
  const payments = entityRows(em, 'payment', rows)
  const quotes = quotesOf(em, rows.map(quoteIn))
  return rows.flatMap(({ businessName, height, finalizedHeight }, index) => {
    const [payment, quote] = [payments[index], quotes[index]]
    const view = height === null ? undefined : { height, finalizedHeight: finalizedHeight ?? undefined }
    return payment && quote ? [{ payment, businessName, quote, view }] : []
  })
}

/** The columns of the quote in such a row, under their own names. */
const quoteIn = (row: KnownRow): object =>
  Object.fromEntries(QUOTE_COLUMNS.map((column) => [column, Reflect.get(row, named(column)) as unknown]))

/** One statement for everything, because readers poll. */
async function readKnown(em: Em, ids: readonly string[]): Promise<ReadonlyMap<string, KnownPayment>> {
  const text = `SELECT ${knownColumns} FROM payment ${knownJoins} WHERE payment.id = ANY($1::uuid[])`
  const rows = await runStatement<KnownRow>(em, text, [ids])
  return new Map(knownIn(em, rows).map((known) => [String(known.payment.id), known]))
}
