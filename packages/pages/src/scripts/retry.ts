/** How often in a row the gateway was not reached, and how long it asks to be left alone. */
export interface Failed {
  readonly failures: number
  /** Seconds; 0 where it asks for nothing. */
  readonly patience: number
}

const FIRST_SECONDS = 4
const LEAST_LIMIT_SECONDS = 60
const MOST_PATIENCE_SECONDS = 3_600
const JITTER = 0.2

/**
 * Seconds until the next look after failed ones: twice as long each time, up to a minute or to the page's own interval where that is longer, and up to
 * a fifth more, so that pages which lost the gateway together do not return together.
 *
 * @param lookSeconds - the interval of the page.
 * @param random - from 0 to 1.
 */
export function retrySeconds({ failures, patience }: Failed, lookSeconds: number, random = Math.random()): number {
  const wait = Math.min(FIRST_SECONDS * 2 ** (failures - 1), Math.max(LEAST_LIMIT_SECONDS, lookSeconds))
  return Math.max(wait, Math.min(patience, MOST_PATIENCE_SECONDS)) * (1 + JITTER * random)
}
