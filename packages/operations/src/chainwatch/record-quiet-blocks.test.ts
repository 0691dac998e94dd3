import type { Block, ChainNode } from '@gateway/chains/rail'
import { tables } from '@gateway/db/tables'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openChain, output, subjects, txOf } from '../test-chain.ts'
import { closeShop, openShop, type TestShop } from '../test-shop.ts'
import { takeLease } from './cursor.ts'
import { recordQuietBlocks } from './record-quiet-blocks.ts'
import { type Scan, scanOnce } from './scan.ts'
import { freshRounds } from './sweep-balances.ts'

const RUNS = 6
const PAYMENTS = 3
const UNITS = 100_000n

/** What a block holds: nothing for us, money for one of the payments, or a stranger's spend of the first deposit. */
type Content = 'nothing' | 'theft' | number

const content = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Content>('nothing') },
  { weight: 1, arbitrary: fc.constant<Content>('theft') },
  { weight: 2, arbitrary: fc.nat(PAYMENTS - 1) },
)

/** A shop whose node has blocks with these contents above the cursor, and shows as many of them as a test lets it. */
async function openScanned(contents: readonly Content[]) {
  const shop = await openShop({}, PAYMENTS)
  const { node: plain } = await openChain(shop.ctx, 'BTC')
  const addresses: string[] = []
  for (let n = 0; n < PAYMENTS; n++) addresses.push((await shop.ask({ amount: 60, blockchain: 'BTC' })).address)
  const blocks = contents.map((held, index) => blockOf(shop, { held, index, addresses }))
  const shown = { count: 0, asked: [] as number[] }
  const node: ChainNode = {
    ...plain,
    watchesMempool: false,
    readHead: async () => ({ height: 100 + shown.count, hash: `block-${100 + shown.count}`, finalizedHeight: undefined }),
    readBlock: async (height) => {
      shown.asked.push(height)
      return blocks.find((block) => block.height === height)
    },
  }
  const scan: Scan = { lease: await takeLease(shop.ctx, node), node, subjects, seen: new Set(), sweep: freshRounds() }
  const pass = () => scanOnce(shop.ctx, scan)
  return { shop, shown, blocks, scan, pass }
}

function blockOf(shop: TestShop, { held, index, addresses }: { held: Content; index: number; addresses: readonly string[] }): Block {
  const height = 101 + index
  const transfers = typeof held === 'number' ? [output(addresses[held] ?? '', UNITS, { tx: height })] : []
  const theft = { bind: `${txOf(101)}:0`, txId: txOf(9_000 + height) }
  const txIds = [...transfers.map(({ txId }) => txId), ...(held === 'theft' ? [theft.txId] : [])]
  const at = shop.ctx.clock.now()
  const links = { hash: `block-${height}`, parentHash: `block-${height - 1}` }
  return { height, ...links, at, txIds, transfers, binds: held === 'theft' ? [theft] : [], flushes: [] }
}

/** Everything that blocks leave behind, without ids. */
async function traces({ ctx }: TestShop) {
  const db = tables(ctx.orm.em.fork())
  return {
    cursor: await db.selectFrom('chain_cursor').select(['height', 'hash', 'headHeight', 'takenBack', 'knownUntil']).execute(),
    ring: await db.selectFrom('chain_block').select(['height', 'hash', 'at']).orderBy('height').execute(),
    deposits: await db.selectFrom('deposit').select(['ref', 'state', 'height', 'maturesAt', 'creditedBy', 'dead']).orderBy('ref').execute(),
    outgoing: await db.selectFrom('outgoing').select(['txId', 'height', 'blockHash']).orderBy('txId').execute(),
    payments: await db.selectFrom('payment').select(['address', 'state', 'includedHeight', 'receivedUnits']).orderBy('address').execute(),
    events: await db.selectFrom('event').select(['type', 'sequence']).orderBy('position').execute(),
    entries: await db.selectFrom('entry').select(['asset', 'amount']).orderBy('id').execute(),
  }
}

describe('a scanner that catches up', () => {
  test('leaves the same rows as one that was there for every block, and reads each block once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 3, maxLength: 45 }), async (contents) => {
        const late = await openScanned(contents)
        late.shown.count = contents.length
        await late.pass()
        const present = await openScanned(contents)
        for (let count = 1; count <= contents.length; count++) {
          present.shown.count = count
          await present.pass()
        }
        expect(await traces(late.shop)).toEqual(await traces(present.shop))
        const heights = late.blocks.map(({ height }) => height)
        expect(late.shown.asked.filter((height) => height > 100)).toEqual(heights)
        for (const { shop } of [late, present]) await shop.ctx.close()
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a run of quiet blocks', () => {
  const open = () => openScanned(Array.from({ length: 10 }, (): Content => 'nothing'))
  const head = { height: 110, hash: 'block-110', finalizedHeight: undefined }

  test('moves the cursor to its last block, and the ring holds them all', async () => {
    const { shop, blocks, scan } = await open()
    expect(await recordQuietBlocks(shop.ctx, { lease: scan.lease, blocks, head })).toBe(true)
    const { cursor, ring } = await traces(shop)
    expect(cursor).toMatchObject([{ height: 110, hash: 'block-110' }])
    expect(ring.map(({ height }) => height)).toEqual([100, ...blocks.map(({ height }) => height)])
    await closeShop(shop)
  })

  test('is refused whole when any of its blocks does not continue the one before it', async () => {
    const { shop, blocks, scan } = await open()
    const forked = blocks.map((block) => (block.height === 106 ? { ...block, parentHash: 'elsewhere' } : block))
    expect(await recordQuietBlocks(shop.ctx, { lease: scan.lease, blocks: forked, head })).toBe(false)
    expect(await recordQuietBlocks(shop.ctx, { lease: scan.lease, blocks: blocks.slice(1), head })).toBe(false)
    expect((await traces(shop)).cursor).toMatchObject([{ height: 100 }])
    await closeShop(shop)
  })

  test('is not written by a scanner whose chain another one has taken over', async () => {
    const { shop, blocks, scan } = await open()
    await takeLease(shop.ctx, scan.node)
    await expect(recordQuietBlocks(shop.ctx, { lease: scan.lease, blocks, head })).rejects.toThrow(LeaseLost)
    expect((await traces(shop)).cursor).toMatchObject([{ height: 100 }])
    await closeShop(shop)
  })
})
