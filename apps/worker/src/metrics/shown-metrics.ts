import { serveMetrics } from '@gateway/metrics-server/serve-metrics'
import { createProcessMetrics } from '@gateway/operations/observability/metrics/process-metrics'
import { registerMetrics } from '@gateway/operations/observability/metrics/register-metrics'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { WorkerMetrics } from './worker-metrics.ts'

/** Metrics of a worker process, served at its `METRICS_PORT`. */
export function createShownMetrics({ common }: Config): WorkerMetrics {
  const { registry, watchPool, watchSweeps } = createProcessMetrics()
  const registers = [registry]
  const calls = new Counter({ name: 'chain_rpc_calls_total', help: 'Calls to a node.', labelNames: ['chain', 'method'], registers })
  const errors = new Counter({
    name: 'chain_rpc_errors_total',
    help: 'Calls that a node failed or answered invalidly.',
    labelNames: ['chain'],
    registers,
  })
  const leases = new Counter({
    name: 'scanner_lease_changes_total',
    help: 'Leases of a chain taken by this process.',
    labelNames: ['chain'],
    registers,
  })
  const repairs = new Counter({
    name: 'reconcile_repairs_total',
    help: 'Payments with a lost or late timer, signal or run that a sweep repaired; expected after an outage.',
    registers,
  })
  const balance = gasPayerBalance(registers)
  return {
    watchPool,
    watchSweeps,
    rpcCalled: (chain, method) => calls.inc({ chain, method }),
    rpcFailed: (chain) => errors.inc({ chain }),
    leaseTaken: (chain) => leases.inc({ chain }),
    gasPayerHolds: (chain, coins) => balance.set({ chain }, coins),
    repaired: (payments) => repairs.inc(payments),
    showFor(role, ctx) {
      // Rows are the same for every process, so one role reports them.
      if (role === 'relay') registerMetrics(ctx, registry)
      for (const chain of role === 'chain' ? ctx.rails.keys() : []) errors.inc({ chain }, 0)
    },
    show: () => serveMetrics(common, registry),
  }
}

const gasPayerBalance = (registers: Registry[]) =>
  new Gauge({ name: 'gas_payer_balance_coins', help: 'Balance of the gas payer, in coins.', labelNames: ['chain'], registers })
