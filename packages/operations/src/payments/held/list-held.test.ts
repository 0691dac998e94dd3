import { createRails } from '@gateway/chains/registry'
import { tables } from '@gateway/db/tables'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import type { Payment } from '@gateway/domain/payments/payment'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { coins, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { liftPause } from '../../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { acceptPayment } from './accept-payment.ts'
import { expirePayment } from '../endings/expire-payment.ts'
import { listHeld } from './list-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { readPaymentTimeline } from '../reading/payment-timeline.ts'

let shop: TestShop
let btc: TestChain
let prices: StaticPrices = { 'BTC/USD': '60000', 'USDC/USD': '1', 'ETH/USD': '2500' }
beforeAll(async () => {
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } })
  btc = await openChain(shop.ctx, 'BTC')
})
afterAll(() => closeShop(shop))

const expired = async (): Promise<Payment> => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  shop.ctx.clock.advance(15 * 60_000)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
  return payment
}
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })
const reasonOf = async (payment: Payment) => (await listHeld(shop.ctx)).filter((row) => row.payment === payment.id)

test('held funds are listed with their reason until they move on', async () => {
  const short = await expired()
  await pays(short, 40_000n, 1)
  expect(await reasonOf(short)).toMatchObject([{ state: 'expired', asset: 'BTC', amount: '0.0004', reason: 'underpaid' }])
  const fallen = await expired()
  prices = { ...prices, 'BTC/USD': '1000' }
  await pays(fallen, 100_000n, 2)
  expect(await reasonOf(fallen)).toMatchObject([{ amount: '0.001', reason: 'rate_fell' }])
  prices = { 'USDC/USD': '1', 'ETH/USD': '2500' }
  const unpriced = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
  expect(await reasonOf(unpriced)).toEqual([])
  await acceptPayment(shop.ctx, { paymentId: short.id, by: 'operator:anna' })
  expect(await reasonOf(short)).toMatchObject([{ state: 'confirmed', amount: '0.0004', reason: 'waits_for_the_signer' }])
  expect((await readPaymentTimeline(shop.ctx, { paymentId: short.id }))['decisions']).toMatchObject([
    { actor: 'operator:anna', action: 'payment.accept' },
  ])
})

test('a deposit after thirty days is listed as after_late_window', async () => {
  prices = { ...prices, 'BTC/USD': '60000' }
  const old = await expired()
  shop.ctx.clock.advance(defaultRules.lateWindowMs)
  await pays(old, 100_000n, 3)
  expect(await reasonOf(old)).toMatchObject([{ reason: 'after_late_window' }])
})

test('a deposit of another asset is listed in any state of its payment', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const payment = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [coins(payment.address, 10n ** 15n, { tx: 4 }), tokens(payment.address, 60_000_000n, { tx: 5 })] })
  expect(await reasonOf(payment)).toMatchObject([{ state: 'detected', asset: 'ETH', amount: '0.001', reason: 'wrong_asset' }])
})

test('the timeline of a payment lists observations, rounds, ledger entries and events in order', async () => {
  prices = { ...prices, 'BTC/USD': '60000' }
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.showMempool([output(payment.address, 100_000n, { tx: 9 })])
  await pays(payment, 100_000n, 9)
  const story = await readPaymentTimeline(shop.ctx, { paymentId: payment.id })
  expect(story['payment']).toMatchObject([{ state: 'confirmed', workflow: `payment/${payment.id}` }])
  expect(story['payment']?.[0]).toMatchObject({ page: `/workflows/payment%2F${payment.id}` })
  const linked = await readPaymentTimeline(
    { ...shop.ctx, temporalUi: 'https://temporal.shop.example/namespaces/live' },
    { paymentId: payment.id },
  )
  expect(linked['payment']?.[0]).toMatchObject({
    page: `https://temporal.shop.example/namespaces/live/workflows/payment%2F${payment.id}`,
  })
  expect(story['observations']?.map((row) => row['kind'])).toEqual(['seen', 'included'])
  expect(story['rounds']).toMatchObject([{ round: 0, units: '100000', state: 'planned' }])
  expect(story['ledger']?.map((row) => `${String(row['kind'])} ${String(row['account'])}`)).toEqual([
    'deposit chain:deposit',
    'deposit payment:held',
    'plan payment:held',
    'plan merchant:payable',
    'plan platform:fee',
    'plan network:fee',
  ])
  expect(story['events']?.map((row) => row['type'])).toEqual(await shop.events(payment.id))
  expect(story['payout_terms']).toHaveLength(1)
  expect(story['payout_terms']?.[0]?.['recipients']).toContain(wallets.merchant.BTC)
  await expect(readPaymentTimeline(shop.ctx, { paymentId: '00000000-0000-4000-8000-ffffffffffff' })).rejects.toThrow('No such payment')
})

test('the timeline of a held payment shows since when and why it waits, and later its transaction’s page', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await pays(payment, 100_000n, 12)
  await pausePayouts(shop.ctx, { scope: 'asset:BTC', reason: 'a drill', by: 'operator:anna' })
  const since = shop.ctx.clock.now()
  for (let time = 0; time < 2; time++) {
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('paused')
    shop.ctx.clock.advance(30_000)
  }
  const waiting = await readPaymentTimeline(shop.ctx, { paymentId: payment.id })
  expect(waiting['rounds']).toMatchObject([{ state: 'held', held: 'paused:asset:BTC' }])
  expect(new Date(String(waiting['rounds']?.[0]?.['since']))).toEqual(since)
  expect(waiting['pauses']).toMatchObject([{ scope: 'asset:BTC', by: 'operator:anna', reason: 'a drill' }])
  await liftPause(shop.signer, 'asset:BTC')
  const fees = { family: 'utxo', milliSatsPerVbyte: 2_000n } as const
  await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees, at: shop.ctx.clock.now() })
  await signForward(shop.signer, { paymentId: payment.id })
  const mainnet = createRails({ CHAINS: ['BTC'], chains: { BTC: { NETWORK: 'mainnet' } } })
  const signed = await readPaymentTimeline({ ...shop.ctx, rails: mainnet }, { paymentId: payment.id })
  const handle = String(signed['attempts']?.[0]?.['transaction'])
  expect(signed['attempts']).toMatchObject([{ round: 0, n: 0, state: 'signed', page: `https://mempool.space/tx/${handle}` }])
  expect(signed['rounds']).toMatchObject([{ state: 'signed', held: null, since: null }])
  expect(signed['pauses']).toEqual([])
})
