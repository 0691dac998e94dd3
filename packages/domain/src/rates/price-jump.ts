import type { Decimal } from '../money/decimal.ts'
import { isWithin } from '../money/exact.ts'
import { type SnapshotPrice, exactPrice, type Hold } from './rate-snapshot.ts'
import { LEAST_SOURCES } from './median.ts'

const JUMP_BPS = 1_000n
const LEAP_BPS = 5_000n
/** How far two prices may lie apart that say the same. */
export const AGREEMENT_BPS = 200n
const JUMP_MS = 60_000

/** A price that several sources agree on, and what is known of its pair. */
export interface Candidate {
  readonly price: Decimal
  readonly sourceCount: number
  readonly last: SnapshotPrice | undefined
  readonly hold: Hold | undefined
  /** Prices that operators have confirmed for the pair lately. */
  readonly confirmed: readonly Decimal[]
  readonly now: Date
}

/**
 * What a price must wait for before it counts; undefined when it counts at once.
 *
 * More than a tenth within a minute waits for a second cycle that says the same. More than half waits for an operator, however long ago the last
 * price was, and so does more than a tenth that only one source vouches for.
 */
export function isWaitingJump({ price, sourceCount, last, hold, confirmed, now }: Candidate): Hold['needs'] | undefined {
  if (!last || confirmed.some((word) => isWithin(price, word, AGREEMENT_BPS))) return undefined
  const before = exactPrice(last)
  if (isWithin(price, before, JUMP_BPS)) return undefined
  if (!isWithin(price, before, LEAP_BPS) || sourceCount < LEAST_SOURCES) return 'operator'
  if (hold) return hold.needs === 'agreement' && isWithin(price, exactPrice(hold), AGREEMENT_BPS) ? undefined : 'agreement'
  return now.getTime() - Date.parse(last.asOf) <= JUMP_MS ? 'agreement' : undefined
}
