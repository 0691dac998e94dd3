import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { listTokens } from './list-tokens.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => closeShop(shop))

const accepted = async (ctx = shop.ctx) => [...(await listTokens(ctx, { actor: shop.actor })).served]

test('an asset is accepted only while its pool has a free address', async () => {
  expect(await accepted()).toEqual(['BTC', 'ETH', 'USDC_ETH'])
  await tables(shop.ctx.orm.em.fork()).updateTable('address_pool').set({ claimedBy: shop.ctx.ids.uuid() }).execute()
  expect(await accepted()).toEqual(['ETH', 'USDC_ETH'])
})

test('an asset is accepted only while its price is known', async () => {
  const { rates } = shop.ctx
  const findPrice: typeof rates.findPrice = async (pair, at) => (pair.ticker === 'USDC' ? rates.findPrice(pair, at) : undefined)
  expect(await accepted({ ...shop.ctx, rates: { ...rates, findPrice } })).toEqual(['USDC_ETH'])
})
