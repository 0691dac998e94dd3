import type { Em } from '@gateway/db/orm'
import { finalizeTransfers, findUnsettledTransfers } from '@gateway/db/payments/assisted/refund-transfer-queries'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { hasRequiredConfirmations } from '@gateway/domain/payments/assessment'

/** Marks the counted transfers final that have the confirmations of the payment which they give back. @returns their refunds. */
export async function settleTransfers(em: Em, { chain, view }: { chain: ChainCode; view: ChainView }): Promise<string[]> {
  const unsettled = await findUnsettledTransfers(em, { chain })
  const final = unsettled.filter((transfer) => hasRequiredConfirmations(transfer, transfer.height, view))
  await finalizeTransfers(em, { chain, refs: final.map(({ ref }) => ref) })
  return final.map(({ refundId }) => refundId)
}
