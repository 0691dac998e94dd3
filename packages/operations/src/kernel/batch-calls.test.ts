import type { Orm } from '@gateway/db/orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batched } from './batch-calls.ts'

// Batching itself runs no query; it only keeps databases apart.
const orm = {} as Orm
const other = {} as Orm

interface Recorded {
  readonly batches: number[][]
  readonly double: (orm: Orm, item: number) => Promise<number>
}

/** Doubles numbers, and fails a batch that contains a negative one. */
function recorded(most = 100, until: (items: readonly number[]) => Promise<void> = async () => {}): Recorded {
  const batches: number[][] = []
  const double = batched<number, number>({
    most,
    work: async (_orm, items) => {
      batches.push([...items])
      await until(items)
      if (items.some((item) => item < 0)) throw new Error('negative')
      return items.map((item) => 2 * item)
    },
  })
  return { batches, double }
}

test('calls during a running batch form the next one, and each gets its own answer', async () => {
  const gate = Promise.withResolvers<void>()
  const { batches, double } = recorded(100, async (items) => (items.includes(1) ? gate.promise : undefined))
  const first = double(orm, 1)
  await expect.poll(() => batches).toEqual([[1]])
  const later = Promise.all([double(orm, 2), double(orm, 3)])
  gate.resolve()
  expect(await first).toBe(2)
  expect(await later).toEqual([4, 6])
  expect(batches).toEqual([[1], [2, 3]])
})

test('calls to different databases are never batched', async () => {
  const { batches, double } = recorded()
  expect(await Promise.all([double(orm, 1), double(other, 2)])).toEqual([2, 4])
  expect(batches).toEqual([[1], [2]])
})

test('a failed batch fails all of its calls and no later one', async () => {
  const { double } = recorded(2)
  const outcomes = await Promise.allSettled([double(orm, 1), double(orm, -1), double(orm, 3)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await double(orm, 4)).toBe(8)
})

test('a batch that hangs does not delay later calls', async () => {
  const { double } = recorded(1, (items) => (items.includes(1) ? new Promise(() => {}) : Promise.resolve()))
  void double(orm, 1)
  expect(await double(orm, 2)).toBe(4)
})

test('a missing answer fails every call of its batch', async () => {
  const lossy = batched<number, number>({ most: 10, work: async (_orm, items) => items.slice(1) })
  await expect(Promise.all([lossy(orm, 1), lossy(orm, 2)])).rejects.toThrow('2 calls got 1 answers')
})

test('every call is answered, in batches of at most the maximum size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 50 }), fc.integer({ min: 1, max: 10 }), async (items, most) => {
      const { batches, double } = recorded(most)
      expect(await Promise.all(items.map((item) => double(orm, item)))).toEqual(items.map((item) => 2 * item))
      expect(batches.flat()).toEqual(items)
      expect(batches.every(({ length }) => length <= most)).toBe(true)
    }),
    { numRuns: 30 },
  )
})
