/** How a fee rate is estimated, in milli-satoshis per virtual byte. */
export interface FeeSettings {
  /** Blocks within which a transaction should be mined. */
  readonly targetBlocks: number
  /** Used while the node has too few blocks to estimate from, as on a fresh regtest. */
  readonly fallbackMilliSats: bigint
  /** The minimum where the node does not say what it relays, as on Bitcoin Cash. */
  readonly floorMilliSats: bigint
}

/** Default fee settings. */
export const defaultFeeSettings: FeeSettings = { targetBlocks: 3, fallbackMilliSats: 5_000n, floorMilliSats: 1_000n }

/**
 * The least extra rate of a replacement. Bitcoin Core since 29.1 asks for a tenth of it (`-incrementalrelayfee`), and nodes of before that, and
 * miners, for all of it.
 */
export const LEAST_RELAY_INCREMENT = 1_000n

/** The largest of several rates. */
export const highest = (...rates: bigint[]): bigint => rates.reduce((most, rate) => (rate > most ? rate : most), 0n)
