import type { PoolUse } from '@gateway/db/orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What a process tells about itself: memory, time in the event loop, and the connections to its database. */
export interface ProcessMetrics {
  readonly registry: Registry
  /** Has the use of a pool shown, added to that of the others: each role has its own. */
  readonly watchPool: (pool: PoolUse) => void
}

/** A registry of this process; nothing is global, so tests have as many as they like. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const pools: PoolUse[] = []
  const sum = (count: (pool: PoolUse) => number): number => pools.reduce((total, pool) => total + count(pool), 0)
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (pools.length === 0) return
      this.set(
        { state: 'used' },
        sum((pool) => pool.totalCount - pool.idleCount),
      )
      this.set(
        { state: 'idle' },
        sum((pool) => pool.idleCount),
      )
      this.set(
        { state: 'waiting' },
        sum((pool) => pool.waitingCount),
      )
    },
  })
  return { registry, watchPool: (pool) => void pools.push(pool) }
}
