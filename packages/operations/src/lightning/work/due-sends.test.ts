import { findDueSendRequests } from '@gateway/db/lightning/request-queries'
import { tables } from '@gateway/db/tables'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'

let shop: LightningShop
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))

/** A request to send that has been due for so many seconds. */
async function askToSend(nodeId: string, seconds: number): Promise<void> {
  const { clock, orm } = shop.ctx
  const { businessId, actor } = shop
  const tryAt = new Date(clock.now().getTime() - seconds * 1_000)
  const asked = { merchantId: actor.merchantId, businessId, mode: 'live', kind: 'send', wanted: {}, createdAt: tryAt } as const
  const waiting = { state: 'waiting', calls: 0, tryAt, refusal: null, answer: null, endedAt: null } as const
  await tables(orm.em.fork())
    .insertInto('lightning_request')
    .values({ id: randomUUID(), nodeId, ...asked, ...waiting } as never)
    .execute()
}

test('requests to send are taken from the wallet that waits longest, and a busy wallet keeps no other from its turn', async () => {
  const wallets = await Promise.all(['a', 'b', 'c'].map(async (name) => (await shop.enable(name)).id))
  const [lowest = '', middle = '', highest = ''] = wallets.toSorted()
  for (const [wallet, seconds] of [
    [lowest, 9],
    [middle, 2],
    [highest, 5],
    [highest, 4],
  ] as const)
    await askToSend(wallet, seconds)
  const due = async (limit: number, busy: readonly string[]) => {
    const wanted = { now: shop.ctx.clock.now(), limit, except: [], busy }
    return (await findDueSendRequests(shop.ctx.orm.em.fork(), wanted)).map(({ nodeId }) => nodeId)
  }
  expect(await due(9, [])).toEqual([lowest, highest, middle])
  expect(await due(1, [lowest])).toEqual([highest])
  expect(await due(9, [lowest, highest])).toEqual([middle])
})
