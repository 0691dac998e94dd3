import type { PoolUse } from '@gateway/db/orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Metrics of a process: memory, event loop lag, and database connections. */
export interface ProcessMetrics {
  readonly registry: Registry
  /** Adds a connection pool to the metrics: each role has its own. */
  readonly watchPool: (pool: PoolUse) => void
}

/** A registry of this process; nothing is global, so each test has its own. */
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
