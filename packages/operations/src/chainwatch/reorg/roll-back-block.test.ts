import { findAwaited } from '@gateway/db/chainwatch/deposit-queries'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 1)))
afterEach(() => closeShop(shop))

test('a reorg reassesses payments that wait for confirmations and skips those with only an unsupported token', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const [paid, spammed] = [await shop.ask({ amount: 50, blockchain: 'USDC_ETH' }), await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })]
  const worthless = tokens(spammed.address, 1n, { tx: 6, token: `0x${'d'.repeat(40)}` })
  await eth.mine({ transfers: [tokens(paid.address, 50_000_000n, { tx: 5 }), worthless] })
  const awaited = await findAwaited(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  expect(awaited.map(({ subjectId }) => subjectId)).toEqual([paid.id])
})
