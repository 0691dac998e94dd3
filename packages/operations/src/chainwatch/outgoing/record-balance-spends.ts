import type { Spend } from '@gateway/chains/rail/transfer'
import { findTermsOfOwners, insertFlushes, type SpentDeposit } from '@gateway/db/chainwatch/flush-queries'
import { findDepositsBefore, findDepositsOfAttempt, findLostUnits } from '@gateway/db/chainwatch/spent-balance-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { MatchedBlock } from '../deposits/hit.ts'
import { logPositions } from '../deposits/log-positions.ts'
import { spendRows } from './spend-rows.ts'

/** A chain, and the parts of a block that concern us. */
interface Read {
  readonly chain: ChainCode
  readonly matched: MatchedBlock
}

/**
 * Records spends from addresses that hold balances to the recipients of their payout terms, also those of third parties.
 *
 * What failed transactions of a payout have burnt is the network's, like the fee of the one that pays it out. A balance does not say which deposits it was:
 * they are those of the payout that we signed, and all that lay at the address when it took more, or when nobody here signed it. Any other spend settles
 * nothing.
 */
export async function recordBalanceSpends(em: Em, { chain, matched }: Read): Promise<void> {
  const { block, spends } = matched
  const ours = spends.filter(({ watched }) => watched.subject !== 'treasury')
  if (ours.length === 0) return
  const terms = await findTermsOfOwners(em, [...new Set(ours.map(({ watched }) => watched.subjectId))])
  const placeOf = logPositions(block.txIds)
  for (const spend of joined(ours.map(({ spend }) => spend))) {
    const { txPlace } = placeOf(spend)
    const units = spend.units + (await findLostUnits(em, { chain, ...spend }))
    const spent = await findSpent(em, { chain, spend: { ...spend, units }, place: { height: block.height, txPlace } })
    const outputs = block.transfers.filter(({ txId, asset }) => txId === spend.txId && asset === spend.asset)
    const rows = spendRows({ spent, outputs, terms, units })
    const at = { chain, height: block.height, blockHash: block.hash, txPlace, ref: `${spend.txId}:${spend.asset}` }
    await insertFlushes(
      em,
      rows.map((row) => ({ ...row, ...at })),
    )
  }
}

/** One spend for each transaction, address and asset: tokens leave from several accounts of one owner. */
function joined(spends: readonly Spend[]): Spend[] {
  const parts = Map.groupBy(spends, ({ txId, from, asset }) => `${txId} ${from} ${asset}`)
  return [...parts.values()].flatMap(([first, ...more]) => (first ? [{ ...first, units: sumUnits([first, ...more]) }] : []))
}

interface Spending {
  readonly chain: ChainCode
  readonly spend: Spend
  readonly place: { readonly height: number; readonly txPlace: number }
}

async function findSpent(em: Em, { chain, spend, place }: Spending): Promise<SpentDeposit[]> {
  const own = await findDepositsOfAttempt(em, { chain, ...spend })
  if (own.length > 0 && spend.units <= sumUnits(own)) return own
  const all = await findDepositsBefore(em, { chain, ...spend, ...place })
  const isKnown = own.length > 0 || sumUnits(all) === spend.units
  return isKnown ? all : []
}
