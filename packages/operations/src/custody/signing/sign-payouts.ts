import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import { type DuePayout, lockWaitingIntent } from '@gateway/db/custody/intent-queries'
import { hasMoney, hasRested } from '@gateway/db/custody/waiting-conditions'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Refusal } from '@gateway/domain/custody/policy'
import { purposes, type SpendPurpose } from '@gateway/domain/custody/purposes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { splitPaid } from '@gateway/domain/payments/rules'
import { type FeeEstimates, findFeeEstimates } from '../costs/fee-estimates.ts'
import { payoutChangeOf, type PayoutChange, type PayoutOwner, type PayoutOwners, type SignedDecision } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { markHeld } from '../payouts/hold-intents.ts'
import { type Evaluated, evaluatePayouts } from '../policy/evaluate-payouts.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import { addVelocity } from '../policy/payout-velocity.ts'
import { appendDecisions, type Decided } from '../policy/decision-log.ts'
import { payoutSigners } from './payout-signers.ts'
import { tryLockSender } from './lock-sender.ts'
import type { HeldIntents, SignedAttempt, WaitingSpend } from './signed-attempt.ts'
import { storeAttempt } from './store-attempt.ts'
import { logFeeCap } from '../costs/log-fee-cap.ts'

/** The result of asking for a signature, with the decisions of the policy. `busy`: another signer is signing for the same sender. */
type Signing =
  | { readonly outcome: 'signed'; readonly attempt: SignedAttempt; readonly decided: readonly Decided[] }
  | Held
  | { readonly outcome: 'nothing_waits' | 'busy'; readonly decided: readonly Decided[] }

interface Held {
  readonly outcome: 'held'
  readonly decided: readonly Decided[]
  readonly unsent?: UnsentDecision | undefined
}

/** A decision that is shown instead of sent. */
interface UnsentDecision {
  readonly lead: Evaluated
  readonly signed: SignedDecision
}

/** The payouts that were signed together, and whether another signer was in the way. */
export interface Signed {
  readonly payouts: readonly PayoutChange[]
  readonly isBusy: boolean
}

/** A waiting payout that no other signer can take meanwhile. */
interface LockedIntent extends Required<Pick<WaitingSpend, 'rail' | 'flushedNow'>> {
  readonly intent: SpendIntentEntity
}

/** A waiting payout. */
interface WaitingLeg {
  readonly purpose: SpendPurpose
  readonly ref: string
  readonly leg: number
  readonly chain: ChainCode
}

/**
 * Signs every waiting payout of an object, each independently, and tells its room, in one transaction: a held one does not block the others. The
 * attempts may be broadcast once the high-water file contains them. Repeating it does nothing: a signed payout keeps its bytes.
 */
export async function signPayouts(ctx: PricedSigner, owners: PayoutOwners, wanted: DuePayout): Promise<Signed> {
  await ctx.failpoint('beforeSigning')
  return transaction(ctx, async (em) => {
    const signings = await signEach(em, ctx, wanted)
    const owner = owners[purposes[wanted.purpose].owner]
    const payouts = signings.flatMap((signing) => (signing.outcome === 'signed' ? payoutsOf(signing.attempt) : []))
    await owner.payoutsSigned(em, ctx, payouts)
    if (signings.some(({ outcome }) => outcome === 'held')) await owner.payoutHeld(em, ctx, wanted)
    for (const signing of signings) if (signing.outcome === 'held') await showUnsent(em, ctx, { owner, unsent: signing.unsent })
    await appendDecisions(
      em,
      ctx,
      signings.flatMap(({ decided }) => decided),
    )
    return { payouts, isBusy: signings.some(({ outcome }) => outcome === 'busy') }
  })
}

async function signEach(em: Em, ctx: PricedSigner, wanted: DuePayout): Promise<Signing[]> {
  const signings: Signing[] = []
  for (const waiting of await findWaiting(em, { ...wanted, now: ctx.clock.now() })) {
    const flushedNow = signings.flatMap((done) => (done.outcome === 'signed' ? done.attempt.permits.map(({ intent }) => intent) : []))
    signings.push(await signWaiting(em, ctx, { ...waiting, flushedNow }))
  }
  return signings
}

