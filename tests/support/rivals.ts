import { mineTransaction as mineBitcoinTransaction, signDoubleSpend as signBitcoin } from '@gateway/devnet/bitcoin/bitcoin-double-spend'
import { signDoubleSpend as signBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-double-spend'
import { mineTransaction as mineBitcoinCashTransaction } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'
import type { Story } from './story.ts'

/** A transaction over the coins of an unconfirmed payment, which pays an address. */
interface Rival {
  readonly txId: string
  readonly to: string
  readonly sats: bigint
}

/** Mines a block with a rival of an unconfirmed payment, past the mempool; returns the rival's id. */
type MineRival = (story: Story, rival: Rival) => Promise<string>

/** How unconfirmed payments lose their coins to a rival; undefined on chains whose deposits first exist in a block. */
const rivals: { readonly [Chain in DevnetChain]: MineRival | undefined } = {
  async BTC({ chains }, rival) {
    const signed = await signBitcoin(chains.BTC, rival)
    await mineBitcoinTransaction(chains.BTC, signed)
    return signed.txId
  },
  async BCH({ chains }, rival) {
    const signed = await signBitcoinCash(chains.BCH, rival)
    await mineBitcoinCashTransaction(chains.BCH, signed)
    return signed.txId
  },
  ETH: undefined,
  POL: undefined,
  SOL: undefined,
}

/** Every chain whose deposits are seen before their block, with its rivals. */
export const mempoolChains = devnetChains.flatMap((chain) => {
  const mineRival = rivals[chain]
  return mineRival ? [{ chain, mineRival }] : []
})
