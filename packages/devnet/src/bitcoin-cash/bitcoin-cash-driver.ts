import { startMining } from '../bitcoin/bitcoin-miner.ts'
import type { ChainDriver, NodePlace } from '../chain-driver.ts'
import { FAUCET_ADDRESS } from './bitcoin-cash-coins.ts'
import {
  bitcoinCashBalance,
  bitcoinCashHeight,
  type BitcoinCashNode,
  mineBitcoinCash,
  newBitcoinCashAddress,
  payBitcoinCash,
} from './bitcoin-cash-faucet.ts'
import { type RunningBitcoinCash, startBitcoinCash } from './bitcoin-cash.ts'

/** Drives a chain of a bchd. Nobody holds a key of a new address, so what it receives stays there. */
export const bitcoinCashDriver = ({
  name,
  blockSeconds,
}: {
  name: string
  blockSeconds: number
}): ChainDriver<BitcoinCashNode, RunningBitcoinCash> => ({
  name,
  program: 'bchd',
  log: 'logs/regtest/bchd.log',
  blockSeconds,
  faucetAddress: FAUCET_ADDRESS,
  start: startWithMiner,
  mine: mineBitcoinCash,
  height: bitcoinCashHeight,
  newAddress: async () => newBitcoinCashAddress(),
  platformAddress: async () => newBitcoinCashAddress(),
  balance: bitcoinCashBalance,
  pay: (node, { to, units }) => payBitcoinCash(node, { address: to, sats: units }),
})

/** bchd mines no block by itself, so a miner beside it does. */
async function startWithMiner({ blockSeconds: everySeconds, ...place }: NodePlace): Promise<RunningBitcoinCash> {
  const node = await startBitcoinCash(place)
  if (everySeconds === undefined) return node
  const miner = startMining(() => mineBitcoinCash(node, 1), { everySeconds, ...(place.log && { log: place.log }) })
  const stop = async (): Promise<void> => {
    await miner.stop()
    await node.stop()
  }
  return { ...node, stop }
}
