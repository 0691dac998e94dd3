import type { Rail } from '@gateway/chains/rail'
import type { FeeLimits } from '@gateway/chains/rail/fee-estimate'
import { findPayoutTermsPins } from '@gateway/db/custody/pins/pin-queries'
import { findPayoutTerms } from '@gateway/db/custody/pins/payout-terms-queries'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { PayoutFacts, PinFacts } from '@gateway/domain/custody/policy-facts'
import { APPROVALS } from '@gateway/domain/custody/approval'
import { isHeldAfterPin } from '@gateway/domain/custody/intent'
import { judgePayout, type Verdict } from '@gateway/domain/custody/policy'
import { readOutcomes } from './read-outcomes.ts'
import { readPauses } from './read-pauses.ts'
import { verifyPin } from '../pins/verify-pin.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import { readCountedCents } from './counted-cents.ts'
import { type LeftCents, lockVelocity, readVelocity } from './payout-velocity.ts'
import { readPayoutApprovals } from '../approvals/read-payout-approvals.ts'
import { readRounds, type RoundsToPrice } from '../costs/read-rounds.ts'
import { findCancelledRefunds } from './find-cancelled-refunds.ts'
import type { SignerContext } from '../signer-context.ts'
import { readSources } from './spend-sources.ts'
import { type Priced, priceOf, readPayoutPrices } from '../costs/payout-prices.ts'

/** Candidate payouts of one asset that may share a transaction. */
export interface Candidates extends RoundsToPrice {
  /** A payout that this transaction has already allowed; its outflow counts against the caps. */
  readonly lead?: Evaluated
}

/** The policy's verdict on a payout, with the facts behind it. */
export interface Evaluated {
  readonly intent: SpendIntentEntity
  /** The pinned commit of an allowed payout. */
  readonly commit: PayoutTermsEntity
  readonly verdict: Verdict
  readonly facts: PayoutFacts
  /** The time of the decision, which determines the hour it is counted in. */
  readonly at: Date
  /** Its contribution to velocity; zero for a released payout, and for what was counted today with a transaction that is proven dead. */
  readonly countedCents: bigint
}

/**
 * Evaluates the policy for payouts in the transaction that signs them, under locks that keep the verdicts true until commit. Nothing is signed
 * without an `allow` from here.
 */
export async function evaluatePayouts(em: Em, ctx: PricedSigner, candidates: Candidates): Promise<Evaluated[]> {
  const { rail, fees, intents, lead, areCounted = false } = candidates
  const [first] = intents
  if (!first) return []
  const [commits, pins] = await readTerms(em, intents)
  const sourceOf = await readSources(em, rail, { intents, commits })
  const pauseOf = await readPauses(em, ctx, intents)
  const releasesOf = await readPayoutApprovals(em, intents)
  const known = { intents, commits, pins }
  const outcomeOf = await readOutcomes(em, ctx, known)
  const withdrawn = await findCancelledRefunds(em, intents)
  const roundOf = await readRounds(em, ctx, candidates)
  if (!areCounted) await lockVelocity(em, first.asset)
  const at = lead?.at ?? ctx.clock.now()
  const left = areCounted ? NOTHING_LEFT : await readVelocity(em, { asset: first.asset, at })
  const centsOf = areCounted ? () => 0n : await readCents(em, ctx, { ...known, at })
  let spoken = lead?.countedCents ?? 0n
  return intents.flatMap((intent): Evaluated[] => {
    const commit = commits.get(intent.payoutTermsId)
    if (!commit) return []
    const approvals = releasesOf(intent)
    const facts: PayoutFacts = {
      intent,
      pin: pinOf(ctx, { commit, pin: pins.get(commit.id), isWithdrawn: withdrawn.has(intent.ref) }),
      source: sourceOf(intent),
      pausedBy: pauseOf(intent),
      blockSpace: fees && rail.judgeFee(fees, limitsOf(ctx, rail)),
      round: roundOf(intent),
      outcome: outcomeOf(intent),
      network: { served: rail.network, sealed: ctx.sealedNetworks.get(rail.chain) },
      velocity: { usdCents: centsOf(intent), ...withSpoken(left, spoken), floors: ctx.velocityFloors },
      approvals,
    }
    const verdict = judgePayout(facts)
    if (verdict.rule === 'P7') ctx.endProcess()
    const countedCents = approvals >= APPROVALS ? 0n : (facts.velocity.usdCents ?? 0n)
    if (verdict.outcome === 'allow') spoken += countedCents
    return [{ intent, commit, verdict, facts, at, countedCents }]
  })
}

async function readTerms(em: Em, intents: readonly SpendIntentEntity[]) {
  const ids = intents.map(({ payoutTermsId }) => payoutTermsId)
  return Promise.all([findPayoutTerms(em, ids), findPayoutTermsPins(em, ids)])
}

/** What each payout adds to velocity: its worth, less what was counted today with transactions of it that are proven dead; undefined without a price. */
async function readCents(em: Em, ctx: PricedSigner, judged: Priced & { readonly at: Date }) {
  const prices = await readPayoutPrices(em, judged, ctx.usdPrices)
  const countedOf = await readCountedCents(em, ctx, judged)
  return (intent: SpendIntentEntity): bigint | undefined => {
    const [worth, counted] = [priceOf(prices, intent), countedOf(intent)]
    if (worth === undefined) return undefined
    return worth > counted ? worth - counted : 0n
  }
}

/** A replacement adds nothing to velocity. */
const NOTHING_LEFT: LeftCents = { hourCents: 0n, dayCents: 0n, bestHourCents: 0n }

const withSpoken = (left: LeftCents, spoken: bigint): LeftCents => ({
  ...left,
  hourCents: left.hourCents + spoken,
  dayCents: left.dayCents + spoken,
})

interface Pinned {
  readonly commit: PayoutTermsEntity
  readonly pin: PayoutTermsPinEntity | undefined
  readonly isWithdrawn: boolean
}

function pinOf(ctx: SignerContext, { commit, pin, isWithdrawn }: Pinned): PinFacts | undefined {
  if (!pin) return undefined
  const { businessId, mode, refused } = pin
  const whole = verifyPin(ctx, commit, pin) ? 'valid' : 'forged'
  const isUsable = ctx.clock.now().getTime() - pin.pinnedAt.getTime() >= ctx.returnHoldMs
  const back = isHeldAfterPin(commit) ? { isUsable, isWithdrawn } : undefined
  return { state: refused === null ? whole : 'refused', commit, businessId, mode, back }
}

const limitsOf = ({ gasCaps, feeRateCaps }: SignerContext, { chain }: Rail): FeeLimits => ({
  gasPrice: gasCaps[chain],
  milliSatsPerVbyte: feeRateCaps[chain],
})
