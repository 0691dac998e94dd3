import type { ChainDriver, NodePlace } from '../chain-driver.ts'
import { bitcoinBalance, bitcoinHeight, type BitcoinNode, mineBitcoin, newBitcoinAddress, payBitcoin } from './bitcoin-faucet.ts'
import { startMiner } from './bitcoin-miner.ts'
import { type RunningBitcoin, startBitcoin } from './bitcoin.ts'

/** Drives a chain of a bitcoind. */
export const bitcoinDriver = ({
  name,
  blockSeconds,
}: {
  name: string
  blockSeconds: number
}): ChainDriver<BitcoinNode, RunningBitcoin> => ({
  name,
  program: 'bitcoind',
  log: 'regtest/debug.log',
  blockSeconds,
  start: startMining,
  mine: mineBitcoin,
  height: bitcoinHeight,
  newAddress: newBitcoinAddress,
  platformAddress: newBitcoinAddress,
  balance: bitcoinBalance,
  pay: (node, { to, units }) => payBitcoin(node, { address: to, sats: units }),
})

/** bitcoind mines no block by itself, so a miner beside it does. */
async function startMining({ blockSeconds: everySeconds, ...place }: NodePlace): Promise<RunningBitcoin> {
  const node = await startBitcoin(place)
  if (everySeconds === undefined) return node
  const miner = startMiner(node, { everySeconds, ...(place.log && { log: place.log }) })
  const stop = async (): Promise<void> => {
    await miner.stop()
    await node.stop()
  }
  return { ...node, stop }
}
