import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../../kernel/page.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import { lockReceiptsOf } from './lock-queries.ts'
import type { ReceiptSourceEntity } from './receipt-source.entity.ts'

/** The ids of facts of which receipts have to be written, the oldest first. */
export async function findSources(em: Em, { limit, except }: Omit<SweptPage, 'after'>): Promise<string[]> {
  const due = tables(em)
    .selectFrom('receipt_source')
    .select('id')
    .where(isNoneOf(sql.ref('id'), except))
  return (await due.orderBy('id').limit(limit).execute()).map(({ id }) => String(id))
}

/**
 * Such a fact, locked for the rest of the transaction; undefined when it is done, or another job works on it. Facts about one object follow one another, so
 * that what is read of it later sees the receipts of the ones before.
 */
export async function lockSource(em: Em, { id }: { id: bigint }): Promise<ReceiptSourceEntity | undefined> {
  const own = tables(em).selectFrom('receipt_source').selectAll().where('id', '=', id)
  const source = await own.forUpdate().skipLocked().executeTakeFirst()
  if (source) await lockReceiptsOf(em, source)
  return source
}

/** Forgets a fact of which everything is written. */
export async function deleteSource(em: Em, { id }: Pick<ReceiptSourceEntity, 'id'>): Promise<void> {
  await tables(em).deleteFrom('receipt_source').where('id', '=', id).execute()
}

/** Withdraws the receipt of a source, or lets it count again unless an operator has withdrawn it. It is not locked before: nothing else is decided by it. */
export async function setWithdrawn(em: Em, { source, at }: { source: string; at: Date | null }): Promise<void> {
  await tables(em)
    .updateTable('receipt')
    .set({ withdrawnAt: at, withdrawnBy: at && 'service' })
    .where('source', '=', source)
    .where(({ eb }) => (at === null ? eb('withdrawnBy', '=', 'service') : eb('withdrawnAt', 'is', null)))
    .execute()
}
