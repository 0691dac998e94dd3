import { APPROVALS } from './approval.ts'
import type { HoldReason } from './hold-reasons.ts'
import type { OutcomeFacts, PayoutFacts, PinFacts, RoundFacts } from './policy-facts.ts'
import { findRecipient } from './intent.ts'
import { type PayeeRole, purposeOfTerms, purposes } from './purposes.ts'
import { splitByTerms } from './split-by-terms.ts'
import { type FeeCap, feeCapUnits, isWorthSending } from './rules.ts'
import { isAboveCaps } from './velocity.ts'

/** Outcome of a rule. `hold` waits for a change, `deny` reports an inconsistent row; both are evaluated again. */
export type PolicyOutcome = 'allow' | 'hold' | 'deny'

/** The reason a payout may not leave now, or undefined. */
type Objection = { readonly outcome: 'hold' | 'deny'; readonly reason: HoldReason } | undefined

type Rule = (facts: PayoutFacts) => Objection

/** P1: the recipients and the fee are the pinned ones, and the payout belongs to the pinned object. */
const destinationIsPinned: Rule = ({ pin, intent }) => {
  if (!pin) return { outcome: 'hold', reason: 'unpinned' }
  return pinObjections[pin.state] ?? (isOfCommit(intent, pin) ? holdOf(pin) : { outcome: 'deny', reason: 'intent_differs_from_commit' })
}

/** A recipient that was not frozen at creation is held first, long enough for its owner to notice. */
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
  const isOwn = purposeOfTerms(commit.subject) === intent.purpose && intent.ref === commit.subjectId && intent.chain === commit.chain
  const isOfTenant = intent.businessId === businessId && intent.mode === mode
  return isOwn && isOfTenant && isSplitAsCommitted(intent, commit)
}

/**
 * The fee is the committed share; the excess above a committed amount is returned whole to a payee of the terms, and no release pays less than that
 * amount.
 */
function isSplitAsCommitted({ purpose, units, excessUnits, feeUnits }: PayoutFacts['intent'], commit: PinFacts['commit']): boolean {
  const due = splitByTerms(commit, units, 0n)
  const isWhole = purpose !== 'escrow_release' || units >= BigInt(commit.conditions?.amountUnits ?? 0)
  const [, , rest]: readonly (PayeeRole | undefined)[] = purposes[purpose].payees
  const isPayable = excessUnits === 0n || (rest !== undefined && findRecipient(commit, rest) !== undefined)
  return isWhole && isPayable && excessUnits === due.excessUnits && feeUnits === due.feeUnits
}

/**
 * P9: an escrow is paid by its one outcome, which the signer has proven. Without one, what cannot fund it any more goes back once it is over, and
 * anything once a funded escrow would go back too. One whose contract has recorded another outcome than was decided here waits until that is final.
 */
const outcomeIsProven: Rule = ({ outcome, intent, pin }) => {
  if (!outcome || intent.state === 'void') return undefined
  if (intent.purpose === 'escrow_excess') return objectionToRest(outcome, pin)
  if (isContradicted(outcome) && !isSent(intent)) return OVERRULED
  return intent.purpose === purposeOf(outcome.recorded) ? objectionTo[outcome.proof] : NOT_PROVEN
}

/** The excess beside an outcome is known once a release has taken its own deposits. A contract returns it once it has recorded the outcome itself. */
function objectionToRest(outcome: OutcomeFacts, pin: PinFacts | undefined): Objection {
  const { recorded, proof, isReleasePlanned } = outcome
  if (isOfContract(outcome, pin)) return outcome.onChain ? undefined : NOT_DUE
  if (!recorded) return isLeftOver(outcome, pin) ? undefined : NOT_DUE
  return recorded === 'release' && !isReleasePlanned ? NOT_DUE : objectionTo[proof]
}

const isOfContract = ({ recorded, onChain }: OutcomeFacts, pin: PinFacts | undefined): boolean =>
  pin?.commit.conditions?.contract !== undefined && (recorded ?? onChain) !== undefined

const isLeftOver = ({ isOver, isLapsed, heldUnits }: OutcomeFacts, pin: PinFacts | undefined): boolean =>
  isLapsed || (isOver && heldUnits < BigInt(pin?.commit.conditions?.amountUnits ?? 0))

const isContradicted = ({ recorded, onChain }: OutcomeFacts): boolean =>
  recorded !== undefined && onChain !== undefined && recorded !== onChain

/** Its transaction exists already, and later ones of its sender may wait until it is mined. */
const isSent = ({ state }: PayoutFacts['intent']): boolean => state === 'signed' || state === 'broadcast'

const OVERRULED = { outcome: 'hold', reason: 'contract_decided_otherwise' } as const
const NOT_DUE = { outcome: 'hold', reason: 'outcome_is_not_due' } as const
const NOT_PROVEN = { outcome: 'deny', reason: 'outcome_is_not_proven' } as const
const objectionTo = { valid: undefined, recorded: undefined, early: NOT_DUE, missing: NOT_PROVEN } as const satisfies Record<
  OutcomeFacts['proof'],
  Objection
>

const purposeOf = (outcome: OutcomeFacts['recorded']): string | undefined => outcome && `escrow_${outcome}`

