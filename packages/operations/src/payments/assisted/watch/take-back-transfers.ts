import type { Em } from '@gateway/db/orm'
import { lookAgain } from '@gateway/db/payments/assisted/refund-transaction-queries'
import { askFromHere, orphanTransfers } from '@gateway/db/payments/assisted/refund-transfer-queries'
import type { Context } from '../../../kernel/context.ts'
import type { RemovedBlock } from '../../../kernel/address-owners.ts'
import { recountAssistedRefunds } from './recount-assisted-refunds.ts'

/**
 * Takes back what a removed block paid of refunds, in the scanner's transaction. Transactions that were named for them are looked for again, because
 * no later block shows an internal transfer.
 *
 * @returns the refunds that were complete and are not any more.
 */
export async function takeBackTransfers(em: Em, ctx: Context, { chain, height, view }: RemovedBlock): Promise<string[]> {
  await askFromHere(em, { chain, height })
  const removed = await orphanTransfers(em, { chain, height })
  const gone = removed.flatMap(({ refundId, txId }) => (refundId === null ? [] : [{ refundId, txId }]))
  await lookAgain(em, { gone, now: ctx.clock.now() })
  return recountAssistedRefunds(em, ctx, { ids: gone.map(({ refundId }) => refundId), view })
}
