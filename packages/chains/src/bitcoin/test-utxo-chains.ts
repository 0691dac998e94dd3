import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineTransaction, signDoubleSpend } from '@gateway/devnet/bitcoin/bitcoin-double-spend'
import { mineBitcoin, newBitcoinAddress, payBitcoin, reorgBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { type RunningBitcoinCash, startBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash'
import { mineBlock, readParent } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-blocks'
import { doubleSpendBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-double-spend'
import {
  bitcoinCashHeight,
  mineBitcoinCash,
  newBitcoinCashAddress,
  payBitcoinCash,
  reorgBitcoinCash,
} from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import type { BitcoinChain, BitcoinNetworkName } from '../definitions/bitcoin.ts'
import { verifiedCashForward } from './test-cash-forward.ts'
import { verifiedForward } from './test-forward.ts'

/** What payers, miners and attackers do on a running node of a chain of the family. */
export interface UtxoNode {
  readonly rpc: string
  stop(): Promise<void>
  /** An address that is none of the gateway's. */
  newAddress(): Promise<string>
  /** Pays from the faucet; returns the transaction's id. */
  pay(address: string, sats: bigint): Promise<string>
  /** Mines a block with the mempool's transactions. */
  mine(): Promise<unknown>
  /** Replaces the newest block by two empty ones. */
  orphan(): Promise<unknown>
  /** Mines a block whose reward goes to an address. */
  mineTo(address: string): Promise<unknown>
  /** Mines a block that spends the coins of an unconfirmed payment of the faucet elsewhere; returns the rival's id. */
  spendElsewhere(txId: string): Promise<string>
}

/** A chain of the family as its contract needs it. */
export interface UtxoChain {
  readonly start: (dataDir: string) => Promise<UtxoNode>
  /** A network that the running node does not serve. */
  readonly otherNetwork: BitcoinNetworkName
  /** Signs a forward, which an independent implementation verifies. */
  readonly verifiedForward: typeof verifiedForward
}

/** Every chain of the family: each must pass the contract. */
export const utxoChains: { readonly [Chain in BitcoinChain]: UtxoChain } = {
  BTC: { start: async (dataDir) => driveBitcoin(await startBitcoin({ dataDir })), otherNetwork: 'signet', verifiedForward },
  BCH: {
    start: async (dataDir) => driveBitcoinCash(await startBitcoinCash({ dataDir })),
    otherNetwork: 'chipnet',
    verifiedForward: verifiedCashForward,
  },
}

const driveBitcoin = (node: RunningBitcoin): UtxoNode => ({
  rpc: node.rpc,
  stop: () => node.stop(),
  newAddress: () => newBitcoinAddress(node),
  pay: (address, sats) => payBitcoin(node, { address, sats }),
  mine: () => mineBitcoin(node, 1),
  orphan: () => reorgBitcoin(node, 1),
  mineTo: (address) => callRpc(node.rpc, { method: 'generatetoaddress', params: [1, address] }),
  async spendElsewhere(txId) {
    const rival = await signDoubleSpend(node, { txId, to: await newBitcoinAddress(node), sats: 10_000n })
    await mineTransaction(node, rival)
    return rival.txId
  },
})

const driveBitcoinCash = (node: RunningBitcoinCash): UtxoNode => ({
  rpc: node.rpc,
  stop: () => node.stop(),
  newAddress: async () => newBitcoinCashAddress(),
  pay: (address, sats) => payBitcoinCash(node, { address, sats }),
  mine: () => mineBitcoinCash(node, 1),
  orphan: () => reorgBitcoinCash(node, 1),
  mineTo: async (address) => mineBlock(node, { parent: await readParent(node, await bitcoinCashHeight(node)), to: address }),
  spendElsewhere: (txid) => doubleSpendBitcoinCash(node, { txid, to: newBitcoinCashAddress() }),
})
