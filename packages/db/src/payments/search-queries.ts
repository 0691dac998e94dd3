import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../kernel/found-by.ts'
import { metadataHolds } from '../kernel/metadata-matches.ts'

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

/** True of the payments, of any tenant, that a search finds: by their id, their address, a transaction that paid them or paid them out, their metadata, or their description. */
export const isSearched = (search: PaymentSearch): RawBuilder<boolean> => foundBy('payment.id', waysOf(search))

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
