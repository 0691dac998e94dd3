import type { ChainCode } from '@gateway/domain/money/asset'
import { bitcoinCashNetworks } from './bitcoin-cash.ts'

/** A network of Bitcoin's family that the product can serve; `chipnet` is Bitcoin Cash's, `signet` Bitcoin's. */
export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'chipnet' | 'regtest'

/** A block by which a network is told from others. */
interface OwnBlock {
  readonly height: number
  readonly hash: string
}

/** The differences between networks of a chain: address spelling, first block, derivation. */
export interface NetworkFacts {
  readonly name: BitcoinNetworkName
  /** The network's names in the answer to `getblockchaininfo`; node programs differ. */
  readonly nodeChains: readonly string[]
  readonly genesisHash: string
  /**
   * Checkpoints: blocks that only this chain has, where others share the first block and the name. Bitcoin Cash left Bitcoin in 2017, Bitcoin
   * Knots in 2026. The last one is the newest that a source beside the network itself has published.
   */
  readonly ownBlocks?: readonly OwnBlock[]
  /** Human-readable part of witness addresses (BIP-173) or of cash addresses. */
  readonly prefix: string
  /** Version byte of P2PKH addresses. */
  readonly pubKeyHash: number
  /** Version byte of P2SH addresses. */
  readonly scriptHash: number
  /** Version byte of exported private keys. */
  readonly wif: number
  /** Coin type of derivation paths (SLIP-44). */
  readonly coinType: 0 | 1 | 145
  /** Default polling interval of the scanner. */
  readonly pollMs: number
  /** Explorer URL to which a transaction id is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
}

const testPrefixes = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, coinType: 1 } as const

/** A network of a chain of this family. */
export interface BitcoinNetwork extends NetworkFacts {
  readonly chain: BitcoinChain
}

/**
 * Bitcoin's network table. Sources: chainparams.cpp of Bitcoin Core, BIP-94 (testnet4), BIP-325 (signet); for blocks 963 647 and 149 183 the
 * checkpoints of Electrum 4.8.3. docs/chain-facts.md has the date of each.
 */
const bitcoinNetworks = {
  mainnet: {
    name: 'mainnet',
    nodeChains: ['main'],
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    ownBlocks: [
      { height: 840_000, hash: '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5' },
      // After both splits of Bitcoin Knots, at 961 632 and 961 640; the hash shows the work of all of Bitcoin's miners.
      { height: 963_647, hash: '00000000000000000000d29ee44c13e924c37abcaa80c537609ce70b1fea1f33' },
    ],
    prefix: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    coinType: 0,
    pollMs: 5_000,
    explorerTx: 'https://mempool.space/tx/',
  },
  testnet: {
    ...testPrefixes,
    name: 'testnet',
    nodeChains: ['test'],
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    ownBlocks: [
      { height: 2_500_000, hash: '0000000000000093bcb68c03a9a168ae252572d348a2eaeba2cdf9231d73206f' },
      { height: 4_840_000, hash: '00000000000000f4971a7fb37fbdff89315b69a2e1920c467654a382f0d64786' },
    ],
    prefix: 'tb',
    pollMs: 5_000,
    explorerTx: 'https://mempool.space/testnet/tx/',
  },
  testnet4: {
    ...testPrefixes,
    name: 'testnet4',
    nodeChains: ['testnet4'],
    genesisHash: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    // Before the split of Bitcoin Knots at 150 308: nobody has published the hash of a later one. A node of Knots gives itself away by its name.
    ownBlocks: [{ height: 149_183, hash: '00000000007899e1a91526d0258948b023f565a35fe0b0d2f9c898a39906495b' }],
    prefix: 'tb',
    pollMs: 5_000,
    explorerTx: 'https://mempool.space/testnet4/tx/',
  },
  signet: {
    ...testPrefixes,
    name: 'signet',
    nodeChains: ['signet'],
    genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    ownBlocks: [{ height: 290_000, hash: '0000000577f2741bb30cd9d39d6d71b023afbeb9764f6260786a97969d5c9ac0' }],
    prefix: 'tb',
    pollMs: 5_000,
    explorerTx: 'https://mempool.space/signet/tx/',
  },
  regtest: {
    ...testPrefixes,
    name: 'regtest',
    nodeChains: ['regtest'],
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    prefix: 'bcrt',
    pollMs: 500,
    explorerTx: undefined,
  },
} as const satisfies { readonly [Name in BitcoinNetworkName]?: NetworkFacts & { readonly name: Name } }

/** A chain of Bitcoin's family, in the words of its settings. */
interface BitcoinDefinition {
  readonly name: string
  /** Its coin in the plural. */
  readonly coins: string
  /** RPC port of the main network. */
  readonly rpcPort: number
  /** Default of the highest fee rate that is signed. */
  readonly feeCapSatPerVbyte: number
  /** Block hashes the cursor keeps; a deeper reorg stops the chain. */
  readonly ringSize: number
  /** Confirmations at which the gateway's payouts count as final. */
  readonly finalDepth: number
  readonly networks: { readonly mainnet: NetworkFacts } & { readonly [Name in BitcoinNetworkName]?: NetworkFacts }
}

/** The chains of this family. An entry gives a chain its settings, rail, node and keys. */
export const bitcoinChains = {
  BTC: {
    name: 'Bitcoin',
    coins: 'bitcoins',
    rpcPort: 8_332,
    feeCapSatPerVbyte: 500,
    ringSize: 200,
    finalDepth: 6,
    networks: bitcoinNetworks,
  },
  BCH: {
    name: 'Bitcoin Cash',
    coins: 'bitcoin cash',
    rpcPort: 8_332,
    feeCapSatPerVbyte: 20,
    ringSize: 200,
    finalDepth: 10,
    networks: bitcoinCashNetworks,
  },
} as const satisfies { readonly [Chain in ChainCode]?: BitcoinDefinition }

/** A chain of this family for which this version has a rail. */
export type BitcoinChain = keyof typeof bitcoinChains

/** True for a chain of this table. */
const isBitcoinChain = (chain: ChainCode): chain is BitcoinChain => Object.hasOwn(bitcoinChains, chain)

/** The network of a chain. @throws RangeError for an unknown chain or name: the deployment is misconfigured. */
export function getBitcoinNetwork(chain: ChainCode, name: string): BitcoinNetwork {
  if (isBitcoinChain(chain))
    for (const network of Object.values<NetworkFacts>(bitcoinChains[chain].networks))
      if (network.name === name) return { ...network, chain }
  throw new RangeError(`There is no network of ${chain} named ${name}`)
}
