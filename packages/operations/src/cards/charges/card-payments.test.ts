import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { listCardPayments } from './list-card-payments.ts'

const LOOK_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => closeCardShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const stateOf = async (id: string) => {
  const { payment, escrow } = await shop.card(id)
  return [payment.state, escrow?.state]
}
/** What a step adds to the book. */
async function booked(step: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await shop.book()
  await step()
  const after = await shop.book()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names.map((name) => [name, (after[name] ?? 0n) - (before[name] ?? 0n)] as const).filter(([, units]) => units !== 0n),
  )
}

test('a business without an account at the processor takes no cards', async () => {
  await expect(shop.charge()).rejects.toMatchObject({ code: 'ONBOARDING_REQUIRED' })
})

test('a business whose account may not be paid out takes cards, and holds none in escrow', async () => {
  const account = await shop.onboard()
  await db().updateTable('processor_account').set({ payoutsEnabled: false }).execute()
  await expect(shop.charge({ escrow_mode: true })).rejects.toMatchObject({ code: 'ONBOARDING_REQUIRED' })
  expect((await shop.charge()).payment.processorAccountId).toBe(account)
  await db().updateTable('processor_account').set({ payoutsEnabled: true }).execute()
})

test.each([
  [{ amount: 49 }, 'AMOUNT_TOO_SMALL'],
  [{ amount: 100_000_000 }, 'AMOUNT_TOO_LARGE'],
])('a card payment of %o is refused with %s and leaves nothing behind', async (terms, code) => {
  const count = async () => (await db().selectFrom('card_payment').select('id').execute()).length
  const before = await count()
  await expect(shop.charge(terms)).rejects.toMatchObject({ code })
  expect(await count()).toBe(before)
})

test('a test key creates nothing', async () => {
  const actor = { ...shop.actor, mode: 'test' as const }
  const { createCardPayment } = await import('./create-card-payment.ts')
  const terms = { amount: 100n, currency: 'USD' as const, metadata: {}, escrowMode: false }
  await expect(createCardPayment(shop.ctx, { actor, terms })).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' })
})

describe('a direct card payment', () => {
  test('is created with its page, and succeeds once it is paid, which books the fee', async () => {
    const { payment, escrowState } = await shop.charge({ currency: 'usd', metadata: { order: 'A-1' } })
    expect({ ...payment, escrowState }).toMatchObject({
      state: 'pending',
      amountMinor: 2_500n,
      currency: 'USD',
      escrowId: null,
      escrowState: null,
    })
    expect(payment.checkoutUrl).toMatch(/^http/)
    await shop.pay(payment.checkoutUrl)
    const entries = await booked(() => shop.look(LOOK_MS))
    expect((await shop.card(payment.id)).payment).toMatchObject({
      state: 'succeeded',
      capturedMinor: 2_500n,
      lookAt: null,
      checkoutUrl: null,
    })
    expect(await shop.events(payment.id)).toEqual(['card_payment_success'])
    expect(entries).toEqual({ 'USD card:clearing': -25n, 'USD platform:fee': 25n })
  })

  test('in yen is charged in whole yen', async () => {
    const { payment } = await shop.charge({ amount: 500, currency: 'jpy' })
    await shop.pay(payment.checkoutUrl)
    expect(await booked(() => shop.look(LOOK_MS))).toEqual({ 'JPY card:clearing': -5n, 'JPY platform:fee': 5n })
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'succeeded', capturedMinor: 500n })
  })

  test('that is declined stays pending, and succeeds with another card', async () => {
    const { payment } = await shop.charge()
    await shop.pay(payment.checkoutUrl, { number: '4000000000009995' })
    await shop.look(LOOK_MS)
    expect(await stateOf(payment.id)).toEqual(['pending', undefined])
    await shop.pay(payment.checkoutUrl)
    await shop.look(2 * LOOK_MS)
    expect(await stateOf(payment.id)).toEqual(['succeeded', undefined])
  })

  test.each([
    ['bank_debit_succeeds', 'succeeded', ['succeeded', undefined]],
    ['bank_debit_fails', 'failed', ['failed', undefined]],
  ] as const)('by an asynchronous method (%s) waits for its outcome', async (method, outcome, states) => {
    const { payment } = await shop.charge()
    await shop.pay(payment.checkoutUrl, { method })
    await shop.look(LOOK_MS)
    const { payment: waiting } = await shop.card(payment.id)
    expect(waiting.state).toBe('pending')
    await shop.stripe.control.do('settlePayment', { paymentIntent: waiting.paymentIntentId ?? '', outcome })
    await shop.look(DAY_MS)
    expect(await stateOf(payment.id)).toEqual(states)
  })

  test('that was charged for another amount is held and stays as it was', async () => {
    const { payment } = await shop.charge()
    await shop.pay(payment.checkoutUrl)
    await db().updateTable('card_payment').set({ amountMinor: 2_600n }).where('id', '=', payment.id).execute()
    await shop.look(LOOK_MS)
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'pending', holdReason: 'amount_differs', capturedMinor: null })
    expect(await shop.events(payment.id)).toEqual([])
  })
})

