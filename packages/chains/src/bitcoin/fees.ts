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

/** The largest of several rates. */
export const highest = (...rates: bigint[]): bigint => rates.reduce((most, rate) => (rate > most ? rate : most), 0n)
