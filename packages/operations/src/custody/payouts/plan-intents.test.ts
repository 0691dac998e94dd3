import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdingOf } from '../../payments/payment-holding.ts'
import { output, openChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { transaction } from '../../kernel/transaction.ts'
import { planIntents, type PlannedSpend } from './plan-intents.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const intents = () => db().selectFrom('spend_intent').selectAll().execute()
const plans = () => db().selectFrom('transfer').select('ref').where('kind', '=', 'plan').execute()

/** The planned payout of a confirmed payment, ready to be planned again. */
async function decided(): Promise<PlannedSpend> {
  const btc = await openChain(shop.ctx, 'BTC')
  const { id, address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(address, 100_000n, { tx: 1 })] })
  const payment = await shop.read(id)
  const [intent] = await intents()
  if (!intent) throw new Error('nothing was decided')
  const { purpose, leg, payoutTermsId, merchantUnits, feeUnits, networkFeeUnits } = intent
  const deposits = [{ id: `BTC:${output(address, 100_000n, { tx: 1 }).ref}`, units: 100_000n, heldIn: 'payment:held' as const }]
  const split = { merchantUnits, feeUnits, networkFeeUnits }
  return { purpose, ref: id, leg, holding: holdingOf(payment, payment.asset), payoutTermsId, deposits, split }
}

test('planning the same payout again, even concurrently, creates nothing new', async () => {
  const spend = await decided()
  const before = await intents()
  const again = () => transaction(shop.ctx, (em) => planIntents(em, shop.ctx, [spend])).then(() => 'passed over', String)
  expect(await Promise.all([again(), again(), again()])).toEqual(['passed over', 'passed over', 'passed over'])
  expect(await intents()).toEqual(before)
  expect(await plans()).toEqual(before.map(({ id }) => ({ ref: id })))
})

test('a payout that could be paid twice is not planned on a chain that cannot prove a transaction was not mined', async () => {
  const spend = await decided()
  const onEthereum = {
    ...spend,
    purpose: 'payment_refund' as const,
    holding: { ...spend.holding, asset: 'ETH' as const, chain: 'ETH' as const },
  }
  const before = await intents()
  await expect(transaction(shop.ctx, (em) => planIntents(em, shop.ctx, [spend, onEthereum]))).rejects.toThrow('may be paid twice on ETH')
  expect(await intents()).toEqual(before)
})
