import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, flushedUsdc, namedAsInBlock, openChain, output, subjects, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { rescanBlocks } from './rescan-blocks.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 4)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** A node that still returns the blocks of a test. */
const remembering = (chain: TestChain, blocks: readonly Block[]): ChainNode => ({
  ...chain.node,
  readBlock: async (height) => blocks.find((block) => block.height === height) ?? chain.node.readBlock(height),
})

const rescan = (node: ChainNode, [from, to]: readonly [number, number]) =>
  rescanBlocks(shop.ctx, { node, subjects, from, to, by: 'operator:anna' })

/** Mines a block while an address is not watched, as if its row had come too late. */
async function mineUnwatched(chain: TestChain, payment: Payment, content: Parameters<TestChain['mine']>[0]): Promise<Block> {
  const key = chain.node.rail.watchKey(payment.address)
  const row = await db().deleteFrom('watched_address').where('address', '=', key).returningAll().executeTakeFirstOrThrow()
  const block = await chain.mine(content)
  await db().insertInto('watched_address').values(row).execute()
  return block
}

/** All rows that follow from deposits. */
async function everything(): Promise<unknown> {
  const { rows } =
    await sql`SELECT (SELECT json_agg(d ORDER BY id) FROM deposit d) AS deposits, (SELECT json_agg(o ORDER BY id) FROM observation o) AS observations,
    (SELECT json_agg(e ORDER BY id) FROM entry e) AS entries, (SELECT json_agg(e ORDER BY position) FROM event e) AS events,
    (SELECT json_agg(i ORDER BY id) FROM spend_intent i) AS intents, (SELECT json_agg(p ORDER BY id) FROM payment p) AS payments,
    (SELECT json_agg(o ORDER BY tx_id) FROM outgoing_transaction o) AS outgoing, (SELECT json_agg(c) FROM chain_cursor c) AS cursors`.execute(
      db(),
    )
  return rows
}

describe('a missed deposit', () => {
  test.each([
    ['from a remembered block', 3],
    ['from a block below the ring', 150],
  ])('a rescan finds a missed deposit %s once and forwards it once', async (_where, after) => {
    const chain = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const block = await mineUnwatched(chain, payment, { transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    await chain.mineEmpty(after)
    if (after > 100)
      await db()
        .deleteFrom('chain_block')
        .where('chain', '=', 'BTC')
        .where('height', '<', block.height + 20)
        .execute()
    expect((await shop.read(payment.id)).receivedUnits).toBe(0n)
    const node = remembering(chain, [block])
    const anchored = after > 100 ? await anchoredAt(node) : node
    expect(await rescan(anchored, [block.height - 2, block.height])).toEqual({ blocks: 3, found: 1, known: 0 })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 100_000n, exceptions: [] })
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    const before = await everything()
    for (let time = 0; time < 3; time++) expect(await rescan(anchored, [block.height - 2, block.height])).toMatchObject({ found: 0 })
    expect(await everything()).toEqual(before)
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    const log = await db()
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'subjectId', 'details'])
      .where('action', '!=', 'api_key.create')
      .execute()
    expect(log).toHaveLength(4)
    const details = { from: block.height - 2, to: block.height }
    expect(log[0]).toEqual({ actor: 'operator:anna', action: 'chain.rescan', subjectId: 'BTC', details })
  })

  test('a rescan finds a missed token transfer beside a known one', async () => {
    const chain = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const first = await chain.mine({ transfers: [tokens(payment.address, 20_000_000n, { tx: 1 })] })
    const second = await mineUnwatched(chain, payment, { transfers: [tokens(payment.address, 30_000_000n, { tx: 2 })] })
    await chain.mineEmpty(12)
    const node = remembering(chain, [first, second])
    expect(await rescan(node, [first.height, second.height])).toEqual({ blocks: 2, found: 1, known: 0 })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: 50_000_000n })
  })

  test('a rescan does not book a deposit that was already booked as an internal transfer', async () => {
    const chain = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const block = await mineUnwatched(chain, payment, { transfers: [tokens(payment.address, 50_000_000n, { tx: 1 })] })
    // A third-party flush that paid out more than was known leaves such a deposit.
    const { logIndex: _, ...coin } = tokens(payment.address, 50_000_000n, { tx: 2 })
    const found = { ...coin, ref: `${coin.txId}:7:internal`, untraced: true as const }
    await chain.mine({ transfers: [found] })
    await chain.mineEmpty(12)
    expect(await rescan(remembering(chain, [block]), [block.height, block.height])).toEqual({ blocks: 1, found: 0, known: 1 })
    expect((await shop.read(payment.id)).receivedUnits).toBe(50_000_000n)
  })

  test('a rescan records no transfer that conflicts with a recorded log, and the flush adds the missing amount', async () => {
    const chain = await openChain(shop.ctx, 'ETH')
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const [first, second] = [20_000_000n, 30_000_000n].map((units, log) => tokens(payment.address, units, { tx: 1, log }))
    if (!first || !second) throw new Error('there are two')
    const other = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const third = tokens(other.address, 50_000_000n, { tx: 1, log: 2 })
    const block = await chain.mine({ transfers: [second] })
    const whole = { ...block, transfers: namedAsInBlock([first, second, third]) }
    expect(await rescan(remembering(chain, [whole]), [block.height, block.height])).toEqual({ blocks: 1, found: 1, known: 2 })
    expect((await shop.read(other.id)).receivedUnits).toBe(50_000_000n)
    expect((await shop.read(payment.id)).receivedUnits).toBe(30_000_000n)
    const { height } = await chain.mine({ flushes: [flushedUsdc(payment.address, 50_000_000n)] })
    await chain.mineEmpty(1, height)
    expect((await shop.read(payment.id)).receivedUnits).toBe(50_000_000n)
  })
})

describe('a refused rescan', () => {
  test('refuses blocks above the cursor, an empty range, and a chain that was never read', async () => {
    const chain = await openChain(shop.ctx, 'BTC')
    await chain.mineEmpty(1)
    await expect(rescan(chain.node, [101, 102])).rejects.toThrow('read up to 101')
    await expect(rescan(chain.node, [101, 100])).rejects.toThrow('read up to 101')
    const eth = { ...chain.node, rail: shop.ctx.rails.get('ETH') ?? chain.node.rail }
    await expect(rescan(eth, [1, 1])).rejects.toThrow('No such chain')
    expect(await db().selectFrom('audit_entry').selectAll().where('action', '!=', 'api_key.create').execute()).toEqual([])
  })

  test('refuses a rescan when the node has another block than the recorded one', async () => {
    const chain = await openChain(shop.ctx, 'BTC')
    const block = await chain.mine()
    const other = { ...block, hash: 'another' }
    await expect(rescan(remembering(chain, [other]), [block.height, block.height])).rejects.toThrow('another branch')
  })
})

/** The node returns the oldest remembered block, as a real one does. */
async function anchoredAt(node: ChainNode): Promise<ChainNode> {
  const oldest = await db().selectFrom('chain_block').selectAll().where('chain', '=', 'BTC').orderBy('height').executeTakeFirstOrThrow()
  return {
    ...node,
    readBlock: async (height) => {
      const block = await node.readBlock(height)
      return block && height === oldest.height ? { ...block, hash: oldest.hash } : block
    },
  }
}
