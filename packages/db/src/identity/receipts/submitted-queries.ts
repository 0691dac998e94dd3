import type { Did } from '@gateway/domain/identity/did'
import type { ActionCategory } from '@gateway/domain/identity/categories'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { ReceiptEntity } from '../receipt.entity.ts'

/** A receipt before it has a place in its chain. */
export type NewReceipt = Omit<ReceiptEntity, 'withdrawnAt' | 'sequence' | 'previousDigest' | 'digest'>

/** Stores a receipt. @returns undefined when its id, its source, or the escrow of its author has one. */
export const insertReceipt = (em: Em, receipt: NewReceipt): Promise<ReceiptEntity | undefined> =>
  tables(em)
    .insertInto('receipt')
    .values({ ...receipt, withdrawnAt: null, sequence: null, previousDigest: null, digest: null })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

/** A receipt, whoever wrote it. */
export const findReceipt = (em: Em, { id }: { id: string }): Promise<ReceiptEntity | undefined> =>
  tables(em).selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirst()

/** Receipts about an escrow that do not count, the oldest first. */
export const listUnverified = (em: Em, { escrowId }: { escrowId: string }): Promise<ReceiptEntity[]> =>
  tables(em)
    .selectFrom('receipt')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .where('isVerified', '=', false)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** True when an action receipt of this category about a DID counts for an escrow. */
export async function hasCountedAction(
  em: Em,
  { escrowId, subjectDid, category }: { escrowId: string; subjectDid: Did; category: ActionCategory },
): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('receipt')
    .select('id')
    .where('escrowId', '=', escrowId)
    .where('subjectDid', '=', subjectDid)
    .where('category', '=', category)
    .where('kind', '=', 'action')
    .where('isVerified', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** Lets a receipt count. */
export async function verifyReceipt(em: Em, { id }: { id: string }): Promise<void> {
  await tables(em).updateTable('receipt').set({ isVerified: true }).where('id', '=', id).execute()
}

/** Withdraws a receipt. @returns false when there is none, or it is withdrawn. */
export async function withdrawReceiptRow(em: Em, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('receipt')
    .set({ withdrawnAt: at })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
