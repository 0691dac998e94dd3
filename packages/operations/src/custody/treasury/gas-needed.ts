import { maxCost } from '@gateway/chains/evm/fees/max-cost'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { Rails } from '@gateway/chains/registry'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'

/** What an account has to hold, in base units of its chain's coin. */
export interface GasNeeded {
  /** As a watch key. */
  readonly payer: string
  readonly units: bigint
}

/**
 * What the accounts that pay gas on a chain have to hold so that nodes take in all that they have signed and that no block holds: each transaction at the
 * most it may cost. What they really pay is less.
 */
export async function readGasNeeded(em: Em, rails: Rails, chain: ChainCode): Promise<GasNeeded[]> {
  const rail = rails.get(chain)
  if (!rail || !isEvmRail(rail)) return []
  const waiting = await tables(em)
    .selectFrom('spend_attempt')
    .select(['binds', 'raw'])
    .where('chain', '=', chain)
    .where('state', 'in', ['signed', 'broadcast'])
    .where('height', 'is', null)
    .execute()
  const byPayer = Map.groupBy(waiting, ({ binds }) => binds[0]?.split(':')[0] ?? '')
  return [...byPayer].map(([payer, signed]) => ({ payer, units: signed.reduce((sum, { raw }) => sum + maxCost(raw), 0n) }))
}

/** The same in words. */
export async function logGasNeeded(em: Em, rails: Rails, chain: ChainCode): Promise<string> {
  const needed = await readGasNeeded(em, rails, chain)
  return needed.map(({ payer, units }) => `${payer} needs ${formatUnits(units, assetOf(chain).decimals)} ${chain}`).join(', ')
}
