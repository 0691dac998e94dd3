import type { PolicyOutcome, RuleName } from './policy.ts'

/** The input of a decision: opaque ids, names and decimal digits; no address and no secret. */
export type DecisionFacts = Readonly<Record<string, string>>

/** A policy decision about a payout, as stored. */
export interface Decision {
  readonly id: string
  /** The deciding role; each role has its own log. */
  readonly role: string
  /** Sequence number in the role's log: counts from 1 without a gap. */
  readonly seq: string
  readonly intentId: string
  readonly rule: RuleName
  readonly outcome: PolicyOutcome
  readonly facts: DecisionFacts
  readonly at: Date
}

/** The canonical text of a decision, which its MAC covers. */
export function decisionText({ id, role, seq, intentId, rule, outcome, facts, at }: Decision): string {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(['decision', role, seq, id, intentId, rule, outcome, sorted, at.toISOString()])
}
