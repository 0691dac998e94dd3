import { ChainUnavailable, LeftBitcoin, WrongNetwork } from '@gateway/chains/errors'
import { listRefusedNodes } from '@gateway/db/chainwatch/cursor-queries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listPauses } from '../custody/pauses/pause-payouts.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { acceptNode, refuseNode } from './refuse-node.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 0)))
afterEach(() => closeShop(shop))

const shown = () => listRefusedNodes(shop.ctx.orm.em.fork())

test('A refused node is shown with the newest reason and the first moment, until it is accepted', async () => {
  const since = shop.ctx.clock.now()
  await refuseNode(shop.ctx, 'BTC', new WrongNetwork('BTC', 'mainnet', 'test'))
  shop.ctx.clock.advance(60_000)
  const error = new LeftBitcoin('BTC', 'it answers difficulty_blake2b')
  await refuseNode(shop.ctx, 'BTC', error)
  expect(await shown()).toEqual([{ chain: 'BTC', reason: error.message, since }])
  await acceptNode(shop.ctx, 'ETH')
  expect(await shown()).toHaveLength(1)
  await acceptNode(shop.ctx, 'BTC')
  expect(await shown()).toEqual([])
  expect(await listPauses(shop.ctx)).toEqual([])
})

test('A node that only fails is not refused', async () => {
  await refuseNode(shop.ctx, 'BTC', new ChainUnavailable('BTC', 'no answer'))
  await refuseNode(shop.ctx, 'BTC', new Error('no database'))
  expect(await shown()).toEqual([])
})
