import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { findDecided, type Decided } from '@gateway/db/custody/decided-queries'
import type { Em } from '@gateway/db/orm'
import { APPROVALS } from '@gateway/domain/custody/approval'
import type { OutcomeFacts } from '@gateway/domain/custody/policy-facts'
import { approvalsOfDispute, deadlineOf } from '@gateway/domain/escrows/escrow'
import { assetOf } from '@gateway/domain/money/asset'
import { findPlainDecimal } from '@gateway/domain/money/decimal'
import { usdCents } from '@gateway/domain/money/rate'
import { isPinnedToken } from '../evidence/party-tokens.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'

/** Payouts with the terms and pins of their objects. */
interface Payouts {
  readonly intents: readonly SpendIntentEntity[]
  readonly commits: ReadonlyMap<string, PayoutTermsEntity>
  readonly pins: ReadonlyMap<string, PayoutTermsPinEntity>
}

type Judging = Pick<PricedSigner, 'clock' | 'partyTokenKeys' | 'usdPrices'>

/**
 * The proofs of the outcomes that payouts depend on; two queries for any number, none where there is no such payout.
 *
 * The row of an outcome proves nothing by itself: a party's decision needs the token that was pinned, a deadline the signer's own clock, a decision of
 * operators their approvals. Where a pinned contract holds the money, what it has recorded for good takes the place of the row: it pays nothing else. Who may write the rows of escrows can bring a refund forward to two weeks after the pin, by naming an earlier dispute, and
 * can never release.
 */
export async function readOutcomes(
  em: Em,
  ctx: Judging,
  { intents, commits, pins }: Payouts,
): Promise<(intent: SpendIntentEntity) => OutcomeFacts | undefined> {
  const conditional = intents.filter(({ payoutTermsId }) => commits.get(payoutTermsId)?.conditions)
  const decided = await findDecided(em, [...new Set(conditional.map(({ ref }) => ref))])
  return (intent) => {
    const commit = commits.get(intent.payoutTermsId)
    if (!commit?.conditions) return undefined
    const found = withContract(decided.get(intent.ref) ?? nothingDecided, commit)
    const pinned = { commit, pin: pins.get(commit.id) }
    const proof = found.outcome ? judgeProof(ctx, found, pinned) : 'missing'
    const isOver = hasPassed(ctx, new Date(commit.conditions.expiresAt))
    return { ...factsOf(found), isOver, isLapsed: hasLapsed(ctx, found, pinned), proof }
  }
}

const nothingDecided: Decided = {
  escrowId: '',
  outcome: null,
  actor: null,
  evidence: null,
  onChain: null,
  isOnChainFinal: false,
  disputedAt: null,
  pinnedAt: null,
  approvals: 0,
  heldUnits: 0n,
  isReleasePlanned: false,
}

/** The outcome as the contract of pinned terms has it; without a contract no row about one counts. */
function withContract(decided: Decided, { conditions }: PayoutTermsEntity): Decided {
  if (!conditions?.contract) return { ...decided, onChain: null }
  return decided.isOnChainFinal ? { ...decided, outcome: decided.onChain } : decided
}

const factsOf = ({
  outcome,
  onChain,
  heldUnits,
  isReleasePlanned,
}: Pick<Decided, 'outcome' | 'onChain' | 'heldUnits' | 'isReleasePlanned'>) => ({
  recorded: outcome ?? undefined,
  onChain: onChain ?? undefined,
  heldUnits,
  isReleasePlanned,
})

interface Pinned {
  readonly commit: PayoutTermsEntity
  readonly pin: PayoutTermsPinEntity | undefined
}

function judgeProof(ctx: Judging, decided: Decided, pinned: Pinned): OutcomeFacts['proof'] {
  const proof = judgeEvidence(ctx, decided, pinned)
  return proof !== 'valid' && decided.onChain === decided.outcome && pinned.commit.conditions?.contract ? 'recorded' : proof
}

function judgeEvidence(ctx: Judging, decided: Decided, pinned: Pinned): OutcomeFacts['proof'] {
  if (decided.actor === 'system') return decided.outcome === 'refund' && hasLapsed(ctx, decided, pinned) ? 'valid' : 'early'
  if (decided.actor === 'depositor') return isTokenOf(ctx, decided, pinned) ? 'valid' : 'missing'
  return decided.approvals >= approvalsFor(ctx, pinned) ? 'valid' : 'early'
}

/**
 * Its grace is over by the pinned expiry, or, once it is disputed, operators have not decided in time. Nothing was disputed before its release was pinned;
 * the pin of a refund may be younger, where the depositor's address was named later.
 */
function hasLapsed(ctx: Judging, { disputedAt, pinnedAt }: Pick<Decided, 'disputedAt' | 'pinnedAt'>, { commit, pin }: Pinned): boolean {
  const expiresAt = new Date(commit.conditions?.expiresAt ?? '')
  if (!disputedAt) return hasPassed(ctx, deadlineOf({ state: 'funded', expiresAt, disputedAt }))
  const known = pinnedAt ?? pin?.pinnedAt ?? disputedAt
  return hasPassed(ctx, deadlineOf({ state: 'disputed', expiresAt, disputedAt: disputedAt < known ? known : disputedAt }))
}

const hasPassed = ({ clock }: Judging, end: Date | undefined): boolean => end !== undefined && clock.now() >= end

const isTokenOf = ({ partyTokenKeys }: Judging, { escrowId, evidence }: Decided, { commit }: Pinned): boolean =>
  isPinnedToken(partyTokenKeys, { objectId: escrowId, evidence, tokenHash: commit.conditions?.tokenHash ?? '' })

/** By the value of the pinned amount at the pinned rate, and at the market's, which no process that answers requests can write: the more of both. */
function approvalsFor({ usdPrices }: Judging, { commit, pin }: Pinned): number {
  const pinned = pin && findPlainDecimal(pin.usdRate)
  if (!pinned) return APPROVALS
  const asset = assetOf(commit.asset)
  const worth = [pinned, usdPrices.get(commit.asset) ?? pinned].map((rate) =>
    usdCents(BigInt(commit.conditions?.amountUnits ?? 0), asset, rate),
  )
  return Math.max(...worth.map(approvalsOfDispute))
}
