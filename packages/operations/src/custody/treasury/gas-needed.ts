import type { Rails } from '@gateway/chains/registry'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { findFeeEstimates } from '../costs/fee-estimates.ts'

/** The balance an account needs, in base units of the chain's coin. */
export interface GasNeeded {
  /** As a watch key. */
  readonly payer: string
  readonly units: bigint
}

/** The balance each gas payer needs for its signed, unmined transactions, at their highest possible cost. */
export async function readGasNeeded(em: Em, rails: Rails, chain: ChainCode): Promise<GasNeeded[]> {
  const maxGas = rails.get(chain)?.maxGas
  if (!maxGas) return []
  const waiting = await tables(em)
    .selectFrom('spend_attempt')
    .innerJoin('attempt_input', (join) =>
      join.onRef('attempt_input.intentId', '=', 'spend_attempt.intentId').onRef('attempt_input.n', '=', 'spend_attempt.n'),
    )
    .select(['attempt_input.resource as payer', 'raw'])
    .where('chain', '=', chain)
    .where('state', 'in', ['signed', 'broadcast'])
    .where('height', 'is', null)
    .execute()
  const fees = (await findFeeEstimates(em, { chain }))?.fees
  const byPayer = Map.groupBy(waiting, (attempt) => attempt.payer)
  return [...byPayer].map(([payer, signed]) => ({ payer, units: signed.reduce((sum, { raw }) => sum + maxGas(raw, fees), 0n) }))
}

/** The same as text. */
export async function logGasNeeded(em: Em, rails: Rails, chain: ChainCode): Promise<string> {
  const needed = await readGasNeeded(em, rails, chain)
  return needed.map(({ payer, units }) => `${payer} needs ${formatUnits(units, assetOf(chain).decimals)} ${chain}`).join(', ')
}
