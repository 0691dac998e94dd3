import { findAnomalies } from './anomalies.ts'
import { scoreShares } from './formula-terms.ts'
import type { CountedReceipt, Reputation, TrustVector } from './reputation.ts'
import { trustOf } from './trust-vector.ts'
import { twoDecimals } from './two-decimals.ts'
import { weighReceipts } from './weighed-receipt.ts'
import { isTask, windowsOf } from './windows.ts'

const components = Object.keys(scoreShares) as readonly (keyof TrustVector)[]

/**
 * The reputation that receipts give at a moment.
 *
 * It is a function of nothing else, whatever their order: anybody computes the same from public receipts. The formula is published, and
 * so are its numbers.
 *
 * @param receipts - those of one DID that are verified and not withdrawn.
 */
export function reputationOf(receipts: readonly CountedReceipt[], now: Date): Reputation {
  const weighed = weighReceipts(receipts, now)
  const antiGaming = findAnomalies(weighed)
  const trust = trustOf(weighed, antiGaming.adjustedWeight)
  return {
    score: twoDecimals(scoreOf(trust)),
    totalTasks: weighed.filter(isTask).length,
    trustVector: rounded(trust),
    windows: windowsOf(weighed),
    antiGaming,
  }
}

/** The score of unrounded components. */
const scoreOf = (trust: TrustVector): number => components.reduce((sum, name) => sum + scoreShares[name] * trust[name], 0) / 100

const rounded = ({ E, P, B, D, R, A, C }: TrustVector): TrustVector => ({
  E: twoDecimals(E),
  P: twoDecimals(P),
  B: twoDecimals(B),
  D: twoDecimals(D),
  R: twoDecimals(R),
  A: twoDecimals(A),
  C: twoDecimals(C),
})
