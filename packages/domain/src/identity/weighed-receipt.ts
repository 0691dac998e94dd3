import { groupOf, type CategoryGroup } from './categories.ts'
import { formulaTerms } from './formula-terms.ts'
import { qualityByOutcome, qualityOfRating } from './receipt.ts'
import type { CountedReceipt } from './reputation.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** All payers whom nobody knows are one counterparty. */
const UNIDENTIFIED = 'unidentified'

/** A receipt with what the formula reads from it at one moment. */
export interface WeighedReceipt {
  readonly receipt: CountedReceipt
  readonly group: CategoryGroup
  readonly counterparty: string
  readonly ageDays: number
  /** w: 1 when it was written, half after each half-life. */
  readonly decay: number
  /** q, 0 to 1; null where the receipt says nothing about quality. */
  readonly quality: number | null
  /** k: its place among the receipts with the same counterparty, from 1. */
  readonly rank: number
}

/** Weighs receipts at a moment, oldest first, whatever their order was. */
export function weighReceipts(receipts: readonly CountedReceipt[], now: Date): WeighedReceipt[] {
  const ranks = new Map<string, number>()
  return receipts.toSorted(byCreation).map((receipt) => {
    const counterparty = receipt.counterparty ?? UNIDENTIFIED
    const rank = (ranks.get(counterparty) ?? 0) + 1
    ranks.set(counterparty, rank)
    const ageDays = Math.max(0, now.getTime() - receipt.createdAt.getTime()) / DAY_MS
    const decay = 2 ** (-ageDays / formulaTerms.halfLifeDays)
    return { receipt, group: groupOf(receipt.category), counterparty, ageDays, decay, quality: qualityOf(receipt), rank }
  })
}

/** True for a dispute, whoever wrote it. */
export const isDispute = ({ category, outcome }: Pick<CountedReceipt, 'category' | 'outcome'>): boolean =>
  category === 'economic.dispute' || outcome === 'disputed'

/** How many counterparties receipts have. */
export const countCounterparties = (receipts: readonly WeighedReceipt[]): number =>
  new Set(receipts.map(({ counterparty }) => counterparty)).size

function qualityOf({ rating, outcome }: CountedReceipt): number | null {
  if (rating !== null) return qualityOfRating(rating)
  return Object.hasOwn(qualityByOutcome, outcome) ? (qualityByOutcome[outcome] ?? null) : null
}

function byCreation(one: CountedReceipt, other: CountedReceipt): number {
  const elapsed = one.createdAt.getTime() - other.createdAt.getTime()
  if (elapsed !== 0) return elapsed
  return one.id < other.id ? -1 : 1
}
