import type { Did } from '@gateway/domain/identity/did'
import { type Selectable, sql } from 'kysely'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'

const countedColumns = ['id', 'category', 'weightHundredths', 'outcome', 'rating', 'usdCents', 'counterpartyDid', 'createdAt'] as const

/** What the formula reads from a receipt. */
export type CountedRow = Pick<Selectable<Tables['receipt']>, (typeof countedColumns)[number]>

/** The version of the receipts of a DID, which rises with each change of them; undefined without any. */
export async function findReceiptVersion(em: Em, { did }: { did: Did }): Promise<bigint | undefined> {
  const head = await tables(em).selectFrom('receipt_head').select('version').where('did', '=', did).executeTakeFirst()
  return head && BigInt(head.version)
}

/** Every receipt of a DID that counts, in no order. */
export const listCountedReceipts = (em: Em, { did }: { did: Did }): Promise<CountedRow[]> =>
  tables(em)
    .selectFrom('receipt')
    .select(countedColumns)
    .where('subjectDid', '=', did)
    .where('isVerified', '=', true)
    .where('withdrawnAt', 'is', null)
    .execute()

/** A page of the receipts about a DID, newest first, and how many there are in all; with `before` of those that are older than this one. */
export async function listReceipts(
  em: Em,
  { did, before, bounds }: { did: Did; before?: string | undefined; bounds: PageBounds },
): Promise<{ rows: Selectable<Tables['receipt']>[]; total: number }> {
  const own = tables(em).selectFrom('receipt').where('subjectDid', '=', did)
  const all =
    before === undefined ? own : own.where(sql<boolean>`(created_at, id) < (SELECT created_at, id FROM receipt WHERE id = ${before})`)
  return readPage({ shown: all.selectAll(), all }, bounds)
}
