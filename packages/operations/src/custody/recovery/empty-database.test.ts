import { tables } from '@gateway/db/tables'
import { freshOrm } from '@gateway/testing/database'
import { runFolder } from '@gateway/testing/run-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressOwners } from '../../jobs/address-owners.ts'
import { NothingToRecover, recoverFromChain } from '../../payments/recovery/recover-from-chain.ts'
import { openChain } from '../../testing/test-chain.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { guardDatabase } from './guard-database.ts'
import { guardGasPayer } from '../treasury/guard-gas-payer.ts'
import { openTreasury } from '../treasury/open-treasury.ts'
import { listPauses } from '../pauses/pause-payouts.ts'
import { textOfPublicKey } from '../keys/public-key-file.ts'
import { refillPool } from '../address-pool/refill-pool.ts'
import { openHighWaterFile, type HighWaterFile } from './high-water-file.ts'
import { openSignerKeys } from '../keys/signer-keys.ts'

let shop: TestShop
/** An empty database on the same server. */
let empty: Awaited<ReturnType<typeof freshOrm>>
beforeEach(async () => {
  shop = await openShop()
  empty = await freshOrm()
})
afterEach(async () => {
  await empty.close()
  await shop.ctx.close()
})

const blankFile = () => openHighWaterFile(join(runFolder(), `empty-${randomUUID()}`))
const signer = (sequence: HighWaterFile) => ({ ...shop.signer, orm: empty, sequence })
const pool = () => tables(empty.em.fork()).selectFrom('address_pool').select(['generation', 'idx', 'address']).orderBy('idx').execute()

async function start(ctx: ReturnType<typeof signer>): Promise<void> {
  await guardDatabase(ctx)
  for (const rail of ctx.rails.values()) await refillPool(ctx, rail)
}

describe('a signer that meets an empty database', () => {
  test('starts with a seed drawn beside its file, and gives out addresses from index 0', async () => {
    const sequence = blankFile()
    sequence.recordDrawn(textOfPublicKey(shop.signer.keys.poolPublicKey))
    await start(signer(sequence))
    expect(await listPauses(signer(sequence))).toEqual([])
    expect((await pool())[0]).toMatchObject({ generation: 0, idx: 0 })
  })

  test('pauses with a restored seed, gives out no address, and pauses again after operators lift the pause', async () => {
    const ctx = signer(blankFile())
    await start(ctx)
    const paused = [{ scope: 'global', pausedBy: 'signer', reason: expect.stringMatching(/restore the database.*custody rotate-seed/) }]
    expect(await listPauses(ctx)).toMatchObject(paused)
    await liftPause(ctx, 'global')
    await start(ctx)
    expect(await listPauses(ctx)).toMatchObject(paused)
    expect(await pool()).toEqual([])
  })

  test('pauses with a seed other than the one drawn on its machine', async () => {
    const sequence = blankFile()
    const other = openSignerKeys({ entropy: Buffer.alloc(32, 9), rails: shop.ctx.rails, generation: 0 })
    sequence.recordDrawn(textOfPublicKey(other.poolPublicKey))
    await start(signer(sequence))
    expect(await listPauses(signer(sequence))).toHaveLength(1)
    expect(await pool()).toEqual([])
  })

  test('resumes with a newly drawn generation whose addresses are unused', async () => {
    const sequence = blankFile()
    await start(signer(sequence))
    const keys = openSignerKeys({ entropy: Buffer.alloc(32, 11), rails: shop.ctx.rails, generation: 1 })
    sequence.recordDrawn(textOfPublicKey(keys.poolPublicKey))
    const ctx = { ...signer(sequence), keys, generation: 1 }
    await start(ctx)
    await liftPause(ctx, 'global')
    await start(ctx)
    expect(await listPauses(ctx)).toEqual([])
    expect(new Set((await pool()).map(({ generation }) => generation))).toEqual(new Set([1]))
  })
})

test('a recovery refuses an empty database with an empty high-water file', async () => {
  const ctx = signer(blankFile())
  await start(ctx)
  const request = { nodes: [], by: 'operator:anna', explained: [], returned: [], tell: () => {}, subjects: addressOwners }
  for (const putBack of [false, true]) await expect(recoverFromChain(ctx, { ...request, putBack })).rejects.toThrow(NothingToRecover)
  expect(ctx.sequence.highestAttempt()).toBeUndefined()
})

describe('a gas payer that is new to the database', () => {
  const nodeWith = (known: bigint) => {
    const rail = shop.ctx.rails.get('ETH')
    if (!rail) throw new Error('no rail')
    return { rail, countSent: async () => ({ mined: known, known }) }
  }
  const ctx = () => ({ ...shop.ctx, orm: empty })

  test('pauses everything when the gas payer has already sent transactions', async () => {
    await guardGasPayer(ctx(), nodeWith(3n), shop.gasPayer)
    expect(await listPauses(ctx())).toMatchObject([
      { scope: 'global', pausedBy: 'watcher', reason: expect.stringContaining('has sent 3 transactions on ETH') },
    ])
  })

  test('accepts a gas payer that has sent nothing', async () => {
    await guardGasPayer(ctx(), nodeWith(0n), shop.gasPayer)
    expect(await listPauses(ctx())).toEqual([])
  })

  test('skips the check once the gas payer is watched', async () => {
    const { node } = await openChain(shop.ctx, 'ETH')
    await openTreasury(shop.ctx, node, shop.gasPayer)
    await guardGasPayer(shop.ctx, nodeWith(3n), shop.gasPayer)
    expect(await listPauses(shop.ctx)).toEqual([])
  })
})
