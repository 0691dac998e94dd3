import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { assetOf } from '@gateway/domain/money/asset'
import type { WorkerMetrics } from '../metrics/worker-metrics.ts'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 60_000

/** Regularly reports the balance of a chain's gas payer. */
export function watchGasPayer(metrics: WorkerMetrics, { node, address }: { node: ChainNode; address: string }): RunningRole {
  const { chain } = node.rail
  return recurring(LOOK_EVERY_MS, () =>
    node.readBalance(address).then(
      // A gauge is a double: good for a threshold, and never used as money.
      (units) => metrics.gasPayerHolds(chain, Number(units) / 10 ** assetOf(chain).decimals),
      () => {
        // The node counts the failure; the last value stays.
      },
    ),
  )
}
