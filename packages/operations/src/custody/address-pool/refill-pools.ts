import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import type { SignerContext } from '../signer-context.ts'
import { refillPool } from './refill-pool.ts'

/** Keeps the pool of every chain that has one full. */
export async function refillPools(ctx: SignerContext): Promise<void> {
  const read = () => Promise.resolve([...ctx.rails.values()].filter(({ addressing }) => addressing === 'pool'))
  const pools = {
    name: 'address_pools',
    read,
    keyOf: ({ chain }: { chain: string }) => chain,
    aboutOf: ({ chain }: { chain: string }) => ({ chain }),
  } as const
  await sweepEach(ctx, pools, (rail) => refillPool(ctx, rail))
}
