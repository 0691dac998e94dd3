import type { Rail } from '@gateway/chains/rail'
import { readPool } from '@gateway/db/custody/queries'
import { tables } from '@gateway/db/tables'
import { signPoolAddress } from './pool-signature.ts'
import type { SignerContext } from './signer-context.ts'

/** How full a pool is kept. */
export const poolLevels = { full: 1_000, refillBelow: 800, alarmBelow: 200 } as const

const ROWS_PER_STATEMENT = 250

/**
 * Fills a chain's address pool with signed addresses when it runs low; an index is never used twice.
 *
 * Two signers side by side write the same addresses under the same keys, so one of them simply finds its rows there.
 *
 * @returns how many addresses were added.
 */
export async function refillPool(ctx: SignerContext, rail: Rail): Promise<number> {
  const { chain } = rail
  const em = ctx.orm.em.fork()
  const { free, nextIdx } = await readPool(em, { chain, generation: ctx.generation })
  if (free >= poolLevels.refillBelow) return 0
  if (free < poolLevels.alarmBelow && nextIdx > 0) ctx.log.error({ alarm: 'pool_low', chain, free }, 'the address pool ran low')
  const missing = poolLevels.full - free
  for (let done = 0; done < missing; done += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, missing - done)
    const rows = Array.from({ length: count }, (_, offset) => poolRow(ctx, rail, nextIdx + done + offset))
    await tables(em)
      .insertInto('address_pool')
      .values(rows)
      .onConflict((oc) => oc.columns(['chain', 'generation', 'idx']).doNothing())
      .execute()
  }
  ctx.log.info({ chain, free: poolLevels.full }, 'the address pool was refilled')
  return missing
}

function poolRow(ctx: SignerContext, rail: Rail, idx: number) {
  const { generation, deploymentId, keys } = ctx
  const { chain, network } = rail
  const address = keys.bitcoinAddress(generation, idx)
  return {
    chain,
    generation,
    idx,
    address,
    sig: signPoolAddress({ deploymentId, network, chain, generation, idx, address }, keys.poolKey),
    claimedBy: null,
  }
}
