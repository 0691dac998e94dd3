import type { Block, ChainNode } from '@gateway/chains/rail'
import { describe, expect, test } from 'vitest'
import { prefetchBlocks } from './prefetch-blocks.ts'

const blockOf = (height: number, branch: string, size = 0): Block => ({
  height,
  hash: `${branch}${height}`,
  parentHash: `${branch}${height - 1}`,
  at: new Date(0),
  txIds: Array.from({ length: size }, (_, index) => `${branch}${height}:${index}`),
  transfers: [],
  binds: [],
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
  const node: Pick<ChainNode, 'readBlock'> = { readBlock }
  return { asked, chain, node: node as ChainNode } // The prefetcher uses nothing else.
}

const head = { height: 20, hash: 'a20', finalizedHeight: undefined }

describe('block prefetch', () => {
  test('reads each block once, up to the head and never beyond it', async () => {
    const { asked, node } = openNode()
    const ahead = prefetchBlocks(node, head)
    for (let height = 0; height < 20; height++) expect(await ahead.above(blockOf(height, 'a'))).toEqual(blockOf(height + 1, 'a'))
    expect(asked).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('prefetches at most eight blocks, and none before the first one is read', async () => {
    const { asked, node } = openNode()
    const ahead = prefetchBlocks(node, head)
    await ahead.above(blockOf(0, 'a'))
    expect(asked).toEqual([1])
    await ahead.above(blockOf(1, 'a'))
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
    const ahead = prefetchBlocks(node, head)
    for (let height = 0; height < 9; height++) {
      ahead.forget(height)
      await ahead.above(blockOf(height, 'a'))
      expect(Math.max(...asked) - height).toBeLessThanOrEqual(most)
    }
    expect(Math.max(...asked) - 8).toBe(most)
  })

  test('keeps the prefetch depth low after one full block, even when the next blocks are small', async () => {
    const { asked, chain, node } = openNode()
    const ahead = prefetchBlocks(node, head)
    chain.size = 20_000
    await ahead.above(blockOf(0, 'a'))
    chain.size = 0
    for (let height = 1; height < 9; height++) await ahead.above(blockOf(height, 'a'))
    expect(Math.max(...asked)).toBe(10)
  })

  test('reads a prefetched block anew when it does not continue its parent, instead of reporting a reorg', async () => {
    const { chain, node } = openNode()
    const ahead = prefetchBlocks(node, head)
    await ahead.above(blockOf(0, 'a'))
    await ahead.above(blockOf(1, 'a'))
    chain.branch = 'b'
    expect(await ahead.above(blockOf(2, 'b'))).toEqual(blockOf(3, 'b'))
    expect(await ahead.above(blockOf(3, 'b'))).toEqual(blockOf(4, 'b'))
  })

  test('surfaces a prefetch error only when that block is requested', async () => {
    const { chain, node } = openNode()
    chain.failsAt = 3
    const ahead = prefetchBlocks(node, head)
    expect(await ahead.above(blockOf(0, 'a'))).toEqual(blockOf(1, 'a'))
    expect(await ahead.above(blockOf(1, 'a'))).toEqual(blockOf(2, 'a'))
    await expect(ahead.above(blockOf(2, 'a'))).rejects.toThrow('away')
  })

  test('drops recorded blocks from the prefetch cache', async () => {
    const { asked, node } = openNode()
    const ahead = prefetchBlocks(node, head)
    await ahead.above(blockOf(0, 'a'))
    await ahead.above(blockOf(1, 'a'))
    ahead.forget(9)
    await ahead.above(blockOf(1, 'a'))
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
