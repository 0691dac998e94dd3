import { ownSeries } from '@gateway/db/series/queries'
import { tables } from '@gateway/db/tables'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { authenticateParty } from '../escrows/tokens/authenticate-party.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { storeMerchant } from '../testing/test-context.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { listOwned } from '../businesses/owned/read-owned.ts'
import { cancelSeries } from './cancel-series.ts'
import { tickSeries } from './periods/tick-series.ts'

const WEEK = 7 * 24
const rates = removableRates()
let shop: TestShop
beforeEach(async () => {
  rates.isAvailable = true
  shop = await openShop({ rates })
})
afterEach(() => closeShop(shop))

const { create, change, read, pass, events } = seriesOf(() => shop)
const tick = (id: string) => tickSeries(shop.ctx, { id, by: 'sweep' })
const cancel = (id: string) => cancelSeries(shop.ctx, { actor: shop.actor, id })
/** A command that waited for a tick too long was refused. @throws whatever else was rejected. */
const ignoreBusy = (error: unknown): void => {
  if (!(error instanceof ConcurrentUpdate)) throw error
}
/** Makes the smallest amount more than what a test series asks for. */
const raiseMinimum = () => {
  const { paymentRules } = shop.ctx
  const rules = { ...paymentRules.rules, floorUnits: { ...paymentRules.rules.floorUnits, BTC: 1_100_000n } }
  Object.assign(shop.ctx, { paymentRules: { ...paymentRules, rules } })
}
const setSpread = (spreadBps: number) =>
  tables(shop.ctx.orm.em.fork()).updateTable('business').set({ spreadBps }).where('id', '=', shop.businessId).execute()
const amountsOf = async (id: string) => (await read(id)).children.map(({ period, amountMinor }) => [period, amountMinor])

describe('a new series', () => {
  test('opens its first child at once, priced at the current rate and expiring at the next slot', async () => {
    const { series, escrow } = await create()
    expect(series).toMatchObject({ state: 'active', periodsCompleted: 1, latestSlot: 0, amountMinor: 60_000n })
    expect(series.nextChargeAt).toEqual(new Date('2026-10-08T12:00:00.000Z'))
    expect(escrow).toMatchObject({
      state: 'created',
      amountUnits: 1_000_000n,
      businessId: shop.businessId,
      depositorAddress: series.depositorAddress,
      beneficiaryAddress: series.beneficiaryAddress,
      expiresAt: series.nextChargeAt,
      metadata: { series_id: series.id, period: 1 },
    })
    const { children } = await read(series.id)
    expect(children).toMatchObject([{ period: 1, escrowId: escrow?.id, state: 'created', amountMinor: 60_000n, dueAt: series.createdAt }])
    expect(await events(series.id)).toEqual(['series.charged'])
  })

  test('e-mails the customer the link with the token, which no row or event shows', async () => {
    const { series, escrow } = await create()
    const emails = await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)
    const [email] = emails.filter(({ kind }) => kind === 'escrow_opened')
    expect(email?.to).toBe(series.customerEmail)
    expect(email?.facts).toMatchObject({ merchant: 'Shop', price: '600', currency: 'USD', amount: '0.01', period: 1 })
    const [token = ''] = /esc_[0-9a-f]{64}/.exec(email?.text ?? '') ?? []
    const party = await authenticateParty(shop.ctx, { id: escrow?.id ?? '', token, address: '203.0.113.7' })
    expect(party.role).toBe('depositor')
    const stored = await sql<{ text: string }>`SELECT concat(to_jsonb(email), '') AS text FROM email UNION ALL SELECT body FROM event
      UNION ALL SELECT message::text FROM outbox`.execute(tables(shop.ctx.orm.em.fork()))
    expect(stored.rows.map(({ text }) => text).join()).not.toContain('esc_')
  })

  test('converts an amount in another currency', async () => {
    const { escrow } = await create({ amount: 552, currency: 'EUR' })
    expect(escrow?.amountUnits).toBe(1_000_000n)
  })

  test('without a rate is due and opens its first child with the next rate', async () => {
    rates.isAvailable = false
    const { series, escrow } = await create()
    expect(escrow).toBeUndefined()
    expect(series).toMatchObject({ state: 'active', periodsCompleted: 0, nextChargeAt: series.createdAt })
    expect(await pass(1)).toBe(0)
    rates.isAvailable = true
    expect(await pass(1)).toBe(1)
    expect(await read(series.id)).toMatchObject({ series: { periodsCompleted: 1 }, children: [{ period: 1, dueAt: series.createdAt }] })
  })

  test.each([
    [{ payment_method: 'card' }, 'ONBOARDING_REQUIRED'],
    [{ coin: 'POL' }, 'UNSUPPORTED_BLOCKCHAIN'],
    [{ coin: 'ETH', depositor_address: undefined, beneficiary_address: 'nonsense' }, 'INVALID_ADDRESS'],
    [{ amount: 0.001 }, 'INVALID_AMOUNT'],
    [{ amount: 0.01 }, 'AMOUNT_TOO_SMALL'],
    [{ depositor_address: 'nonsense' }, 'INVALID_ADDRESS'],
  ])('a series with %o is refused and leaves no rows behind', async (terms, code) => {
    await expect(create(terms)).rejects.toMatchObject({ code })
    const filter = { limit: 50, offset: 0 }
    expect(await listOwned(shop.ctx, { of: ownSeries, actor: shop.actor, filter })).toMatchObject({ total: 0 })
  })
})

