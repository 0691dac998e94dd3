import { tables } from '@gateway/db/tables'
import { runFolder } from '@gateway/testing/run-folder'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { EntityManager } from '@mikro-orm/postgresql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ForwardHeld } from '@gateway/domain/payments/errors'
import type { FailpointName } from '../../kernel/context.ts'
import { signForward } from '../../payments/forwarding/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { approveLift } from '../../testing/test-lift.ts'
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

/** A payment that is confirmed and waits for a signature. */
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

describe('two signers', () => {
  test('do not take each other’s newest attempt for a restore: what is noted while the database answers was never missing', async () => {
    await sign(await confirmed())
    const noted = shop.signer.sequence.highestAttempt() ?? 0n
    const real = EntityManager.prototype.getKysely
    const asked = vi.spyOn(EntityManager.prototype, 'getKysely').mockImplementation(function answerLate(this: EntityManager, ...options) {
      // Another signer commits and notes an attempt that this answer does not hold yet.
      shop.signer.sequence.noteAttempt(noted + 1n)
      return real.apply(this, options)
    })
    await guardDatabase(shop.signer).finally(() => asked.mockRestore())
    expect(await listPauses(shop.ctx)).toEqual([])
    // Had it stayed missing, it would be found out at the next look.
    await guardDatabase(shop.signer)
    expect((await listPauses(shop.ctx)).map(({ scope }) => scope)).toEqual(['global'])
  })
})

describe('a signature', () => {
  test('may be sent once the signer’s file knows it', async () => {
    await sign(await confirmed())
    const [attempt] = await attemptsOf(shop.ctx)
    expect(shop.signer.sequence.highestAttempt()).toBe(BigInt(attempt?.seq ?? -1))
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('that was stored is not sent before, and a signer that comes after a crash releases it', async () => {
    await expect(sign(await confirmed(), dyingAt('S18a'))).rejects.toThrow(Died)
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    expect(shop.signer.sequence.highestAttempt()).toBe(0n)
    expect(await bitcoin.send()).toEqual([])
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('whose signer has died between file and database is released by the next look, and nothing is paused', async () => {
    await expect(sign(await confirmed(), dyingAt('S18b'))).rejects.toThrow(Died)
    expect(shop.signer.sequence.highestAttempt()).toBeGreaterThan(0n)
    expect(await bitcoin.send()).toEqual([])
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(await bitcoin.send()).toHaveLength(1)
  })

  test('that was rolled back leaves a gap in the numbers and nothing in the file', async () => {
    const id = await confirmed()
    await expect(sign(id, dyingAt('S16'))).rejects.toThrow(Died)
    expect(await attemptsOf(shop.ctx)).toEqual([])
    await advanceHighWater(shop.signer)
    expect(shop.signer.sequence.highestAttempt()).toBe(0n)
    await guardDatabase(shop.signer)
    await sign(id)
    expect(await listPauses(shop.ctx)).toEqual([])
  })
})

describe('a database that knows less than the signer’s file', () => {
  test('is paused, signs nothing even when somebody lifts the pause in the rows, and gives out no address it had free', async () => {
    const id = await confirmed()
    shop.signer.sequence.noteAttempt(40n)
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

  test('cannot be lifted by operators before the chains were asked, not even when something else has paused it as well', async () => {
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'odd', by: 'watcher' })
    shop.signer.sequence.noteAttempt(40n)
    await guardDatabase(shop.signer)
    await expect(approveLift(shop.ctx, 'global', 'anna')).rejects.toThrow(/custody recover --from-chain/)
    expect(await listPauses(shop.ctx)).toMatchObject([{ pausedBy: 'watcher', reason: 'odd' }])
  })

  test('withdraws the approvals that it brings along, so that nothing is lifted after the recovery by itself', async () => {
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'odd', by: 'watcher' })
    for (const name of ['anna', 'ben']) await approveLift(shop.ctx, 'global', name)
    shop.signer.sequence.noteAttempt(40n)
    await guardDatabase(shop.signer)
    expect(await listPauses(shop.ctx)).toMatchObject([{ scope: 'global', approvedBy: [] }])
    expect(await liftApprovedPauses(shop.signer)).toEqual([])
  })

  const firstFree = async () => {
    const free = db().selectFrom('address_pool').select(db().fn.min('idx').as('first')).where('claimedBy', 'is', null)
    return (await free.executeTakeFirstOrThrow()).first
  }

  test('and a signer whose file is gone cannot tell, so it is paused as well, and gives out addresses from far beyond only', async () => {
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

  test('and loses the signer’s file before it has recovered gives out addresses from far beyond only, too', async () => {
    shop.signer.sequence.noteAttempt(40n)
    await guardDatabase(shop.signer)
    const path = join(runFolder(), `lost-${shop.businessId}`)
    const signer = { ...shop.signer, sequence: openHighWaterFile(path) }
    for (let look = 0; look < 3; look++) await guardDatabase(signer)
    await refillPool(signer, bitcoinRail())
    expect(await firstFree()).toBe(10_000_030)
    rmSync(path, { force: true })
  })

  test('gets new addresses from beyond every index that was ever derived', async () => {
    shop.signer.sequence.notePool({ chain: 'BTC', generation: 0 }, 5_000)
    shop.signer.sequence.noteAttempt(40n)
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
