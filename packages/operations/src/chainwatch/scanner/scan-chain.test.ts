import { ChainUnavailable, OtherHistory } from '@gateway/chains/errors'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listPauses } from '../../custody/pauses/pause-payouts.ts'
import { coins, openChain, output, subjects, type TestedChain } from '../../testing/test-chain.ts'
import { approveLift } from '../../testing/test-approvals.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { takeLease } from '../cursor/cursor.ts'
import { reportProblem } from '../cursor/report-progress.ts'
import { refuseNode } from '../refuse-node.ts'
import { type Scan, scanChain } from './scan-chain.ts'
import { freshScans } from '../internal-transfers/scan-balances.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 2)))
afterEach(() => closeShop(shop))

/** A node whose chain is a list of blocks, and whose mempool a test fills. */
async function scripted(chain: TestedChain, changes: Partial<ChainNode> = {}) {
  const { node: plain } = await openChain(shop.ctx, chain)
  const blocks: Block[] = [blockOn('block-100', 100)]
  const mempool: Transfer[] = []
  const top = () => blocks.at(-1) ?? blockOn('none', 0)
  const node: ChainNode = {
    ...plain,
    readHead: async () => ({ height: top().height, hash: top().hash, finalizedHeight: undefined }),
    readBlock: async (height) => blocks.find((block) => block.height === height),
    readMempool: async () => ({ txIds: new Set(mempool.map(({ txId }) => txId)), transfers: mempool, inputs: [] }),
    ...changes,
  }
  const grow = (hash: string, transfers: readonly Transfer[] = []) =>
    blocks.push({ ...blockOn(hash, top().height + 1), parentHash: top().hash, transfers, txIds: transfers.map(({ txId }) => txId) })
  const scan: Scan = { lease: await takeLease(shop.ctx, node), node, subjects, seen: new Set(), sweep: freshScans() }
  return { scan, blocks, mempool, grow, cursor: () => findCursor(shop.ctx.orm.em.fork(), { chain }) }
}

const blockOn = (hash: string, height: number): Block => ({
  height,
  hash,
  parentHash: '',
  at: shop.ctx.clock.now(),
  txIds: [],
  transfers: [],
  inputs: [],
  flushes: [],
})

