import { bitcoinDriver } from './bitcoin/bitcoin-driver.ts'
import { bitcoinCashDriver } from './bitcoin-cash/bitcoin-cash-driver.ts'
import type { ChainDriver } from './chain-driver.ts'
import { evmDriver } from './evm/evm-driver.ts'
import { solanaDriver } from './solana/solana-driver.ts'

/** The chains that the devnet runs; a further chain is a further row. */
export const chainDrivers = {
  BTC: bitcoinDriver({ name: 'Bitcoin', blockSeconds: 2 }),
  BCH: bitcoinCashDriver({ name: 'Bitcoin Cash', blockSeconds: 2 }),
  ETH: evmDriver({ name: 'Ethereum', chainId: 31_337, blockSeconds: 1 }),
  // Faster than Polygon's two seconds, so that nobody waits minutes for its 128 confirmations.
  POL: evmDriver({ name: 'Polygon', chainId: 31_338, blockSeconds: 0.25 }),
  // Slots of the public networks since autumn 2026.
  SOL: solanaDriver({ blockSeconds: 0.2 }),
} as const

/** A chain that the devnet runs. */
export type DevnetChain = keyof typeof chainDrivers

/** Every chain that the devnet runs. */
export const devnetChains = Object.keys(chainDrivers) as DevnetChain[]

/** The running node of each chain. */
export type RunningNodes = { readonly [Chain in DevnetChain]: Awaited<ReturnType<(typeof chainDrivers)[Chain]['start']>> }

/** The driver of a chain, for the node of that chain. */
export const driverOf = (chain: DevnetChain): ChainDriver => chainDrivers[chain]

/** The folder of a chain's node in a devnet's folder. */
export const folderOf = (chain: DevnetChain): string => `${chainDrivers[chain].program}-${chain.toLowerCase()}`
