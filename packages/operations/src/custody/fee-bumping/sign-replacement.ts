import { holdsUpOthers } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import { isWorthSending } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import { type Candidates, type Evaluated, evaluatePayouts } from '../policy/evaluate-payouts.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import type { Decided } from '../policy/decision-log.ts'
import type { Refused, StuckAttempt } from '../signing/payout-signer.ts'
import { payoutSigners } from '../signing/payout-signers.ts'
import { findCurrentFees } from '../signing/current-fees.ts'
import { decidedOf } from '../signing/decided-of.ts'
import type { SignedAttempt } from '../signing/signed-attempt.ts'

/** The replacement and its policy decisions. */
export interface SignedReplacement {
  readonly signed: SignedAttempt
  readonly decided: readonly Decided[]
}

/**
 * Signs a fee bump: same inputs or nonce, same recipients, higher fees; or returns the reason it cannot.
 *
 * The policy is evaluated as before the first signature, but velocity is not counted again. A batch is replaced whole, so that either transaction
 * pays every open payout. A payout that a third party has flushed meanwhile does not block the others.
 */
export async function signReplacement(em: Em, ctx: PricedSigner, stuck: StuckAttempt): Promise<SignedReplacement | Refused> {
  const { rail } = stuck
  const fees = await findCurrentFees(em, ctx, rail.chain)
  const replacement = fees && (await payoutSigners[rail.chain]?.openReplacement?.(ctx, stuck, fees))
  const judged = await judgeAgain(em, ctx, { stuck, fees, signedFees: replacement?.signedFees ?? fees })
  const permits = judged.filter(isAllowed)
  const isWhole = judged.every((one) => isAllowed(one) || !isSentPayout(one))
  if (!replacement || permits.length === 0 || !isWhole) return { reason: reasonOf(judged) }
  const signed = await replacement.sign(em, permits)
  if ('reason' in signed) return signed
  return { signed, decided: signed.permits.map((permit) => decidedOf(permit, { ...signed, replaces: stuck.live.handle })) }
}

/** An unmined transaction and the price of its replacement. */
interface PricedAgain extends Pick<Candidates, 'fees' | 'signedFees'> {
  readonly stuck: StuckAttempt
}

/**
 * Evaluates the policy for the payouts of an unmined transaction. If together they are no longer worth the gas, it is not replaced and confirms
 * when gas falls. If a later nonce waits for it, it may be replaced at any price within the caps.
 */
async function judgeAgain(em: Em, ctx: PricedSigner, { stuck, ...at }: PricedAgain): Promise<Evaluated[]> {
  const { rail, live, intents } = stuck
  const candidates: Candidates = { ...at, rail, intents, areCounted: true }
  const judged = await evaluatePayouts(em, ctx, candidates)
  if (rail.ordering !== 'sender_sequence' || !judged.some(isNotWorthIt)) return judged
  const leavesAnyway = areWorthIt(judged.filter(isSentPayout)) || (await holdsUpOthers(em, live))
  return leavesAnyway ? evaluatePayouts(em, ctx, { ...candidates, freesNonce: true }) : judged
}

/** Whether the rounds of a batch are worth its gas together. */
function areWorthIt(judged: readonly Evaluated[]): boolean {
  const rounds = judged.flatMap(({ facts: { round } }) => round ?? [])
  const costs = rounds.flatMap(({ costUnits, failedUnits }) => (costUnits === undefined ? [] : [costUnits + failedUnits]))
  const [first] = rounds
  if (!first || costs.length < rounds.length) return false
  return isWorthSending({ units: sumUnits(rounds), costUnits: costs.reduce((sum, units) => sum + units, 0n) }, first.costMultiple)
}

const isAllowed = ({ verdict }: Evaluated): boolean => verdict.outcome === 'allow'

const isNotWorthIt = ({ verdict }: Evaluated): boolean =>
  verdict.reason === 'below_cost_of_forwarding' || verdict.reason === 'no_current_price'

const isSentPayout = ({ intent: { state } }: Evaluated): boolean => state === 'signed' || state === 'broadcast'

/** The refusal of the first payout that may not leave; without a verdict it is unpinned. */
function reasonOf(judged: readonly Evaluated[]): HoldReason {
  for (const { verdict } of [...judged.filter(isSentPayout), ...judged]) if (verdict.outcome !== 'allow') return verdict.reason
  return 'unpinned'
}
