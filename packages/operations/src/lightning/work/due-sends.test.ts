import { CreateBusinessInput } from '@gateway/contract/businesses'
import { type DueSend, findDueSends } from '@gateway/db/lightning/due-send-queries'
import { findDueSendRequests } from '@gateway/db/lightning/request-queries'
import { tables } from '@gateway/db/tables'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { lightningRows } from '../../testing/test-lightning-rows.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { enableWallet } from '../wallets/enable-wallet.ts'

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

test('sends of one wallet, and of all wallets of one merchant, leave room for those of others', async () => {
  const { ctx } = shop
  const actor = await storeMerchant(ctx)
  await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Other' }) })
  const other = (await enableWallet(ctx, { actor, wish: { walletId: 'other' } })).seen.wallet
  const [first, second, third] = [await shop.enable('x'), await shop.enable('y'), await shop.enable('z')]
  const add = (wallet: LightningWallet) => lightningRows(shop, wallet).add({ direction: 'outgoing', isInternal: true })
  const ids: string[] = []
  for (const wallet of [first, first, first, second, second, third, other, other]) ids.push(await add(wallet))
  const due = async (underWay: readonly DueSend[] = [], limit = 9) => {
    const wanted = { now: ctx.clock.now(), limit, except: [], underWay, mostOfWallet: 2, mostOfMerchant: 3 }
    return findDueSends(ctx.orm.em.fork(), wanted)
  }
  const places = (sends: readonly DueSend[]) => sends.map(({ id }) => ids.indexOf(id))
  const begun = await due()
  expect(places(begun)).toEqual([0, 1, 3, 6, 7])
  expect(begun.at(-1)).toEqual({ id: ids[7], nodeId: other.id, merchantId: other.merchantId })
  expect(places(await due(begun))).toEqual([])
  expect(places(await due(begun.slice(1)))).toEqual([0])
  expect(places(await due(begun.slice(0, 2)))).toEqual([3, 6, 7])
  expect(places(await due([], 4))).toEqual([0, 1, 3, 6])
})
