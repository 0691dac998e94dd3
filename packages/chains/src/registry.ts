import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { createBitcoinNode } from './bitcoin/node.ts'
import { createBitcoinRail } from './bitcoin/rail.ts'
import { getBitcoinNetwork } from './definitions/bitcoin.ts'
import { getEthereumNetwork } from './definitions/ethereum.ts'
import type { NodesEnv, RailsEnv, ServedChain } from './env.ts'
import { createEvmNode } from './evm/node.ts'
import { createEvmRail, isEvmRail } from './evm/rail.ts'
import type { ChainNode, Rail } from './rail.ts'

/** The chains this deployment serves. */
export type Rails = ReadonlyMap<ChainCode, Rail>

/** Who wants to count the calls to a node. */
export interface NodeObserver {
  readonly onCall?: (method: string) => void
}

/** The rail that carries an asset, or undefined when this deployment does not serve it. */
export function findRail(rails: Rails, asset: AssetCode): Rail | undefined {
  return [...rails.values()].find((rail) => rail.assets.includes(asset))
}

/**
 * The rails of a deployment, one per chain in `CHAINS`.
 *
 * @throws {Error} naming the setting that is missing or does not fit; nothing may start then.
 */
export function createRails(settings: RailsEnv): Rails {
  return new Map(settings.CHAINS.map((chain) => [chain, railOf[chain](settings)]))
}

/**
 * The node of a rail.
 *
 * @throws {Error} naming the setting that is missing; nothing may start then.
 */
export function createNode(rail: Rail, settings: NodesEnv, observer: NodeObserver = {}): ChainNode {
  if (isEvmRail(rail)) {
    const priorityFees = { minPriorityFeeWei: settings.ETH_TIP_FLOOR_GWEI, maxPriorityFeeWei: settings.ETH_TIP_CAP_GWEI }
    return createEvmNode({ rail, rpcUrl: required(settings, 'ETH_RPC_URL'), priorityFees, ...observer })
  }
  return createBitcoinNode({ rail, rpcUrl: required(settings, 'BTC_RPC_URL'), ...observer })
}

/** Milliseconds between two looks at a chain's node: the operator's choice, or what suits the network. */
export function pollMsOf(rail: Rail, settings: NodesEnv): number {
  if (isEvmRail(rail)) return settings.ETH_POLL_MS ?? getEthereumNetwork(rail.chainId).pollMs
  return settings.BTC_POLL_MS ?? getBitcoinNetwork(rail.network).pollMs
}

const railOf: { readonly [Chain in ServedChain]: (settings: RailsEnv) => Rail } = {
  BTC: (settings) => createBitcoinRail({ network: required(settings, 'BTC_NETWORK') }),
  ETH: (settings) => {
    const chainId = required(settings, 'ETH_CHAIN_ID')
    const usdc = settings.ETH_USDC_ADDRESS ?? getEthereumNetwork(chainId).usdc ?? required(settings, 'ETH_USDC_ADDRESS')
    return createEvmRail({ chain: 'ETH', chainId, factory: required(settings, 'ETH_DEPOSIT_FACTORY'), tokens: { USDC_ETH: usdc } })
  },
}

function required<Settings, Name extends keyof Settings & string>(settings: Settings, name: Name): NonNullable<Settings[Name]> {
  const value = settings[name]
  if (value === undefined || value === null) throw new Error(`${name} is required for the chains this deployment serves`)
  return value
}
