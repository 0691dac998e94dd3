import * as cashRivals from '@gateway/devnet/bitcoin-cash/bitcoin-cash-double-spend'
import { mineBitcoinCash, mineTransaction, reorgBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { keepUnmined } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-mempool'
import * as bitcoinRivals from '@gateway/devnet/bitcoin/bitcoin-double-spend'
import { mineBitcoin, reorgBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { chainDrivers } from '@gateway/devnet/chains'
import { bitcoinCashWallet } from './bitcoin-cash-wallet.ts'
import { bitcoinWallet } from './bitcoin-wallet.ts'
import { type Chain, chaosChains, type Nodes } from './chains.ts'
import { evmChain } from './evm-chain.ts'
import type { LiveChain } from './live-chain.ts'
import { solanaChain } from './solana-chain.ts'
import { utxoChain } from './utxo-chain.ts'

/** How each chain is opened on its node. */
const opens: { readonly [One in Chain]: (node: Nodes[One]) => LiveChain } = {
  BTC: utxoChain({
    ...bitcoinRivals,
    blockSeconds: chainDrivers.BTC.blockSeconds,
    wallet: bitcoinWallet,
    mine: mineBitcoin,
    reorganise: reorgBitcoin,
  }),
  BCH: utxoChain({
    ...cashRivals,
    keepUnmined,
    mineTransaction,
    blockSeconds: chainDrivers.BCH.blockSeconds,
    wallet: bitcoinCashWallet,
    mine: mineBitcoinCash,
    reorganise: reorgBitcoinCash,
  }),
  ETH: evmChain,
  POL: evmChain,
  SOL: solanaChain,
}

/** Opens every chain on its node. */
export const openChains = (nodes: Nodes): Readonly<Record<Chain, LiveChain>> =>
  Object.fromEntries(chaosChains.map((chain) => [chain, openOn(chain, nodes)])) as Record<Chain, LiveChain> // Every chain is there.

const openOn = <One extends Chain>(chain: One, nodes: Nodes): LiveChain => opens[chain](nodes[chain])
