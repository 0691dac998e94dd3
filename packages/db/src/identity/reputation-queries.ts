import type { Did } from '@gateway/domain/identity/did'
import { type Selectable, sql } from 'kysely'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'

/** What the formula reads from a receipt. */
export type CountedRow = Pick<
  Selectable<Tables['receipt']>,
  'id' | 'category' | 'weightHundredths' | 'outcome' | 'rating' | 'usdCents' | 'counterpartyDid' | 'createdAt'
>

/** The versions of the receipts of some DIDs, in their order; each rises when others count than before, and is 0 where none ever has. */
export async function findReceiptVersions(em: Em, { dids }: { dids: readonly Did[] }): Promise<bigint[]> {
  const rows = await runStatement<{ did: Did; version: string }>(em, VERSIONS, [dids])
  const versions = new Map(rows.map(({ did, version }) => [did, BigInt(version)]))
  return dids.map((did) => versions.get(did) ?? 0n)
}

const VERSIONS = 'SELECT did, version FROM receipt_version WHERE did = ANY ($1::text[])'

/** Every receipt of a DID that counts, in no order. There can be tens of thousands, which the query builder would take a third of a second for. */
export async function listCountedReceipts(em: Em, { did }: { did: Did }): Promise<CountedRow[]> {
  return entityRows(em, 'receipt', await runStatement<object>(em, COUNTED, [did]))
}

const COUNTED = `SELECT id, category, weight_hundredths, outcome, rating, usd_cents, counterparty_did, created_at FROM receipt
  WHERE subject_did = $1 AND is_verified AND withdrawn_at IS NULL`

const publicColumns = [
  ...([
    'id',
    'kind',
    'subjectDid',
    'counterpartyDid',
    'authorMerchantId',
    'escrowId',
    'category',
    'actionType',
    'outcome',
    'rating',
  ] as const),
  ...(['amount', 'currency', 'usdCents', 'weightHundredths', 'isVerified', 'withdrawnAt', 'sequence', 'previousDigest', 'digest'] as const),
  'createdAt',
] as const

/** A receipt without what its author has written. */
export type PublicReceiptRow = Pick<Selectable<Tables['receipt']>, (typeof publicColumns)[number]>

/** A page of the receipts about a DID, newest first, and how many there are in all; with `before` of those that are older than this one. */
export async function listReceipts(
  em: Em,
  { did, before, bounds }: { did: Did; before?: string | undefined; bounds: PageBounds },
): Promise<{ rows: PublicReceiptRow[]; total: number }> {
  const own = tables(em).selectFrom('receipt').where('subjectDid', '=', did)
  const all =
    before === undefined ? own : own.where(sql<boolean>`(created_at, id) < (SELECT created_at, id FROM receipt WHERE id = ${before})`)
  return readPage({ shown: all.select(publicColumns), all }, bounds)
}
