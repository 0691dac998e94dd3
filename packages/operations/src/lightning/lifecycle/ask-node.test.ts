import type { Insert } from '@gateway/db/kernel/insert-together'
import { tables } from '@gateway/db/tables'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { askNode } from './ask-node.ts'

let shop: LightningShop
let wallet: LightningWallet
beforeAll(async () => {
  shop = await openLightningShop()
  wallet = await shop.enable('main')
})
afterAll(() => closeLightningShop(shop))

const wanted = { kind: 'invoice', amountMsat: '1000', description: null, lnurlMetadata: null } as const
const keyed = {
  begun: (): Insert => ({
    into: 'idempotency_record',
    rows: [{ scope: 'f'.repeat(64), fingerprint: '0'.repeat(64), sealed: 'sealed', createdAt: shop.ctx.clock.now() }],
  }),
}
const stored = async () => {
  const db = tables(shop.ctx.orm.em.fork())
  const requests = await db.selectFrom('lightning_request').select('id').orderBy('id').execute()
  return { requests: requests.map(({ id }) => id), keys: (await db.selectFrom('idempotency_record').select('scope').execute()).length }
}

test('requests that are made at once are stored together, but for one whose idempotency key was taken', async () => {
  const wishes = [
    { wallet, wanted },
    { wallet, wanted, keep: keyed },
    { wallet, wanted, keep: keyed },
  ]
  const ends = await Promise.allSettled(wishes.map((wish) => askNode(shop.ctx, wish)))
  const ids = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  expect(ends[0]?.status).toBe('fulfilled')
  expect(ids).toHaveLength(2)
  expect(await stored()).toEqual({ requests: ids.toSorted(), keys: 1 })
})
