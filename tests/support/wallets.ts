import { type DevnetChain, driverOf } from '@gateway/devnet/chains'
import { newBitcoinCashAddress } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import type { BitcoinNode } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { eachChain } from '@gateway/scripts/stack/each-chain'
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'

/** Wallets without any transaction. */
export async function newWallets({ rpc }: Pick<BitcoinNode, 'rpc'>): Promise<Record<DevnetChain, string>> {
  const hash = randomBytes(20).toString('hex')
  // BIP-141: version 0, then 20 bytes; the node spells it as an address.
  const { address } = await callRpc<{ address: string }>(rpc, { method: 'decodescript', params: [`0014${hash}`] })
  const account = getAddress(`0x${hash}`)
  return { ...eachChain((chain) => (driverOf(chain).chainId === undefined ? address : account)), BCH: newBitcoinCashAddress() }
}
