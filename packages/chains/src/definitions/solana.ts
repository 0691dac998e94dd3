import type { ChainCode } from '@gateway/domain/money/asset'

/** The chains of this family. */
export const solanaChains = { SOL: { name: 'Solana', usdc: 'USDC_SOL' } } as const

/** True for a chain of this family. */
export const isSolanaChain = (chain: ChainCode): chain is keyof typeof solanaChains => Object.hasOwn(solanaChains, chain)

/** A Solana network the product can serve. */
export type SolanaNetworkName = 'mainnet-beta' | 'devnet' | 'testnet' | 'local'

/** The differences between Solana networks. Addresses are the same on all of them. */
export interface SolanaNetwork {
  readonly name: SolanaNetworkName
  /** The hash that a node answers to `getGenesisHash`; undefined where every chain has its own. */
  readonly genesisHash: string | undefined
  /** Circle's USDC mint where it is the default; elsewhere the deployment names one. */
  readonly usdc: string | undefined
  /** Default polling interval of the head. */
  readonly pollMs: number
  /** Explorer URL to which a signature is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
}

/**
 * The network table. Sources: https://docs.anza.xyz/clusters/available and
 * https://developers.circle.com/stablecoins/usdc-contract-addresses
 */
export const solanaNetworks = {
  'mainnet-beta': {
    name: 'mainnet-beta',
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    pollMs: 1_000,
    explorerTx: 'https://solscan.io/tx/',
  },
  devnet: {
    name: 'devnet',
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    usdc: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    pollMs: 1_000,
    explorerTx: undefined,
  },
  testnet: {
    name: 'testnet',
    genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
    usdc: undefined,
    pollMs: 1_000,
    explorerTx: undefined,
  },
  local: { name: 'local', genesisHash: undefined, usdc: undefined, pollMs: 250, explorerTx: undefined },
} as const satisfies { readonly [Name in SolanaNetworkName]: SolanaNetwork & { readonly name: Name } }

/** Every network name, in the order of the table; the first element makes it a zod enum. */
export const solanaNetworkNames = ['mainnet-beta', 'devnet', 'testnet', 'local'] as const satisfies readonly SolanaNetworkName[]

/** Blocks the cursor keeps. Only final blocks are read, so none of them is ever replaced by an honest node. */
export const SOLANA_RING_SIZE = 200

/** A transaction is accepted in this many blocks after the one whose hash it names (`MAX_PROCESSING_AGE` of Agave). */
export const BLOCKHASH_BLOCKS = 150

/** Blocks that must still take a transaction when it is signed, so that it lands or lapses long before anybody doubts it. */
export const LEAST_BLOCKS_LEFT = 100

/** The shortest time in which a block follows another, in milliseconds: so fast does a blockhash grow old. */
export const SOLANA_SLOT_MS = 200

/** True when a node with this genesis serves the network: a local one may have any that is not public. */
export function hasGenesis(network: SolanaNetwork, hash: string): boolean {
  const known: readonly SolanaNetwork[] = Object.values(solanaNetworks)
  if (network.genesisHash !== undefined) return hash === network.genesisHash
  return known.every(({ genesisHash }) => genesisHash !== hash)
}
