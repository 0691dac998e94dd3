import { findChainsWithAddresses } from '@gateway/db/custody/address-pool-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'

/** The chains that can allocate an address now: computed addresses, or a pool that is not empty. */
export async function findAvailableChains({ orm, rails }: Pick<Context, 'orm' | 'rails'>): Promise<ReadonlySet<ChainCode>> {
  const served = [...rails.values()]
  const pooled = served.filter(({ addressing }) => addressing === 'pool').map(({ chain }) => chain)
  const filled = await findChainsWithAddresses(orm.em.fork(), { chains: pooled })
  return new Set(served.map(({ chain }) => chain).filter((chain) => filled.has(chain) || !pooled.includes(chain)))
}
