import type { PolicyOutcome, RuleName } from './policy.ts'

/** What a decision was made on: opaque ids, names and decimal digits; no address and no secret. */
export type DecisionFacts = Readonly<Record<string, string>>

/** What the policy said about a payout, as it is kept. */
export interface Decision {
  readonly id: string
  /** Whose row of decisions it stands in. */
  readonly chainName: string
  /** Counts from 0 without a gap; the row 0 says where the record begins. */
  readonly seq: string
  readonly intentId: string | null
  readonly rule: RuleName | 'start'
  readonly outcome: PolicyOutcome
  readonly facts: DecisionFacts
  readonly at: Date
  /** Hash of the row before, in hexadecimal digits; zeros before the first. */
  readonly prevHash: string
}

/** The one spelling of a decision, which its hash is taken of. */
export function decisionText({ id, chainName, seq, intentId, rule, outcome, facts, at, prevHash }: Decision): string {
  const sorted = Object.fromEntries(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify([prevHash, id, chainName, seq, intentId, rule, outcome, sorted, at.toISOString()])
}
