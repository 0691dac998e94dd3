import { portion } from '../money/rounding.ts'
import { APPROVALS } from './approval.ts'
import type { HoldReason } from './hold-reasons.ts'
import { subjectOfCommit } from './intent.ts'
import type { PayoutFacts, PinFacts } from './policy-facts.ts'
import { type FeeCap, feeCapUnits, isWorthForwarding } from './rules.ts'
import { isAboveCaps } from './velocity.ts'

/** What a rule says. `hold` waits for something to change, `deny` says that a row is not what it should be; both are asked again. */
export type PolicyOutcome = 'allow' | 'hold' | 'deny'

/** Why a payout may not leave now, or nothing. */
type Objection = { readonly outcome: 'hold' | 'deny'; readonly reason: HoldReason } | undefined

type Rule = (facts: PayoutFacts) => Objection

/** P1: it goes where the signer has pinned that it goes, for the fee it has pinned, and it is the payout of that object. */
const destinationIsPinned: Rule = ({ pin, intent }) => {
  if (!pin) return { outcome: 'hold', reason: 'unpinned' }
  return pinObjections[pin.state] ?? (isOfCommit(intent, pin) ? holdOf(pin) : { outcome: 'deny', reason: 'intent_differs_from_commit' })
}

/** A destination that was not frozen at creation is looked at by people first, so long that its owner sees it. */
function holdOf({ back }: PinFacts): Objection {
  if (back === undefined) return undefined
  if (back.isWithdrawn) return { outcome: 'deny', reason: 'return_was_withdrawn' }
  return back.isUsable ? undefined : { outcome: 'hold', reason: 'not_usable_yet' }
}

const pinObjections: Readonly<Record<PinFacts['state'], Objection>> = {
  valid: undefined,
  refused: { outcome: 'deny', reason: 'pin_refused' },
  forged: { outcome: 'deny', reason: 'commit_differs_from_pin' },
}

function isOfCommit(intent: PayoutFacts['intent'], { commit, businessId, mode }: PinFacts): boolean {
  const isOwn = subjectOfCommit[intent.purpose] === commit.subject && intent.ref === commit.subjectId && intent.chain === commit.chain
  const isOfTenant = intent.businessId === businessId && intent.mode === mode
  return isOwn && isOfTenant && intent.feeUnits === portion(intent.units, commit.feeBps)
}

/** P2: it spends confirmed deposits of its own object only, exactly as much as they are. */
const sourceIsOwn: Rule = ({ source, intent }) => {
  const { attachedUnits, confirmedUnits, foreign } = source
  if (foreign > 0) return { outcome: 'deny', reason: 'deposits_of_another' }
  // What a reorganisation takes away may come back. A part of the sum that has become other money is taken out of the payout when the rest is credited.
  if (attachedUnits !== 0n && attachedUnits !== intent.units) return { outcome: 'deny', reason: 'amount_differs_from_deposits' }
  return confirmedUnits === intent.units ? undefined : { outcome: 'hold', reason: 'deposits_do_not_match' }
}

/** P4 and P8: within what may leave in an hour and in a day, or released by two operators. */
const velocityIsWithinCaps: Rule = ({ velocity, approvals }) => {
  if (approvals >= APPROVALS) return undefined
  if (velocity.usdCents === undefined) return { outcome: 'hold', reason: 'no_price_for_cap' }
  return isAboveCaps(velocity) ? { outcome: 'hold', reason: 'above_velocity_cap' } : undefined
}

/** P5: nothing that it lies in is paused. */
const nothingIsPaused: Rule = ({ pausedBy }) => (pausedBy === undefined ? undefined : { outcome: 'hold', reason: `paused:${pausedBy}` })

/** P6: block space costs no more than the operator allows. What the network takes out of the deposit is known once it is planned. */
const blockSpaceIsWithinCap: Rule = ({ blockSpace }) => {
  if (!blockSpace) return { outcome: 'hold', reason: 'no_current_fee_estimate' }
  return blockSpace.isAboveCap ? { outcome: 'hold', reason: blockSpace.reason } : undefined
}

/** P6: a round of forwarding is worth its network cost, and its address was not flushed too often today. */
const roundIsWorthItsCost: Rule = ({ round }) => {
  if (!round) return undefined
  const { units, costUnits, costMultiple, isFurther, flushes } = round
  if (costUnits === undefined) return { outcome: 'hold', reason: 'no_current_price' }
  if (!isWorthForwarding({ units, costUnits }, costMultiple)) return { outcome: 'hold', reason: 'below_cost_of_forwarding' }
  return isFurther && flushes && flushes.today >= flushes.most ? { outcome: 'hold', reason: 'daily_flush_limit' } : undefined
}

/** P7: the chain is served on the network that the seed was sealed for. */
const networkIsSealed: Rule = ({ network }) =>
  network.served === network.sealed ? undefined : { outcome: 'deny', reason: 'network_differs_from_seal' }

/** Every rule, in the order they are asked. P3 (one payout for a leg, one live transaction for a payout) is a matter of unique keys. */
const rules = {
  P7: networkIsSealed,
  P1: destinationIsPinned,
  P2: sourceIsOwn,
  P5: nothingIsPaused,
  P6: (facts) => blockSpaceIsWithinCap(facts) ?? roundIsWorthItsCost(facts),
  P4: velocityIsWithinCaps,
} as const satisfies Readonly<Record<string, Rule>>

/** Name of a rule; `all` where every one of them has passed, `recovered` of what a chain shows to have left before the database was put back. */
export type RuleName = keyof typeof rules | 'all' | 'recovered'

/** What the policy says about a payout, and the rule that says so. */
export type Verdict = Refusal | { readonly rule: RuleName; readonly outcome: 'allow'; readonly reason: '' }

/** A rule that objects. */
export interface Refusal {
  readonly rule: RuleName
  readonly outcome: Exclude<PolicyOutcome, 'allow'>
  readonly reason: HoldReason
}

/** Asks every rule; the first that objects decides. */
export function judgePayout(facts: PayoutFacts): Verdict {
  for (const [rule, judge] of Object.entries(rules)) {
    const objection = judge(facts)
    // The entries of the table have its keys.
    if (objection) return { rule: rule as RuleName, ...objection }
  }
  return { rule: 'all', outcome: 'allow', reason: '' }
}

/** A planned transaction that pays for block space out of the deposit. */
interface PlannedFee {
  /** What the network may take of its asset; undefined where gas is paid apart. */
  readonly cap: FeeCap | undefined
  readonly units: bigint
  readonly networkFeeUnits: bigint
  /** What its bytes cost at the highest rate that the operator allows. */
  readonly mostUnits: bigint
}

/** P6 once a transaction is planned: what the network would take out of the deposit is within the highest rate, and within its share. */
export function judgeNetworkFee({ cap, units, networkFeeUnits, mostUnits }: PlannedFee): Refusal | undefined {
  if (networkFeeUnits > mostUnits) return { rule: 'P6', outcome: 'hold', reason: 'fee_rate_above_cap' }
  if (!cap || networkFeeUnits <= feeCapUnits(cap, units)) return undefined
  return { rule: 'P6', outcome: 'hold', reason: 'network_fee_above_cap' }
}
