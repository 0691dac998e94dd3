import type { PolicyOutcome, RuleName } from './policy.ts'

/** What a decision was made on: opaque ids, names and decimal digits; no address and no secret. */
export type DecisionFacts = Readonly<Record<string, string>>

/** What the policy said about a payout, as it is kept. */
export interface Decision {
  readonly id: string
  /** Who decided: each role has a record of its own. */
  readonly role: string
  /** Place in the role's record: counts from 1 without a gap. */
  readonly seq: string
  readonly intentId: string
  readonly rule: RuleName
  readonly outcome: PolicyOutcome
  readonly facts: DecisionFacts
  readonly at: Date
}

/** The one spelling of a decision, which its mark is made of. */
export function decisionText({ id, role, seq, intentId, rule, outcome, facts, at }: Decision): string {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(['decision', role, seq, id, intentId, rule, outcome, sorted, at.toISOString()])
}
