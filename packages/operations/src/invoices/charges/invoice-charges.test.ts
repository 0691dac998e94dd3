import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { listCards } from '@gateway/db/invoices/money/card-queries'
import { cardPageOf } from '@gateway/contract/invoices'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refund, requireTrue, tell } from '../../testing/card-money.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { invoiceEvents, invoiceOf, sentInvoice } from '../../testing/test-invoices.ts'
import { payWaysOf } from '../public/pay-ways.ts'
import { viewInvoice } from '../public/view-invoice.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { markPaid, undoMark } from '../settling/mark-paid.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { requireUntouched } from '../standing/require-untouched.ts'
import { openInvoiceCard } from './open-invoice-card.ts'

/** 100.00 US dollars at 60 000. */
const DUE = 166_667n
const DAY_MS = 24 * 60 * 60_000

let shop: CardShop
let account: string
let btc: TestChain
let invoice: InvoiceEntity
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
  btc = await openChain(shop.ctx, 'BTC')
})
afterAll(() => closeCardShop(shop))
// The processor's clock is the true one.
beforeEach(async () => {
  shop.ctx.clock.set(new Date())
  invoice = await sentInvoice(shop)
})
afterEach(() => requireTrue(shop))

const read = () => invoiceOf(shop, invoice.id)
const open = () => openInvoiceCard(shop.ctx, { invoiceId: invoice.id })
const cards = () => listCards(shop.ctx.orm.em.fork(), { invoiceId: invoice.id })
const money = async () => readInvoiceMoney(shop.ctx.orm.em.fork(), shop.ctx, await read())
/** Where the page of the invoice's card is closed at the processor. */
const expiry = async () => `/v1/checkout/sessions/${(await cards())[0]?.checkoutSessionId}/expire`
let tx = 100
async function deposit(units: bigint): Promise<void> {
  const at = shop.ctx.clock.now()
  shop.ctx.clock.advance(1_000)
  tx += 1
  await btc.mine({ transfers: [output(invoice.paymentAddress ?? '', units, { tx })], at })
}
/** What the page and the api say of cards. */
async function waysOf({ id }: InvoiceEntity) {
  await tables(shop.ctx.orm.em.fork()).updateTable('invoice').set({ takesCards: true }).where('id', '=', id).execute()
  const { card, cardUrl } = payWaysOf(shop.ctx, await viewInvoice(shop.ctx, { id }))
  return { card, cardUrl, page: cardPageOf(await seeInvoice(shop.ctx.orm.em.fork(), shop.ctx, await invoiceOf(shop, id))) }
}
const tellPaid = async (sessionId: string | null) => tell(shop, { type: 'checkout.session.completed', objectId: sessionId ?? '', account })

