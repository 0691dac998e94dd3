/** A public or private Ethereum network this product can serve. */
export interface EthereumNetwork {
  readonly chainId: number
  readonly name: string
  /** Web page of a transaction, ready to take the hash at its end; undefined where nobody runs one. */
  readonly explorerTx: string | undefined
  /** Block whose contents the network's consensus calls irreversible; counts as final for payouts. */
  readonly finalTag: 'finalized'
  /** Block hashes kept by the cursor; a deeper reorganisation stops the chain. */
  readonly ringSize: number
  /** Circle's USDC contract where it is the obvious default; elsewhere the deployment names its own. */
  readonly usdc: string | undefined
  /** How often the head is looked at unless the deployment says otherwise. */
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

/** The network with a chain id. @throws {RangeError} for one that is not in the table: the deployment is set up wrongly. */
export function getEthereumNetwork(chainId: number): EthereumNetwork {
  const network = ethereumNetworks.find((candidate) => candidate.chainId === chainId)
  if (!network) throw new RangeError(`There is no Ethereum network with chain id ${chainId}`)
  return network
}
