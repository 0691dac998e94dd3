import type { TreasuryLevel } from '@gateway/contract/portal/operator-state'
import { countFreeAddresses, findTreasuryAddresses, findTreasuryBalances } from '@gateway/db/custody/treasury-queries'
import { gasPayerCoins, LOW_POOL } from '@gateway/domain/custody/rules'
import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { findUnits } from '@gateway/domain/money/decimal'
import type { Context } from '../../kernel/context.ts'
import { readGasNeeded } from './gas-needed.ts'

/** Treasury, gas and address pool of each served chain. */
export async function listTreasury(ctx: Pick<Context, 'orm' | 'rails'>): Promise<TreasuryLevel[]> {
  const em = ctx.orm.em.fork()
  const balances = await findTreasuryBalances(em)
  const levels: TreasuryLevel[] = []
  for (const [chain, rail] of ctx.rails) {
    const own = balances.filter(({ asset }) => assetOf(asset).chain === chain)
    const needed = (await readGasNeeded(em, ctx.rails, chain)).reduce((sum, { units }) => sum + units, 0n)
    levels.push({
      chain,
      addresses: await findTreasuryAddresses(em, { chain }),
      balances: own,
      gas: gasOf(chain, own.find(({ asset }) => asset === chain)?.units ?? 0n, needed),
      pool: rail.addressing === 'pool' ? poolOf(await countFreeAddresses(em, { chain })) : null,
    })
  }
  return levels
}

const poolOf = (free: number) => ({ free, low: LOW_POOL, isLow: free <= LOW_POOL })

function gasOf(chain: ChainCode, units: bigint, neededUnits: bigint): TreasuryLevel['gas'] {
  const marks = gasPayerCoins[chain]
  if (!marks) return null
  const { decimals } = assetOf(chain)
  const lowUnits = findUnits(marks.low, decimals) ?? 0n
  const highUnits = findUnits(marks.high, decimals) ?? 0n
  return { lowUnits, highUnits, neededUnits, isLow: units < lowUnits || units < neededUnits, isHigh: units > highUnits }
}
