import { findDuePayouts } from '@gateway/db/custody/intent-queries'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { testOwners } from '../../testing/sign-forward.ts'
import { attemptsOf, coins, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { lockSender } from './lock-sender.ts'
import { signDuePayouts } from './sign-due-payouts.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const sign = (signer = shop.signer) => signDuePayouts(signer, { chain: 'BTC', owners: testOwners })
const states = async () => (await db().selectFrom('spend_intent').select('state').orderBy('createdAt').execute()).map(({ state }) => state)

/** A payment in Bitcoin that waits for its signature. */
async function confirmed(tx: number) {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx })] })
  await btc.mineEmpty(1)
  return payment
}

test('signs everything that is due, releases it for broadcast, and moves its payments on', async () => {
  const payments = [await confirmed(1), await confirmed(2)]
  expect(await sign()).toBe(2)
  expect(await Promise.all(payments.map(async ({ id }) => (await shop.read(id)).state))).toEqual(['forwarding', 'forwarding'])
  const { seq } = await db().selectFrom('broadcast_high_water').select('seq').executeTakeFirstOrThrow()
  expect((await attemptsOf(shop.ctx)).map((attempt) => BigInt(attempt.seq) <= seq)).toEqual([true, true])
  expect(await sign()).toBe(0)
})

test('one payout that cannot be signed does not stop those behind it, and is tried again two seconds later', async () => {
  const payments = [await confirmed(1), await confirmed(2)]
  // Both together, and the first alone.
  let failures = 2
  const failpoint = async (name: string) => {
    if (name !== 'attemptSigned' || failures === 0) return
    failures -= 1
    throw new Error('no room on the disk')
  }
  expect(await sign({ ...shop.signer, failpoint })).toBe(1)
  // They are due at the same moment, so either may be first.
  const reached = await Promise.all(payments.map(async ({ id }) => (await shop.read(id)).state))
  expect(reached.toSorted()).toEqual(['confirmed', 'forwarding'])
  expect(await sign()).toBe(0)
  shop.ctx.clock.advance(2_000)
  expect(await sign()).toBe(1)
})

describe('payouts that fall due together', () => {
  const decisions = () => db().selectFrom('policy_decision').selectAll().orderBy('seq').execute()

  test('are signed in one transaction, each with its own bytes and decision, and count together against the caps', async () => {
    const payments = [await confirmed(1), await confirmed(2), await confirmed(3)]
    const passed: string[] = []
    await sign({ ...shop.signer, failpoint: async (name: string) => void passed.push(name) })
    expect(passed.filter((name) => name === 'beforeAttemptCommit')).toHaveLength(1)
    const attempts = await attemptsOf(shop.ctx)
    expect(new Set(attempts.map(({ handle }) => handle)).size).toBe(3)
    const inputs = await db().selectFrom('attempt_input').select('resource').execute()
    expect(inputs.map(({ resource }) => resource).toSorted()).toEqual([1, 2, 3].map(txOf).toSorted())
    const decided = await decisions()
    expect(decided.map(({ outcome, facts }) => [outcome, facts['attempt']])).toEqual(attempts.map(({ handle }) => ['allow', handle]))
    // Each sees what those before it have counted.
    const cents = decided.map(({ facts }) => BigInt(String(facts['cents'])))
    expect(decided.map(({ facts }) => BigInt(String(facts['hourCents'])))).toEqual([0n, cents[0], (cents[0] ?? 0n) + (cents[1] ?? 0n)])
    const { usdCents } = await db().selectFrom('payout_velocity').select('usdCents').executeTakeFirstOrThrow()
    expect(usdCents).toBe(cents.reduce((sum, one) => sum + one, 0n))
    expect(await Promise.all(payments.map(async ({ id }) => (await shop.read(id)).state))).toEqual(payments.map(() => 'forwarding'))
  })

  test('leave without those that are paused, whose merchant is told', async () => {
    const [paused, other, late] = [await confirmed(1), await confirmed(2), await confirmed(3)]
    for (const { id } of [late, paused]) await pausePayouts(shop.ctx, { scope: `payment:${id}`, reason: 'a question', by: 'operator:anna' })
    expect(await sign()).toBe(1)
    for (const { id } of [paused, late]) expect((await shop.events(id)).at(-1)).toBe('payment.updated')
    const rows = await db().selectFrom('spend_intent').select(['ref', 'state']).execute()
    expect(new Map(rows.map(({ ref, state }) => [ref, state]))).toEqual(
      new Map([
        [paused.id, 'held'],
        [other.id, 'signed'],
        [late.id, 'held'],
      ]),
    )
  })

  test('stop at the cap of the hour', async () => {
    await confirmed(1)
    await confirmed(2)
    const velocityFloors = { hourCents: 9_000n, dayCents: 500_000_000n }
    expect(await sign({ ...shop.signer, velocityFloors })).toBe(1)
    expect((await states()).toSorted()).toEqual(['held', 'signed'])
  })

  test('take back owed fees once', async () => {
    const small = await shop.ask({ amount: 10, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(small.address, small.dueUnits, { tx: 9 })] })
    await btc.mineEmpty(1)
    await sign()
    await btc.send()
    await btc.mine({ attempts: await attemptsOf(shop.ctx) })
    await btc.mineEmpty(5)
    const owed = -((await shop.book())['BTC merchant:receivable'] ?? 0n)
    expect(owed).toBeGreaterThan(0n)
    await confirmed(1)
    await confirmed(2)
    expect(await sign()).toBe(2)
    const taken = (await attemptsOf(shop.ctx)).map(({ takenBackUnits }) => takenBackUnits)
    expect(taken.filter((units) => units > 0n)).toEqual([owed])
    expect(taken).toHaveLength(3)
  })
})

test('a held payout is looked at soon at first, then every half minute, and always behind new ones', async () => {
  const { id } = await confirmed(1)
  await pausePayouts(shop.ctx, { scope: 'global', reason: 'a drill', by: 'operator:anna' })
  await sign()
  expect(await states()).toEqual(['held'])
  const due = (rest = { leastMs: 2_000, mostMs: 30_000 }) =>
    findDuePayouts(shop.ctx.orm.em.fork(), { chain: 'BTC', now: shop.ctx.clock.now(), rest, limit: 10, except: [] })
  const waits: number[] = []
  for (let waited = 0; waits.length < 6; waited += 1_000) {
    if ((await due()).length > 0) {
      waits.push(waited / 1_000)
      await sign()
      waited = 0
    }
    shop.ctx.clock.advance(1_000)
  }
  expect(waits).toEqual([2, 2, 4, 8, 16, 30])
  const newer = await confirmed(2)
  shop.ctx.clock.advance(31_000)
  expect((await due()).map(({ ref }) => ref)).toEqual([newer.id, id])
})

test('a chain for which another signer signs is left to that one', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const payment = await shop.ask({ amount: 60, blockchain: 'ETH' })
  await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })] })
  await eth.mineEmpty(11)
  const signEth = () => signDuePayouts(shop.signer, { chain: 'ETH', owners: testOwners })
  const rail = shop.ctx.rails.get('ETH')
  if (!rail) throw new Error('no Ethereum')
  await transaction(shop.ctx, async (em) => {
    await lockSender(em, rail)
    expect(await signEth()).toBe(0)
  })
  expect(await states()).toEqual(['planned'])
  expect(await signEth()).toBe(1)
})
