import { createProcessMetrics } from '@gateway/operations/observability/metrics/process-metrics'
import { registerMetrics } from '@gateway/operations/observability/metrics/register-metrics'
import { Counter, Gauge } from 'prom-client'
import type { Config } from '../config.ts'
import { serveMetrics } from './serve-metrics.ts'
import type { WorkerMetrics } from './worker-metrics.ts'

/** Metrics of a worker process, shown at its `METRICS_PORT`. */
export function createShownMetrics({ common }: Config): WorkerMetrics {
  const { registry, watchPool } = createProcessMetrics()
  const registers = [registry]
  const calls = new Counter({ name: 'chain_rpc_calls_total', help: 'Calls to a node.', labelNames: ['chain', 'method'], registers })
  const errors = new Counter({
    name: 'chain_rpc_errors_total',
    help: 'Questions that a node did not answer well.',
    labelNames: ['chain'],
    registers,
  })
  const leases = new Counter({
    name: 'scanner_lease_changes_total',
    help: 'Times a chain was taken over.',
    labelNames: ['chain'],
    registers,
  })
  const repairs = new Counter({
    name: 'reconcile_repairs_total',
    help: 'Payments whose timer, signal or run was lost or late, and which a sweep had to move on; after an outage that is its purpose.',
    registers,
  })
  const purse = new Gauge({ name: 'relayer_balance_coins', help: 'Coins of the key that pays gas.', labelNames: ['chain'], registers })
  return {
    watchPool,
    rpcCalled: (chain, method) => calls.inc({ chain, method }),
    rpcFailed: (chain) => errors.inc({ chain }),
    leaseTaken: (chain) => leases.inc({ chain }),
    relayerHolds: (chain, coins) => purse.set({ chain }, coins),
    repaired: (payments) => repairs.inc(payments),
    showFor(role, ctx) {
      // Rows say the same to everybody, so one role tells them.
      if (role === 'relay') registerMetrics(ctx, registry)
      for (const chain of role === 'chain' ? ctx.rails.keys() : []) errors.inc({ chain }, 0)
    },
    show: () => serveMetrics(common, registry),
  }
}
