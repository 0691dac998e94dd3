import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { createBitcoinRail } from './bitcoin/rail.ts'
import { type EvmChain, evmChains, getEvmNetwork, isEvmChain } from './definitions/evm.ts'
import type { RailSettings } from './env.ts'
import { isSolanaChain, solanaNetworks } from './definitions/solana.ts'
import { createEvmRail } from './evm/rail.ts'
import type { Rail } from './rail.ts'
import { required } from './required.ts'
import type { ServedChain } from './settings.ts'
import { createSolanaRail } from './solana/rail.ts'

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
export function createRails({ CHAINS, chains }: RailSettings): Rails {
  return new Map(CHAINS.map((chain) => [chain, railOf(chain, chains)]))
}

function railOf(chain: ServedChain, chains: RailSettings['chains']): Rail {
  if (isEvmChain(chain)) return evmRailOf(chain, chains[chain] ?? {})
  if (isSolanaChain(chain)) return solanaRailOf(chain, chains[chain] ?? {})
  return createBitcoinRail({ chain, network: required(chain, chains[chain] ?? {}, 'NETWORK') })
}

function evmRailOf(chain: EvmChain, own: NonNullable<RailSettings['chains'][EvmChain]>): Rail {
  const chainId = required(chain, own, 'CHAIN_ID')
  const usdc = own.USDC_ADDRESS ?? getEvmNetwork(chain, chainId).usdc ?? required(chain, own, 'USDC_ADDRESS')
  const factory = required(chain, own, 'DEPOSIT_FACTORY')
  return createEvmRail({ chain, chainId, factory, tokens: { [evmChains[chain].usdc]: usdc } })
}

function solanaRailOf(chain: 'SOL', own: NonNullable<RailSettings['chains']['SOL']>): Rail {
  const network = required(chain, own, 'NETWORK')
  return createSolanaRail({ network, usdc: own.USDC_MINT ?? solanaNetworks[network].usdc ?? required(chain, own, 'USDC_MINT') })
}
