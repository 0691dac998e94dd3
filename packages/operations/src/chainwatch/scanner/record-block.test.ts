import type { Block, Position } from '@gateway/chains/rail/block'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, output, subjects, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { matchBlock } from './match-block.ts'
import { FORKED, RECORDED, recordBlock } from './record-block.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 2)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const started = { height: 100, hash: 'block-100' }
const cursor = () => findCursor(shop.ctx.orm.em.fork(), { chain: 'BTC' })

async function record(place: Position, changes: Partial<Block> = {}): Promise<string> {
  const empty = { at: shop.ctx.clock.now(), txIds: [], transfers: [], inputs: [], flushes: [] }
  const block: Block = { ...empty, parentHash: started.hash, ...place, ...changes }
  const matched = await matchBlock(shop.ctx, btc.node, block)
  return recordBlock(shop.ctx, { lease: btc.lease, matched, head: { ...place, finalizedHeight: undefined }, subjects })
}

test('A block is recorded however many heights the chain skipped before it', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  const deposit = output(payment.address, 100_000n, { tx: 1 })
  expect(await record({ height: 107, hash: 'a107' }, { transfers: [deposit], txIds: [deposit.txId] })).toBe(RECORDED)
  expect(await cursor()).toMatchObject({ height: 107, hash: 'a107' })
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', includedHeight: 107 })
})

test.each([
  ['has another parent', { height: 101, hash: 'b101' }, 'another-100'],
  ['has another parent, above skipped heights', { height: 107, hash: 'b107' }, 'another-100'],
  ['is not above the cursor', { height: 100, hash: 'b100' }, started.hash],
  ['is below the cursor', { height: 99, hash: 'b99' }, started.hash],
])('writes nothing of a block that %s: the chain has forked', async (_what, place, parentHash) => {
  expect(await record(place, { parentHash })).toBe(FORKED)
  expect(await cursor()).toMatchObject(started)
})

test('keeps as many blocks for a reorg as the ring holds, however far apart they are', async () => {
  const { ringSize } = btc.node.rail
  await btc.mine({ skipped: 2 })
  await btc.mine({ skipped: ringSize * 3 })
  await btc.rollBack()
  expect(await cursor()).toMatchObject({ height: 103 })
  await btc.mineEmpty(ringSize + 5)
  const ring = await tables(shop.ctx.orm.em.fork()).selectFrom('chain_block').select('height').where('chain', '=', 'BTC').execute()
  expect(ring).toHaveLength(ringSize)
})
