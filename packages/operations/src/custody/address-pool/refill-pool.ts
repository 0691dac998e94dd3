import type { Rail } from '@gateway/chains/rail'
import { readPool } from '@gateway/db/custody/queries'
import type { PoolAddressEntity } from '@gateway/db/custody/pool-address.entity'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { signPoolAddress } from './pool-signature.ts'
import type { SignerContext } from '../signer-context.ts'
import type { SignerKeys } from '../keys/signer-keys.ts'

/** How a pool stands after a look at it. */
export interface PoolLevel {
  readonly free: number
  readonly added: number
}

const FULL = 1_000
const REFILL_BELOW = 800
const ALARM_AT = 200
const CHUNK = 100

/**
 * Sees to it that at least 800 addresses of a chain are free, filling up to 1 000 when they are fewer, each signed by the signer.
 *
 * New ones come from beyond every index that the database or the signer's file knows, so none is ever given out twice, whatever became of the
 * database; a signer that died between the two leaves a gap. Two signers that fill at once derive the same addresses, and the rows of the first one
 * stand. Where neither knows anything, any address may have been given out, and none is. Chains without a pool are left alone.
 */
export async function refillPool(
  ctx: Pick<SignerContext, 'orm' | 'log' | 'keys' | 'generation' | 'deploymentId' | 'sequence'>,
  rail: Rail,
): Promise<PoolLevel> {
  if (rail.addressing !== 'pool') return { free: 0, added: 0 }
  const name = { chain: rail.chain, generation: ctx.generation }
  // Read before the rows: what another signer notes in between is not taken for addresses that the database lacks.
  const noted = ctx.sequence.nextIdx(name)
  const pool = await readPool(ctx.orm.em.fork(), name)
  // A pool that never held an address is a first start and no emergency.
  const isNew = pool.nextIdx === 0 && pool.free === 0
  if (pool.free <= ALARM_AT && !isNew) ctx.log.error({ alarm: 'pool_low', chain: rail.chain, free: pool.free }, 'addresses run out')
  if (pool.free >= REFILL_BELOW) return { free: pool.free, added: 0 }
  const start = Math.max(pool.nextIdx, noted)
  if (start === 0 && ctx.sequence.highestAttempt() === undefined) return { free: pool.free, added: 0 }
  const end = start + FULL - pool.free
  ctx.sequence.notePool(name, end)
  let added = 0
  for (let first = start; first < end; first += CHUNK) added += await insertChunk(ctx, { rail, first, count: Math.min(CHUNK, end - first) })
  ctx.log.info({ chain: rail.chain, added, free: FULL }, 'the address pool is full')
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
  const address = deriveAddress(keys, rail.chain)(generation, idx)
  const { chain, network } = rail
  const sig = signPoolAddress({ deploymentId, network, chain, generation, idx, address }, keys.poolKey)
  return { chain, generation, idx, address, sig, claimedBy: null }
}

const derivers: { readonly [Chain in ChainCode]?: (keys: SignerKeys) => SignerKeys['bitcoinAddress'] } = {
  BTC: (keys) => keys.bitcoinAddress,
}

function deriveAddress(keys: SignerKeys, chain: ChainCode): SignerKeys['bitcoinAddress'] {
  const derive = derivers[chain]
  if (!derive) throw new RangeError(`The signer derives no addresses for ${chain}`)
  return derive(keys)
}
