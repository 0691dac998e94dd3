import type { FeeEstimate } from '../rail.ts'
import { ask } from './rpc/ask.ts'
import type { BitcoinRpc } from './rpc/rpc.ts'
import { FeeAnswer, MempoolInfo } from './rpc/shapes.ts'

/** How a fee rate is estimated, in milli-satoshis per virtual byte. */
export interface FeeSettings {
  /** Blocks within which a transaction should be mined. */
  readonly targetBlocks: number
  /** Used while the node has too few blocks to estimate from, as on a fresh regtest. */
  readonly fallbackMilliSats: bigint
  /** The minimum: nodes do not relay below one satoshi per virtual byte. */
  readonly floorMilliSats: bigint
}

/** Default fee settings. */
export const defaultFeeSettings: FeeSettings = { targetBlocks: 3, fallbackMilliSats: 5_000n, floorMilliSats: 1_000n }

/** Extra rate of a replacement where a node does not report it (`-incrementalrelayfee` of Bitcoin Core). */
export const USUAL_RELAY_INCREMENT = 1_000n

/** The current fee rate: the node's estimate or the fallback, and never below the floor or the node's mempool minimum. */
export async function estimateBitcoinFees(rpc: BitcoinRpc, settings: FeeSettings): Promise<FeeEstimate> {
  const { feerate } = await ask(rpc, { method: 'estimatesmartfee', params: [settings.targetBlocks], shape: FeeAnswer })
  const { mempoolminfee, incrementalrelayfee } = await ask(rpc, { method: 'getmempoolinfo', params: [], shape: MempoolInfo })
  // BTC per 1 000 bytes, counted in satoshis, is milli-satoshis per byte: the factors 1 000 cancel out.
  const milliSatsPerVbyte = highest(feerate ?? settings.fallbackMilliSats, settings.floorMilliSats, mempoolminfee)
  return { family: 'utxo', milliSatsPerVbyte, relayIncrement: incrementalrelayfee ?? USUAL_RELAY_INCREMENT }
}

const highest = (...rates: bigint[]): bigint => rates.reduce((most, rate) => (rate > most ? rate : most), 0n)
