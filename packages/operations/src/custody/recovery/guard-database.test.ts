import { tables } from '@gateway/db/tables'
import { runFolder } from '@gateway/testing/run-folder'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { EntityManager } from '@mikro-orm/postgresql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FailpointName } from '../../kernel/failpoints.ts'
import { ForwardHeld, signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { approveLift } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { guardDatabase } from './guard-database.ts'
import { liftApprovedPauses } from '../pauses/lift-pauses.ts'
import { listPauses, pausePayouts } from '../pauses/pause-payouts.ts'
import { refillPool } from '../address-pool/refill-pool.ts'
import { advanceHighWater } from './advance-high-water.ts'
import { openHighWaterFile } from './high-water-file.ts'
import type { SignerContext } from '../signer-context.ts'

let shop: TestShop
let bitcoin: TestChain
beforeEach(async () => {
  shop = await openShop()
  bitcoin = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

let paid = 0

/** A confirmed payment whose payout waits for a signature. */
async function confirmed(): Promise<string> {
  const payment = await shop.ask({ amount: 25, blockchain: 'BTC' })
  await bitcoin.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: ++paid })] })
  return payment.id
}

const db = () => tables(shop.ctx.orm.em.fork())
const sign = (paymentId: string, signer: SignerContext = shop.signer) => signForward(signer, { paymentId })
const freeAddresses = async () =>
  Number((await db().selectFrom('address_pool').select(db().fn.countAll().as('n')).where('claimedBy', 'is', null).executeTakeFirst())?.n)

function bitcoinRail() {
  const rail = shop.ctx.rails.get('BTC')
  if (!rail) throw new Error('no rail')
  return rail
}

class Died extends Error {}
const dyingAt = (name: FailpointName): SignerContext => ({
  ...shop.signer,
  failpoint: (reached) => {
    if (reached === name) throw new Died(name)
  },
})

describe('concurrent signers', () => {
  test('concurrent signers do not mistake each other’s newest attempt for a restored database', async () => {
    await sign(await confirmed())
    const noted = shop.signer.sequence.highestAttempt() ?? 0n
    const real = EntityManager.prototype.getKysely
    const asked = vi.spyOn(EntityManager.prototype, 'getKysely').mockImplementation(function answerLate(this: EntityManager, ...options) {
      // Another signer commits and notes an attempt that this query does not see.
      shop.signer.sequence.recordAttempt(noted + 1n)
      return real.apply(this, options)
    })
    await guardDatabase(shop.signer).finally(() => asked.mockRestore())
    expect(await listPauses(shop.ctx)).toEqual([])
    // An attempt that stays missing is detected by the next check.
    await guardDatabase(shop.signer)
    expect((await listPauses(shop.ctx)).map(({ scope }) => scope)).toEqual(['global'])
  })
})

