import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { coins, flushed, openChain, type TestChain, THIRD_PARTY, tokens } from '../../testing/test-chain.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { viewInvoice } from '../public/view-invoice.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { requireUntouched } from '../standing/require-untouched.ts'

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

const WINDOW_MS = 15 * 60_000
const moneyOf = async (id: string) => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await invoiceOf(shop, id))
/** A stranger has a deposit in the latest block paid out, and the chain holds that final. */
async function flush(paid: Parameters<typeof flushed>[1] & { address: string }): Promise<number> {
  shop.ctx.clock.advance(1_000)
  const { height } = await eth.mine({ flushes: [flushed(paid.address, paid, THIRD_PARTY)] })
  await eth.mineEmpty(5, height)
  return height
}
const payouts = () => tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['purpose', 'state', 'units', 'feeUnits']).execute()

test('money that a stranger has flushed out of the contract of an invoice pays it all the same, once it has its confirmations', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  const address = paymentAddress ?? ''
  await eth.mine({ transfers: [coins(address, DUE, { tx: 1 })], at: shop.ctx.clock.now() })
  const height = await flush({ address, asset: 'ETH', merchantUnits: DUE - FEE, feeUnits: FEE })
  expect(await payouts()).toMatchObject([{ purpose: 'invoice_forward', state: 'final', units: DUE, feeUnits: FEE }])
  expect(await moneyOf(id)).toMatchObject({ isProcessing: true, deposits: [{ state: 'processing' }] })
  await eth.mineEmpty(8, height + 8)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  expect(await invoiceEvents(shop, id)).toEqual(['invoice.paid'])
  expect(await shop.book()).toEqual({ 'ETH chain:treasury': -FEE, 'ETH platform:fee': FEE })
})

test('another coin at the address of an invoice credits nothing and waits for a decision (L15)', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  await eth.mine({ transfers: [tokens(paymentAddress ?? '', 50_000_000n, { tx: 2 })], at: shop.ctx.clock.now() })
  await eth.mineEmpty(13, 130)
  expect(await invoiceOf(shop, id)).toMatchObject({ state: 'sent', creditedMinor: 0n })
  expect(await shop.book()).toEqual({ 'USDC_ETH chain:deposit': -50_000_000n, 'USDC_ETH suspense:wrong_asset': 50_000_000n })
  expect(await moneyOf(id)).toMatchObject({ needsDecision: true, deposits: [{ state: 'held', heldFor: 'wrong_asset' }] })
})

test('money that came without a quote and that a stranger has flushed is forwarded: the invoice asks for all of it again and can be cancelled', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  const address = paymentAddress ?? ''
  shop.ctx.clock.advance(WINDOW_MS)
  await eth.mine({ transfers: [coins(address, DUE, { tx: 1 })], at: shop.ctx.clock.now() })
  const height = await flush({ address, asset: 'ETH', merchantUnits: DUE - FEE, feeUnits: FEE })
  await eth.mineEmpty(8, height + 8)
  expect(await moneyOf(id)).toMatchObject({
    isProcessing: false,
    needsDecision: false,
    dueMinor: 10_000n,
    deposits: [{ state: 'forwarded', heldFor: null, creditedMinor: 0n }],
  })
  expect((await viewInvoice(shop.ctx, { id })).quote).toMatchObject({ dueUnits: DUE })
  await requireUntouched(shop.ctx.orm.em.fork(), shop.ctx, await invoiceOf(shop, id))
})

test('another coin that a stranger has flushed waits for no decision any more', async () => {
  const { id, paymentAddress } = await sentInvoice(shop, { asset: 'ETH' })
  const address = paymentAddress ?? ''
  await eth.mine({ transfers: [tokens(address, 50_000_000n, { tx: 2 })], at: shop.ctx.clock.now() })
  await flush({ address, asset: 'USDC_ETH', merchantUnits: 49_500_000n, feeUnits: 500_000n })
  expect(await moneyOf(id)).toMatchObject({ needsDecision: false, isProcessing: false, deposits: [{ state: 'forwarded', heldFor: null }] })
})
