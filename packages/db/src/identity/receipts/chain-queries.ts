import type { Did } from '@gateway/domain/identity/did'
import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { ReceiptHeadEntity } from './receipt-head.entity.ts'
import type { ReceiptEntity } from '../receipt.entity.ts'

/** DIDs that have receipts without a place in their chain, first the one whose receipt has waited longest, so that none starves another. */
export async function findUnchained(em: Em, { limit, except }: Omit<SweptPage, 'after'>): Promise<Did[]> {
  const open = tables(em)
    .selectFrom('receipt')
    .select('subjectDid')
    .where('sequence', 'is', null)
    .where(isNoneOf(sql.ref('subject_did'), except))
    .groupBy('subjectDid')
    .orderBy(({ fn }) => fn.min('createdAt'))
  return (await open.orderBy('subjectDid').limit(limit).execute()).map(({ subjectDid }) => subjectDid)
}

/** The chain of a DID, locked for the rest of the transaction, so that one job at a time appends to it; undefined when another one does. */
export const lockHead = (em: Em, { did }: { did: Did }): Promise<ReceiptHeadEntity | undefined> =>
  tables(em).selectFrom('receipt_head').selectAll().where('did', '=', did).forUpdate().skipLocked().executeTakeFirst()

/** Receipts about a DID without a place in its chain, the oldest first. */
export const listUnchained = (em: Em, { did, limit }: { did: Did; limit: number }): Promise<ReceiptEntity[]> =>
  tables(em)
    .selectFrom('receipt')
    .selectAll()
    .where('subjectDid', '=', did)
    .where('sequence', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Gives a receipt its place. */
export async function chainReceipt(
  em: Em,
  { id, ...place }: Pick<ReceiptEntity, 'id' | 'sequence' | 'previousDigest' | 'digest'>,
): Promise<void> {
  await tables(em).updateTable('receipt').set(place).where('id', '=', id).execute()
}

/** Moves the end of a chain on. */
export async function moveHead(em: Em, { did, length, digest }: Pick<ReceiptHeadEntity, 'did' | 'length' | 'digest'>): Promise<void> {
  await tables(em).updateTable('receipt_head').set({ length, digest }).where('did', '=', did).execute()
}

/** The chained receipts about a DID, in their order. */
export const listChained = (em: Em, { did, after, limit }: { did: Did; after: bigint; limit: number }): Promise<ReceiptEntity[]> =>
  tables(em)
    .selectFrom('receipt')
    .selectAll()
    .where('subjectDid', '=', did)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()

/** Chains of receipts in the order of their DIDs, a page at a time. */
export const pageOfHeads = (em: Em, { after, limit }: { after: Did | ''; limit: number }): Promise<ReceiptHeadEntity[]> =>
  tables(em)
    .selectFrom('receipt_head')
    .selectAll()
    .where(sql<boolean>`did > ${after}`)
    .orderBy('did')
    .limit(limit)
    .execute()
