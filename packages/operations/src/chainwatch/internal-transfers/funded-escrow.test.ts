import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEscrow } from '../../testing/test-escrows.ts'
import { openChain, subjects, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { freshScans, scanBalances } from './scan-balances.ts'

let shop: TestShop
let eth: TestChain
beforeAll(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
})
afterAll(() => closeShop(shop))

const parties = {
  depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
}

test('an internal transfer funds its escrow, as soon as its block is final', async () => {
  const { escrow } = await openEscrow(shop, { chain: 'ETH', amount: 0.1, ...parties })
  await eth.mine()
  const readBalances: ChainNode['readBalances'] = async ({ addresses }) =>
    addresses.map((address) => (address === escrow.address ? escrow.amountUnits : 0n))
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  if (!cursor) throw new Error('the chain has no cursor')
  const scan = { lease: eth.lease, node: { ...eth.node, readBalances }, subjects, sweep: freshScans() }
  await scanBalances(shop.ctx, scan, Object.assign(cursor, { finalizedHeight: cursor.height }))
  await eth.mineEmpty(11)
  const db = tables(shop.ctx.orm.em.fork())
  const found = await db.selectFrom('escrow').select(['state', 'depositedUnits']).where('id', '=', escrow.id).executeTakeFirst()
  expect(found).toEqual({ state: 'funded', depositedUnits: escrow.amountUnits })
})