describe('a card payment into escrow', () => {
  test('funds its escrow, which is held for ninety days, and books what the processor took', async () => {
    const { payment, escrowState } = await shop.charge({ amount: 10_000, escrow_mode: true })
    expect([payment.processorAccountId.slice(0, 5), escrowState]).toEqual(['acct_', 'created'])
    await shop.pay(payment.checkoutUrl)
    const entries = await booked(() => shop.look(LOOK_MS))
    const { payment: paid, escrow } = await shop.card(payment.id)
    expect([paid.state, escrow?.state]).toEqual(['succeeded', 'funded'])
    expect(escrow?.refundAt?.getTime()).toBe((paid.capturedAt?.getTime() ?? 0) + 90 * DAY_MS)
    expect(entries).toMatchObject({ 'USD escrow:held': 10_000n })
    expect((entries['USD card:clearing'] ?? 0n) - (entries['USD platform:cost'] ?? 0n) * -1n).toBe(-10_000n)
    expect(entries['USD platform:cost']).toBeLessThan(0n)
    expect(await shop.events(payment.id)).toEqual(['card_payment_success'])
  })

  test('that was charged for another amount is held, and what came is nobody’s, less what the processor took', async () => {
    const { payment } = await shop.charge({ amount: 10_000, escrow_mode: true })
    await shop.pay(payment.checkoutUrl)
    await db().updateTable('card_payment').set({ amountMinor: 10_100n }).where('id', '=', payment.id).execute()
    const entries = await booked(() => shop.look(LOOK_MS))
    expect((await shop.card(payment.id)).payment).toMatchObject({ state: 'pending', holdReason: 'amount_differs' })
    expect(entries).toMatchObject({ 'USD suspense:unknown': 10_000n })
    expect(entries['USD platform:cost']).toBeLessThan(0n)
    expect(Object.values(entries).reduce((sum, units) => sum + units, 0n)).toBe(0n)
  })

  test('expires with its escrow when nobody pays, and is paid after all by a late charge', async () => {
    const { payment } = await shop.charge({ escrow_mode: true })
    await shop.stripe.control.do('advanceClock', { seconds: 24 * 60 * 60 + 60 })
    await shop.look(DAY_MS)
    expect(await stateOf(payment.id)).toEqual(['expired', 'expired'])
    const { payment: other } = await shop.charge({ escrow_mode: true })
    await shop.pay(other.checkoutUrl)
    await tables(shop.ctx.orm.em.fork()).updateTable('card_payment').set({ lookAt: null }).where('id', '=', other.id).execute()
    await expireByHand(other.id)
    await shop.tell({ type: 'checkout.session.completed', objectId: other.checkoutSessionId ?? '' })
    await shop.work()
    expect(await stateOf(other.id)).toEqual(['succeeded', 'funded'])
  })
})

/** As if its session had been read as expired. */
const expireByHand = async (id: string) => {
  const { sql } = await import('kysely')
  await sql`UPDATE card_payment SET state = 'expired' WHERE id = ${id}`.execute(db())
  await sql`UPDATE card_escrow SET state = 'expired' WHERE payment_id = ${id}`.execute(db())
}

test('card payments are listed newest first, by status', async () => {
  const { rows, total } = await listCardPayments(shop.ctx, { actor: shop.actor, filter: { status: 'succeeded', limit: 2, offset: 0 } })
  expect(rows).toHaveLength(2)
  expect(total).toBeGreaterThan(2)
  expect(rows.every(({ payment }) => payment.state === 'succeeded')).toBe(true)
})
