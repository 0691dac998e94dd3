import { formulaTerms } from './formula-terms.ts'
import type { CategoryGroup } from './categories.ts'
import type { TrustVector } from './reputation.ts'
import { countCounterparties, isDispute, type WeighedReceipt } from './weighed-receipt.ts'

const { half, socialCap, behaviourPrior, disputeFactor, diversityDays, complianceStart, identityCap, halfLifeDays } = formulaTerms
const WHOLE = 100

/** The components of trust without a receipt. */
export const noTrust: TrustVector = { E: 0, P: 0, B: 0, D: 0, R: 0, A: 0, C: 0 }

/** The components of trust that receipts give, unrounded. `weight` is what anomalies leave to positive points. */
export function trustOf(receipts: readonly WeighedReceipt[], weight: number): TrustVector {
  if (receipts.length === 0) return noTrust
  const points = pointsByGroup(receipts, weight)
  const good = receipts.filter(({ quality }) => quality !== null && quality > 0)
  return {
    E: saturate(Math.max(0, points.economic), half.E),
    P: saturate(Math.max(0, points.productivity + Math.min(socialCap, points.social)), half.P),
    B: behaviourOf(receipts),
    D: saturate(countCounterparties(good.filter(({ ageDays }) => ageDays <= diversityDays)), half.D),
    R: recencyOf(good),
    A: WHOLE * weight,
    C: clamp(complianceStart + Math.min(identityCap, points.identity) + points.compliance),
  }
}

/** Grows with every part and never reaches 100; half of it at `halfAt`. */
const saturate = (sum: number, halfAt: number): number => (WHOLE * sum) / (sum + halfAt)

const clamp = (value: number): number => Math.min(WHOLE, Math.max(0, value))

function pointsByGroup(receipts: readonly WeighedReceipt[], weight: number): Record<CategoryGroup, number> {
  const sums = { economic: 0, productivity: 0, social: 0, identity: 0, compliance: 0 }
  for (const one of receipts) sums[one.group] += pointsOf(one, weight)
  return sums
}

/** b·w·v, and for positive points also the weight by the rank: repeated dealings with one counterparty give ever less. */
function pointsOf({ receipt, decay, rank }: WeighedReceipt, weight: number): number {
  const points = receipt.base * decay * valueOf(receipt)
  return points > 0 ? (points * weight) / rank : points
}

const valueOf = ({ category, amountUsd }: WeighedReceipt['receipt']): number =>
  category === 'economic.transaction' ? 1 + Math.log10(1 + (amountUsd ?? 0)) : 1

function behaviourOf(receipts: readonly WeighedReceipt[]): number {
  let [gain, loss] = [0, 0]
  for (const { receipt, decay, quality } of receipts) {
    if (quality === null) continue
    gain += decay * quality
    loss += decay * (1 - quality) * (isDispute(receipt) ? disputeFactor : 1)
  }
  return (WHOLE * gain) / (gain + loss + behaviourPrior)
}

function recencyOf(good: readonly WeighedReceipt[]): number {
  const last = good.at(-1)
  return last ? WHOLE * 2 ** (-last.ageDays / halfLifeDays) : 0
}
