import { tables } from '@gateway/db/tables'
import { hourOf } from '@gateway/domain/custody/velocity'
import type { Payment } from '@gateway/domain/payments/payment'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { signDue } from '../../testing/sign-forward.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { openPricedSigner } from '../costs/priced-signer.ts'
import { evaluatePayouts } from './evaluate-payouts.ts'

const HOUR_MS = 60 * 60_000

let shop: TestShop
let btc: TestChain
let payments: readonly [Payment, Payment]
/** The cents of either payout. */
let worth: readonly bigint[]

beforeEach(async () => {
  shop = await openShop({}, 2)
  btc = await openChain(shop.ctx, 'BTC')
  payments = [await confirmed(60, 1), await confirmed(80, 2)]
  worth = await counted()
  await signDue(shop.signer)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

async function confirmed(amount: number, tx: number): Promise<Payment> {
  const payment = await shop.ask({ amount, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx })] })
  await btc.mineEmpty(1)
  return payment
}

/** What the policy would count now of each payout, in the order of their payments. */
async function counted(signer = shop.signer): Promise<bigint[]> {
  const judging = await openPricedSigner(signer)
  const { rail } = btc.node
  const judged = await transaction(shop.ctx, async (em) => {
    const intents = await tables(em).selectFrom('spend_intent').selectAll().execute()
    return evaluatePayouts(em, judging, { rail, fees: undefined, intents: intents as Parameters<typeof evaluatePayouts>[2]['intents'] })
  })
  return payments.map(({ id }) => judged.find(({ intent }) => intent.ref === id)?.countedCents ?? -1n)
}

/** Proves the transaction of a payment's payout dead, or lets a replacement supersede it. */
const end = ({ id }: Payment, state: 'dead' | 'superseded' = 'dead') =>
  sql`UPDATE spend_attempt SET state = ${state}, proof = '{}' FROM spend_intent intent WHERE intent.id = intent_id AND intent.ref = ${id}`.execute(
    db(),
  )

describe('what a payout counts against the caps that is signed again', () => {
  test('Nothing, as long as the day counts its transaction and that is proven dead; others count in full', async () => {
    await end(payments[0])
    expect(await counted()).toEqual([0n, worth[1]])
  })

  test('All of it, while a transaction of it may still be mined or could have been', async () => {
    await end(payments[0], 'superseded')
    expect(await counted()).toEqual(worth)
  })

  test('All of it, once the hour of its transaction may have left the day', async () => {
    for (const payment of payments) await end(payment)
    shop.ctx.clock.advance(hourOf(shop.ctx.clock.now()).getTime() + 23 * HOUR_MS - 1 - shop.ctx.clock.now().getTime())
    expect(await counted()).toEqual([0n, 0n])
    shop.ctx.clock.advance(1)
    expect(await counted()).toEqual(worth)
  })

  test('What its transaction did not count: it was worth less, or was released', async () => {
    for (const payment of payments) await end(payment)
    await sql`UPDATE spend_intent SET amount = amount * 2, merchant_units = merchant_units + amount`.execute(db())
    const now = await counted()
    expect(now.map((cents, at) => cents - (worth[at] ?? 0n) <= 1n && cents >= (worth[at] ?? 0n))).toEqual([true, true])
  })

  test('All of it where its decision bears no mark of the signer', async () => {
    await end(payments[0])
    const { keys } = shop.signer
    expect(await counted({ ...shop.signer, keys: { ...keys, decisionKeys: [] } })).toEqual(worth)
  })
})

test('a payout counts what the market says it is worth, whatever rate its terms pinned; without a market that rate', async () => {
  const at = (prices: StaticPrices) => counted({ ...shop.signer, rates: staticRates(prices) })
  expect(await at({})).toEqual(worth)
  const hundredfold = await at({ 'BTC/USD': '6000000' })
  expect(hundredfold.map((cents, index) => cents / 100n - (worth[index] ?? 0n))).toEqual([0n, 0n])
})