describe('a card for an invoice', () => {
  test('is charged what is open, on the account of the business, and pays it with one event (L10)', async () => {
    const pages = await Promise.all([open(), open(), open()])
    expect(new Set(pages).size).toBe(1)
    const [card] = await cards()
    expect(card).toMatchObject({ invoiceId: invoice.id, amountMinor: 10_000n, escrowId: null, feeBps: 100, isReopenable: true })
    await shop.pay(pages[0] ?? null)
    await tellPaid(card?.checkoutSessionId ?? null)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
    expect(await invoiceEvents(shop, card?.id ?? '')).toEqual(['card_payment_success'])
    expect(await money()).toMatchObject({ dueMinor: 0n, needsDecision: false, cards: [{ creditedMinor: 10_000n, surplusMinor: 0n }] })
    await expect(open()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('is asked for the rest once crypto has paid a part, and the page over the whole is closed', async () => {
    const whole = await open()
    await deposit(DUE / 2n)
    await btc.mineEmpty(1)
    await shop.work()
    expect(await cards()).toMatchObject([{ state: 'expired', amountMinor: 10_000n }])
    expect(await shop.pay(whole)).toMatchObject({ outcome: 'refused' })
    const rest = await open()
    const [, card] = await cards()
    expect(card).toMatchObject({ amountMinor: 5_001n, state: 'pending' })
    await shop.pay(rest)
    await tellPaid(card?.checkoutSessionId ?? null)
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  })

  test('that was faster than the end of its page has paid too much, which is shown until it is refunded', async () => {
    const page = await open()
    const [card] = await cards()
    const id = card?.id ?? ''
    await deposit(DUE)
    await shop.pay(page)
    await btc.mineEmpty(1)
    expect(await read()).toMatchObject({ state: 'paid' })
    await tellPaid(card?.checkoutSessionId ?? null)
    await shop.work()
    expect((await shop.card(id)).payment.state).toBe('succeeded')
    expect(await invoiceEvents(shop, invoice.id)).toEqual(['invoice.paid'])
    expect(await money()).toMatchObject({ needsDecision: true, cards: [{ creditedMinor: 0n, surplusMinor: 10_000n }] })
    await refund(shop, { payment_id: id })
    expect(await money()).toMatchObject({ needsDecision: false, cards: [{ surplusMinor: 0n }] })
    expect(await read()).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
  })

  test('that was paid beside the mark of the merchant keeps the mark from being undone until it is refunded', async () => {
    const page = await open()
    const [card] = await cards()
    await shop.pay(page)
    await markPaid(shop.ctx, { actor: shop.actor, id: invoice.id })
    const undo = () => undoMark(shop.ctx, { actor: shop.actor, id: invoice.id })
    await tellPaid(card?.checkoutSessionId ?? null)
    await shop.work()
    expect(await money()).toMatchObject({ cards: [{ creditedMinor: 0n, surplusMinor: 10_000n }] })
    await expect(undo()).rejects.toMatchObject({ code: 'INVALID_STATE' })
    expect(await read()).toMatchObject({ state: 'paid', outsideMinor: 10_000n })
    await refund(shop, { payment_id: card?.id ?? '' })
    await undo()
    expect(await read()).toMatchObject({ state: 'sent', creditedMinor: 0n })
  })

  test('is not charged while crypto is on its way that would pay the whole, and is while less is', async () => {
    await deposit(DUE / 2n)
    expect(await open()).toContain('http')
    await deposit(DUE - DUE / 2n)
    // The first half has its confirmations now; the second would pay the rest.
    await expect(open()).rejects.toMatchObject({ code: 'INVALID_STATE', current: 'processing' })
    await btc.mineEmpty(2)
    expect(await read()).toMatchObject({ creditedMinor: 10_000n, state: 'paid' })
  })

  test.each(['succeeded', 'failed'] as const)(
    'that its bank pays later is under way until it has %s, and no other is charged meanwhile',
    async (outcome) => {
      await shop.pay(await open(), { method: `bank_debit_${outcome === 'failed' ? 'fails' : 'succeeds'}` })
      const [card] = await cards()
      await tellPaid(card?.checkoutSessionId ?? null)
      // Days later its page has expired.
      shop.ctx.clock.advance(2 * DAY_MS)
      await shop.look(0)
      expect(await money()).toMatchObject({ isProcessing: true, needsDecision: false, cards: [{ isProcessing: true, creditedMinor: 0n }] })
      await expect(open()).rejects.toMatchObject({ code: 'INVALID_STATE', current: 'processing' })
      await expect(requireUntouched(shop.ctx.orm.em.fork(), shop.ctx, await read())).rejects.toMatchObject({ current: 'processing' })
      await shop.stripe.control.do('settlePayment', { paymentIntent: (await cards())[0]?.paymentIntentId ?? '', outcome })
      await tell(shop, { type: 'checkout.session.async_payment_succeeded', objectId: card?.checkoutSessionId ?? '', account })
      expect(await read()).toMatchObject({ state: outcome === 'failed' ? 'sent' : 'paid' })
      expect(await money()).toMatchObject({ isProcessing: false })
      expect(await cards()).toMatchObject([{ state: outcome, isProcessing: false }])
    },
  )

  test('is closed when crypto has paid the whole, and nobody can pay it any more', async () => {
    const page = await open()
    await deposit(DUE)
    await btc.mineEmpty(1)
    await shop.work()
    expect(await cards()).toMatchObject([{ state: 'expired' }])
    expect(await shop.pay(page)).toMatchObject({ outcome: 'refused' })
  })

  test.each(['html_502', 'status_429', 'status_500'] as const)(
    'is closed later where the processor does not close it with crypto’s payment (%s)',
    async (answer) => {
      const page = await open()
      await shop.stripe.control.do('failApi', { moment: 'before', answer, method: 'POST', path: await expiry(), sticky: true })
      await deposit(DUE)
      await btc.mineEmpty(1)
      await shop.work()
      expect(await cards()).toMatchObject([{ state: 'pending' }])
      shop.ctx.clock.advance(2_000)
      await shop.work()
      expect(await cards()).toMatchObject([{ state: 'expired' }])
      expect(await shop.pay(page)).toMatchObject({ outcome: 'refused' })
    },
  )

  test('is closed at the next look where the processor does not close it at its end', async () => {
    const page = await open()
    await shop.stripe.control.do('failApi', { moment: 'before', answer: 'status_500', method: 'POST', path: await expiry() })
    const [card] = await cards()
    shop.ctx.clock.set(card?.expiresAt ?? new Date(0))
    await shop.look(0)
    expect(await cards()).toMatchObject([{ state: 'pending' }])
    await shop.look(5 * 60_000)
    expect(await cards()).toMatchObject([{ state: 'expired' }])
    expect(await shop.pay(page)).toMatchObject({ outcome: 'refused' })
  })

  test.each([
    ['below the smallest charge', 'EUR', 49n, 'too_small', 'AMOUNT_TOO_SMALL'],
    ['above the largest charge', 'INR', 120_000_000n, 'too_large', 'AMOUNT_TOO_LARGE'],
  ] as const)('is not offered %s, and is offered at its bounds', async (...[, currency, amountMinor, card, code]) => {
    const at = async (cents: bigint) => waysOf(await sentInvoice(shop, { amountMinor: cents, currency, asset: null }))
    expect(await at(amountMinor)).toEqual({ card, cardUrl: null, page: null })
    const offered = { card: 'taken', cardUrl: expect.stringContaining('/card'), page: expect.stringContaining('/card') }
    expect([await at(50n), await at(99_999_999n)]).toEqual([offered, offered])
    const { id: invoiceId } = await sentInvoice(shop, { amountMinor, currency, asset: null })
    await expect(openInvoiceCard(shop.ctx, { invoiceId })).rejects.toMatchObject({ code })
  })

  test('is not offered without an account, nor of no invoice', async () => {
    await expect(openInvoiceCard(shop.ctx, { invoiceId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const db = tables(shop.ctx.orm.em.fork())
    await db.updateTable('processor_account').set({ chargesEnabled: false }).execute()
    await expect(open()).rejects.toMatchObject({ code: 'ONBOARDING_REQUIRED' })
    await db.updateTable('processor_account').set({ chargesEnabled: true }).execute()
  })
})
