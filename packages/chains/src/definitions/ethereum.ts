/** A public or private Ethereum network this product can serve. */
export interface EthereumNetwork {
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

const common = { finalTag: 'finalized', ringSize: 200 } as const

/**
 * The Ethereum networks, by chain id.
 *
 * Source of the contract address: https://developers.circle.com/stablecoins/usdc-contract-addresses
 */
const ethereumNetworks: readonly EthereumNetwork[] = [
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
    name: 'sepolia',
    explorerTx: 'https://sepolia.etherscan.io/tx/',
    usdc: undefined,
    pollMs: 3_000,
  },
  { ...common, chainId: 31_337, name: 'devnet', explorerTx: undefined, usdc: undefined, pollMs: 250 },
]

/** The network of a chain id. @throws {RangeError} for an unknown one: the deployment is misconfigured. */
export function getEthereumNetwork(chainId: number): EthereumNetwork {
  const network = ethereumNetworks.find((candidate) => candidate.chainId === chainId)
  if (!network) throw new RangeError(`There is no Ethereum network with chain id ${chainId}`)
  return network
}
