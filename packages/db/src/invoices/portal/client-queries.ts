import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../../kernel/found-by.ts'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { ClientEntity } from '../client.entity.ts'
import type { BusinessInvoices } from './portal-queries.ts'
import { beginningOf } from '../../kernel/word-matches.ts'

interface ClientListing {
  readonly scope: BusinessInvoices
  /** Words of the name or the e-mail address; undefined for any. */
  readonly text: string | undefined
}

/** The clients of a business behind one of them, newest first; from the newest one without it. */
export async function findClientPage(
  em: Em,
  { after, limit, ...listing }: ClientListing & { readonly after: string | undefined; readonly limit: number },
): Promise<ClientEntity[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < ((SELECT created_at FROM client WHERE client.id = ${after}::uuid AND ${ownedBy(listing.scope)}), ${after}::uuid)`
  const page = sql`SELECT * FROM client WHERE ${matching(listing)} AND ${rest} ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  const { sql: text, parameters } = page.compile(tables(em))
  return entityRows(em, 'client', await runStatement<object>(em, text, parameters))
}

/** How many clients match, counted up to `most`. */
export async function countClientPage(em: Em, { most, ...listing }: ClientListing & { readonly most: number }): Promise<number> {
  const some = sql`SELECT FROM client WHERE ${matching(listing)} LIMIT ${most}`
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${some}) counted`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

const ownedBy = ({ merchantId, mode, businessId }: BusinessInvoices): RawBuilder<boolean> =>
  sql<boolean>`client.business_id = (SELECT owner.id FROM business owner WHERE owner.id = ${businessId}::uuid AND owner.merchant_id = ${merchantId}::uuid)
    AND client.mode = ${mode}`

function matching({ scope, text }: ClientListing): RawBuilder<unknown> {
  if (text === undefined) return ownedBy(scope)
  const named = sql`SELECT named.id FROM client named
    WHERE to_tsvector('simple', named.name || ' ' || coalesce(named.email, '')) @@ ${beginningOf(text)}`
  return sql`${ownedBy(scope)} AND ${foundBy('client.id', [named])}`
}
