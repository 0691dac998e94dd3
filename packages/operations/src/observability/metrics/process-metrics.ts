import type { Orm, PoolUse } from '@gateway/db/orm'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countPutOffs } from '../../kernel/sweeps/put-offs.ts'

/** Metrics of a process: memory, event loop lag, database connections, and what its sweeps have put off. */
export interface ProcessMetrics {
  readonly registry: Registry
  /** Adds a connection pool to the metrics: each role has its own. */
  readonly watchPool: (pool: PoolUse) => void
  /** Adds the sweeps of a role, by its connection to the database. */
  readonly watchSweeps: (orm: Orm) => void
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
  const orms: Orm[] = []
  new Gauge({
    name: 'sweep_items_put_off',
    help: 'Items that sweeps have failed to move on, and try again later.',
    labelNames: ['sweep'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [sweep, count] of orms.flatMap(countPutOffs)) this.inc({ sweep }, count)
    },
  })
  return { registry, watchPool: (pool) => void pools.push(pool), watchSweeps: (orm) => void orms.push(orm) }
}
