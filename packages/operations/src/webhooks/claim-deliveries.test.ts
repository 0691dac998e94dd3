import { CreateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import { recordAccepted } from '@gateway/db/webhooks/attempt-queries'
import { claimDeliveries } from '@gateway/db/webhooks/delivery-queries'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBusiness } from '../businesses/create-business.ts'
import { coins, openChain } from '../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../testing/test-shop.ts'

let shop: TestShop
/** Endpoints of two businesses, and the payments of each that have a delivery due, oldest first. */
let first: { endpointId: string; objects: string[] }
let second: { endpointId: string; objects: string[] }

beforeEach(async () => {
  shop = await openShop({}, 0)
  const terms = CreateBusinessInput.parse({
    name: 'Second',
    wallet_addresses: wallets.merchant,
    webhook_url: 'https://second.example/hook',
  })
  const { facts } = await createBusiness(shop.ctx, { actor: shop.actor, terms })
  await db().deleteFrom('delivery').execute()
  first = await recipientOf(shop.businessId, 2)
  second = await recipientOf(facts.business.id, 1)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

async function recipientOf(businessId: BusinessId, payments: number) {
  const objects: string[] = []
  for (let n = 0; n < payments; n++) objects.push((await shop.ask({ business_id: businessId, amount: 50, blockchain: 'ETH' })).id)
  const { id } = await db().selectFrom('webhook_endpoint').select('id').where('businessId', '=', businessId).executeTakeFirstOrThrow()
  return { endpointId: id, objects }
}

type Asked = readonly { endpointId: string; busy?: readonly string[]; most?: number }[]

const claimSeveral = async (draining: Asked) => {
  const now = shop.ctx.clock.now()
  const claimed = await claimDeliveries(shop.ctx.orm.em.fork(), { draining: draining.map((each) => ({ busy: [], most: 1, ...each, now })) })
  return claimed.map((deliveries) => deliveries.map(({ objectId }) => objectId))
}

const claim = async (draining: Asked) => (await claimSeveral(draining)).map(([objectId]) => objectId)

describe('mailboxes that are drained together', () => {
  test('each mailbox claims its oldest delivery, and then the next', async () => {
    expect(await claim([first, second])).toEqual([first.objects[0], second.objects[0]])
    expect(await claim([second, first])).toEqual([undefined, first.objects[1]])
    expect(await claim([first, second])).toEqual([undefined, undefined])
  })

  test('a mailbox claims no delivery of an object that it is sending', async () => {
    const draining = [
      { ...first, busy: [first.objects[0] ?? ''] },
      { ...second, busy: first.objects },
    ]
    expect(await claim(draining)).toEqual([first.objects[1], second.objects[0]])
  })

  test('a mailbox with several slots claims that many deliveries, oldest first', async () => {
    const third = await shop.ask({ amount: 50, blockchain: 'ETH' })
    expect(
      await claimSeveral([
        { ...first, most: 2 },
        { ...second, most: 2 },
      ]),
    ).toEqual([first.objects, second.objects])
    expect(await claimSeveral([{ ...first, most: 8 }])).toEqual([[third.id]])
  })

  test('several slots are not filled with deliveries of one object', async () => {
    const [object = ''] = first.objects
    const { address, dueUnits } = await shop.read(object)
    await (await openChain(shop.ctx, 'ETH')).mine({ transfers: [coins(address, dueUnits, { tx: 1 })] })
    // Events of an object that were attempted before may be sent in any order.
    await db().updateTable('delivery').set({ attempts: 1 }).where('objectId', '=', object).execute()
    const due = await db().selectFrom('delivery').select('id').where('objectId', '=', object).execute()
    expect(due.length).toBeGreaterThan(1)
    expect(await claimSeveral([{ ...first, most: 8 }])).toEqual([first.objects])
  })

  test('two drains of one mailbox claim a delivery once', async () => {
    expect((await claim([first, first])).filter(Boolean)).toEqual([first.objects[0]])
  })

  test('accepted deliveries are recorded together, except those of an endpoint that has failed before', async () => {
    await claim([first, second])
    await db().updateTable('webhook_endpoint').set({ failures: 1 }).where('id', '=', second.endpointId).execute()
    const due = await db().selectFrom('delivery').selectAll().where('leasedUntil', 'is not', null).orderBy('position').execute()
    const deliveredAt = shop.ctx.clock.now()
    const accepted = due.map(({ id, endpointId }) => ({
      id,
      endpointId,
      attempts: 1,
      deliveredAt,
      lastStatusCode: 204,
      lastDurationMs: 12,
    }))
    expect(await recordAccepted(shop.ctx.orm.em.fork(), { accepted })).toEqual([true, false])
    const after = await db().selectFrom('delivery').selectAll().orderBy('position').execute()
    expect(after).toMatchObject([
      { state: 'delivered', attempts: 1, deliveredAt, leasedUntil: null, lastStatusCode: 204, lastProblem: null, lastDurationMs: 12 },
      { state: 'pending', attempts: 0, leasedUntil: null },
      { state: 'pending', attempts: 0, leasedUntil: expect.any(Date) },
    ])
  })
})
