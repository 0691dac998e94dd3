import { createBitcoinNode } from './bitcoin/node.ts'
import { getBitcoinNetwork } from './definitions/bitcoin.ts'
import { getEthereumNetwork } from './definitions/ethereum.ts'
import type { NodesEnv } from './env.ts'
import { createEvmNode } from './evm/node.ts'
import { isEvmRail } from './evm/rail.ts'
import type { Rail, RecoveryNode } from './rail.ts'
import { required } from './required.ts'

/** Observer of the calls to a node. */
export interface NodeObserver {
  readonly onCall?: (method: string) => void
}

/**
 * The node of a rail.
 * @throws {Error} naming a missing setting; the process must not start then.
 */
export function createNode(rail: Rail, settings: NodesEnv, observer: NodeObserver = {}): RecoveryNode {
  if (isEvmRail(rail)) {
    const priorityFees = { minPriorityFeeWei: settings.ETH_TIP_FLOOR_GWEI, maxPriorityFeeWei: settings.ETH_TIP_CAP_GWEI }
    return createEvmNode({ rail, rpcUrl: required(settings, 'ETH_RPC_URL'), priorityFees, ...observer })
  }
  return createBitcoinNode({ rail, rpcUrl: required(settings, 'BTC_RPC_URL'), ...observer })
}

/** Polling interval of a chain's node in milliseconds: the operator's setting, or the network's default. */
export function pollMsOf(rail: Rail, settings: NodesEnv): number {
  if (isEvmRail(rail)) return settings.ETH_POLL_MS ?? getEthereumNetwork(rail.chainId).pollMs
  return settings.BTC_POLL_MS ?? getBitcoinNetwork(rail.network).pollMs
}
