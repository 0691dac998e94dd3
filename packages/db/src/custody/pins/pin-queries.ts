import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { assetOf, type AssetCode, type ChainCode } from '@gateway/domain/money/asset'
import { type SelectQueryBuilder, sql } from 'kysely'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import { isNoneOf } from '../../kernel/page.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { PayoutTermsPinEntity } from './payout-terms-pin.entity.ts'
import type { PayoutTermsEntity } from './payout-terms.entity.ts'

/** Payout terms without a pin: those of some ids, those made since a moment, or a page of all, behind the last one of the page before. */
export type UnpinnedPage = { readonly ids: readonly string[] } | { readonly since: Date } | { readonly after: string }

/** How many of them are read, of which chains, and which not. */
export interface UnpinnedBounds {
  readonly chains: readonly ChainCode[]
  readonly limit: number
  readonly except: readonly string[]
}

/** Payout terms that the signer has not checked yet, with what they are checked against. */
export interface UnpinnedPayoutTerms {
  readonly commit: PayoutTermsEntity
  /** The same in the row of its payment or invoice. */
  readonly payment: { readonly chain: ChainCode; readonly asset: AssetCode; readonly address: string; readonly feeBps: number }
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly usdRate: string
  /** The signature on the address, where the pool has it. */
  readonly poolSig: Uint8Array | null
}

/** A payment, or an invoice with its first quote, of some payout terms; each is found by its key. */
const OWNER = sql<Omit<Beside, 'poolSig'>>`(
  SELECT payment.business_id AS "businessId", payment.mode, quote.usd_rate AS "usdRate", payment.asset AS "paidAsset", payment.address AS "paidAddress",
      payment.fee_bps AS "paidBps"
    FROM payment JOIN quote ON quote.id = payment.quote_id
    WHERE payout_terms.subject = 'payment' AND payment.id = payout_terms.subject_id AND payment.payout_terms_id = payout_terms.id
  UNION ALL SELECT invoice.business_id, invoice.mode, priced.usd_rate, invoice.asset, invoice.payment_address, invoice.fee_bps
    FROM invoice CROSS JOIN LATERAL (SELECT quote.usd_rate FROM invoice_quote JOIN quote ON quote.id = invoice_quote.quote_id
      WHERE invoice_quote.invoice_id = invoice.id ORDER BY invoice_quote.valid_from, invoice_quote.id LIMIT 1) AS priced
    WHERE payout_terms.subject = 'invoice' AND invoice.id = payout_terms.subject_id AND invoice.payout_terms_id = payout_terms.id)`

/** Payout terms of payments and invoices of some chains that have no pin. */
export async function findUnpinnedPayoutTerms(em: Em, page: UnpinnedPage & UnpinnedBounds): Promise<UnpinnedPayoutTerms[]> {
  const waiting = unpinned(em, page)
    .innerJoinLateral(OWNER.as('owner'), (join) => join.onTrue())
    .select(['owner.businessId', 'owner.mode', 'owner.usdRate', 'owner.paidAsset', 'owner.paidAddress', 'owner.paidBps'])
    .where('payout_terms.subject', 'in', ['payment', 'invoice'])
  const { sql: text, parameters } = within(waiting, page).compile()
  const rows = await runStatement<Beside>(em, text, parameters)
  const terms = entityRows(em, 'payout_terms', rows)
  return rows.flatMap(({ paidAsset, paidAddress, paidBps, ...beside }, place) => {
    const commit = terms[place]
    const payment = { chain: assetOf(paidAsset).chain, asset: paidAsset, address: paidAddress, feeBps: paidBps }
    return commit ? [{ ...beside, commit, payment }] : []
  })
}

/** Columns that are read with payout terms. */
interface Beside extends Pick<UnpinnedPayoutTerms, 'businessId' | 'mode' | 'usdRate' | 'poolSig'> {
  readonly paidAsset: AssetCode
  readonly paidAddress: string
  readonly paidBps: number
}

/** Payout terms of some chains that have no pin, with the signature on their address, where the pool has it. */
export const unpinned = (em: Em, { chains, limit, except }: UnpinnedBounds) =>
  tables(em)
    .selectFrom('payout_terms')
    .leftJoin('address_pool as pool', (join) =>
      join.onRef('pool.chain', '=', 'payout_terms.chain').onRef('pool.address', '=', 'payout_terms.address'),
    )
    .selectAll('payout_terms')
    .select('pool.sig as poolSig')
    .where('payout_terms.chain', 'in', [...chains])
    .where(isUnpinned)
    .where(isNoneOf(sql`payout_terms.id`, except))
    .limit(limit)

/** True of payout terms that the signer has not checked. */
export const isUnpinned = sql<boolean>`NOT EXISTS (SELECT FROM payout_terms_pin WHERE payout_terms_pin.payout_terms_id = payout_terms.id)`

/** The part of the payout terms that a page is about. */
export function within<Known, Joined extends keyof Known, Row>(
  terms: SelectQueryBuilder<Known, Joined, Row>,
  page: UnpinnedPage,
): SelectQueryBuilder<Known, Joined, Row> {
  if ('ids' in page) return terms.where(sql<boolean>`payout_terms.id = ANY(${[...page.ids]}::uuid[])`)
  if ('since' in page) return terms.where(sql<boolean>`payout_terms.created_at >= ${page.since}`).orderBy(sql`payout_terms.created_at`)
  return terms.where(sql<boolean>`payout_terms.id > ${page.after}::uuid`).orderBy(sql`payout_terms.id`)
}

/** Adds pins; payout terms that have one keep it. @returns the terms that had none. */
export async function insertPayoutTermsPins(em: Em, pins: readonly PayoutTermsPinEntity[]): Promise<string[]> {
  const column = <Key extends keyof PayoutTermsPinEntity>(key: Key): PayoutTermsPinEntity[Key][] => pins.map((pin) => pin[key])
  const text = `INSERT INTO payout_terms_pin (payout_terms_id, business_id, mode, usd_rate, mac, refused, pinned_at, usable_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::bytea[], $6::text[], $7::timestamptz[], $8::timestamptz[])
    ON CONFLICT DO NOTHING RETURNING payout_terms_id AS id`
  const keys = ['payoutTermsId', 'businessId', 'mode', 'usdRate', 'mac', 'refused', 'pinnedAt', 'usableAt'] as const
  const rows = await runStatement<{ id: string }>(em, text, keys.map(column))
  return rows.map(({ id }) => id)
}

/** What the signer has said of some payout terms: those that it has checked, each with the reason when it refuses. */
export async function findVerdicts(em: Em, ids: readonly string[]): Promise<{ payoutTermsId: string; refused: string | null }[]> {
  const { rows } = await sql<{ payoutTermsId: string; refused: string | null }>`
    SELECT payout_terms_id AS "payoutTermsId", refused FROM payout_terms_pin WHERE payout_terms_id = ANY (${ids}::uuid[])`.execute(
    tables(em),
  )
  return rows
}

/** Pins of some payout terms. */
export async function findPayoutTermsPins(em: Em, ids: readonly string[]): Promise<Map<string, PayoutTermsPinEntity>> {
  if (ids.length === 0) return new Map()
  const rows = (await tables(em)
    .selectFrom('payout_terms_pin')
    .selectAll()
    .where('payoutTermsId', 'in', [...ids])
    .execute()) as PayoutTermsPinEntity[]
  return new Map(rows.map((row) => [row.payoutTermsId, row]))
}
