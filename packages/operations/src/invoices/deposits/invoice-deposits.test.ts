import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signDue } from '../../testing/sign-forward.ts'
import { advanceHighWater } from '../../custody/recovery/advance-high-water.ts'
import { attemptsOf, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { quoteInvoice } from '../quotes/quote-invoice.ts'
import { viewInvoice } from '../public/view-invoice.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { sweepInvoices } from '../overdue/sweep-invoices.ts'

const WINDOW_MS = 15 * 60_000
/** 100.00 US dollars at 60 000. */
const DUE = 166_667n

let shop: TestShop
let btc: TestChain
let invoice: InvoiceEntity
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  invoice = await sentInvoice(shop)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const read = () => invoiceOf(shop, invoice.id)
const money = async () => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await read())
const quote = () => quoteInvoice(shop.ctx, { invoiceId: invoice.id })
const rounds = () =>
  db()
    .selectFrom('spend_intent')
    .select(['purpose', 'leg', 'units', 'feeUnits', 'state'])
    .where('ref', '=', invoice.id)
    .orderBy('leg')
    .execute()
/** A block with a deposit, and a second until the next one. */
async function pay(units: bigint, tx: number): Promise<void> {
  const at = shop.ctx.clock.now()
  shop.ctx.clock.advance(1_000)
  await btc.mine({ transfers: [output(invoice.paymentAddress ?? '', units, { tx })], at })
}

/** Signs the round that waits, sends it and mines it until it is final. */
async function forwardNext() {
  expect(await signDue(shop.signer)).toBe(1)
  await advanceHighWater(shop.signer)
  await btc.send()
  const attempt = (await attemptsOf(shop.ctx)).findLast(({ state }) => state === 'broadcast')
  if (!attempt) throw new Error('nothing was sent')
  await btc.mine({ attempts: [attempt], receipts: [{ txId: attempt.handle, succeeded: true, feeUnits: attempt.feeUnits ?? 0n }] })
  await btc.mineEmpty(5)
}

