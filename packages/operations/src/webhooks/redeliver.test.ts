import { ListDeliveriesInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeMerchant } from '../testing/test-context.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'
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
  'a %s delivery becomes due at once with a full schedule, and its earlier attempts stay counted',
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
  /** The delivery after a redelivery request, and how often its mailbox was woken. */
  const askedFor = async (id: string) => {
    const count = async () => (await db().selectFrom('outbox').select('id').execute()).length
    const before = await count()
    await redeliver(shop.ctx, { actor: shop.actor, id })
    const delivery = await db().selectFrom('delivery').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
    return { delivery, wakeUps: (await count()) - before }
  }
  const inHours = (hours: number) => new Date(shop.ctx.clock.now().getTime() + hours * 60 * 60_000)

  test('becomes due at once and keeps its attempt count', async () => {
    const before = await waiting({ nextAttemptAt: inHours(2) })
    expect(before.state).toBe('pending')
    expect(await askedFor(before.id)).toEqual({ delivery: { ...before, nextAttemptAt: shop.ctx.clock.now() }, wakeUps: 1 })
  })

  test.each([
    ['a due delivery keeps its place', () => ({ nextAttemptAt: inHours(-1) })],
    ['a delivery that is being sent stays leased', () => ({ nextAttemptAt: inHours(2), leasedUntil: inHours(1) })],
  ])('%s', async (_title, waits) => {
    const before = await waiting(waits())
    expect(await askedFor(before.id)).toEqual({ delivery: before, wakeUps: 0 })
  })
})

describe('an event without a delivery', () => {
  /** An event without a subscriber: it is in the feed and has no delivery. */
  const unsent = async (ageMs = 0) => {
    const id = shop.ctx.ids.event()
    const objectId = shop.ctx.ids.uuid()
    const event = { id, businessId: shop.businessId, mode: 'live' as const, objectType: 'payment', objectId, sequence: 1 }
    const body = JSON.stringify({ id, type: 'payment.confirmed' })
    const row = { ...event, type: 'payment.confirmed' as const, body, createdAt: new Date(shop.ctx.clock.now().getTime() - ageMs) }
    await db().insertInto('event').values(row).execute()
    return event
  }
  const deliveriesOf = (id: `evt_${string}`) => db().selectFrom('delivery').selectAll().where('eventId', '=', id).execute()
  const ask = (id: string, actor = shop.actor) => redeliver(shop.ctx, { actor, id })

  test('gets one delivery to the current endpoint, however often and concurrently it is requested', async () => {
    const { id, objectId } = await unsent()
    const answers = [...(await Promise.all([1, 2, 3, 4].map(() => ask(id)))), await ask(id)]
    const deliveries = await deliveriesOf(id)
    expect(deliveries).toMatchObject([{ state: 'pending', attempts: 0, objectId, mode: 'live', nextAttemptAt: shop.ctx.clock.now() }])
    const { id: endpointId } = await db()
      .selectFrom('webhook_endpoint')
      .select('id')
      .where('businessId', '=', shop.businessId)
      .executeTakeFirstOrThrow()
    expect(deliveries[0]).toMatchObject({ endpointId })
    expect(new Set(answers.map(({ deliveryId }) => deliveryId))).toEqual(new Set([deliveries[0]?.id]))
    const woken = await db().selectFrom('outbox').select('workflowId').where('workflowId', 'like', `%${endpointId}`).execute()
    expect(woken.length).toBeGreaterThan(0)
  })

  test('cannot be redelivered by another merchant, mode or business', async () => {
    const { id } = await unsent()
    const thirdParty = await storeMerchant(shop.ctx)
    const { merchantId } = shop.actor
    const tester = { kind: 'key', keyId: 'k', merchantId, businessId: shop.businessId, mode: 'test', scopes: ['webhooks:read'] } as const
    const neighbour = { ...tester, businessId: shop.ctx.ids.uuid() as typeof shop.businessId, mode: 'live' } as const
    for (const actor of [thirdParty, tester, neighbour]) await expect(ask(id, actor)).rejects.toThrow(NotFound)
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('cannot be redelivered after it has left the feed', async () => {
    const { id } = await unsent(keptMs)
    await expect(ask(id)).rejects.toThrow(NotFound)
  })
})

test('a delivery of another merchant is not found', async () => {
  const thirdParty = await storeMerchant(shop.ctx)
  const [entry] = (await list()).deliveries
  await expect(redeliver(shop.ctx, { actor: thirdParty, id: String(entry?.id) })).rejects.toThrow(NotFound)
})

test('deliveries are listed for thirty days and then deleted; their events stay', async () => {
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
