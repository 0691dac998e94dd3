import type { DevnetChain } from '@gateway/devnet/chains'
import { type BitcoinNode, newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'

/**
 * Addresses without any transaction, one of each chain. The node's faucet wallet holds the key of the Bitcoin one; nobody holds a key of the
 * Ethereum one, so what it receives stays there.
 */
export const freshWallets = async (bitcoin: BitcoinNode): Promise<Record<DevnetChain, string>> => ({
  BTC: await newBitcoinAddress(bitcoin),
  ETH: getAddress(`0x${randomBytes(20).toString('hex')}`),
})
