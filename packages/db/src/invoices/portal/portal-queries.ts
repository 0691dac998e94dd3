import type { InvoiceState } from '@gateway/domain/invoices/machine'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../../kernel/found-by.ts'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import type { OwnerScope } from '../../kernel/owned.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { InvoiceEntity } from '../invoice.entity.ts'
import { beginningOf } from '../../kernel/word-matches.ts'

/** The invoices and clients of one business. */
export type BusinessInvoices = OwnerScope & { readonly businessId: BusinessId }

/** Which of its invoices are wanted. */
export interface InvoiceListFilter {
  readonly state: InvoiceState | undefined
  readonly clientId: string | undefined
  /** Created at this moment or later. */
  readonly since: Date | undefined
  /** Created before this moment. */
  readonly before: Date | undefined
  /** Only what it finds; undefined for any. */
  readonly search: InvoiceSearch | undefined
}

/** What a merchant searches invoices by; each is looked up in an index. */
interface InvoiceSearch {
  /** The number in the register. */
  readonly number: number | undefined
  /** The ids between two, both included. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  /** Words of the name or the address of the client; the last one may be a beginning. */
  readonly text: string
}

/** True of the invoices of a business, if it is the merchant's; of none otherwise. */
const ownedBy = ({ merchantId, mode, businessId }: BusinessInvoices): RawBuilder<boolean> =>
  sql<boolean>`invoice.business_id = (SELECT owner.id FROM business owner WHERE owner.id = ${businessId}::uuid AND owner.merchant_id = ${merchantId}::uuid)
    AND invoice.mode = ${mode}`

/** The invoices of a business behind one of them, newest first; from the newest one without it. */
export async function findInvoicePage(
  em: Em,
  { scope, filter, after, limit }: { scope: BusinessInvoices; filter: InvoiceListFilter; after: string | undefined; limit: number },
): Promise<InvoiceEntity[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < ((SELECT created_at FROM invoice WHERE invoice.id = ${after}::uuid AND ${ownedBy(scope)}), ${after}::uuid)`
  const page = sql`SELECT * FROM invoice WHERE ${matching(scope, filter)} AND ${rest} ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  const { sql: text, parameters } = page.compile(tables(em))
  return entityRows(em, 'invoice', await runStatement<object>(em, text, parameters)) as InvoiceEntity[]
}

/** How many invoices match, counted up to `most`. */
export async function countInvoicePage(
  em: Em,
  { scope, filter, most }: { scope: BusinessInvoices; filter: InvoiceListFilter; most: number },
): Promise<number> {
  const some = sql`SELECT FROM invoice WHERE ${matching(scope, filter)} LIMIT ${most}`
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${some}) counted`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

function matching(scope: BusinessInvoices, { state, clientId, since, before, search }: InvoiceListFilter): RawBuilder<unknown> {
  const conditions = [
    ownedBy(scope),
    ...(state ? [sql`state = ${state}`] : []),
    ...(clientId ? [sql`client_id = ${clientId}::uuid`] : []),
    ...(since ? [sql`created_at >= ${since}::timestamptz`] : []),
    ...(before ? [sql`created_at < ${before}::timestamptz`] : []),
    ...(search ? [foundBy('invoice.id', waysOf(scope, search))] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/** The searches for invoices, some of them of any tenant: by their number, their id, or their client. */
const waysOf = ({ businessId, mode }: BusinessInvoices, { number, ids, text }: InvoiceSearch): RawBuilder<unknown>[] => [
  ...(number === undefined
    ? []
    : [sql`SELECT id FROM invoice WHERE business_id = ${businessId}::uuid AND mode = ${mode} AND number = ${number}`]),
  ...(ids ? [sql`SELECT id FROM invoice WHERE id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`] : []),
  sql`SELECT id FROM invoice WHERE to_tsvector('simple', (buyer ->> 'name') || ' ' || coalesce(buyer ->> 'email', '')) @@ ${beginningOf(text)}`,
  sql`SELECT invoice.id FROM client JOIN invoice ON invoice.client_id = client.id
    WHERE client.business_id = ${businessId}::uuid AND to_tsvector('simple', client.name || ' ' || coalesce(client.email, '')) @@ ${beginningOf(text)}`,
]
