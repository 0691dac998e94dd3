import { tables } from '@gateway/db/tables'
import { openOrm } from '@gateway/db/orm'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { liftPause, pausePayouts } from '@gateway/operations/custody/pause-payouts'
import { signForward } from '@gateway/operations/payments/sign-forward'
import { attemptsOf, openChain, output } from '@gateway/operations/test-chain'
import { closeShop, openShop, type TestShop } from '@gateway/operations/test-shop'
import { randomOf } from '../model/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceFrom } from './barrier.ts'
import { drawSeed, rounds } from '../support/rounds.ts'

const SIGNERS = 4
const FORWARDS = 200
const scopes = ['global', 'chain:BTC', 'asset:BTC'] as const

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, FORWARDS)
})
afterAll(() => closeShop(shop))

test(`R14: a pause that comes during ${FORWARDS} forwards leaves no attempt newer than itself`, { timeout: rounds * 40_000 }, async () => {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const waiting = await confirmedPayments()
  const orms = await Promise.all(Array.from({ length: SIGNERS }, () => openOrm({ url, poolSize: 3 })))
  const signers = orms.map((orm): SignerContext => ({ ...shop.signer, orm }))
  const random = randomOf(drawSeed('R14'))
  const share = Math.ceil(FORWARDS / rounds)
  let interrupted = 0
  for (let round = 0; round < rounds; round++) {
    const scope = random.pick(scopes) ?? 'global'
    const own = waiting.slice(round * share, (round + 1) * share)
    const before = (await attemptsOf(shop.ctx)).length
    const after = await raceFrom({ url, table: 'pause', waiting: Math.min(SIGNERS, own.length) + 1 }, async () => {
      const paused = pausePayouts(shop.ctx, { scope, reason: 'a drill', by: 'operator:anna' }).then(() => attemptsOf(shop.ctx))
      const signed = Promise.allSettled(own.map((paymentId, turn) => signForward(signers[turn % SIGNERS] ?? shop.signer, { paymentId })))
      const [atPause] = await Promise.all([paused, signed])
      return atPause.length
    })
    expect((await attemptsOf(shop.ctx)).length).toBe(after)
    if (after - before < own.length) interrupted += 1
    for (const by of ['operator:anna', 'operator:ben']) await liftPause(shop.ctx, { scope, by })
    for (const paymentId of own) await signForward(shop.signer, { paymentId })
  }
  await Promise.all(orms.map((orm) => orm.close()))
  expect(interrupted, 'rounds in which the pause came before some of the signatures').toBeGreaterThan(0)
  expect(await attemptsOf(shop.ctx)).toHaveLength(FORWARDS)
})

/** As many payments as the race needs, all confirmed and none signed for. */
async function confirmedPayments(): Promise<string[]> {
  await tables(shop.ctx.orm.em.fork()).updateTable('business').set({ plan: 'professional' }).execute()
  const btc = await openChain(shop.ctx, 'BTC')
  const payments = await Promise.all(Array.from({ length: FORWARDS }, () => shop.ask({ amount: 60, blockchain: 'BTC' })))
  await btc.mine({ transfers: payments.map(({ address }, at) => output(address, 100_000n, { tx: at + 1 })) })
  return payments.map(({ id }) => id)
}
