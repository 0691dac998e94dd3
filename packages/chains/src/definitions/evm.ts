import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { GasFork } from '../evm/fees/gas-schedules.ts'

/** A public or private network of an EVM chain this product can serve. */
export interface EvmNetwork {
  readonly chainId: number
  readonly name: string
  /** Hash of block 0, in lower case; undefined where every chain has its own. */
  readonly genesisHash: string | undefined
  /** Explorer URL to which a transaction hash is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  /** Tag of the newest irreversible block; counts as final for payouts. */
  readonly finalTag: 'finalized'
  /** Block hashes kept by the cursor; a deeper reorg stops the chain. */
  readonly ringSize: number
  /** The contract that logs every transfer of the native coin, in lower case; undefined where the chain has none. */
  readonly nativeLogs: string | undefined
  /**
   * Time of the first block, in Unix seconds, whose node logs every transfer of the coin under its own address (EIP-7708): such logs are money from then
   * on. Undefined until the fork is known to be active there.
   */
  readonly transferLogsFrom: number | undefined
  /** The fork whose gas prices it has; those of a coming one may be named early, since unused gas costs nothing. */
  readonly gasFork: GasFork
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

const ethereum = { finalTag: 'finalized', ringSize: 200, nativeLogs: undefined, transferLogsFrom: undefined, gasFork: 'osaka' } as const
// An hour of blocks: while milestones stand still, nodes may go back to the last finalized one.
const polygon = {
  finalTag: 'finalized',
  ringSize: 2_048,
  nativeLogs: '0x0000000000000000000000000000000000001010',
  transferLogsFrom: undefined,
  gasFork: 'chicago',
} as const

/**
 * The EVM chains. An entry gives a chain its settings, rail and node.
 *
 * Sources: contract addresses from https://developers.circle.com/stablecoins/usdc-contract-addresses, genesis hashes from `params/config.go` of
 * Bor, which has Ethereum's too.
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
        ...ethereum,
        chainId: 1,
        name: 'mainnet',
        genesisHash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
        explorerTx: 'https://etherscan.io/tx/',
        usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        pollMs: 3_000,
      },
      {
        ...ethereum,
        transferLogsFrom: 1_791_294_816,
        gasFork: 'amsterdam',
        chainId: 11_155_111,
        name: 'Sepolia',
        genesisHash: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
        explorerTx: 'https://sepolia.etherscan.io/tx/',
        usdc: undefined,
        pollMs: 3_000,
      },
      { ...ethereum, chainId: 31_337, name: 'devnet', genesisHash: undefined, explorerTx: undefined, usdc: undefined, pollMs: 250 },
    ],
  },
  POL: {
    name: 'Polygon',
    usdc: 'USDC_POL',
    // Block producers leave out what tips less. Source: https://docs.polygon.technology/tools/gas/polygon-gas-station
    tipFloorGwei: '25',
    tipCapGwei: '500',
    feeCapGwei: '5000',
    networks: [
      {
        ...polygon,
        chainId: 137,
        name: 'mainnet',
        genesisHash: '0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b',
        explorerTx: 'https://polygonscan.com/tx/',
        usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        pollMs: 3_000,
      },
      {
        ...polygon,
        chainId: 80_002,
        name: 'Amoy',
        genesisHash: '0x7202b2b53c5a0836e773e319d18922cc756dd67432f9a1f65352b61f4406c697',
        explorerTx: 'https://amoy.polygonscan.com/tx/',
        usdc: undefined,
        pollMs: 3_000,
      },
      { ...polygon, chainId: 31_338, name: 'devnet', genesisHash: undefined, explorerTx: undefined, usdc: undefined, pollMs: 250 },
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
