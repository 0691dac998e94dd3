import type { Bps } from '../money/rounding.ts'

/** A tariff; set per business by the operator, acting on objects created afterwards. */
export type PlanCode = 'starter' | 'professional'

/** The fee and the quota of a plan. */
export interface Plan {
  readonly feeBps: Bps
  /** Payments and card payments per UTC calendar month. */
  readonly monthlyTransactions: number
}

/** Usage of the monthly quota. All three are integers; a plan without ceiling reports `NO_CEILING`. */
export interface Usage {
  readonly current: number
  readonly limit: number
  readonly remaining: number
}

/** Default plans, unless an operator sets others. */
export const plans = {
  starter: { feeBps: 100, monthlyTransactions: 100 },
  professional: { feeBps: 50, monthlyTransactions: 10_000 },
} as const satisfies Record<PlanCode, Plan>

/** Reported as the limit of a plan without ceiling, because the members of `usage` are always integers. */
export const NO_CEILING = 1_000_000_000

/** The counting period of an instant: the UTC calendar month, `2026-11`. */
export const usagePeriod = (at: Date): string => at.toISOString().slice(0, 7)