describe('crypto of an invoice', () => {
  test('is asked for by a quote, which stays the same until its window is over', async () => {
    const first = await quote()
    expect(first.quote).toMatchObject({ remainderMinor: 10_000n, dueUnits: DUE, confirmationsRequired: 2 })
    const all = await Promise.all([quote(), quote(), quote()])
    expect(new Set(all.map((one) => one.quote?.id))).toEqual(new Set([first.quote?.id]))
    shop.ctx.clock.advance(WINDOW_MS)
    const next = await Promise.all([quote(), quote(), quote()])
    expect(new Set(next.map((one) => one.quote?.id)).size).toBe(1)
    expect(next[0]?.quote?.id).not.toBe(first.quote?.id)
  })

  test('pays it once it has its confirmations, with one event and one round of forwarding (L1, L2)', async () => {
    await pay(DUE, 1)
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 0n })
    expect(await money()).toMatchObject({ isProcessing: true, dueMinor: 10_000n, deposits: [{ state: 'processing', confirmations: 1 }] })
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
    expect(await rounds()).toEqual([{ purpose: 'invoice_forward', leg: 0, units: DUE, feeUnits: 1_666n, state: 'planned' }])
    const { 'BTC network:fee': network = 0n, ...book } = await shop.book()
    expect(book).toEqual({ 'BTC chain:deposit': -DUE, 'BTC merchant:payable': DUE - 1_666n - network, 'BTC platform:fee': 1_666n })
    await forwardNext()
    expect(await shop.book()).toEqual({ 'BTC chain:treasury': -1_666n, 'BTC platform:fee': 1_666n })
    expect(await quote()).toEqual({ refusal: 'not_payable' })
  })

  test('in parts credits their shares, and the rest is quoted anew', async () => {
    await pay(DUE / 2n, 1)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 4_999n })
    const rest = await quote()
    expect(rest.quote).toMatchObject({ remainderMinor: 5_001n, dueUnits: 83_350n })
    await pay(83_350n, 2)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await rounds()).toHaveLength(1)
    await forwardNext()
    expect(await rounds()).toMatchObject([{ units: DUE / 2n }, { leg: 1, units: 83_350n, state: 'planned' }])
    await forwardNext()
  })

  test('in two parts of one quote that suffice together pays the whole', async () => {
    await pay(100_001n, 1)
    await pay(66_666n, 2)
    await btc.mineEmpty(2)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  })

  test('that is on its way and too little for the rest leaves the rest asked for, until the whole is on its way', async () => {
    await pay(1_000n, 1)
    expect(await money()).toMatchObject({ isProcessing: false, deposits: [{ state: 'processing' }] })
    expect((await viewInvoice(shop.ctx, { id: invoice.id })).quote).toMatchObject({ dueUnits: DUE })
    await btc.showMempool([output(invoice.paymentAddress ?? '', DUE - 1_000n, { tx: 2 })])
    expect(await money()).toMatchObject({ isProcessing: true, deposits: [{ state: 'processing' }, { state: 'processing' }] })
    expect((await viewInvoice(shop.ctx, { id: invoice.id })).quote).toBeUndefined()
  })

  test('that is on its way without a quote is no reason to ask for nothing', async () => {
    shop.ctx.clock.advance(WINDOW_MS)
    await pay(DUE, 1)
    expect(await money()).toMatchObject({ isProcessing: false, deposits: [{ state: 'processing' }] })
  })

  test('that arrives when no quote is in force is held, shown and credited by no guess (L15)', async () => {
    shop.ctx.clock.advance(WINDOW_MS)
    await pay(DUE, 1)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 0n })
    expect(await shop.book()).toEqual({ 'BTC chain:deposit': -DUE, 'BTC suspense:late': DUE })
    expect(await money()).toMatchObject({ needsDecision: true, isProcessing: false, deposits: [{ state: 'held', heldFor: 'late' }] })
    await sweepInvoices(shop.ctx)
    expect(await rounds()).toEqual([])
  })

  test('that comes after it is paid is held and shown, and changes nothing else (L15)', async () => {
    await pay(DUE, 1)
    await btc.mineEmpty(1)
    await pay(50_000n, 2)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect((await shop.book())['BTC suspense:late']).toBe(50_000n)
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
    expect((await money()).deposits).toMatchObject([{ state: 'credited' }, { state: 'held', units: 50_000n }])
  })

  test('that overpays in one deposit is forwarded whole', async () => {
    await pay(2n * DUE, 1)
    await btc.mineEmpty(2)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await rounds()).toMatchObject([{ units: 2n * DUE, feeUnits: 3_333n }])
  })

  test('that a reorganisation takes is not credited any more, and is again once it is back', async () => {
    await pay(DUE / 2n, 1)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ creditedMinor: 4_999n })
    await btc.rollBack(2)
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 0n })
    await pay(DUE / 2n, 1)
    await btc.mineEmpty(6)
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 4_999n })
    const credits = await db()
      .selectFrom('invoice_credit')
      .select(['revision', 'creditedMinor', 'reversedAt'])
      .orderBy('revision')
      .execute()
    expect(credits).toMatchObject([
      { revision: 0, reversedAt: expect.any(Date) },
      { revision: 1, reversedAt: null },
    ])
  })

  test('that a reorganisation takes from a paid invoice leaves it paid', async () => {
    await pay(DUE, 1)
    await btc.mineEmpty(1)
    await btc.rollBack(2)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 0n })
    await pay(DUE, 1)
    await btc.mineEmpty(6)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
  })

  test('is told by its transactions', async () => {
    await pay(DUE, 7)
    expect((await money()).deposits).toMatchObject([{ txId: txOf(7), units: DUE, confirmationsRequired: 2 }])
  })
})
