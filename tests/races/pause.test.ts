import { tables } from '@gateway/db/tables'
import { openOrm } from '@gateway/db/orm'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { pausePayouts } from '@gateway/operations/custody/pauses/pause-payouts'
import { signForward } from '@gateway/operations/testing/sign-forward'
import { attemptsOf, openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { liftPause } from '@gateway/operations/testing/test-approvals'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { randomOf } from '../model/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawSeed, perRound, rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

/** One of them signs at a time; the others find the chain taken and go on to the next payout. */
const SIGNERS = 4
/** In a round of the long proofs too, every signer has several after the early half. */
const FORWARDS = Math.max(perRound(200), 30)
const scopes = ['global', 'chain:BTC', 'asset:BTC'] as const

let shop: TestShop
let btc: TestChain
beforeAll(async () => {
  shop = await openShop({}, FORWARDS * rounds)
  await tables(shop.ctx.orm.em.fork()).updateTable('business').set({ plan: 'professional' }).execute()
  btc = await openChain(shop.ctx, 'BTC')
})
afterAll(() => closeShop(shop))

test(`R14: no attempt is newer than a pause set during ${FORWARDS} forwards`, async () => {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: SIGNERS }, () => openOrm({ url, poolSize: 2 })))
  const signers = orms.map((orm): SignerContext => ({ ...shop.signer, orm }))
  const sign = (ids: readonly string[]) =>
    Promise.all(
      signers.map(async (signer, place) => {
        for (const paymentId of ids.filter((_, turn) => turn % SIGNERS === place)) await signForward(signer, { paymentId }).catch(() => {})
      }),
    )
  const random = randomOf(drawSeed('R14'))
  for (let round = 0; round < rounds; round++) {
    const scope = random.pick(scopes) ?? 'global'
    const own = await confirmedPayments(round)
    // Some forwards precede the pause; a signer is signing one of the others when it is set.
    const early = 1 + random.below(Math.floor(own.length / 2))
    for (const paymentId of own.slice(0, early)) await signForward(shop.signer, { paymentId })
    const before = await countAttempts()
    expect(before).toBe(round * FORWARDS + early)
    const atPause = await raceFrom({ url, table: 'pause', waiting: 2 }, async () => {
      const paused = pausePayouts(shop.ctx, { scope, reason: 'a drill', by: 'operator:anna' }).then(countAttempts)
      const [count] = await Promise.all([paused, sign(own.slice(early))])
      return count
    })
    expect(await countAttempts()).toBe(atPause)
    expect(atPause, 'the pause came before all were signed').toBeLessThan((round + 1) * FORWARDS)
    await liftPause(shop.signer, scope)
    for (const paymentId of own) await signForward(shop.signer, { paymentId })
  }
  await Promise.all(orms.map((orm) => orm.close()))
  expect(await countAttempts()).toBe(FORWARDS * rounds)
})

const countAttempts = async (): Promise<number> => (await attemptsOf(shop.ctx)).length

/** The payments of a round, all confirmed and none signed. */
async function confirmedPayments(round: number): Promise<string[]> {
  const payments = await Promise.all(Array.from({ length: FORWARDS }, () => shop.ask({ amount: 60, blockchain: 'BTC' })))
  await btc.mine({ transfers: payments.map(({ address }, at) => output(address, 100_000n, { tx: round * FORWARDS + at + 1 })) })
  return payments.map(({ id }) => id)
}
