import { ListDeliveriesInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