const payoutsOf = ({ permits, txId, feeUnits, platformPaid }: SignedAttempt): PayoutChange[] =>
  permits.map(({ intent }) => payoutChangeOf(intent, { txId, platformPaid, split: splitPaid(intent, feeUnits ?? 0n) }))

/**
 * Signs a waiting payout and stores the bytes in the caller's transaction, before any node sees them.
 *
 * The policy decides first. Recipients come only from the pinned commit, sources only from the object's own deposits. A payout that another signer
 * has signed is skipped, so concurrent signers make one attempt.
 */
async function signWaiting(em: Em, ctx: PricedSigner, wanted: WaitingLeg & { flushedNow: readonly SpendIntentEntity[] }): Promise<Signing> {
  const { flushedNow } = wanted
  const rail = ctx.rails.get(wanted.chain)
  if (rail?.ordering === 'sender_sequence' && !(await tryLockSender(em, ctx, rail))) return { outcome: 'busy', decided: [] }
  const intent = await lockWaitingIntent(em, wanted)
  if (!intent) return { outcome: 'nothing_waits', decided: [] }
  if (!rail) return hold(em, ctx, { intent, reason: 'chain_is_not_served' })
  return signLocked(em, ctx, { intent, rail, flushedNow })
}

async function signLocked(em: Em, ctx: PricedSigner, locked: LockedIntent): Promise<Signing> {
  const { intent, rail, flushedNow } = locked
  const known = await findFeeEstimates(em, intent)
  const fees = currentFeesOf(ctx, intent.chain, known)
  if (!fees && isReadAgain(ctx, intent, known)) return { outcome: 'nothing_waits', decided: [] }
  const [lead] = await evaluatePayouts(em, ctx, { rail, fees, intents: [intent], flushedNow })
  if (!lead) return hold(em, ctx, { intent, reason: 'unpinned' })
  const { verdict } = lead
  if (verdict.outcome !== 'allow') return holdRefused(em, ctx, { lead, rail, verdict })
  if (!fees) return hold(em, ctx, { intent, reason: 'no_current_fee_estimate' })
  return signAllowed(em, ctx, { lead, rail, fees, flushedNow })
}

/** Holds a payout that the policy refuses. Where everything but its cost lets it leave, its decision is signed all the same. */
async function holdRefused(
  em: Em,
  ctx: PricedSigner,
  { lead, rail, verdict }: Pick<WaitingSpend, 'lead' | 'rail'> & { verdict: Refusal },
): Promise<Signing> {
  const held = await hold(em, ctx, { intent: lead.intent, reason: verdict.reason, verdict })
  const signed = verdict.rule === 'P6' ? await payoutSigners[rail.chain]?.decide?.(ctx, { lead, rail }) : undefined
  return { ...held, unsent: signed && { lead, signed } }
}

/** The signature is the spend, so it counts against the caps like a transaction. */
async function showUnsent(
  em: Em,
  ctx: PricedSigner,
  { owner, unsent }: { owner: PayoutOwner; unsent: UnsentDecision | undefined },
): Promise<void> {
  if (!unsent || !(await owner.decisionSigned(em, ctx, unsent.signed))) return
  const { intent, at, countedCents } = unsent.lead
  await addVelocity(em, { asset: intent.asset, at, usdCents: countedCents })
}

async function signAllowed(em: Em, ctx: PricedSigner, spend: WaitingSpend): Promise<Signing> {
  const signed = await payoutSigners[spend.rail.chain]?.sign(em, ctx, spend)
  if (!signed) return hold(em, ctx, { intent: spend.lead.intent, reason: 'chain_is_not_served' })
  if ('reason' in signed) return hold(em, ctx, signed)
  const countedCents = signed.permits.reduce((sum, permit) => sum + permit.countedCents, 0n)
  await addVelocity(em, { asset: spend.lead.intent.asset, at: spend.lead.at, usdCents: countedCents })
  await ctx.failpoint('velocityCounted')
  await ctx.failpoint('attemptSigned')
  await ctx.failpoint('beforeAttemptStored')
  await storeAttempt(em, ctx, signed)
  await ctx.failpoint('beforeAttemptCommit')
  return { outcome: 'signed', attempt: signed, decided: signed.permits.map((permit) => decidedOf(permit, signed)) }
}

