import type { Rail } from '@gateway/chains/rail'
import { readPool } from '@gateway/db/custody/address-pool-queries'
import type { PoolAddressEntity } from '@gateway/db/custody/pool-address.entity'
import { tables } from '@gateway/db/tables'
import { signPoolAddress } from './pool-signature.ts'
import type { SignerContext } from '../signer-context.ts'

/** The state of a pool after a refill. */
export interface PoolLevel {
  readonly free: number
  readonly added: number
}

const FULL = 1_000
const REFILL_BELOW = 800
const ALARM_AT = 200
const CHUNK = 100

/**
 * Keeps at least 800 free signed addresses in a chain's pool, by refilling it to 1 000.
 *
 * New indexes lie above every index in the database and in the high-water file, so no address is given out twice; a signer crash leaves a gap.
 * Concurrent signers derive the same addresses, and the first insert wins. When neither source knows an index, any address may have been given out
 * and none is added. Chains without a pool are skipped.
 */
export async function refillPool(
  ctx: Pick<SignerContext, 'orm' | 'log' | 'keys' | 'generation' | 'deploymentId' | 'sequence'>,
  rail: Rail,
): Promise<PoolLevel> {
  if (rail.addressing !== 'pool') return { free: 0, added: 0 }
  const name = { chain: rail.chain, generation: ctx.generation }
  // Read before the rows, so that a concurrent signer's note does not look like lost addresses.
  const noted = ctx.sequence.nextIdx(name)
  const pool = await readPool(ctx.orm.em.fork(), name)
  // An empty, unused pool is a first start and no alarm.
  const isNew = pool.nextIdx === 0 && pool.free === 0
  if (pool.free <= ALARM_AT && !isNew) ctx.log.error({ alarm: 'pool_low', chain: rail.chain, free: pool.free }, 'address pool low')
  if (pool.free >= REFILL_BELOW) return { free: pool.free, added: 0 }
  const start = Math.max(pool.nextIdx, noted)
  if (start === 0 && ctx.sequence.highestAttempt() === undefined) return { free: pool.free, added: 0 }
  const end = start + FULL - pool.free
  ctx.sequence.recordPool(name, end)
  let added = 0
  for (let first = start; first < end; first += CHUNK) added += await insertChunk(ctx, { rail, first, count: Math.min(CHUNK, end - first) })
  ctx.log.info({ chain: rail.chain, added, free: FULL }, 'address pool refilled')
  return { free: pool.free + added, added }
}

async function insertChunk(
  ctx: Pick<SignerContext, 'orm' | 'keys' | 'generation' | 'deploymentId'>,
  { rail, first, count }: { rail: Rail; first: number; count: number },
): Promise<number> {
  const rows = Array.from({ length: count }, (_, step) => signedRow(ctx, rail, first + step))
  const result = await tables(ctx.orm.em.fork())
    .insertInto('address_pool')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

function signedRow(ctx: Pick<SignerContext, 'keys' | 'generation' | 'deploymentId'>, rail: Rail, idx: number): PoolAddressEntity {
  const { generation, deploymentId, keys } = ctx
  const { chain, network } = rail
  const address = keys.depositAddress(chain, { generation, idx })
  const sig = signPoolAddress({ deploymentId, network, chain, generation, idx, address }, keys.poolKey)
  return { chain, generation, idx, address, sig, claimedBy: null }
}
