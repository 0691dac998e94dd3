import type { ChainCode } from '@gateway/domain/money/asset'
import { createBitcoinNode } from './bitcoin/node.ts'
import { createBitcoinReconciliationNode } from './bitcoin/reconciliation-node.ts'
import { isEvmChain } from './definitions/evm.ts'
import { isSolanaChain, solanaChains } from './definitions/solana.ts'
import type { NodeSettings } from './env.ts'
import { createEvmNode } from './evm/node.ts'
import { createEvmReconciliationNode } from './evm/reconciliation-node.ts'
import { isEvmRail } from './evm/rail.ts'
import type { Rail } from './rail.ts'
import type { RecoveryNode } from './rail/recovery-node.ts'
import type { ReconciliationNode, ReconciliationNodeSettings } from './reconciliation.ts'
import { required } from './required.ts'
import { isServedChain } from './settings.ts'
import { createSolanaNode } from './solana/node.ts'
import { isSolanaRail } from './solana/rail.ts'
import { createSolanaReconciliationNode } from './solana/reconciliation-node.ts'

/** Observer of the calls to a node. */
export interface NodeObserver {
  readonly onCall?: (method: string) => void
}

/**
 * The node of a rail.
 * @throws {Error} naming a missing setting; the process must not start then.
 */
export function createNode(rail: Rail, settings: NodeSettings, observer: NodeObserver = {}): RecoveryNode {
  const rpcUrl = required(rail.chain, ownOf(settings, rail), 'RPC_URL')
  if (isSolanaRail(rail)) return createSolanaNode({ rail, rpcUrl, ...observer })
  if (!isEvmRail(rail)) return createBitcoinNode({ rail, rpcUrl, ...observer })
  const { TIP_FLOOR_GWEI, TIP_CAP_GWEI } = settings.chains[rail.chain]
  const priorityFees = { minPriorityFeeWei: TIP_FLOOR_GWEI, maxPriorityFeeWei: TIP_CAP_GWEI }
  return createEvmNode({ rail, rpcUrl, priorityFees, ...observer })
}

/**
 * The node of a rail as the reconciliation asks it.
 * @throws {Error} naming a missing setting; the process must not start then.
 */
export const reconciliationNodeOf = (rail: Rail, settings: NodeSettings): ReconciliationNode =>
  createReconciliationNode(rail.chain, { rpcUrl: required(rail.chain, ownOf(settings, rail), 'RPC_URL'), tokens: tokensOf(rail) })

function tokensOf(rail: Rail): ReconciliationNodeSettings['tokens'] {
  if (isSolanaRail(rail)) return { [solanaChains[rail.chain].usdc]: rail.usdc }
  if (!isEvmRail(rail)) return {}
  const contracts = rail.assets.map((asset) => ({ asset, token: rail.tokenOf(asset) }))
  return Object.fromEntries(contracts.flatMap(({ asset, token }) => (token === null ? [] : [[asset, token]])))
}

/** The same by address, where there is no rail. */
export function createReconciliationNode(chain: ChainCode, settings: ReconciliationNodeSettings): ReconciliationNode {
  if (isEvmChain(chain)) return createEvmReconciliationNode(chain, settings)
  if (isSolanaChain(chain)) return createSolanaReconciliationNode(settings)
  return createBitcoinReconciliationNode(chain, settings)
}

/** Polling interval of a chain's node in milliseconds: the operator's setting, or the network's default. */
export const pollMsOf = (rail: Rail, settings: NodeSettings): number => ownOf(settings, rail).POLL_MS ?? rail.pollMs

/** What every node has set, whatever its family. */
const ownOf = (
  { chains }: NodeSettings,
  { chain }: Rail,
): { readonly RPC_URL?: string | undefined; readonly POLL_MS?: number | undefined } => (isServedChain(chain) ? chains[chain] : {})
