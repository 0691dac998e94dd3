import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import type { NamedTransaction } from '@gateway/db/payments/assisted/refund-transaction-queries'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { isSince } from '@gateway/domain/payments/match-refund'
import type { NamedProblem } from './named-look.ts'

/** A named transaction and the block that holds it. */
export interface NamedInBlock {
  readonly block: Block
  readonly named: NamedTransaction
}

/** What a block shows of a named transaction: its transfers to the refund, or what the address gained beside the transfers that it shows. */
export type NamedProof = { readonly transfers: readonly Transfer[] } | { readonly gain: bigint }

/**
 * Reads what a named transaction pays of its refund, in a constant number of calls.
 *
 * @throws {ChainUnavailable} when the node lacks the outcome of a transaction that its block holds, or the balances of the block.
 */
export async function readNamedProof(node: ChainNode, { block, named }: NamedInBlock): Promise<NamedProof | NamedProblem> {
  const { txId, asset, watchKey } = named
  if (!isSince(block, named.createdAt)) return 'older_than_payment'
  const toRefund = block.transfers.filter((transfer) => transfer.to === watchKey && transfer.asset === asset && transfer.units > 0n)
  const hasSucceeded = await readOutcomes(node, block, [txId, ...toRefund.filter(needsReceipt).map((transfer) => transfer.txId)])
  if (!hasSucceeded(txId)) return 'failed'
  const made = toRefund.filter((transfer) => !needsReceipt(transfer) || hasSucceeded(transfer.txId))
  const transfers = made.filter((transfer) => transfer.txId === txId)
  if (transfers.length > 0) return { transfers }
  const gain = await readGain(node, { block, address: watchKey, asset })
  if (gain === undefined) return 'pays_something_else'
  const left = gain - sumUnits(made)
  return left > 0n ? { gain: left } : 'balance_does_not_show_it'
}

const needsReceipt = ({ needsReceipt: needed }: Transfer): boolean => needed === true

/** Whether transactions of a block have succeeded; all have where a block holds no others. */
async function readOutcomes(node: ChainNode, block: Block, asked: readonly string[]): Promise<(txId: string) => boolean> {
  const { chain, outcomeIn } = node.rail
  if (outcomeIn !== 'receipt') return () => true
  const txIds = [...new Set(asked)]
  const receipts = block.receiptsOf?.(txIds) ?? (await node.readReceipts(txIds))
  const own = new Map(receipts.flatMap((receipt) => ((receipt.blockHash ?? block.hash) === block.hash ? [[receipt.txId, receipt]] : [])))
  const missing = txIds.find((txId) => !own.has(txId))
  if (missing !== undefined) throw new ChainUnavailable(chain, `it has no receipt for ${missing} in block ${block.height}`)
  return (txId) => own.get(txId)?.succeeded === true
}

/** What an address holds after a block beyond what it held before; undefined where every transfer of the asset is in the blocks. */
async function readGain(
  node: ChainNode,
  { block, address, asset }: { block: Block; address: string; asset: AssetCode },
): Promise<bigint | undefined> {
  const coin: AssetCode = node.rail.chain
  if (!node.readBalances || asset !== coin) return undefined
  const [before = 0n] = await node.readBalances({ addresses: [address], blockHash: block.parentHash })
  const [after = 0n] = await node.readBalances({ addresses: [address], blockHash: block.hash })
  return after - before
}
