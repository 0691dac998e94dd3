import { PortalDeliveriesInput, presentDeliveryDetail, presentEndpoint } from '@gateway/contract/portal/webhooks'
import { findToldEvents } from '@gateway/db/webhooks/portal-queries'
import { insertWebhookTest } from '@gateway/db/webhooks/webhook-test-queries'
import type { WebhookEndpointEntity } from '@gateway/db/webhooks/webhook-endpoint.entity'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MerchantTokenRequired } from '../../accounts/auth/require-merchant.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { getDelivery } from './get-delivery.ts'
import { getEndpoint } from './get-endpoint.ts'
import { listPortalDeliveries } from './list-portal-deliveries.ts'

let shop: TestShop
let paymentId: string
beforeEach(async () => {
  shop = await openShop({}, 0)
  paymentId = (await shop.ask({ amount: 60, blockchain: 'ETH' })).id
})
afterEach(() => shop.ctx.close())

const db = () => tables(shop.ctx.orm.em.fork())
const key = (): Actor => ({
  kind: 'key',
  merchantId: shop.actor.merchantId,
  businessId: shop.businessId,
  mode: 'live',
  keyId: 'k',
  scopes: ['*'],
})
const setEndpoint = (changes: Partial<Omit<WebhookEndpointEntity, 'id' | 'events' | 'sealedSecret' | 'previousSealedSecret'>>) =>
  db().updateTable('webhook_endpoint').set(changes).execute()
const deliveryOf = (objectId: string) => db().selectFrom('delivery').selectAll().where('objectId', '=', objectId).executeTakeFirstOrThrow()

describe('the endpoint of a business', () => {
  const endpoint = async (actor: Actor = shop.actor, businessId = shop.businessId) =>
    presentEndpoint(await getEndpoint(shop.ctx, { actor, businessId }))

  test('the endpoint of a business is healthy until it fails, and shows what waits', async () => {
    expect(await endpoint()).toMatchObject({
      url: 'https://shop.example/hook',
      health: 'healthy',
      circuit: 'closed',
      last_success: null,
      last_failure: null,
      next_attempt_at: shop.ctx.clock.now().toISOString(),
      waiting: expect.any(Number),
    })
  })

  test('shows its last success, and the delivery that it fails at', async () => {
    const { id } = await deliveryOf(paymentId)
    const turnAt = new Date(shop.ctx.clock.now().getTime() + 60_000)
    await db()
      .updateTable('delivery')
      .set({ state: 'delivered', lastStatusCode: 204, deliveredAt: turnAt })
      .where('objectId', '!=', paymentId)
      .execute()
    await db().updateTable('delivery').set({ attempts: 10, lastStatusCode: 503, lastProblem: 'status' }).where('id', '=', id).execute()
    const failing = { circuit: 'open', failures: 10, failedDeliveryId: id, failingSince: shop.ctx.clock.now(), turnAt } as const
    await setEndpoint(failing)
    expect(await endpoint()).toMatchObject({
      health: 'down',
      failures: 10,
      waiting: 1,
      next_attempt_at: turnAt.toISOString(),
      last_success: { status_code: 204, problem: null, delivered_at: turnAt.toISOString() },
      last_failure: { delivery_id: id, status_code: 503, problem: 'status' },
    })
    await setEndpoint({ circuit: 'half_open' })
    expect((await endpoint()).health).toBe('recovering')
    await setEndpoint({ circuit: 'closed' })
    expect((await endpoint()).health).toBe('retrying')
  })

  test.each([
    ['gone', 'gone'],
    ['failing', 'given_up'],
    [null, 'switched_off'],
  ] as const)('an endpoint that is switched off because of %s is %s, and nothing is tried', async (disabledReason, health) => {
    await setEndpoint({ disabledAt: shop.ctx.clock.now(), disabledReason })
    expect(await endpoint()).toMatchObject({ health, next_attempt_at: null })
  })

  test('without a URL is not set', async () => {
    await setEndpoint({ url: '', disabledAt: shop.ctx.clock.now() })
    expect(await endpoint()).toMatchObject({ health: 'not_set', url: null })
  })

  test('the endpoint of a business is refused to a key, and to another merchant like that of a business that does not exist', async () => {
    await expect(endpoint(key())).rejects.toThrow(MerchantTokenRequired)
    await expect(endpoint(await storeMerchant(shop.ctx))).rejects.toThrow(ForbiddenBusiness)
    await expect(endpoint(shop.actor, shop.ctx.ids.uuid())).rejects.toThrow(ForbiddenBusiness)
  })
})

