import type { ActionCategory } from './categories.ts'

/** A receipt as the formula counts it: verified, and not withdrawn. */
export interface CountedReceipt {
  /** Orders receipts of one moment. */
  readonly id: string
  readonly category: ActionCategory
  /** The base weight b. */
  readonly base: number
  readonly outcome: string
  /** 1 to 5, of task receipts. */
  readonly rating: number | null
  /** In whole dollars. */
  readonly amountUsd: number | null
  /** The DID of the other party; null for an unidentified card payer, who all are one counterparty. */
  readonly counterparty: string | null
  readonly createdAt: Date
}

/** What looks like gaming. */
export type GamingFlag = 'burst' | 'low_diversity'

/** The components of trust, each from 0 to 100, rounded to two decimals. */
export type TrustVector = Readonly<Record<'E' | 'P' | 'B' | 'D' | 'R' | 'A' | 'C', number>>

/** What the receipts of some days add up to. */
export interface WindowFigures {
  readonly taskCount: number
  readonly acceptedCount: number
  /** 0 to 1. */
  readonly acceptedRate: number
  readonly disputedCount: number
  /** 0 to 1. */
  readonly disputeRate: number
  readonly totalVolumeUsd: number
  readonly averageUsd: number
  readonly counterparties: number
  readonly categories: Readonly<Partial<Record<ActionCategory, number>>>
}

/** The reputation of a DID at one moment. */
export interface Reputation {
  /** 0 to 100, rounded to two decimals. */
  readonly score: number
  readonly totalTasks: number
  readonly trustVector: TrustVector
  readonly windows: Readonly<Record<'last30Days' | 'last90Days' | 'allTime', WindowFigures>>
  readonly antiGaming: { readonly flags: readonly GamingFlag[]; readonly adjustedWeight: number }
}
