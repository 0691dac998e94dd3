import type { ListReceiptsInput } from '@gateway/contract/identity/receipt-inputs'
import { listReceipts as findReceipts } from '@gateway/db/identity/reputation-queries'
import type { Receipt } from '@gateway/domain/identity/receipt'
import type { Context } from '../../kernel/context.ts'
import { publicReceiptOf } from './receipt-of.ts'

/** A page of the receipts about a DID, newest first; those that do not count are among them. */
export async function listReceipts(
  { orm }: Pick<Context, 'orm'>,
  { did, before, limit, offset }: ListReceiptsInput,
): Promise<{ receipts: readonly Receipt[]; total: number }> {
  const { rows, total } = await findReceipts(orm.em.fork(), { did, before, bounds: { limit, offset } })
  return { receipts: rows.map(publicReceiptOf), total }
}
