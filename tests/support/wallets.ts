import { findScriptAddress } from '@gateway/chains/bitcoin/address'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { newBitcoinCashAddress } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'
import { newSolanaAddress } from '@gateway/devnet/solana/solana-faucet'
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import { onServed } from './served.ts'

/** Wallets without any transaction, of every chain or of those that a story serves. */
export const newWallets = (served: readonly DevnetChain[] = devnetChains): Promise<Record<DevnetChain, string>> =>
  onServed(served, async (chain) => walletOf[chain]())

const newAccount = (): string => getAddress(`0x${randomBytes(20).toString('hex')}`)

const walletOf: { readonly [Chain in DevnetChain]: () => string | Promise<string> } = {
  BTC: newWitness,
  BCH: newBitcoinCashAddress,
  ETH: newAccount,
  POL: newAccount,
  SOL: newSolanaAddress,
}

/** BIP-141: version 0, then 20 bytes. */
function newWitness(): string {
  const address = findScriptAddress(getBitcoinNetwork('BTC', 'regtest'), Buffer.from([0, 20, ...randomBytes(20)]))
  if (address === undefined) throw new Error('a witness script has no address')
  return address
}
