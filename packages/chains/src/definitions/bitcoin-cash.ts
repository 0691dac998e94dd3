import type { BitcoinNetworkName, NetworkFacts } from './bitcoin.ts'

const testNetwork = { prefix: 'bchtest', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, coinType: 1, pollMs: 5_000 } as const

/**
 * The network table. `testnet` is testnet3. Sources: chainparams.cpp and chainparamsbase.cpp of Bitcoin Cash Node, chaincfg/params.go of
 * bchd, whose names for networks differ; SLIP-44.
 */
export const bitcoinCashNetworks = {
  mainnet: {
    name: 'mainnet',
    nodeChains: ['main', 'mainnet'],
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    ownBlocks: [{ height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' }],
    prefix: 'bitcoincash',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    coinType: 145,
    pollMs: 5_000,
    explorerTx: 'https://blockchair.com/bitcoin-cash/transaction/',
  },
  testnet: {
    ...testNetwork,
    name: 'testnet',
    nodeChains: ['test', 'testnet3'],
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    ownBlocks: [{ height: 1_341_712, hash: '00000000fffc44ea2e202bd905a9fbbb9491ef9e9d5a9eed4039079229afa35b' }],
    explorerTx: undefined,
  },
  testnet4: {
    ...testNetwork,
    name: 'testnet4',
    nodeChains: ['test4', 'testnet4'],
    genesisHash: '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b',
    explorerTx: undefined,
  },
  chipnet: {
    ...testNetwork,
    name: 'chipnet',
    nodeChains: ['chip', 'chipnet'],
    genesisHash: '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b',
    explorerTx: undefined,
  },
  regtest: {
    ...testNetwork,
    name: 'regtest',
    nodeChains: ['regtest'],
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    prefix: 'bchreg',
    pollMs: 500,
    explorerTx: undefined,
  },
} as const satisfies { readonly [Name in BitcoinNetworkName]?: NetworkFacts & { readonly name: Name } }
