import { ListDeliveriesInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import type { WebhookEndpointEntity } from '@gateway/db/webhooks/webhook-endpoint.entity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '../testing/test-shop.ts'
import { listDeliveries } from './list-deliveries.ts'

let shop: TestShop
let paymentId: string
beforeAll(async () => void (shop = await openShop({}, 0)))
afterAll(() => shop.ctx.close())
beforeEach(async () => {
  await set({ url: 'https://shop.example/hook', circuit: 'closed', turnAt: null, disabledAt: null, disabledReason: null })
  paymentId = (await shop.ask({ amount: 60, blockchain: 'ETH' })).id
})

const db = () => tables(shop.ctx.orm.em.fork())
const set = (endpoint: Partial<Omit<WebhookEndpointEntity, 'id' | 'events' | 'sealedSecret' | 'previousSealedSecret'>>) =>
  db().updateTable('webhook_endpoint').set(endpoint).execute()
const inMinutes = (minutes: number) => new Date(shop.ctx.clock.now().getTime() + minutes * 60_000)
const wait = (minutes: number) =>
  db()
    .updateTable('delivery')
    .set({ nextAttemptAt: inMinutes(minutes) })
    .where('objectId', '=', paymentId)
    .execute()
const nextAttempts = async () => {
  const wish = ListDeliveriesInput.parse({ payment_id: paymentId })
  const { deliveries } = await listDeliveries(shop.ctx, { actor: shop.actor, wish, isCounted: false })
  return deliveries.map(({ nextAttemptAt }) => nextAttemptAt)
}

describe('the next attempt in the delivery log', () => {
  test('the next attempt equals the due time of the delivery', async () => {
    await wait(5)
    expect(await nextAttempts()).toEqual([inMinutes(5)])
  })

  test.each(['open', 'half_open'] as const)(
    'the next attempt waits for the endpoint’s next turn while its circuit is %s',
    async (circuit) => {
      await set({ circuit, turnAt: inMinutes(66) })
      expect(await nextAttempts()).toEqual([inMinutes(66)])
      await wait(120)
      expect(await nextAttempts()).toEqual([inMinutes(120)])
    },
  )

  test.each(['gone', 'failing'] as const)(
    'the next attempt stays empty while the endpoint is switched off because it is %s',
    async (disabledReason) => {
      await set({ disabledAt: shop.ctx.clock.now(), disabledReason })
      expect(await nextAttempts()).toEqual([null])
    },
  )

  test('the next attempt stays empty for an ended delivery, whatever the circuit’s state', async () => {
    await set({ circuit: 'open', turnAt: inMinutes(66) })
    await db().updateTable('delivery').set({ state: 'failed' }).where('objectId', '=', paymentId).execute()
    expect(await nextAttempts()).toEqual([null])
  })
})
