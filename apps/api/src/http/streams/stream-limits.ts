/** Duration of payment streams in milliseconds, and their maximum numbers. */
export interface StreamLimits {
  /** Interval of comment lines, and of the search for missed updates and revoked credentials. */
  readonly keepAliveMs: number
  /** Maximum duration of a stream; its client reconnects. */
  readonly longestMs: number
  /** Maximum streams of one process. */
  readonly most: number
  /** Maximum streams of one credential or address, so that no caller can take all slots. */
  readonly mostOfOne: number
}

/** The default limits. */
export const streamLimits: StreamLimits = { keepAliveMs: 15_000, longestMs: 30 * 60 * 1_000, most: 5_000, mostOfOne: 1_000 }
