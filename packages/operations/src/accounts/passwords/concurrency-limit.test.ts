import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

test('the gate runs at most four tasks at once, in the order they arrived', async () => {
  const gate = createConcurrencyLimit({ atOnce: 4, waiting: 64 })
  let running = 0
  let most = 0
  const started: number[] = []
  const work = (index: number) => async () => {
    started.push(index)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running -= 1
    return index
  }
  const results = await Promise.all(Array.from({ length: 68 }, (_, index) => gate(work(index))))
  expect(most).toBe(4)
  expect(results).toEqual(Array.from({ length: 68 }, (_, index) => index))
  expect(started).toEqual(results)
})

test('a failed task frees its slot like a successful one', async () => {
  const gate = createConcurrencyLimit({ atOnce: 1, waiting: 0 })
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate(async () => 'done')).resolves.toBe('done')
})
