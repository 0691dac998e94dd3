import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Records that the page of an invoice was opened, once. */
export async function markViewed(em: Em, { id, at }: { readonly id: string; readonly at: Date }): Promise<void> {
  await tables(em).updateTable('invoice').set({ viewedAt: at, updatedAt: at }).where('id', '=', id).where('viewedAt', 'is', null).execute()
}
