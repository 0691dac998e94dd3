import type { Orm, PoolUse } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '@gateway/operations/kernel/context'
import type { Role } from '../env.ts'

/** The events a worker process reports, with or without a metrics port. */
export interface WorkerMetrics {
  readonly watchPool: (pool: PoolUse) => void
  readonly watchSweeps: (orm: Orm) => void
  /** A call to a chain's node was made. */
  rpcCalled(chain: ChainCode, method: string): void
  /** A chain's node did not answer, or invalidly. */
  rpcFailed(chain: ChainCode): void
  /** This process took the lease of a chain. */
  leaseTaken(chain: ChainCode): void
  /** Balance of the gas payer, in whole coins. */
  gasPayerHolds(chain: ChainCode, coins: number): void
  /** Number of stalled payments that were repaired. */
  repaired(payments: number): void
  /** Registers the metrics of a role; those of all rows belong to the relay. */
  showFor(role: Role, ctx: Context): void
  /** Serves all metrics. */
  show(): Promise<void>
}

/** No metrics: the signer has no listener, and other processes need none. */
export const silentMetrics: WorkerMetrics = {
  watchPool: () => {},
  watchSweeps: () => {},
  rpcCalled: () => {},
  rpcFailed: () => {},
  leaseTaken: () => {},
  gasPayerHolds: () => {},
  repaired: () => {},
  showFor: () => {},
  show: () => Promise.resolve(),
}
