import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { coins, flushed, openChain, type TestChain, THIRD_PARTY, tokens } from '../../testing/test-chain.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'

/** 100.00 US dollars at 2 500. */
const DUE = 40_000_000_000_000_000n
const FEE = DUE / 100n

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
})
afterEach(() => closeShop(shop))

const payouts = () => tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['purpose', 'state', 'units', 'feeUnits']).execute()

test('money that a stranger has flushed out of the contract of an invoice pays it all the same, once it has its confirmations', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  const address = paymentAddress ?? ''
  await eth.mine({ transfers: [coins(address, DUE, { tx: 1 })], at: shop.ctx.clock.now() })
  shop.ctx.clock.advance(1_000)
  const { height } = await eth.mine({ flushes: [flushed(address, { asset: 'ETH', merchantUnits: DUE - FEE, feeUnits: FEE }, THIRD_PARTY)] })
  await eth.mineEmpty(5, height)
  expect(await payouts()).toMatchObject([{ purpose: 'invoice_forward', state: 'final', units: DUE, feeUnits: FEE }])
  await eth.mineEmpty(8, height + 8)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  expect(await invoiceEvents(shop, id)).toEqual(['invoice.paid'])
  expect(await shop.book()).toEqual({ 'ETH chain:treasury': -FEE, 'ETH platform:fee': FEE })
})

test('another coin at the address of an invoice credits nothing and waits for a decision (L15)', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  await eth.mine({ transfers: [tokens(paymentAddress ?? '', 50_000_000n, { tx: 2 })], at: shop.ctx.clock.now() })
  await eth.mineEmpty(13, 130)
  const invoice = await invoiceOf(shop, id)
  expect(invoice).toMatchObject({ state: 'sent', creditedMinor: 0n })
  expect(await shop.book()).toEqual({ 'USDC_ETH chain:deposit': -50_000_000n, 'USDC_ETH suspense:wrong_asset': 50_000_000n })
  const money = await readInvoiceMoney(shop.ctx.orm.em.fork(), invoice)
  expect(money).toMatchObject({ needsDecision: true, deposits: [{ state: 'held', heldFor: 'wrong_asset' }] })
})
