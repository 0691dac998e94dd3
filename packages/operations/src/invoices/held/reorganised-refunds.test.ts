import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pinRefunds } from '../../custody/pins/pin-refunds.ts'
import { refundOwners } from '../../jobs/refund-owners.ts'
import { claimRefund } from '../../payments/refunds/claim-refund.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { HOLD_HOURS, PAYER, refundsOf } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { sweepInvoices } from '../overdue/sweep-invoices.ts'
import { quoteInvoice } from '../quotes/quote-invoice.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { refundInvoice } from './refund-invoice.ts'

/** 100.00 US dollars at 60 000. */
const DUE = 166_667n
const LATE = 50_000n
const MORE = 70_000n
const WINDOW_MS = 15 * 60_000

let shop: TestShop
let btc: TestChain
let invoice: InvoiceEntity
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  invoice = await sentInvoice(shop)
})
afterEach(() => closeShop(shop))

const { pass } = refundsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const read = () => invoiceOf(shop, invoice.id)
const money = async () => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await read())
const refunds = () => db().selectFrom('refund').select(['state', 'endReason']).orderBy('offeredAt').orderBy('id').execute()
const payouts = () => db().selectFrom('spend_intent').select(['purpose', 'units']).orderBy('createdAt').orderBy('leg').execute()

/** A block with deposits: the units and the number of the transaction of each. */
const mine = (...deposits: readonly (readonly [units: bigint, tx: number])[]) => {
  const transfers = deposits.map(([units, tx]) => output(invoice.paymentAddress ?? '', units, { tx }))
  return btc.mine({ transfers, at: shop.ctx.clock.now() })
}
/** A confirmed deposit, in two blocks. */
async function pay(units: bigint, tx: number): Promise<void> {
  shop.ctx.clock.advance(1_000)
  await mine([units, tx])
  await btc.mineEmpty(1)
}

async function claimed(): Promise<void> {
  const { token } = await refundInvoice(shop.ctx, { actor: shop.actor, id: invoice.id, request: { linkDays: 30, holdHours: HOLD_HOURS } })
  await claimRefund(shop.ctx, refundOwners, { token, address: PAYER, holdHours: HOLD_HOURS, by: 'payer' })
  await pinRefunds(shop.signer)
}

test('a deposit that a refund has taken credits nothing when a reorganisation takes the money that paid the invoice and mines it again', async () => {
  shop.ctx.clock.advance(WINDOW_MS)
  await pay(LATE, 1)
  await claimed()
  await quoteInvoice(shop.ctx, { invoiceId: invoice.id })
  await mine([DUE, 2], [MORE, 3])
  shop.ctx.clock.advance(1_000)
  await btc.mineEmpty(2)
  expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  await pass()
  await sweepInvoices(shop.ctx)
  expect(await payouts()).toContainEqual({ purpose: 'invoice_refund', units: LATE + MORE })
  await btc.rollBack(3)
  expect(await read()).toMatchObject({ creditedMinor: 0n })
  await mine([MORE, 3])
  await btc.mineEmpty(11)
  expect(await read()).toMatchObject({ creditedMinor: 0n })
  expect(await money()).toMatchObject({ deposits: expect.arrayContaining([expect.objectContaining({ units: MORE, state: 'returned' })]) })
  expect(await db().selectFrom('invoice_credit').select('id').where('reversedAt', 'is', null).execute()).toEqual([])
})

test('a claimed refund of an invoice whose only deposit is proven dead during its hold ends, and takes no money that comes later', async () => {
  shop.ctx.clock.advance(WINDOW_MS)
  await pay(LATE, 1)
  await claimed()
  await btc.rollBack(2)
  await btc.showMempool()
  await pass(HOLD_HOURS + 72)
  await btc.showMempool()
  await btc.mineEmpty(1)
  expect(await db().selectFrom('deposit').select('dead').execute()).toEqual([{ dead: true }])
  await sweepInvoices(shop.ctx)
  expect(await refunds()).toEqual([{ state: 'withdrawn', endReason: 'nothing_is_held' }])
  await pay(MORE, 4)
  await btc.mineEmpty(11)
  await sweepInvoices(shop.ctx)
  expect(await payouts()).toEqual([])
  await claimed()
  expect(await refunds()).toMatchObject([{ state: 'withdrawn' }, { state: 'claimed' }])
})
