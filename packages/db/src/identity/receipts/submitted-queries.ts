import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../../orm.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import { tables } from '../../tables.ts'
import type { ReceiptEntity } from '../receipt.entity.ts'

/** A receipt before it has a place in its chain. */
export type NewReceipt = Omit<ReceiptEntity, 'withdrawnAt' | 'withdrawnBy' | 'sequence' | 'previousDigest' | 'digest'>

/** Stores a receipt. @returns undefined when its id, its source, or the escrow of its author, as one with a DID or without, has one. */
export const insertReceipt = (em: Em, receipt: NewReceipt): Promise<ReceiptEntity | undefined> =>
  tables(em)
    .insertInto('receipt')
    .values({ ...receipt, withdrawnAt: null, withdrawnBy: null, sequence: null, previousDigest: null, digest: null })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

/** A receipt, whoever wrote it. */
export const findReceipt = (em: Em, { id }: { id: string }): Promise<ReceiptEntity | undefined> =>
  tables(em).selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirst()

/** Receipts about an escrow that do not count, in the order in which their DIDs are locked to let them, and of one DID the oldest first. */
export const listUnverified = (em: Em, { escrowId }: { escrowId: string }): Promise<ReceiptEntity[]> =>
  tables(em)
    .selectFrom('receipt')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .where('isVerified', '=', false)
    .orderBy('subjectDid')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/**
 * True when a merchant has its economic receipt of an escrow: an action receipt that counts, one that the service has written about any of its DIDs, or one
 * that the service is going to write. One statement reads all three, so that none is missed while it turns into another.
 */
export async function hasEconomicReceipt(em: Em, { escrowId, merchantId }: { escrowId: string; merchantId: MerchantId }): Promise<boolean> {
  const [row] = await runStatement<{ found: boolean }>(em, ECONOMIC, [escrowId, merchantId])
  return row?.found === true
}

const ECONOMIC = `WITH own AS (
    SELECT did FROM did WHERE merchant_id = $2::uuid UNION ALL SELECT did FROM linked_did WHERE merchant_id = $2::uuid AND is_verified
  )
  SELECT EXISTS (
      SELECT FROM receipt WHERE escrow_id = $1::uuid AND subject_did IN (SELECT did FROM own)
        AND is_verified AND kind <> 'task' AND starts_with(category, 'economic.')
    ) OR EXISTS (
      SELECT FROM receipt_source WHERE object_id = $1::uuid AND subject_did IN (SELECT did FROM own) AND kind IN ('settlement', 'lost_dispute')
    ) AS found`

/** Lets a receipt count. */
export async function verifyReceipt(em: Em, { id }: { id: string }): Promise<void> {
  await tables(em).updateTable('receipt').set({ isVerified: true }).where('id', '=', id).execute()
}

/** Withdraws a receipt for good, also one that the service may let count again. @returns false when there is none, or an operator has withdrawn it. */
export async function withdrawReceiptRow(em: Em, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('receipt')
    .set(({ fn, val }) => ({ withdrawnAt: fn.coalesce('withdrawnAt', val(at)), withdrawnBy: 'operator' }))
    .where('id', '=', id)
    .where('withdrawnBy', 'is distinct from', 'operator')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
