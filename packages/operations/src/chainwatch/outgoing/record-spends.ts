import type { Block } from '@gateway/chains/rail/block'
import { findSpentDeposits, findTermsOfOwners, insertFlushes } from '@gateway/db/chainwatch/flush-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { logPositions } from '../deposits/log-positions.ts'
import { spendRows } from './spend-rows.ts'

/** A block, and its transactions that spend deposits. */
interface SpendingBlock {
  readonly chain: ChainCode
  readonly block: Block
  readonly txIds: ReadonlySet<string>
}

/**
 * Records transactions that spend deposits of one object, and nothing else, to the recipients of its payout terms, also those of third parties. The
 * outputs say what each recipient got; the rest is the network's.
 *
 * Any other spend settles nothing.
 */
export async function recordSpends(em: Em, { chain, block, txIds }: SpendingBlock): Promise<void> {
  if (txIds.size === 0) return
  const inputs = block.inputs.filter(({ txId }) => txIds.has(txId))
  const deposits = await findSpentDeposits(em, { chain, inputs })
  const terms = await findTermsOfOwners(em, [...new Set(deposits.map(({ subjectId }) => subjectId))])
  const inputsOf = Map.groupBy(inputs, ({ txId }) => txId)
  const outputs = Map.groupBy(block.transfers, ({ txId }) => txId)
  const placeOf = logPositions(block.txIds)
  const at = { chain, height: block.height, blockHash: block.hash }
  const rows = [...Map.groupBy(deposits, ({ spentBy }) => spentBy)].flatMap(([txId, spent]) =>
    inputsOf.get(txId)?.length === spent.length
      ? spendRows({ spent, outputs: outputs.get(txId) ?? [], terms, units: sumUnits(spent) }).map((row) => ({
          ...row,
          ...at,
          txPlace: placeOf({ txId }).txPlace,
        }))
      : [],
  )
  await insertFlushes(em, rows)
}
