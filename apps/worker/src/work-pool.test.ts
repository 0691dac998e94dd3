import { setTimeout as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workPool } from './work-pool.ts'

const ctx = { log: { info: () => {}, warn: () => {}, error: () => {} } }

/** Of the event loop: a pool looks again in the next one. */
const TURNS = 5

/** Work of some keys, each of which waits until it is ended; what is under way is not found. */
function pieces(keys: readonly string[]) {
  const waiting = keys.map((key, at) => ({ key, at }))
  const begun: number[] = []
  const ends: (() => void)[] = []
  let looks = 0
  return {
    begun,
    end: (at: number) => ends[at]?.(),
    looks: () => looks,
    find: async (_: unknown, { most, busy }: { most: number; busy: readonly string[] }) => {
      looks += 1
      const free = waiting.filter(({ key }, at) => !busy.includes(key) && waiting.findIndex((one) => one.key === key) === at).slice(0, most)
      return free.map((piece) => ({
        key: piece.key,
        run: () => {
          waiting.splice(waiting.indexOf(piece), 1)
          begun.push(piece.at)
          return new Promise<void>((resolve) => void (ends[piece.at] = resolve))
        },
      }))
    },
  }
}

/** Runs a pool that nobody notifies, and stops it. */
async function unnotified(most: number, of: ReturnType<typeof pieces>, during: () => Promise<void>): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  const pool = workPool(ctx, { role: 'test', find: of.find, most, wait: () => stopped.promise })
  const running = pool.run()
  await during()
  pool.stop()
  stopped.resolve()
  await running
}

test('the next work of a key begins once the one before has ended, and other keys do not wait for it', async () => {
  const of = pieces(['a', 'a', 'b'])
  await unnotified(8, of, async () => {
    await expect.poll(() => of.begun).toEqual([0, 2])
    // It has looked again, if it ever does by itself.
    for (let turns = 0; turns < TURNS; turns++) await turn(1)
    of.end(0)
    await expect.poll(() => of.begun).toEqual([0, 2, 1])
    of.end(1)
    of.end(2)
  })
})

test('a full pool begins more once something has ended, and does not look before', async () => {
  const of = pieces(['a', 'b', 'c'])
  await unnotified(2, of, async () => {
    await expect.poll(() => of.begun).toEqual([0, 1])
    expect(of.looks()).toBe(1)
    of.end(1)
    await expect.poll(() => of.begun).toEqual([0, 1, 2])
    of.end(0)
    of.end(2)
  })
})
