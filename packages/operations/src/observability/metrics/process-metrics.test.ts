import { expect, test } from 'vitest'
import { createProcessMetrics } from './process-metrics.ts'

test('connections of a process are those of all its pools, because each role has one of its own', async () => {
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
