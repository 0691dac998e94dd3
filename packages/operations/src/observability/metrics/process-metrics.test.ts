import { expect, test } from 'vitest'
import { createProcessMetrics } from './process-metrics.ts'

test('adds up the connections of all pools of a process', async () => {
  const { registry, watchPool } = createProcessMetrics()
  const shown = async () => (await registry.getSingleMetric('db_pool_connections')?.get())?.values
  expect(await shown()).toEqual([])
  watchPool({ totalCount: 5, idleCount: 2, waitingCount: 1 })
  watchPool({ totalCount: 4, idleCount: 4, waitingCount: 2 })
  expect(await shown()).toMatchObject([
    { labels: { state: 'used' }, value: 3 },
    { labels: { state: 'idle' }, value: 6 },
    { labels: { state: 'waiting' }, value: 3 },
  ])
})
