import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listWaitingPayouts } from '../../escrows/settlement/list-waiting-payouts.ts'
import { openEscrow } from '../../testing/test-escrows.ts'
import { coins, openChain, subjects, type TestChain } from '../../testing/test-chain.ts'
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

/** Looks at the newest block as if it were final, while the addresses hold these units; then confirms it. */
async function look(balances: ReadonlyMap<string, bigint>): Promise<void> {
  const readBalances: ChainNode['readBalances'] = async ({ addresses }) => addresses.map((address) => balances.get(address) ?? 0n)
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  if (!cursor) throw new Error('the chain has no cursor')
  const scan = { lease: eth.lease, node: { ...eth.node, readBalances }, subjects, sweep: freshScans() }
  await scanBalances(shop.ctx, scan, Object.assign(cursor, { finalizedHeight: cursor.height }))
  await eth.mineEmpty(11)
}

const read = (id: string) =>
  tables(shop.ctx.orm.em.fork()).selectFrom('escrow').select(['state', 'depositedUnits']).where('id', '=', id).executeTakeFirst()

test('an internal transfer funds its escrow, as soon as its block is final', async () => {
  const { escrow } = await openEscrow(shop, { chain: 'ETH', amount: 0.1, ...parties })
  await eth.mine()
  await look(new Map([[escrow.address ?? '', escrow.amountUnits]]))
  expect(await read(escrow.id)).toEqual({ state: 'funded', depositedUnits: escrow.amountUnits })
})

test('an escrow whose address gained less than a block shows is not funded, waits with its reason, and counts what a final block holds', async () => {
  const { escrow } = await openEscrow(shop, { chain: 'ETH', amount: 0.1, ...parties })
  const address = escrow.address ?? ''
  const readBalances: ChainNode['readBalances'] = async ({ addresses, blockHash }) =>
    addresses.map(() => (blockHash === 'shown' ? escrow.amountUnits / 2n : 0n))
  Object.assign(eth.node, { readBalances })
  await eth.mine({ hash: 'shown', transfers: [coins(address, escrow.amountUnits, { tx: 1 })] })
  expect(await read(escrow.id)).toEqual({ state: 'created', depositedUnits: 0n })
  expect(await listWaitingPayouts(shop.ctx)).toMatchObject([
    { kind: 'untaken', id: escrow.id, units: escrow.amountUnits, reason: 'above_balance_gain', ending: 'itself', round: null },
  ])
  await look(new Map([[address, escrow.amountUnits / 2n]]))
  expect(await read(escrow.id)).toEqual({ state: 'created', depositedUnits: escrow.amountUnits / 2n })
  expect(await listWaitingPayouts(shop.ctx)).toEqual([])
})
