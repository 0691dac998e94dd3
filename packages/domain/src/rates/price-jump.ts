import type { Decimal } from '../money/decimal.ts'
import { isWithin } from '../money/exact.ts'
import { type SnapshotPrice, exactPrice, type Hold } from './rate-snapshot.ts'
import { LEAST_SOURCES } from './median.ts'

const JUMP_BPS = 1_000n
const LEAP_BPS = 5_000n
/** Maximum difference between two prices that agree. */
export const AGREEMENT_BPS = 200n
const JUMP_MS = 60_000

/** A price that several sources agree on, with the state of its pair. */
export interface Candidate {
  readonly price: Decimal
  readonly sourceCount: number
  readonly last: SnapshotPrice | undefined
  readonly hold: Hold | undefined
  /** Prices of the pair that operators confirmed recently. */
  readonly confirmed: readonly Decimal[]
  readonly now: Date
}

/**
 * The condition a price waits for; undefined when it counts at once.
 * More than a tenth within a minute waits for a second poll with the same price. More than half waits for an operator, however old the last
 * price is, and so does more than a tenth from a single source.
 */
export function isWaitingJump({ price, sourceCount, last, hold, confirmed, now }: Candidate): Hold['needs'] | undefined {
  if (!last || confirmed.some((word) => isWithin(price, word, AGREEMENT_BPS))) return undefined
  const before = exactPrice(last)
  if (isWithin(price, before, JUMP_BPS)) return undefined
  if (!isWithin(price, before, LEAP_BPS) || sourceCount < LEAST_SOURCES) return 'operator'
  if (hold) return hold.needs === 'agreement' && isWithin(price, exactPrice(hold), AGREEMENT_BPS) ? undefined : 'agreement'
  return now.getTime() - Date.parse(last.asOf) <= JUMP_MS ? 'agreement' : undefined
}
