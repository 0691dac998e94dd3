import type { BatchSource, Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { findMature } from '@gateway/db/chainwatch/deposit-queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findLostDeposits } from '../../payments/recovery/find-lost-deposits.ts'
import { openChain, output, subjects } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { takeLease } from '../cursor/cursor.ts'
import { freshScans } from '../internal-transfers/scan-balances.ts'
import { rescanBlocks } from './rescan-blocks.ts'
import { type Scan, scanChain } from './scan-chain.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 3)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const cursor = () => findCursor(shop.ctx.orm.em.fork(), { chain: 'BTC' })

const sourceOf = (blocks: readonly Block[]): BatchSource => ({
  nextBatch: async (from, head) => blocks.find(({ height }) => height > from.height && height <= head.height),
  async *readRange({ from, to }) {
    yield* blocks.filter(({ height }) => height >= from && height <= to)
  },
  readUpTo: async (most) => blocks.findLast(({ height }) => height <= most),
})

/** A node of a chain that leaves heights out; nobody may ask it for the block of a height. */
async function openSkipping() {
  const { node: plain } = await openChain(shop.ctx, 'BTC')
  const blocks: Block[] = []
  const top = () => blocks.at(-1) ?? { height: 0, hash: 'none' }
  const grow = (height: number, branch: string, transfers: readonly Transfer[] = []) =>
    blocks.push({
      height,
      hash: `${branch}${height}`,
      parentHash: top().hash,
      at: shop.ctx.clock.now(),
      txIds: transfers.map(({ txId }) => txId),
      transfers,
      inputs: [],
      flushes: [],
    })
  const node: ChainNode = {
    ...plain,
    readHead: async () => ({ height: top().height, hash: top().hash, finalizedHeight: undefined }),
    readBlock: () => Promise.reject(new Error('asked for the block of a height')),
    openBatches: () => sourceOf(blocks),
  }
  grow(100, 'block-')
  const scan: Scan = { lease: await takeLease(shop.ctx, node), node, subjects, seen: new Set(), sweep: freshScans() }
  return { node, blocks, grow, scan: () => scanChain(shop.ctx, scan) }
}

describe('a chain that skips heights', () => {
  test('The chain is read up to its head, and a deposit gets its last confirmations at a skipped height', async () => {
    const chain = await openSkipping()
    const payment = await shop.ask({ amount: 90, blockchain: 'BTC' })
    chain.grow(103, 'a', [output(payment.address, 2_000_000n, { tx: 1 })])
    chain.grow(104, 'a')
    expect(await chain.scan()).toEqual({ height: 104, head: 104, lagBlocks: 0 })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', confirmationsRequired: 3, includedHeight: 103 })
    chain.grow(110, 'a')
    expect(await chain.scan()).toMatchObject({ height: 110, lagBlocks: 0 })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
    expect(await cursor()).toMatchObject({ hash: 'a110', caughtUpAt: shop.ctx.clock.now() })
  })

  test('A credited deposit is assessed once when its last confirmation falls on a skipped height', async () => {
    const chain = await openSkipping()
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    chain.grow(103, 'a', [output(payment.address, 100_000n, { tx: 1 })])
    await chain.scan()
    await db().updateTable('deposit').set({ maturesAt: 105 }).execute()
    const mature = (after: number, height: number) => findMature(shop.ctx.orm.em.fork(), { chain: 'BTC', after, height })
    expect(await mature(103, 104)).toEqual([])
    expect(await mature(104, 108)).toEqual([{ subject: 'payment', subjectId: payment.id }])
    expect(await mature(108, 109)).toEqual([])
  })

  test('The chain is read from the block below a skipped start', async () => {
    const chain = await openSkipping()
    await db().deleteFrom('chain_cursor').execute()
    await db().deleteFrom('chain_block').execute()
    for (const height of [107, 118, 135]) chain.grow(height, 'a')
    await takeLease(shop.ctx, chain.node)
    expect(await cursor()).toMatchObject({ height: 107, hash: 'a107', headHeight: 135 })
  })

  test('The chain is rolled back to the common block when the node has another branch', async () => {
    const chain = await openSkipping()
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    chain.grow(103, 'a', [deposit])
    chain.grow(107, 'a')
    await chain.scan()
    chain.blocks.splice(1)
    chain.grow(104, 'b')
    chain.grow(108, 'b', [deposit])
    expect(await chain.scan()).toMatchObject({ height: 108, lagBlocks: 0 })
    expect(await cursor()).toMatchObject({ hash: 'b108' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['reorged'], includedHeight: 108 })
    expect(await db().selectFrom('chain_block').select('hash').orderBy('height').execute()).toEqual([
      { hash: 'block-100' },
      { hash: 'b104' },
      { hash: 'b108' },
    ])
  })

  test.each([
    ['lower, where the recorded branch left it out', 105],
    ['as high', 107],
    ['higher', 109],
  ])('The chain is rolled back to a branch whose head is %s', async (_where, height) => {
    const chain = await openSkipping()
    chain.grow(103, 'a')
    chain.grow(107, 'a')
    await chain.scan()
    chain.blocks.pop()
    chain.grow(height, 'b')
    expect(await chain.scan()).toMatchObject({ height, lagBlocks: 0 })
    expect(await cursor()).toMatchObject({ hash: `b${height}` })
  })

  test('The chain is not rolled back while its node is merely behind', async () => {
    const chain = await openSkipping()
    chain.grow(103, 'a')
    chain.grow(107, 'a')
    await chain.scan()
    chain.blocks.pop()
    await expect(chain.scan()).rejects.toThrow('4 blocks behind')
    expect(await cursor()).toMatchObject({ hash: 'a107' })
  })

  test('The chain is rescanned without its missing heights, and never from another branch', async () => {
    const chain = await openSkipping()
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const watched = await db().deleteFrom('watched_address').where('address', '=', payment.address).returningAll().executeTakeFirstOrThrow()
    chain.grow(103, 'a', [output(payment.address, 100_000n, { tx: 1 })])
    chain.grow(107, 'a')
    await chain.scan()
    await db().insertInto('watched_address').values(watched).execute()
    const rescan = (from: number, to: number) => rescanBlocks(shop.ctx, { node: chain.node, subjects, from, to, by: 'operator:anna' })
    expect(await rescan(101, 106)).toEqual({ blocks: 1, found: 1, known: 0 })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n })
    expect(await rescan(101, 107)).toEqual({ blocks: 2, found: 0, known: 0 })
    chain.blocks.splice(2)
    chain.grow(105, 'b', [output(payment.address, 50_000n, { tx: 2 })])
    await expect(rescan(104, 106)).rejects.toThrow('another branch')
    expect((await shop.read(payment.id)).receivedUnits).toBe(100_000n)
  })

  test('The chain is searched for deposits of lost payments', async () => {
    const chain = await openSkipping()
    const { rows } = await sql<{ address: string }>`UPDATE address_pool SET claimed_by = gen_random_uuid()
      WHERE chain = 'BTC' AND idx = (SELECT max(idx) FROM address_pool WHERE chain = 'BTC') RETURNING address`.execute(db())
    const address = rows[0]?.address ?? ''
    const deposit = output(address, 100_000n, { tx: 1 })
    chain.grow(103, 'a', [deposit])
    chain.grow(107, 'a')
    const told: string[] = []
    const node = chain.node as RecoveryNode // The search asks for blocks only.
    await findLostDeposits(shop.ctx, { node, from: 101, tell: (line) => void told.push(line) })
    expect(told).toEqual([`BTC: 100000 units arrived at ${address} with ${deposit.txId} in block 103; its payment is lost.`])
  })
})