describe('a signature', () => {
  test('a signature may be broadcast once the high-water file has it', async () => {
    await sign(await confirmed())
    const [attempt] = await attemptsOf(shop.ctx)
    expect(shop.signer.sequence.highestAttempt()).toBe(BigInt(attempt?.seq ?? -1))
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('a stored attempt is not broadcast before its release, and a restarted signer releases it', async () => {
    await expect(sign(await confirmed(), dyingAt('beforeHighWaterFile'))).rejects.toThrow(Died)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    expect(shop.signer.sequence.highestAttempt()).toBe(0n)
    expect(await bitcoin.send()).toEqual([])
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('a signer that died between file and database causes no pause, and its attempt is released next time', async () => {
    await expect(sign(await confirmed(), dyingAt('beforeHighWaterRow'))).rejects.toThrow(Died)
    expect(shop.signer.sequence.highestAttempt()).toBeGreaterThan(0n)
    expect(await bitcoin.send()).toEqual([])
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('a rolled-back attempt leaves no note in the high-water file and no pause', async () => {
    const id = await confirmed()
    await expect(sign(id, dyingAt('beforeAttemptCommit'))).rejects.toThrow(Died)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(shop.signer.sequence.highestAttempt()).toBe(0n)
    await guardDatabase(shop.signer)
    await sign(id)
    expect(await listPauses(shop.ctx)).toEqual([])
  })
})

describe('a database behind the signer’s high-water file', () => {
  test('detecting a restored database pauses everything, prevents signing even after the pause row is reset, and retires all free addresses', async () => {
    const id = await confirmed()
    shop.signer.sequence.recordAttempt(40n)
    await expect(sign(id)).rejects.toThrow('paused:restored')
    const before = await freeAddresses()
    await guardDatabase(shop.signer)
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toMatchObject([{ scope: 'global', pausedBy: 'signer', approvedBy: [] }])
    expect({ before, after: await freeAddresses() }).toEqual({ before: 29, after: 0 })
    await db().updateTable('pause').set({ pausedAt: null, pausedBy: null, reason: null }).where('scope', '=', 'global').execute()
    await expect(sign(id)).rejects.toThrow(ForwardHeld)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toHaveLength(1)
  })

  test('rejects a lift by operators before the recovery, even when the pause has another reason', async () => {
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'odd', by: 'watcher' })
    shop.signer.sequence.recordAttempt(40n)
    await guardDatabase(shop.signer)
    await expect(approveLift(shop.ctx, 'global', 'anna')).rejects.toThrow(/custody recover --from-chain/)
    expect(await listPauses(shop.ctx)).toMatchObject([{ pausedBy: 'watcher', reason: 'odd' }])
  })

  test("a restored database's approvals are withdrawn, so that nothing is lifted automatically after the recovery", async () => {
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'odd', by: 'watcher' })
    for (const name of ['anna', 'ben']) await approveLift(shop.ctx, 'global', name)
    shop.signer.sequence.recordAttempt(40n)
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toMatchObject([{ scope: 'global', approvedBy: [] }])
    expect(await liftApprovedPauses(shop.signer)).toEqual([])
  })

  const firstFree = async () => {
    const free = db().selectFrom('address_pool').select(db().fn.min('idx').as('first')).where('claimedBy', 'is', null)
    return (await free.executeTakeFirstOrThrow()).first
  }

  test('a lost high-water file pauses everything and new addresses skip ten million indexes', async () => {
    const path = join(runFolder(), `gone-${shop.businessId}`)
    const signer = { ...shop.signer, sequence: openHighWaterFile(path) }
    await expect(sign(await confirmed(), signer)).rejects.toThrow('paused:restored')
    await guardDatabase(signer)
    expect(await listPauses(shop.ctx)).toHaveLength(1)
    expect(signer.sequence.highestAttempt()).toBeUndefined()
    await refillPool(signer, bitcoinRail())
    expect(await firstFree()).toBe(10_000_030)
    rmSync(path, { force: true })
  })

  test('a high-water file lost before the recovery also makes new addresses skip ten million indexes', async () => {
    shop.signer.sequence.recordAttempt(40n)
    await guardDatabase(shop.signer)
    const path = join(runFolder(), `lost-${shop.businessId}`)
    const signer = { ...shop.signer, sequence: openHighWaterFile(path) }
    for (let look = 0; look < 3; look++) await guardDatabase(signer)
    await refillPool(signer, bitcoinRail())
    expect(await firstFree()).toBe(10_000_030)
    rmSync(path, { force: true })
  })

  test('derives new addresses beyond every index in the high-water file', async () => {
    shop.signer.sequence.recordPool({ chain: 'BTC', generation: 0 }, 5_000)
    shop.signer.sequence.recordAttempt(40n)
    await guardDatabase(shop.signer)
    const { added } = await refillPool(shop.signer, bitcoinRail())
    expect(added).toBe(1_000)
    const { first } = await db()
      .selectFrom('address_pool')
      .select(db().fn.min('idx').as('first'))
      .where('idx', '>=', 30)
      .executeTakeFirstOrThrow()
    expect(first).toBe(5_000)
    expect(shop.signer.sequence.nextIdx({ chain: 'BTC', generation: 0 })).toBe(6_000)
  })
})
