import { purposes } from '@gateway/domain/custody/purposes'
import type { Evaluated } from '../policy/evaluate-payouts.ts'
import type { OwedFees } from './owed-platform-fees.ts'

/** A plan of a family of chains, by what it has in common with the others. */
type AnyPlan = { readonly outcome: 'unforwardable' } | PayingPlan

interface PayingPlan {
  readonly outcome: 'planned'
  /** With `platformDust` it includes the platform's share. */
  readonly merchantUnits: bigint
  readonly platformDust: boolean
}

/** How to plan a payout with a share of the platform. */
interface Planning<Plan extends AnyPlan> {
  readonly platformUnits: bigint
  readonly plan: (platformUnits: bigint) => Plan
}

/** A plan, and the owed fees that it pays to the platform. */
export interface PlanWithOwed<Plan> {
  readonly plan: Plan
  readonly takenBackUnits: bigint
}

/** The payout with owed fees paid to the platform, up to half of the merchant's share; unchanged when that would be dust. */
export function takeBackOwed<Plan extends AnyPlan>(fees: OwedFees, lead: Evaluated, planning: Planning<Plan>): PlanWithOwed<Plan> {
  const { plan, platformUnits } = planning
  const plain = { plan: plan(platformUnits), takenBackUnits: 0n }
  const owed = purposes[lead.intent.purpose].paysOwedFees ? fees.left(lead.intent) : 0n
  if (owed === 0n || plain.plan.outcome === 'unforwardable') return plain
  const half = (plain.plan.merchantUnits - (plain.plan.platformDust ? platformUnits : 0n)) / 2n
  const takenBackUnits = owed < half ? owed : half
  const together = plan(platformUnits + takenBackUnits)
  return together.outcome === 'planned' && !together.platformDust ? { plan: together, takenBackUnits } : plain
}
