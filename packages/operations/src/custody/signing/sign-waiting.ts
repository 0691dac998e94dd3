import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { lockWaitingIntents, type WaitingLeg } from '@gateway/db/custody/intent-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { findFeeEstimates } from '../costs/fee-estimates.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import { type Evaluated, evaluatePayouts } from '../policy/evaluate-payouts.ts'
import { addVelocity } from '../policy/payout-velocity.ts'
import { currentFeesOf, isReadAgain } from './current-fees.ts'
import { decidedOf } from './decided-of.ts'
import { holdPayout } from './hold-payout.ts'
import { tryLockSender } from './lock-sender.ts'
import { payoutSigners } from './payout-signers.ts'
import type { HeldIntents, SignedAttempt, WaitingSpend } from './signed-attempt.ts'
import type { HeldSigning, Signing } from './signing.ts'
import { storeAttempts } from './store-attempts.ts'

/** Waiting payouts of one asset, and those that the same database transaction has signed for other assets. */
export interface WaitingLegs {
  readonly chain: ChainCode
  readonly legs: readonly WaitingLeg[]
  readonly flushedNow: readonly SpendIntentEntity[]
}

/** Waiting payouts that no other signer can take meanwhile. */
interface LockedIntents extends Pick<WaitingLegs, 'flushedNow'> {
  readonly intents: readonly SpendIntentEntity[]
  readonly rail: Rail
}

/** Payouts that the policy allows, at a current estimate. */
interface AllowedPayouts extends Pick<LockedIntents, 'rail' | 'flushedNow'> {
  readonly leads: readonly Evaluated[]
  readonly fees: FeeEstimate
}

/**
 * Signs waiting payouts and stores the bytes in the caller's transaction, before any node sees them.
 *
 * The policy decides first. Recipients come only from the pinned commit, sources only from the object's own deposits. One signer at a time signs for a
 * chain, and a payout that another one holds or has signed is skipped, so concurrent signers make one attempt.
 */
export async function signWaiting(em: Em, ctx: PricedSigner, { chain, legs, flushedNow }: WaitingLegs): Promise<Signing[]> {
  const rail = ctx.rails.get(chain)
  if (rail && !(await tryLockSender(em, rail))) return [{ outcome: 'busy', decided: [] }]
  const intents = await lockWaitingIntents(em, legs)
  if (!rail) return holdEach(em, ctx, { intents, reason: 'chain_is_not_served' })
  return signLocked(em, ctx, { intents, rail, flushedNow })
}

async function signLocked(em: Em, ctx: PricedSigner, { intents, rail, flushedNow }: LockedIntents): Promise<Signing[]> {
  const known = await findFeeEstimates(em, rail)
  const fees = currentFeesOf(ctx, rail.chain, known)
  const due = intents.filter((intent) => fees || !isReadAgain(ctx, intent, known))
  const judged = await evaluatePayouts(em, ctx, { rail, fees, intents: due, flushedNow })
  const pinned = new Set(judged.map(({ intent }) => intent.id))
  const unpinned = due.filter(({ id }) => !pinned.has(id))
  const held = [...(await holdEach(em, ctx, { intents: unpinned, reason: 'unpinned' })), ...(await holdRefused(em, ctx, { judged, rail }))]
  const leads = judged.filter(({ verdict }) => verdict.outcome === 'allow')
  if (fees) return [...held, ...(await signAllowed(em, ctx, { leads, rail, fees, flushedNow }))]
  return [...held, ...(await holdEach(em, ctx, { intents: leads.map(intentOf), reason: 'no_current_fee_estimate' }))]
}

/** Holds payouts that the policy refuses. Where everything but its cost lets one leave, its decision is signed all the same. */
async function holdRefused(
  em: Em,
  ctx: PricedSigner,
  { judged, rail }: Pick<WaitingSpend, 'rail'> & { judged: readonly Evaluated[] },
): Promise<HeldSigning[]> {
  const refused: HeldSigning[] = []
  for (const lead of judged) {
    const { verdict } = lead
    if (verdict.outcome === 'allow') continue
    const held = await holdPayout(em, ctx, { intent: lead.intent, reason: verdict.reason, verdict })
    const signed = verdict.rule === 'P6' ? await payoutSigners[rail.chain]?.decide?.(ctx, { lead, rail }) : undefined
    refused.push({ ...held, unsent: signed && { lead, signed } })
  }
  return refused
}

async function signAllowed(em: Em, ctx: PricedSigner, { leads, rail, fees, flushedNow }: AllowedPayouts): Promise<Signing[]> {
  if (leads.length === 0) return []
  const signer = payoutSigners[rail.chain]
  if (!signer) return holdEach(em, ctx, { intents: leads.map(intentOf), reason: 'chain_is_not_served' })
  const spends = leads.map((lead): WaitingSpend => ({ lead, rail, fees, flushedNow }))
  const answers = await signer.sign(em, ctx, spends)
  const attempts: SignedAttempt[] = []
  const signings: Signing[] = []
  for (const answer of answers) {
    if ('reason' in answer) signings.push(await holdPayout(em, ctx, answer))
    else attempts.push(answer)
  }
  await storeSigned(em, ctx, attempts)
  const done = attempts.map((attempt): Signing => ({
    outcome: 'signed',
    attempt,
    decided: attempt.permits.map((permit) => decidedOf(permit, attempt)),
  }))
  return [...signings, ...done]
}

/** Counts signed transactions of one asset against the caps, and stores their bytes. */
async function storeSigned(em: Em, ctx: PricedSigner, attempts: readonly SignedAttempt[]): Promise<void> {
  const permits = attempts.flatMap((attempt) => attempt.permits)
  const [first] = permits
  if (!first) return
  const countedCents = permits.reduce((sum, permit) => sum + permit.countedCents, 0n)
  await addVelocity(em, { asset: first.intent.asset, at: first.at, usdCents: countedCents })
  await ctx.failpoint('velocityCounted')
  await ctx.failpoint('attemptSigned')
  await ctx.failpoint('beforeAttemptStored')
  await storeAttempts(em, ctx, attempts)
  await ctx.failpoint('beforeAttemptCommit')
}

/** Payouts that wait for the same reason. */
interface HeldTogether extends Pick<HeldIntents, 'reason'> {
  readonly intents: readonly SpendIntentEntity[]
}

async function holdEach(em: Em, ctx: PricedSigner, { intents, reason }: HeldTogether): Promise<HeldSigning[]> {
  const held: HeldSigning[] = []
  for (const intent of intents) held.push(await holdPayout(em, ctx, { intent, reason }))
  return held
}

const intentOf = ({ intent }: Evaluated): SpendIntentEntity => intent
