import { presentPortalRefunds } from '@gateway/contract/portal/payment-detail'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assistedRefundsOf, decimal } from '../../testing/test-assisted-refunds.ts'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, PAYER, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { readPortalRefunds } from './read-portal-refunds.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { start, pay, completed } = assistedRefundsOf(() => ({ shop, btc }))
const read = async (id: string) => presentPortalRefunds(await readPortalRefunds(shop.ctx, { actor: shop.actor, id }))

test('a completed payment shows what is left of it beside its open refunds', async () => {
  const payment = await completed()
  expect(await read(payment.id)).toEqual({ amount_left: '0.001', refunds: [] })
  await start(payment, { amountCrypto: decimal('0.0004') })
  expect(await read(payment.id)).toMatchObject({
    amount_left: '0.0006',
    refunds: [{ status: 'offered', amount_crypto: '0.0004', payment_uri: null, qr_text: null }],
  })
})

test('a refund with an address has what opens a wallet, for the part that no block pays yet, and nothing once all of it is paid', async () => {
  const refund = await start(await completed(), { amountCrypto: decimal('0.0004'), address: PAYER })
  const uri = async () => (await read(refund.paymentId)).refunds[0]?.payment_uri
  expect(await uri()).toBe(`bitcoin:${PAYER}?amount=0.0004`)
  await pay(refund, 10_000n)
  expect(await uri()).toBe(`bitcoin:${PAYER}?amount=0.0003`)
  await pay(refund, 20_000n, 'gone')
  expect(await uri()).toBe(`bitcoin:${PAYER}?amount=0.0003`)
  await pay(refund, 30_000n)
  expect(await uri()).toBe(null)
})

test('while held money can go back first, nothing else can be refunded', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  expect((await read(payment.id)).amount_left).toBe('0')
})

test('a payment of another merchant is not found', async () => {
  const payment = await completed()
  const actor = await storeMerchant(shop.ctx)
  await expect(readPortalRefunds(shop.ctx, { actor, id: payment.id })).rejects.toThrow(NotFound)
})
