/** How long streams of payments last, in milliseconds, and how many there may be. */
export interface StreamLimits {
  /** From one comment line to the next. Missed news are looked for as often, and whether credentials still hold. */
  readonly keepAliveMs: number
  /** Until a stream is ended, and its client comes back. */
  readonly longestMs: number
  /** Open at one process. */
  readonly most: number
  /** Of them, by one credential or one address, so that nobody can take the places of all others. */
  readonly mostOfOne: number
}

/** What holds in the product. */
export const streamLimits: StreamLimits = { keepAliveMs: 15_000, longestMs: 30 * 60 * 1_000, most: 5_000, mostOfOne: 1_000 }
