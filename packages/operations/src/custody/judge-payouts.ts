import { capFees } from '@gateway/chains/evm/cap-fees'
import type { FeeEstimate } from '@gateway/chains/rail'
import { findCommitPins } from '@gateway/db/custody/pin-queries'
import { findCommits } from '@gateway/db/custody/queries'
import type { CommitEntity } from '@gateway/db/custody/commit.entity'
import type { CommitPinEntity } from '@gateway/db/custody/commit-pin.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { PayoutFacts, PinFacts } from '@gateway/domain/custody/payout-facts'
import { APPROVALS } from '@gateway/domain/custody/approval'
import { judgePayout, type Verdict } from '@gateway/domain/custody/policy'
import { readPauses } from './paused-intents.ts'
import { isAsPinned } from './is-as-pinned.ts'
import type { JudgingContext } from './judging-context.ts'
import { type LeftCents, lockVelocity, readVelocity } from './payout-velocity.ts'
import { readReleases } from './read-releases.ts'
import { readRounds, type Rounds } from './read-rounds.ts'
import { readWithdrawn } from './read-withdrawn.ts'
import type { SignerContext } from './signer-context.ts'
import { readSources } from './spend-sources.ts'
import { priceOf, readPrices } from './usd-prices.ts'

/** What is about to be signed for: payouts of one asset that may travel together. */
export interface Candidates extends Rounds {
  /** The payout that is allowed already, in the same transaction: what it takes out is spoken for. */
  readonly lead?: Judged
}

/** What the policy has said about a payout, and what it was looked at with. */
export interface Judged {
  readonly intent: SpendIntentEntity
  /** The commit of the payout as the signer has pinned it, when it may leave. */
  readonly commit: CommitEntity
  readonly verdict: Verdict
  readonly facts: PayoutFacts
  /** When it was asked about: it counts in the hour of this moment, whenever it is signed. */
  readonly at: Date
  /** What it adds to what has left; nothing where operators have released it. */
  readonly countedCents: bigint
}

/**
 * Asks the policy about payouts, in the transaction that signs them and with locks that keep its answers true until it ends. Nothing is signed
 * without an answer of `allow` from here.
 */
export async function judgePayouts(em: Em, ctx: JudgingContext, candidates: Candidates): Promise<Judged[]> {
  const { rail, fees, intents, lead, areCounted = false } = candidates
  const [first] = intents
  if (!first) return []
  const ids = intents.map(({ commitId }) => commitId)
  const [commits, pins] = await Promise.all([findCommits(em, ids), findCommitPins(em, ids)])
  const sourceOf = await readSources(em, rail, { intents, commits })
  const pauseOf = await readPauses(em, ctx, intents)
  const releasesOf = await readReleases(em, intents)
  const prices = await readPrices(em, { intents, commits, pins })
  const withdrawn = await readWithdrawn(em, intents)
  const roundOf = await readRounds(em, ctx, candidates)
  if (!areCounted) await lockVelocity(em, first.asset)
  const at = lead?.at ?? ctx.clock.now()
  const left = areCounted ? NOTHING_LEFT : await readVelocity(em, { asset: first.asset, at })
  let spoken = lead?.countedCents ?? 0n
  return intents.flatMap((intent): Judged[] => {
    const commit = commits.get(intent.commitId)
    if (!commit) return []
    const approvals = releasesOf(intent)
    const usdCents = areCounted ? 0n : priceOf(prices, intent)
    const facts: PayoutFacts = {
      intent,
      pin: pinOf(ctx, { commit, pin: pins.get(commit.id), isWithdrawn: withdrawn.has(intent.ref) }),
      source: sourceOf(intent),
      pausedBy: pauseOf(intent),
      blockSpace: blockSpaceOf(ctx, fees),
      round: roundOf(intent),
      network: { served: rail.network, sealed: ctx.sealedNetworks.get(rail.chain) },
      velocity: { usdCents, ...withSpoken(left, spoken), floors: ctx.velocityFloors },
      approvals,
    }
    const verdict = judgePayout(facts)
    if (verdict.rule === 'P7') ctx.endProcess()
    const countedCents = approvals >= APPROVALS ? 0n : (usdCents ?? 0n)
    if (verdict.outcome === 'allow') spoken += countedCents
    return [{ intent, commit, verdict, facts, at, countedCents }]
  })
}

/** What is signed again leaves no more than it did. */
const NOTHING_LEFT: LeftCents = { hourCents: 0n, dayCents: 0n, bestHourCents: 0n }

const withSpoken = (left: LeftCents, spoken: bigint): LeftCents => ({
  ...left,
  hourCents: left.hourCents + spoken,
  dayCents: left.dayCents + spoken,
})

interface Pinned {
  readonly commit: CommitEntity
  readonly pin: CommitPinEntity | undefined
  readonly isWithdrawn: boolean
}

function pinOf(ctx: SignerContext, { commit, pin, isWithdrawn }: Pinned): PinFacts | undefined {
  if (!pin) return undefined
  const { businessId, mode, refused } = pin
  const whole = isAsPinned(ctx, commit, pin) ? 'valid' : 'forged'
  const isUsable = ctx.clock.now().getTime() - pin.pinnedAt.getTime() >= ctx.returnHoldMs
  const back = commit.subject === 'payment_return' ? { isUsable, isWithdrawn } : undefined
  return { state: refused === null ? whole : 'refused', commit, businessId, mode, back }
}

function blockSpaceOf(ctx: SignerContext, fees: FeeEstimate | undefined): PayoutFacts['blockSpace'] {
  if (!fees) return undefined
  if (fees.family === 'account') return { isAboveCap: capFees(fees, ctx.gasCaps) === undefined, reason: 'gas_above_cap' }
  return { isAboveCap: fees.milliSatsPerVbyte > ctx.feeRateCapMilliSats, reason: 'fee_rate_above_cap' }
}
