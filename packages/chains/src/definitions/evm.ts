import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'

/** A public or private network of an EVM chain this product can serve. */
export interface EvmNetwork {
  readonly chainId: number
  readonly name: string
  /** Explorer URL to which a transaction hash is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  /** Tag of the newest irreversible block; counts as final for payouts. */
  readonly finalTag: 'finalized'
  /** Block hashes kept by the cursor; a deeper reorg stops the chain. */
  readonly ringSize: number
  /** Circle's USDC contract where it is the default; elsewhere the deployment names one. */
  readonly usdc: string | undefined
  /** Default polling interval of the head. */
  readonly pollMs: number
}

/** An EVM chain with its networks, and the defaults of its gas settings in gwei. */
interface EvmDefinition {
  readonly name: string
  /** The asset of its USDC contract. */
  readonly usdc: AssetCode
  readonly tipFloorGwei: string
  readonly tipCapGwei: string
  readonly feeCapGwei: string
  /** The main network first. */
  readonly networks: readonly [EvmNetwork, ...EvmNetwork[]]
}

const common = { finalTag: 'finalized', ringSize: 200 } as const

/**
 * The EVM chains. An entry gives a chain its settings, rail and node.
 *
 * Source of the contract addresses: https://developers.circle.com/stablecoins/usdc-contract-addresses
 */
export const evmChains = {
  ETH: {
    name: 'Ethereum',
    usdc: 'USDC_ETH',
    tipFloorGwei: '0.01',
    tipCapGwei: '5',
    feeCapGwei: '300',
    networks: [
      {
        ...common,
        chainId: 1,
        name: 'mainnet',
        explorerTx: 'https://etherscan.io/tx/',
        usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        pollMs: 3_000,
      },
      {
        ...common,
        chainId: 11_155_111,
        name: 'Sepolia',
        explorerTx: 'https://sepolia.etherscan.io/tx/',
        usdc: undefined,
        pollMs: 3_000,
      },
      { ...common, chainId: 31_337, name: 'devnet', explorerTx: undefined, usdc: undefined, pollMs: 250 },
    ],
  },
} as const satisfies { readonly [Chain in ChainCode]?: EvmDefinition }

/** An EVM chain for which this version has a rail. */
export type EvmChain = keyof typeof evmChains

/** True for a chain of this table. */
export const isEvmChain = (chain: ChainCode): chain is EvmChain => Object.hasOwn(evmChains, chain)

/** The network of a chain id. @throws {RangeError} for an unknown one: the deployment is misconfigured. */
export function getEvmNetwork(chain: EvmChain, chainId: number): EvmNetwork {
  const { name, networks }: EvmDefinition = evmChains[chain]
  const network = networks.find((candidate) => candidate.chainId === chainId)
  if (!network) throw new RangeError(`There is no ${name} network with chain id ${chainId}`)
  return network
}