/** The latest estimate, if it is recent enough to sign with. */
export async function findCurrentFees(em: Em, ctx: Context, chain: ChainCode): Promise<FeeEstimate | undefined> {
  return currentFeesOf(ctx, chain, await findFeeEstimates(em, { chain }))
}

function currentFeesOf(ctx: Context, chain: ChainCode, known: FeeEstimates | undefined): FeeEstimate | undefined {
  const rail = ctx.rails.get(chain)
  if (!known || !rail) return undefined
  const ageMs = ctx.clock.now().getTime() - known.at.getTime()
  return ageMs <= rail.estimateLastsMs && (rail.leavesTime?.(known.fees, ageMs) ?? true) ? known.fees : undefined
}

/** How long a payout waits for another estimate before its row says so. */
const READ_AGAIN_MS = 30_000

/**
 * True for a moment without a blockhash to sign with, such as while a scanner starts again: nobody needs to hear of a payout that waits for it. Neither an
 * old estimate nor one that never leaves time is such a moment.
 */
function isReadAgain({ clock }: Context, { createdAt }: SpendIntentEntity, known: FeeEstimates | undefined): boolean {
  const isRecent = (at: Date): boolean => clock.now().getTime() - at.getTime() <= READ_AGAIN_MS
  return known !== undefined && isRecent(known.at) && isRecent(createdAt)
}

/** The facts behind a decision, as text for the decision log. */
export const decidedOf = (
  { intent, verdict, facts, countedCents }: Evaluated,
  { txId, replaces }: Pick<SignedAttempt, 'txId'> & { readonly replaces?: string },
): Decided => ({
  intent,
  verdict,
  facts: {
    attempt: txId,
    ...(replaces !== undefined && { replaces }),
    commit: intent.payoutTermsId,
    units: String(intent.units),
    cents: String(countedCents),
    ...(facts.round?.costUnits !== undefined && { cost: String(facts.round.costUnits) }),
    hourCents: String(facts.velocity.hourCents),
    dayCents: String(facts.velocity.dayCents),
    approvals: String(facts.approvals),
  },
})

/** Waiting payouts of an object, by leg, before any lock. */
const findWaiting = (em: Em, { purpose, ref, now }: { purpose: SpendPurpose; ref: string; now: Date }): Promise<WaitingLeg[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select(['purpose', 'ref', 'leg', 'chain'])
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('state', 'in', ['planned', 'held'])
    .where(hasRested('spend_intent', now))
    .where(hasMoney('spend_intent'))
    .orderBy('leg')
    .execute()

async function hold(em: Em, ctx: Context, held: HeldIntents): Promise<Held> {
  const { intent, reason, verdict } = held
  const fields = { intentId: intent.id, chain: intent.chain, reason }
  if (verdict?.outcome === 'deny') ctx.log.error({ ...fields, alarm: 'payout_denied' }, 'payout denied by policy and held')
  else logFeeCap(ctx, { ...fields, since: waitsSince(ctx, held) }, 'payout held')
  await markHeld(em, ctx, { ids: [intent.id], reason })
  return { outcome: 'held', decided: verdict ? [{ intent, verdict, facts: { reason, units: String(intent.units) } }] : [] }
}

/** Any third party can send too little for another round, so that never raises an alarm. */
const waitsSince = ({ clock }: Context, { intent, reason }: HeldIntents): Date =>
  (reason === 'below_cost_of_forwarding' && (intent.leg > 0 || !purposes[intent.purpose].isAwaited) ? undefined : intent.heldSince) ??
  clock.now()
