import { CreateSeriesInput, UpdateSeriesInput } from '@gateway/contract/series-inputs'
import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '../cards/checkout/open-checkout.ts'
import { objectsOf, requireTrue, tell } from '../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop } from '../testing/test-cards.ts'
import { type CreatedSeries, createSeries } from './create-series.ts'
import { tickSeries } from './periods/tick-series.ts'
import { getSeries } from './read-series.ts'
import { updateSeries } from './update-series.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

let shop: CardShop
let account: string
let role: Orm
beforeAll(async () => {
  shop = await openCardShop()
  account = await shop.onboard()
  role = await openOrm({ url: loginAs('series', String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 2 })
})
afterAll(async () => {
  await role.close()
  await closeCardShop(shop)
})
// The processor's clock is the true one.
beforeEach(() => shop.ctx.clock.set(new Date()))
afterEach(() => requireTrue(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const create = (terms: Readonly<Record<string, unknown>> = {}): Promise<CreatedSeries> =>
  createSeries(shop.ctx, {
    actor: shop.actor,
    terms: CreateSeriesInput.parse({
      business_id: shop.businessId,
      payment_method: 'card',
      customer_email: 'lena@hoffmann.example',
      amount: 2_500,
      currency: 'usd',
      interval: 'weekly',
      processor_account_id: account,
      ...terms,
    }),
  })
const childrenOf = async (id: string) => (await getSeries(shop.ctx, { actor: shop.actor, id })).children
const tick = (id: string) => tickSeries({ ...shop.ctx, orm: role }, { id, by: 'sweep' })
const paymentOf = (escrowId: string | undefined) =>
  db()
    .selectFrom('card_payment')
    .selectAll()
    .where('escrowId', '=', escrowId ?? '')
    .executeTakeFirstOrThrow()
const sessionsOf = async (paymentId: string) =>
  new Set((await objectsOf(shop, 'checkout.session')).filter((session) => session['client_reference_id'] === paymentId).map(({ id }) => id))

describe('a series that takes cards', () => {
  test('opens a card escrow with its creation and one for each slot after it, by the rights of its role', async () => {
    const { series, child } = await create({ max_periods: 2 })
    expect(child).toMatchObject({ period: 1, state: 'created', checkoutUrl: expect.stringContaining('/cards/checkout/') })
    shop.ctx.clock.advance(7 * DAY_MS + 1_000)
    expect([await tick(series.id), await tick(series.id)]).toEqual([true, false])
    const children = await childrenOf(series.id)
    expect(children).toMatchObject([
      { period: 1, escrowId: child?.escrowId, amountMinor: 2_500n, asset: null },
      { period: 2, state: 'created', amountMinor: 2_500n },
    ])
    expect(await db().selectFrom('series').select('state').where('id', '=', series.id).execute()).toEqual([{ state: 'completed' }])
  })

  test('leads its customer to one page at a time, and the child is funded by it', async () => {
    const { child } = await create()
    const { id: paymentId } = await paymentOf(child?.escrowId)
    const pages = await Promise.all([openCheckout(shop.ctx, { paymentId }), openCheckout(shop.ctx, { paymentId })])
    expect(new Set([...pages, await openCheckout(shop.ctx, { paymentId })]).size).toBe(1)
    expect((await sessionsOf(paymentId)).size).toBe(1)
    await shop.pay(pages[0] ?? null)
    await tell(shop, { type: 'checkout.session.completed', objectId: (await paymentOf(child?.escrowId)).checkoutSessionId ?? '' })
    expect(await shop.card(paymentId)).toMatchObject({ payment: { state: 'succeeded' }, escrow: { state: 'funded' } })
    await expect(openCheckout(shop.ctx, { paymentId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('opens a fresh page after the last has ended, which ends no child', async () => {
    const { child } = await create()
    const { id: paymentId } = await paymentOf(child?.escrowId)
    const first = await openCheckout(shop.ctx, { paymentId })
    const { checkoutSessionId: session } = await paymentOf(child?.escrowId)
    await expireAtProcessor(session ?? '')
    await tell(shop, { type: 'checkout.session.expired', objectId: session ?? '' })
    expect(await shop.card(paymentId)).toMatchObject({ payment: { state: 'pending' }, escrow: { state: 'created' } })
    const second = await openCheckout(shop.ctx, { paymentId })
    expect(second).not.toBe(first)
    await shop.pay(second)
    await tell(shop, { type: 'checkout.session.completed', objectId: (await paymentOf(child?.escrowId)).checkoutSessionId ?? '' })
    expect((await shop.card(paymentId)).escrow?.state).toBe('funded')
  })

  test('expires at its next slot, with a page that nobody can pay any more', async () => {
    const { child } = await create()
    const { id: paymentId, expiresAt } = await paymentOf(child?.escrowId)
    expect(expiresAt.getTime() - shop.ctx.clock.now().getTime()).toBeLessThanOrEqual(7 * DAY_MS + HOUR_MS)
    const page = await openCheckout(shop.ctx, { paymentId })
    const other = await paymentOf((await create()).child?.escrowId)
    shop.ctx.clock.set(new Date(expiresAt.getTime() + HOUR_MS))
    await shop.look(0)
    await shop.look(HOUR_MS)
    expect(await shop.card(paymentId)).toMatchObject({ payment: { state: 'expired' }, escrow: { state: 'expired' } })
    expect((await shop.card(other.id)).escrow?.state).toBe('expired')
    await shop.pay(page).catch(() => {})
    await expect(openCheckout(shop.ctx, { paymentId })).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('opens one child for a slot however many processes try at once', async () => {
    const { series } = await create()
    shop.ctx.clock.advance(7 * DAY_MS + 1_000)
    await Promise.all(Array.from({ length: 6 }, () => tickSeries(shop.ctx, { id: series.id, by: 'sweep' })))
    expect((await childrenOf(series.id)).map(({ period }) => period)).toEqual([1, 2])
  })

  test('opens nothing that a process dies in the middle of, and all of it afterwards', async () => {
    const { series } = await create()
    shop.ctx.clock.advance(7 * DAY_MS + 1_000)
    const failpoint = async () => Promise.reject(new Error('killed'))
    await expect(tickSeries({ ...shop.ctx, failpoint }, { id: series.id, by: 'sweep' })).rejects.toThrow('killed')
    expect(await childrenOf(series.id)).toHaveLength(1)
    await tickSeries(shop.ctx, { id: series.id, by: 'sweep' })
    expect(await childrenOf(series.id)).toHaveLength(2)
  })

  test('waits while its account takes no escrows', async () => {
    const { series } = await create()
    const able = (payoutsEnabled: boolean) => db().updateTable('processor_account').set({ payoutsEnabled }).execute()
    await able(false)
    shop.ctx.clock.advance(7 * DAY_MS + 1_000)
    expect(await tick(series.id)).toBe(false)
    await able(true)
    shop.ctx.clock.advance(60_000)
    expect(await tick(series.id)).toBe(true)
  })

  test('changes the amount of later children, in the smallest unit', async () => {
    const { series } = await create()
    const change = (amount: unknown) =>
      updateSeries(shop.ctx, { actor: shop.actor, changes: UpdateSeriesInput.parse({ id: series.id, amount }) })
    expect((await change(3_000)).amountMinor).toBe(3_000n)
    await expect(change('30.5')).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(change(10)).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
    expect((await childrenOf(series.id)).map(({ amountMinor }) => amountMinor)).toEqual([2_500n])
  })

  test.each([
    [{ processor_account_id: 'acct_of_another' }, 'VALIDATION_ERROR'],
    [{ processor_account_id: undefined }, 'VALIDATION_ERROR'],
    [{ amount: 10 }, 'AMOUNT_TOO_SMALL'],
  ])('with %o is refused', async (terms, code) => {
    await expect(create(terms)).rejects.toMatchObject({ code })
  })
})

/** The processor ends a page early. */
async function expireAtProcessor(session: string): Promise<void> {
  const response = await fetch(`${shop.stripe.url}/v1/checkout/sessions/${session}/expire`, {
    method: 'POST',
    headers: { authorization: 'Bearer rk_test_checkout' },
  })
  if (!response.ok) throw new Error(await response.text())
}
