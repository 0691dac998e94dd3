import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { createBitcoinRail } from './bitcoin/rail.ts'
import { getEthereumNetwork } from './definitions/ethereum.ts'
import type { RailsEnv, ServedChain } from './env.ts'
import { createEvmRail } from './evm/rail.ts'
import type { Rail } from './rail.ts'
import { required } from './required.ts'

/** The chains of this deployment. */
export type Rails = ReadonlyMap<ChainCode, Rail>

/** The rail of an asset; undefined when this deployment does not serve it. */
export function findRail(rails: Rails, asset: AssetCode): Rail | undefined {
  return [...rails.values()].find((rail) => rail.assets.includes(asset))
}

/**
 * The rails of a deployment, one per chain in `CHAINS`.
 * @throws {Error} naming a missing or invalid setting; the process must not start then.
 */
export function createRails(settings: RailsEnv): Rails {
  return new Map(settings.CHAINS.map((chain) => [chain, railOf[chain](settings)]))
}

const railOf: { readonly [Chain in ServedChain]: (settings: RailsEnv) => Rail } = {
  BTC: (settings) => createBitcoinRail({ network: required(settings, 'BTC_NETWORK') }),
  ETH: (settings) => {
    const chainId = required(settings, 'ETH_CHAIN_ID')
    const usdc = settings.ETH_USDC_ADDRESS ?? getEthereumNetwork(chainId).usdc ?? required(settings, 'ETH_USDC_ADDRESS')
    return createEvmRail({ chain: 'ETH', chainId, factory: required(settings, 'ETH_DEPOSIT_FACTORY'), tokens: { USDC_ETH: usdc } })
  },
}