describe('the deliveries of a business', () => {
  const list = (more: object = {}, actor: Actor = shop.actor) =>
    listPortalDeliveries(shop.ctx, { actor, wish: PortalDeliveriesInput.parse({ business_id: shop.businessId, ...more }) })

  test('the deliveries of a business are listed newest first, a page behind another, none twice, webhook tests among them', async () => {
    const { endpointId } = await deliveryOf(paymentId)
    shop.ctx.clock.advance(1_000)
    const sample = { id: shop.ctx.ids.uuid(), endpointId, mode: 'live', type: 'payment.completed', body: '{"a":1}' } as const
    await insertWebhookTest(shop.ctx.orm.em.fork(), { ...sample, eventId: 'evt_test_1', createdAt: shop.ctx.clock.now() })
    shop.ctx.clock.advance(1_000)
    await shop.ask({ amount: 60, blockchain: 'ETH' })
    const all = (await list()).deliveries.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(2)
    expect(all[1]).toBe(sample.id)
    const seen: string[] = []
    for (let cursor: string | null = null; ;) {
      const page = await list({ limit: 1, ...(cursor !== null && { cursor }) })
      seen.push(...page.deliveries.map(({ id }) => id))
      cursor = page.nextCursor
      if (cursor === null) break
    }
    expect(seen).toEqual(all)
  })

  test('the deliveries of a business are filtered by status', async () => {
    await db().updateTable('delivery').set({ state: 'failed' }).where('objectId', '=', paymentId).execute()
    expect((await list({ status: 'failed' })).deliveries.map((delivery) => delivery.paymentId)).toEqual([paymentId])
    expect((await list({ status: 'delivered' })).deliveries).toEqual([])
  })

  test('the deliveries of a business are refused to another merchant like those of a business that does not exist', async () => {
    await expect(list({}, await storeMerchant(shop.ctx))).rejects.toThrow(ForbiddenBusiness)
    await expect(list({ business_id: shop.ctx.ids.uuid() })).rejects.toThrow(ForbiddenBusiness)
    await expect(list({}, key())).rejects.toThrow(MerchantTokenRequired)
  })
})

describe('one delivery', () => {
  const get = async (id: string, actor: Actor = shop.actor) => presentDeliveryDetail(await getDelivery(shop.ctx, { actor, id }))

  test('shows its payload and its last attempt', async () => {
    const { id, eventId } = await deliveryOf(paymentId)
    await db().updateTable('delivery').set({ attempts: 2, earlierAttempts: 1, lastProblem: 'timeout', lastDurationMs: 5_000 }).execute()
    expect(await get(id)).toMatchObject({
      delivery: { id, event_id: eventId, attempts: 3, duration_ms: 5_000, payment_id: paymentId, test: false },
      payload: { id: eventId, type: 'payment.created', data: { payment_id: paymentId } },
      problem: 'timeout',
      delivered_at: null,
    })
  })

  test('is attempted in its endpoint’s turn, and not while that is switched off', async () => {
    const { id } = await deliveryOf(paymentId)
    const turnAt = new Date(shop.ctx.clock.now().getTime() + 60_000)
    const next = async () => (await get(id)).delivery.next_attempt_at
    await setEndpoint({ circuit: 'open', turnAt, disabledAt: null })
    expect(await next()).toBe(turnAt.toISOString())
    const [told] = await findToldEvents(shop.ctx.orm.em.fork(), { objectId: paymentId, most: 1 })
    expect(told?.delivery?.nextAttemptAt).toEqual(turnAt)
    await setEndpoint({ disabledAt: turnAt })
    expect(await next()).toBeNull()
  })

  test('may be a webhook test', async () => {
    const { endpointId } = await deliveryOf(paymentId)
    const sample = { id: shop.ctx.ids.uuid(), endpointId, mode: 'live', type: 'payment.completed', body: '{"a":1}' } as const
    await insertWebhookTest(shop.ctx.orm.em.fork(), { ...sample, eventId: 'evt_test_1', createdAt: shop.ctx.clock.now() })
    expect(await get(sample.id)).toMatchObject({ delivery: { test: true, payment_id: null }, payload: { a: 1 } })
  })

  test('one delivery of another merchant is missing like one that does not exist', async () => {
    const { id } = await deliveryOf(paymentId)
    await expect(get(id, await storeMerchant(shop.ctx))).rejects.toThrow(NotFound)
    await expect(get(shop.ctx.ids.uuid())).rejects.toThrow(NotFound)
    await expect(get(id, key())).rejects.toThrow(MerchantTokenRequired)
  })
})
