import type { Transfer } from '@gateway/chains/rail/transfer'
import type { RefundTransferEntity } from '@gateway/db/payments/assisted/refund-transfer.entity'
import type { RefundBlock } from '../../../kernel/address-owners.ts'

/** The row of a transfer that a block holds; none for an unsupported token. */
export function transferRow(
  { chain, block, at }: Pick<RefundBlock, 'chain' | 'at'> & { block: Pick<RefundBlock['block'], 'height' | 'hash'> },
  { ref, txId, to, asset, units }: Transfer,
  refundId: string | null,
): RefundTransferEntity[] {
  if (asset === null) return []
  const place = { state: 'included' as const, height: block.height, blockHash: block.hash, arrivedAt: at }
  return [{ chain, ref, refundId, txId, watchKey: to, asset, units, ...place }]
}
