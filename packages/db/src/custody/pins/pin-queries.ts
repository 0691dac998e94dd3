import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { type SelectQueryBuilder, sql } from 'kysely'
import { entityRows } from '../../kernel/entity-rows.ts'
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
  readonly payment: { readonly chain: ChainCode; readonly asset: AssetCode; readonly address: string; readonly feeBps: number }
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly usdRate: string
  /** The signature on the address, where the pool has it. */
  readonly poolSig: Uint8Array | null
}

/** Payout terms of payments of some chains that have no pin. */
export async function findUnpinnedPayoutTerms(em: Em, page: UnpinnedPage & UnpinnedBounds): Promise<UnpinnedPayoutTerms[]> {
  const waiting = unpinned(em, page)
    .innerJoin('payment', 'payment.id', 'payout_terms.subjectId')
    .innerJoin('quote', 'quote.id', 'payment.quoteId')
    .select(['payment.businessId as businessId', 'payment.mode', 'quote.usdRate as usdRate'])
    .select(['payment.chain as paidChain', 'payment.asset as paidAsset', 'payment.address as paidAddress', 'payment.feeBps as paidBps'])
    .whereRef('payment.payoutTermsId', '=', 'payout_terms.id')
    .where('payout_terms.subject', '=', 'payment')
  const { sql: text, parameters } = within(waiting, page).compile()
  const rows = await runStatement<Beside>(em, text, parameters)
  const terms = entityRows(em, 'payout_terms', rows)
  return rows.flatMap(({ paidChain, paidAsset, paidAddress, paidBps, ...beside }, place) => {
    const commit = terms[place]
    const payment = { chain: paidChain, asset: paidAsset, address: paidAddress, feeBps: paidBps }
    return commit ? [{ ...beside, commit, payment }] : []
  })
}

/** Columns that are read with payout terms. */
interface Beside extends Pick<UnpinnedPayoutTerms, 'businessId' | 'mode' | 'usdRate' | 'poolSig'> {
  readonly paidChain: ChainCode
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