describe('a series', () => {
  test('opens a child at every slot, and completes with the last', async () => {
    const { series } = await create({ max_periods: 3 })
    expect(await pass(WEEK - 1)).toBe(0)
    expect(await pass(1)).toBe(1)
    expect(await pass(WEEK)).toBe(1)
    const { series: ended, children } = await read(series.id)
    expect(ended).toMatchObject({ state: 'completed', periodsCompleted: 3, nextChargeAt: null })
    expect(children.map(({ dueAt }) => dueAt.toISOString().slice(0, 10))).toEqual(['2026-10-01', '2026-10-08', '2026-10-15'])
    expect(await pass(10 * WEEK)).toBe(0)
    expect(await events(series.id)).toEqual(['series.charged', 'series.charged', 'series.charged', 'series.completed'])
  })

  test('skips the slots of an outage: one child for the latest of them', async () => {
    const { series } = await create()
    await pass(3 * WEEK + 24)
    await pass(1)
    const { series: now, children } = await read(series.id)
    expect(children.map(({ period, dueAt }) => [period, dueAt])).toEqual([
      [1, series.createdAt],
      [2, new Date('2026-10-22T12:00:00.000Z')],
    ])
    expect(now.nextChargeAt).toEqual(new Date('2026-10-29T12:00:00.000Z'))
  })

  test('keeps a slot due while no rate is known', async () => {
    const { series } = await create()
    rates.isAvailable = false
    expect(await pass(WEEK)).toBe(0)
    expect((await read(series.id)).series.nextChargeAt).toEqual(new Date('2026-10-08T12:00:00.000Z'))
    rates.isAvailable = true
    expect(await pass(1)).toBe(1)
  })

  test('skips what passes while it is paused', async () => {
    const { series } = await create()
    expect(await change(series.id, { status: 'paused' })).toMatchObject({ state: 'paused', nextChargeAt: null })
    expect(await pass(2 * WEEK + 1)).toBe(0)
    const resumed = await change(series.id, { status: 'active' })
    expect(resumed).toMatchObject({ state: 'active', nextChargeAt: new Date('2026-10-22T12:00:00.000Z') })
    expect(await pass(0)).toBe(0)
    expect(await pass(WEEK)).toBe(1)
    expect((await read(series.id)).children.map(({ period }) => period)).toEqual([1, 2])
    expect(await events(series.id)).toEqual(['series.charged', 'series.paused', 'series.resumed', 'series.charged'])
  })

  test('a series that is given its present status, amount and interval does not change', async () => {
    const { series } = await create()
    shop.ctx.clock.advance(1_000)
    const same = await change(series.id, { status: 'active', amount: 600, interval: 'weekly' })
    expect(same).toMatchObject({ stateVersion: series.stateVersion, updatedAt: series.updatedAt })
    expect(await events(series.id)).toEqual(['series.charged'])
  })

  test('asks a new amount of later children only', async () => {
    const { series } = await create()
    await change(series.id, { amount: 900 })
    await pass(WEEK)
    expect(await amountsOf(series.id)).toEqual([
      [1, 60_000n],
      [2, 90_000n],
    ])
    expect((await read(series.id)).children.map(({ amountUnits }) => amountUnits)).toEqual([1_000_000n, 1_500_000n])
  })

  test('asks with the spread of its business, as a payment of it does', async () => {
    await setSpread(300)
    const { series, escrow } = await create({ amount: 582 })
    expect(escrow?.amountUnits).toBe(1_000_000n)
    await change(series.id, { amount: 1_164 })
    await pass(WEEK)
    expect((await read(series.id)).children.map(({ amountUnits }) => amountUnits)).toEqual([1_000_000n, 2_000_000n])
  })

  test('takes its own amount, which a later minimum would refuse, beside another interval', async () => {
    const { series } = await create()
    raiseMinimum()
    await expect(change(series.id, { amount: 601 })).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
    expect(await change(series.id, { amount: 600, interval: 'monthly' })).toMatchObject({ interval: 'monthly', amountMinor: 60_000n })
  })

  test('refuses a new amount that no child could have', async () => {
    const { series } = await create()
    await expect(change(series.id, { amount: 0.01 })).rejects.toMatchObject({ code: 'AMOUNT_TOO_SMALL' })
    await expect(change(series.id, { amount: 1.234 })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
  })

  test('counts a new interval from its latest child', async () => {
    const { series } = await create()
    expect(await change(series.id, { interval: 'monthly' })).toMatchObject({ nextChargeAt: new Date('2026-11-01T12:00:00.000Z') })
  })

  test('a cancelled series opens nothing, keeps its children and takes no change', async () => {
    const { series, escrow } = await create()
    expect(await cancel(series.id)).toMatchObject({ state: 'cancelled', nextChargeAt: null })
    expect(await cancel(series.id)).toMatchObject({ state: 'cancelled' })
    expect(await pass(WEEK)).toBe(0)
    expect((await read(series.id)).children).toMatchObject([{ escrowId: escrow?.id, state: 'created' }])
    await expect(change(series.id, { status: 'active' })).rejects.toThrow(InvalidState)
    expect(await events(series.id)).toEqual(['series.charged', 'series.cancelled'])
  })

  test('opens one child however many ticks there are at once', async () => {
    const { series } = await create()
    shop.ctx.clock.advance(WEEK * 3_600_000)
    const moved = await Promise.all(Array.from({ length: 20 }, () => tick(series.id)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect((await read(series.id)).children.map(({ period }) => period)).toEqual([1, 2])
  })

  test.each(['cancel', 'pause', 'amount'] as const)(
    'a series is charged by its terms or not at all when a tick meets a change: %s',
    async (what) => {
      const { series } = await create()
      shop.ctx.clock.advance(WEEK * 3_600_000)
      const commands = {
        cancel: () => cancel(series.id),
        pause: () => change(series.id, { status: 'paused' }),
        amount: () => change(series.id, { amount: 900 }),
      }
      await Promise.all([tick(series.id), commands[what]().catch(ignoreBusy), tick(series.id)])
      const { series: after, children } = await read(series.id)
      expect(children).toHaveLength(after.periodsCompleted)
      for (const { amountMinor, amountUnits } of children) expect((amountUnits ?? 0n) * 60_000n).toBe(amountMinor * 1_000_000n)
    },
  )

  test('a series is hidden from other merchants', async () => {
    const { series } = await create()
    const stranger = await storeMerchant(shop.ctx)
    await expect(read(series.id, stranger)).rejects.toThrow(NotFound)
    await expect(change(series.id, { status: 'paused' }, stranger)).rejects.toThrow(NotFound)
    await expect(cancelSeries(shop.ctx, { actor: stranger, id: series.id })).rejects.toThrow(NotFound)
    await expect(create({ actor: stranger, business_id: shop.businessId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const filter = { limit: 50, offset: 0 }
    expect(await listOwned(shop.ctx, { of: ownSeries, actor: stranger, filter })).toEqual({ rows: [], total: 0 })
    await expect(
      listOwned(shop.ctx, { of: ownSeries, actor: stranger, filter: { ...filter, businessId: shop.businessId } }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

test('no row of a child can be changed, and no period or slot has two', async () => {
  await create()
  await create()
  const db = tables(shop.ctx.orm.em.fork())
  await expect(db.updateTable('series_period').set({ amountMinor: 1n }).execute()).rejects.toThrow('append-only')
  const [one, other] = await db.selectFrom('series_period').selectAll().execute()
  if (!one || !other) throw new Error('no children')
  const rival = { ...one, escrowId: other.escrowId }
  await expect(
    db
      .insertInto('series_period')
      .values({ ...rival, slot: 9 })
      .execute(),
  ).rejects.toThrow('series_period_pkey')
  await expect(
    db
      .insertInto('series_period')
      .values({ ...rival, period: 2 })
      .execute(),
  ).rejects.toThrow('series_period_')
  await expect(
    db
      .insertInto('series_period')
      .values({ ...one, period: 2, slot: 9 })
      .execute(),
  ).rejects.toThrow('escrow_id_key')
})