describe('a scanner pass', () => {
  test('reads up to the head, then the mempool, and records that it has caught up', async () => {
    const chain = await scripted('BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    chain.grow('101')
    chain.grow('102')
    chain.mempool.push(output(payment.address, 100_000n, { tx: 1 }))
    expect(await scanChain(shop.ctx, chain.scan)).toEqual({ height: 102, head: 102, lagBlocks: 0 })
    expect((await shop.read(payment.id)).state).toBe('detected')
    expect(await chain.cursor()).toMatchObject({ height: 102, hash: '102', caughtUpAt: shop.ctx.clock.now() })
  })

  test('a pass reads at most 50 blocks and reports the lag', async () => {
    const chain = await scripted('BTC')
    for (let height = 101; height <= 160; height++) chain.grow(String(height))
    expect(await scanChain(shop.ctx, chain.scan)).toEqual({ height: 150, head: 160, lagBlocks: 10 })
    expect((await chain.cursor())?.caughtUpAt).toBeNull()
    expect(await scanChain(shop.ctx, chain.scan)).toMatchObject({ height: 160, lagBlocks: 0 })
  })

  test('a pass asks the node for each new block once, and for none when there is none', async () => {
    const asked: number[] = []
    const chain = await scripted('BTC', {
      async readBlock(height) {
        asked.push(height)
        return chain.blocks.find((block) => block.height === height)
      },
    })
    const heights = Array.from({ length: 20 }, (_, index) => 101 + index)
    for (const height of heights) chain.grow(String(height))
    await scanChain(shop.ctx, chain.scan)
    expect(asked).toEqual(heights)
    await scanChain(shop.ctx, chain.scan)
    expect(asked).toEqual(heights)
  })

  test('records the start of the pass as caught-up time, so a deposit during the pass is never late', async () => {
    const chain = await scripted('BTC', {
      async readMempool() {
        shop.ctx.clock.advance(5_000)
        return { txIds: new Set(), transfers: [], inputs: [] }
      },
    })
    const began = shop.ctx.clock.now()
    await scanChain(shop.ctx, chain.scan)
    expect((await chain.cursor())?.caughtUpAt).toEqual(began)
  })

  test('dates a mempool deposit by the time of reading, however long the write takes', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    const chain = await scripted('BTC', {
      async readMempool() {
        shop.ctx.clock.set(payment.expiresAt)
        return { txIds: new Set([deposit.txId]), transfers: [deposit], inputs: [] }
      },
    })
    await scanChain(shop.ctx, chain.scan)
    expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', exceptions: [] })
  })

  test('rolls back to the common block when the node has another chain', async () => {
    const chain = await scripted('BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const deposit = output(payment.address, 100_000n, { tx: 1 })
    chain.grow('101a', [deposit])
    chain.grow('102a')
    await scanChain(shop.ctx, chain.scan)
    chain.blocks.splice(1)
    chain.grow('101b')
    chain.grow('102b', [deposit])
    expect(await scanChain(shop.ctx, chain.scan)).toMatchObject({ height: 102, lagBlocks: 0 })
    expect(await chain.cursor()).toMatchObject({ hash: '102b' })
    expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: ['reorged'], includedHeight: 102 })
  })

  test('reports a node that is behind without rolling back', async () => {
    const chain = await scripted('BTC')
    chain.grow('101')
    chain.grow('102')
    await scanChain(shop.ctx, chain.scan)
    const before = await chain.cursor()
    shop.ctx.clock.advance(60_000)
    chain.blocks.splice(2)
    await expect(scanChain(shop.ctx, chain.scan)).rejects.toThrow('1 blocks behind')
    expect(await chain.cursor()).toMatchObject({ hash: '102', caughtUpAt: before?.caughtUpAt, knownUntil: before?.knownUntil })
  })

  test('a pass stops at a block whose deposit receipt the node hides', async () => {
    const chain = await scripted('ETH', { readReceipts: async () => [] })
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    chain.grow('101', [coins(payment.address, payment.dueUnits, { tx: 1 })])
    await expect(scanChain(shop.ctx, chain.scan)).rejects.toThrow('receipt')
    expect(await chain.cursor()).toMatchObject({ height: 100 })
  })

  test('reads on when the node cannot return balances, but closes no payment window until it can', async () => {
    let isAble = false
    const chain = await scripted('ETH', {
      readHead: async () => ({ height: 101, hash: '101', finalizedHeight: 101 }),
      readBalances: async ({ addresses }) => {
        if (!isAble) throw new ChainUnavailable('ETH', 'it runs no code that is not there')
        return addresses.map(() => 0n)
      },
    })
    await shop.ask({ amount: 50, blockchain: 'ETH' })
    const before = await chain.cursor()
    chain.grow('101')
    expect(await scanChain(shop.ctx, chain.scan)).toMatchObject({ height: 101, lagBlocks: 0 })
    expect(await chain.cursor()).toMatchObject({ caughtUpAt: shop.ctx.clock.now(), problem: null, knownUntil: before?.knownUntil })
    isAble = true
    await scanChain(shop.ctx, chain.scan)
    expect((await chain.cursor())?.knownUntil).not.toEqual(before?.knownUntil)
  })

  test('a scanner writes nothing once another one has taken over', async () => {
    const chain = await scripted('BTC')
    chain.grow('101')
    await takeLease(shop.ctx, chain.scan.node)
    await expect(scanChain(shop.ctx, chain.scan)).rejects.toThrow(LeaseLost)
    expect(await chain.cursor()).toMatchObject({ height: 100 })
  })

  test('stops before the first block is taken back when the node serves another history, and pauses the payouts of the chain once', async () => {
    const estimateFees = vi.fn<ChainNode['estimateFees']>(async () => ({ family: 'utxo', milliSatsPerVbyte: 2_000n }))
    const chain = await scripted('BTC', { estimateFees })
    chain.grow('101')
    await scanChain(shop.ctx, chain.scan)
    shop.ctx.clock.advance(60_000)
    chain.blocks.splice(0)
    for (const height of [100, 101, 102]) chain.blocks.push(blockOn(`another-${height}`, height))
    const error: unknown = await scanChain(shop.ctx, chain.scan).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OtherHistory)
    expect(estimateFees).not.toHaveBeenCalled()
    expect(await chain.cursor()).toMatchObject({ height: 101, hash: '101' })
    await refuseNode(shop.ctx, 'BTC', error)
    const reason =
      'The BTC node serves another history: its block 100 is another-100, and this gateway has read block-100; watching has stopped'
    expect(await listPauses(shop.ctx)).toMatchObject([{ scope: 'chain:BTC', pausedBy: 'watcher', reason }])
    await approveLift(shop.ctx, 'chain:BTC', 'anna')
    await refuseNode(shop.ctx, 'BTC', error)
    expect(await listPauses(shop.ctx)).toMatchObject([{ approvedBy: [testOperator('anna').as] }])
  })

  test('failing passes show their problem and its start until a pass succeeds', async () => {
    const chain = await scripted('BTC')
    const began = shop.ctx.clock.now()
    await reportProblem(shop.ctx, chain.scan.lease, new Error('node is down'))
    shop.ctx.clock.advance(60_000)
    await reportProblem(shop.ctx, chain.scan.lease, new Error('node is still down'))
    expect(await chain.cursor()).toMatchObject({ problem: 'node is still down', problemSince: began })
    await scanChain(shop.ctx, chain.scan)
    expect(await chain.cursor()).toMatchObject({ problem: null, problemSince: null })
  })
})
