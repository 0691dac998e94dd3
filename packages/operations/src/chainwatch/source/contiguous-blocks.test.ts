import { ChainUnavailable } from '@gateway/chains/errors'
import type { BatchSource, Block, HeightRange } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { describe, expect, test } from 'vitest'
import { batchSourceOf } from './batch-source.ts'
import { contiguousBlocks } from './contiguous-blocks.ts'

const blockOf = (height: number, branch: string, size = 0): Block => ({
  height,
  hash: `${branch}${height}`,
  parentHash: `${branch}${height - 1}`,
  at: new Date(0),
  txIds: Array.from({ length: size }, (_, index) => `${branch}${height}:${index}`),
  transfers: [],
  inputs: [],
  flushes: [],
})

/** A node with one branch, which a test can replace; it records the requested heights. */
function openNode() {
  const asked: number[] = []
  const chain = { branch: 'a', failsAt: 0, size: 0 }
  const readBlock: ChainNode['readBlock'] = async (height) => {
    asked.push(height)
    if (height === chain.failsAt) throw new Error('the node is away')
    return blockOf(height, chain.branch, chain.size)
  }
  const node = { rail: { chain: 'BTC' }, readBlock }
  return { asked, chain, node: node as unknown as ChainNode } // The source uses nothing else.
}

const head = { height: 20, hash: 'a20', finalizedHeight: undefined }

describe('block prefetch', () => {
  test('reads each block once, up to the head and never beyond it', async () => {
    const { asked, node } = openNode()
    const source = contiguousBlocks(node)
    for (let height = 0; height < 20; height++) expect(await source.nextBatch(blockOf(height, 'a'), head)).toEqual(blockOf(height + 1, 'a'))
    expect(asked).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('prefetches at most eight blocks, and none before the first one is read', async () => {
    const { asked, node } = openNode()
    const source = contiguousBlocks(node)
    await source.nextBatch(blockOf(0, 'a'), head)
    expect(asked).toEqual([1])
    await source.nextBatch(blockOf(1, 'a'), head)
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test.each([
    { size: 4_000, most: 8 },
    { size: 5_000, most: 8 },
    { size: 15_000, most: 2 },
    { size: 100_000, most: 1 },
  ])('prefetches at most $most blocks of $size transactions to bound memory', async ({ size, most }) => {
    const { asked, chain, node } = openNode()
    chain.size = size
    const source = contiguousBlocks(node)
    for (let height = 0; height < 9; height++) {
      await source.nextBatch(blockOf(height, 'a'), head)
      expect(Math.max(...asked) - height).toBeLessThanOrEqual(most)
    }
    expect(Math.max(...asked) - 8).toBe(most)
  })

  test('keeps the prefetch depth low after one full block, even when the next blocks are small', async () => {
    const { asked, chain, node } = openNode()
    const source = contiguousBlocks(node)
    chain.size = 20_000
    await source.nextBatch(blockOf(0, 'a'), head)
    chain.size = 0
    for (let height = 1; height < 9; height++) await source.nextBatch(blockOf(height, 'a'), head)
    expect(Math.max(...asked)).toBe(10)
  })

  test('reads a prefetched block anew when it does not continue its parent, instead of reporting a reorg', async () => {
    const { chain, node } = openNode()
    const source = contiguousBlocks(node)
    await source.nextBatch(blockOf(0, 'a'), head)
    await source.nextBatch(blockOf(1, 'a'), head)
    chain.branch = 'b'
    expect(await source.nextBatch(blockOf(2, 'b'), head)).toEqual(blockOf(3, 'b'))
    expect(await source.nextBatch(blockOf(3, 'b'), head)).toEqual(blockOf(4, 'b'))
  })

  test('surfaces a prefetch error only when that block is requested', async () => {
    const { chain, node } = openNode()
    chain.failsAt = 3
    const source = contiguousBlocks(node)
    expect(await source.nextBatch(blockOf(0, 'a'), head)).toEqual(blockOf(1, 'a'))
    expect(await source.nextBatch(blockOf(1, 'a'), head)).toEqual(blockOf(2, 'a'))
    await expect(source.nextBatch(blockOf(2, 'a'), head)).rejects.toThrow('away')
  })

  test('drops blocks up to the cursor from the prefetch cache', async () => {
    const { asked, node } = openNode()
    const source = contiguousBlocks(node)
    await source.nextBatch(blockOf(0, 'a'), head)
    await source.nextBatch(blockOf(1, 'a'), head)
    await source.nextBatch(blockOf(8, 'a'), head)
    asked.splice(0)
    await source.nextBatch(blockOf(1, 'a'), head)
    expect(asked).toEqual([2, 3, 4, 5, 6, 7, 8])
  })
})

async function heightsOf(source: BatchSource, range: HeightRange): Promise<number[]> {
  const heights: number[] = []
  for await (const { height } of source.readRange(range)) heights.push(height)
  return heights
}

describe('a chain with a block at every height', () => {
  test('The chain has no block after its head', async () => {
    const { asked, node } = openNode()
    expect(await contiguousBlocks(node).nextBatch(blockOf(20, 'a'), head)).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('rejects a node that gives the block of another height', async () => {
    const { node } = openNode()
    const source = contiguousBlocks({ ...node, readBlock: async (height) => blockOf(height + 1, 'a') })
    await expect(source.nextBatch(blockOf(3, 'a'), head)).rejects.toThrow('it gave block 5 for 4')
    await expect(source.readUpTo(4)).rejects.toThrow(ChainUnavailable)
  })

  test('reads a range once and in order, and never beyond it', async () => {
    const { asked, node } = openNode()
    expect(await heightsOf(contiguousBlocks(node), { from: 3, to: 6 })).toEqual([3, 4, 5, 6])
    expect(asked).toEqual([3, 4, 5, 6])
  })

  test('reads no range that the node lacks a block of', async () => {
    const { node } = openNode()
    const readBlock: ChainNode['readBlock'] = async (height) => (height < 5 ? blockOf(height, 'a') : undefined)
    await expect(heightsOf(contiguousBlocks({ ...node, readBlock }), { from: 3, to: 6 })).rejects.toThrow('it has no block 5')
  })
})

test('a node with a source of its own is read through it', () => {
  const { node } = openNode()
  const own = contiguousBlocks(node)
  expect(batchSourceOf({ ...node, openBatches: () => own })).toBe(own)
})
