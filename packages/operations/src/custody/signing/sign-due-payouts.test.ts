import { findDuePayouts } from '@gateway/db/custody/intent-queries'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { testOwners } from '../../testing/sign-forward.ts'
import { attemptsOf, coins, openChain, output, type TestChain } from '../../testing/test-chain.ts'
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
  let isFirst = true
  const failpoint = async (name: string) => {
    if (name !== 'attemptSigned' || !isFirst) return
    isFirst = false
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

test('a chain whose sender another signer holds is left to that one', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const payment = await shop.ask({ amount: 60, blockchain: 'ETH' })
  await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })] })
  await eth.mineEmpty(11)
  const signEth = () => signDuePayouts(shop.signer, { chain: 'ETH', owners: testOwners })
  const rail = shop.ctx.rails.get('ETH')
  if (!rail) throw new Error('no Ethereum')
  await transaction(shop.ctx, async (em) => {
    await lockSender(em, shop.signer, rail)
    expect(await signEth()).toBe(0)
  })
  expect(await states()).toEqual(['planned'])
  expect(await signEth()).toBe(1)
})
