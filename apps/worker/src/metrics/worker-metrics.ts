import type { PoolUse } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '@gateway/operations/kernel/context'
import type { Role } from '../env.ts'

/** What a worker process tells about its work, whether or not anybody looks. */
export interface WorkerMetrics {
  readonly watchPool: (pool: PoolUse) => void
  /** A call to a chain's node was made. */
  rpcCalled(chain: ChainCode, method: string): void
  /** A chain's node did not answer, or not as it should. */
  rpcFailed(chain: ChainCode): void
  /** This process has taken a chain over. */
  leaseTaken(chain: ChainCode): void
  /** What the key that pays gas holds, in whole coins. */
  relayerHolds(chain: ChainCode, coins: number): void
  /** So many payments had lost their run, or missed a step, and were moved on. */
  repaired(payments: number): void
  /** Tells what a role has to tell; the figures of all rows are the relay's. */
  showFor(role: Role, ctx: Context): void
  /** Shows everything that is told. */
  show(): Promise<void>
}

/** Nobody looks: the signer has no listener, and other processes need none. */
export const silentMetrics: WorkerMetrics = {
  watchPool: () => {},
  rpcCalled: () => {},
  rpcFailed: () => {},
  leaseTaken: () => {},
  relayerHolds: () => {},
  repaired: () => {},
  showFor: () => {},
  show: () => Promise.resolve(),
}
