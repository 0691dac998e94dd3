import { ListDeliveriesInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeMerchant } from '../test-context.ts'
import { openShop, type TestShop } from '../test-shop.ts'
import { forgetLogs } from './forget-logs.ts'
import { listDeliveries } from './list-deliveries.ts'
import { redeliver } from './redeliver.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 0)))
afterAll(() => shop.ctx.close())

const db = () => tables(shop.ctx.orm.em.fork())
const list = async (wish: Readonly<Record<string, unknown>> = {}) =>
  listDeliveries(shop.ctx, { actor: shop.actor, wish: ListDeliveriesInput.parse(wish), isCounted: true })
const end = (state: 'delivered' | 'failed') => db().updateTable('delivery').set({ state, attempts: 10, lastStatusCode: 500 }).execute()

test.each(['delivered', 'failed'] as const)(
  'a %s delivery is due at once, with all attempts before it, and what was made stays counted',
  async (state) => {
    const { id } = await shop.ask({ amount: 60, blockchain: 'ETH' })
    await end(state)
    shop.ctx.clock.advance(60_000)
    const [entry] = (await list({ payment_id: id })).deliveries
    expect(entry).toMatchObject({ state, attempts: 10, nextAttemptAt: null, paymentId: id })
    for (const named of [entry?.id, entry?.eventId])
      expect(await redeliver(shop.ctx, { actor: shop.actor, id: String(named) })).toEqual({
        deliveryId: entry?.id,
        eventId: entry?.eventId,
      })
    expect((await list({ payment_id: id })).deliveries).toMatchObject([
      { state: 'pending', attempts: 10, nextAttemptAt: shop.ctx.clock.now() },
    ])
    const row = await db().selectFrom('delivery').selectAll().where('objectId', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ attempts: 0, earlierAttempts: 10, deliveredAt: null })
  },
)

describe('a delivery that waits for its next attempt', () => {
  const columns = ['id', 'state', 'attempts', 'earlierAttempts', 'nextAttemptAt'] as const
  const waiting = async (waits: { nextAttemptAt: Date; leasedUntil?: Date }) => {
    const { id } = await shop.ask({ amount: 60, blockchain: 'ETH' })
    const update = db()
      .updateTable('delivery')
      .set({ attempts: 5, ...waits })
    return update.where('objectId', '=', id).returning(columns).executeTakeFirstOrThrow()
  }
  /** How it stands after it was asked for, and how often its mailbox was woken for that. */
  const askedFor = async (id: string) => {
    const count = async () => (await db().selectFrom('outbox').select('id').execute()).length
    const before = await count()
    await redeliver(shop.ctx, { actor: shop.actor, id })
    const delivery = await db().selectFrom('delivery').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
    return { delivery, wakeUps: (await count()) - before }
  }
  const inHours = (hours: number) => new Date(shop.ctx.clock.now().getTime() + hours * 60 * 60_000)

  test('is due at once, and its attempts go on being counted', async () => {
    const before = await waiting({ nextAttemptAt: inHours(2) })
    expect(before.state).toBe('pending')
    expect(await askedFor(before.id)).toEqual({ delivery: { ...before, nextAttemptAt: shop.ctx.clock.now() }, wakeUps: 1 })
  })

  test.each([
    ['that is due keeps its place', () => ({ nextAttemptAt: inHours(-1) })],
    ['that is being sent is left to whoever sends it', () => ({ nextAttemptAt: inHours(2), leasedUntil: inHours(1) })],
  ])('%s', async (_title, waits) => {
    const before = await waiting(waits())
    expect(await askedFor(before.id)).toEqual({ delivery: before, wakeUps: 0 })
  })
})

test('a delivery of another merchant is nobody’s', async () => {
  const stranger = await storeMerchant(shop.ctx)
  const [entry] = (await list()).deliveries
  await expect(redeliver(shop.ctx, { actor: stranger, id: String(entry?.id) })).rejects.toThrow(NotFound)
})

test('what was sent is listed for thirty days, and then forgotten; its events stay', async () => {
  const before = await list()
  expect(before.total).toBe(before.deliveries.length)
  expect((await list({ status: 'delivered' })).total).toBeLessThan(before.total)
  const events = await db().selectFrom('event').select('id').execute()
  expect(await forgetLogs(shop.ctx)).toBe(0)
  shop.ctx.clock.advance(30 * 24 * 60 * 60 * 1_000)
  expect((await list()).total).toBe(0)
  expect(await forgetLogs(shop.ctx)).toBeGreaterThanOrEqual(before.total)
  expect(await db().selectFrom('delivery').selectAll().execute()).toEqual([])
  expect(await db().selectFrom('event').select('id').execute()).toEqual(events)
})