/** P2: it spends exactly the confirmed deposits of its own object. A void one has none; it is judged only where its transaction keeps a nonce. */
const sourceIsOwn: Rule = ({ source, intent }) => {
  if (intent.state === 'void') return undefined
  const { attachedUnits, confirmedUnits, foreign } = source
  if (foreign > 0) return { outcome: 'deny', reason: 'deposits_of_another' }
  // A reorganised deposit may reappear. Part of the sum that became another deposit leaves the payout when the rest is credited.
  if (attachedUnits !== 0n && attachedUnits !== intent.units) return { outcome: 'deny', reason: 'amount_differs_from_deposits' }
  return confirmedUnits === intent.units ? undefined : { outcome: 'hold', reason: 'deposits_do_not_match' }
}

/** P4 and P8: within the hourly and daily velocity caps, or released by two operators. */
const velocityIsWithinCaps: Rule = ({ velocity, approvals }) => {
  if (approvals >= APPROVALS) return undefined
  if (velocity.usdCents === undefined) return { outcome: 'hold', reason: 'no_price_for_cap' }
  return isAboveCaps(velocity) ? { outcome: 'hold', reason: 'above_velocity_cap' } : undefined
}

/** P5: none of its scopes is paused. */
const nothingIsPaused: Rule = ({ pausedBy }) => (pausedBy === undefined ? undefined : { outcome: 'hold', reason: `paused:${pausedBy}` })

/** P6: block space costs no more than the operator's cap. A fee taken from the deposit is known once the transaction is planned. */
const blockSpaceIsWithinCap: Rule = ({ blockSpace }) => {
  if (!blockSpace) return { outcome: 'hold', reason: 'no_current_fee_estimate' }
  return blockSpace.isAboveCap ? { outcome: 'hold', reason: blockSpace.reason } : undefined
}

/** P6: whatever it is for, it is worth its network cost, and its address is below its daily flush limit. */
const roundIsWorthItsCost: Rule = ({ round }) => {
  if (!round) return undefined
  const { isFurther, flushes } = round
  return (
    judgeWorth(round) ??
    (isFurther && flushes && flushes.today >= flushes.most ? { outcome: 'hold', reason: 'daily_flush_limit' } : undefined)
  )
}

/** An amount to send, its cost, and how many times the cost it must be worth. */
type PricedValue = Pick<RoundFacts, 'units' | 'costUnits' | 'failedUnits' | 'costMultiple'>

/** P6 for one amount, at the cost that is known of its transaction and of those before it that moved nothing. */
export function judgeWorth({ units, costUnits, failedUnits, costMultiple }: PricedValue): Refusal | undefined {
  if (costUnits === undefined) return { rule: 'P6', outcome: 'hold', reason: 'no_current_price' }
  if (isWorthSending({ units, costUnits: costUnits + failedUnits }, costMultiple)) return undefined
  return { rule: 'P6', outcome: 'hold', reason: 'below_cost_of_forwarding' }
}

/** P7: the chain is served on the network that the seed was sealed for. */
const networkIsSealed: Rule = ({ network }) =>
  network.served === network.sealed ? undefined : { outcome: 'deny', reason: 'network_differs_from_seal' }

/**
 * Every rule, in evaluation order. P3 (one payout per leg, one live attempt per payout) is enforced by unique keys. P6 is last: what it alone holds may
 * leave by somebody else's transaction.
 */
const rules = {
  P7: networkIsSealed,
  P1: destinationIsPinned,
  P2: sourceIsOwn,
  P5: nothingIsPaused,
  P9: outcomeIsProven,
  P4: velocityIsWithinCaps,
  P6: (facts) => blockSpaceIsWithinCap(facts) ?? roundIsWorthItsCost(facts),
} as const satisfies Readonly<Record<string, Rule>>

/** Name of a rule; `all` when every rule passed, `recovered` for a payout found on chain after a database restore. */
export type RuleName = keyof typeof rules | 'all' | 'recovered'

/** The policy's outcome for a payout, with the deciding rule. */
export type Verdict = Refusal | { readonly rule: RuleName; readonly outcome: 'allow'; readonly reason: '' }

/** The objection of a rule. */
export interface Refusal {
  readonly rule: RuleName
  readonly outcome: Exclude<PolicyOutcome, 'allow'>
  readonly reason: HoldReason
}

/** Evaluates the rules in order; the first objection decides. */
export function judgePayout(facts: PayoutFacts): Verdict {
  for (const [rule, judge] of Object.entries(rules)) {
    const objection = judge(facts)
    // The entries of the table have its keys.
    if (objection) return { rule: rule as RuleName, ...objection }
  }
  return { rule: 'all', outcome: 'allow', reason: '' }
}

/** A planned transaction that takes its network fee from the deposit. */
interface PlannedFee {
  /** The network fee cap of its asset; undefined where gas is paid separately. */
  readonly cap: FeeCap | undefined
  readonly units: bigint
  readonly networkFeeUnits: bigint
  /** Cost of its bytes at the operator's highest allowed rate. */
  readonly mostUnits: bigint
}

/** P6 for a planned transaction: its network fee is within the highest rate and within its share of the deposit. */
export function judgeNetworkFee({ cap, units, networkFeeUnits, mostUnits }: PlannedFee): Refusal | undefined {
  if (networkFeeUnits > mostUnits) return { rule: 'P6', outcome: 'hold', reason: 'fee_rate_above_cap' }
  if (!cap || networkFeeUnits <= feeCapUnits(cap, units)) return undefined
  return { rule: 'P6', outcome: 'hold', reason: 'network_fee_above_cap' }
}
