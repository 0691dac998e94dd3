import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import { metadataHolds } from '../kernel/metadata-matches.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { type BusinessPayments, ownedBy } from './portal-queries.ts'

/** What a merchant searches payments by; each is looked up in an index. */
export interface PaymentSearch {
  /** The ids between two, both included. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  readonly addresses: readonly { readonly chain: ChainCode; readonly address: string }[]
  /** Spellings of a transaction's id, on any of the chains. */
  readonly transactions: readonly string[]
  readonly chains: readonly ChainCode[]
  /** The text itself: a value of the metadata, or words of the description. */
  readonly text: string
}

/** The ids of the payments of a business that a search finds: by their id, their address, a transaction that paid them or paid them out, their metadata, or their description. */
export async function searchPayments(
  em: Em,
  { scope, search, most }: { scope: BusinessPayments; search: PaymentSearch; most: number },
): Promise<string[]> {
  const found = sql.join(waysOf(search), sql` UNION `)
  const { rows } = await sql<{ id: string }>`SELECT payment.id FROM (${found}) found JOIN payment ON payment.id = found.id
    WHERE ${ownedBy(scope)} LIMIT ${most}`.execute(tables(em))
  return rows.map(({ id }) => id)
}

function waysOf({ ids, addresses, transactions, chains, text }: PaymentSearch): RawBuilder<unknown>[] {
  const places = addresses.map(({ chain, address }) => sql`SELECT id FROM payment WHERE chain = ${chain} AND address = ${address}`)
  const range = ids ? [sql`SELECT id FROM payment WHERE id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`] : []
  return [
    ...range,
    ...places,
    ...byTransaction([...transactions], [...chains]),
    sql`SELECT id FROM payment WHERE ${metadataHolds(sql.ref('metadata'), text)}`,
    sql`SELECT id FROM payment WHERE to_tsvector('simple', description) @@ plainto_tsquery('simple', ${text})`,
  ]
}

/** Batched payouts name many payments, those of other tenants too; the caller's scope leaves its own. */
const byTransaction = (ids: string[], chains: string[]): RawBuilder<unknown>[] => [
  sql`SELECT subject_id::uuid AS id FROM deposit WHERE chain = ANY (${chains}::text[]) AND tx_id = ANY (${ids}::text[]) AND subject = 'payment'`,
  sql`SELECT subject_id::uuid FROM flush WHERE tx_id = ANY (${ids}::text[]) AND subject = 'payment'`,
  sql`SELECT CASE leg.purpose WHEN 'forward' THEN leg.ref::uuid ELSE (SELECT payment_id FROM refund WHERE refund.id = leg.ref::uuid) END
    FROM spend_attempt attempt JOIN spend_intent leg ON leg.lead_id = attempt.intent_id
    WHERE attempt.handle = ANY (${ids}::text[]) AND attempt.state <> 'dead' AND leg.purpose IN ('forward', 'payment_refund')`,
]
