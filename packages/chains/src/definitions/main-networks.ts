import type { ChainCode } from '@gateway/domain/money/asset'
import { eachChain } from '../settings.ts'
import { bitcoinChains } from './bitcoin.ts'
import { evmChains } from './evm.ts'
import { solanaNetworks } from './solana.ts'

/** The network of each chain whose coins have value, as its rail names it. */
const mainNetworks: Readonly<Record<ChainCode, string>> = {
  ...eachChain(bitcoinChains, (chain) => bitcoinChains[chain].networks.mainnet.name),
  ...eachChain(evmChains, (chain) => String(evmChains[chain].networks[0].chainId)),
  SOL: solanaNetworks['mainnet-beta'].name,
}

/** False on a network whose coins have no value. */
export const isMainNetwork = ({ chain, network }: { readonly chain: ChainCode; readonly network: string }): boolean =>
  mainNetworks[chain] === network
