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
import type { SignerContext } from '../signer-context.ts'

/** Payouts with the terms and pins of their objects. */
interface Payouts {
  readonly intents: readonly SpendIntentEntity[]
  readonly commits: ReadonlyMap<string, PayoutTermsEntity>
  readonly pins: ReadonlyMap<string, PayoutTermsPinEntity>
}

type Judging = Pick<SignerContext, 'clock' | 'partyTokenKeys'>

/**
 * What is proven of the outcomes that payouts depend on; two queries for any number, none where there is no such payout.
 *
 * The row of an outcome proves nothing by itself: a party's decision needs the token that was pinned, a deadline the signer's own clock, a decision of
 * operators their approvals. Who may write the rows of escrows can bring a refund forward to two weeks after the pin, by naming an earlier dispute, and
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
    const found = decided.get(intent.ref) ?? nothingDecided
    const proof = found.outcome ? judgeProof(ctx, found, { commit, pin: pins.get(commit.id) }) : 'missing'
    return { ...factsOf(found), ...passed(ctx, new Date(commit.conditions.expiresAt)), proof }
  }
}

const nothingDecided = { outcome: null, onChain: null, heldUnits: 0n, isReleasePlanned: false } as const

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

function passed(ctx: Judging, expiresAt: Date): Pick<OutcomeFacts, 'isOver' | 'isLapsed'> {
  const isPast = (state: 'created' | 'funded') => hasPassed(ctx, deadlineOf({ state, expiresAt, disputedAt: null }))
  return { isOver: isPast('created'), isLapsed: isPast('funded') }
}

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
  return decided.approvals >= approvalsFor(pinned) ? 'valid' : 'early'
}

/** Its grace is over by the pinned expiry, or operators have not decided its dispute in time; nothing was disputed before the pin. */
function hasLapsed(ctx: Judging, { disputedAt: said, pinnedAt }: Decided, { commit }: Pinned): boolean {
  const disputedAt = said && pinnedAt && new Date(Math.max(said.getTime(), pinnedAt.getTime()))
  const expiresAt = new Date(commit.conditions?.expiresAt ?? '')
  const ends = [deadlineOf({ state: 'funded', expiresAt, disputedAt }), deadlineOf({ state: 'disputed', expiresAt, disputedAt })]
  return ends.some((end) => hasPassed(ctx, end))
}

const hasPassed = ({ clock }: Judging, end: Date | undefined): boolean => end !== undefined && clock.now() >= end

const isTokenOf = ({ partyTokenKeys }: Judging, { escrowId, evidence }: Decided, { commit }: Pinned): boolean =>
  isPinnedToken(partyTokenKeys, { objectId: escrowId, evidence, tokenHash: commit.conditions?.tokenHash ?? '' })

/** By the value of the pinned amount at the pinned rate. */
function approvalsFor({ commit, pin }: Pinned): number {
  const rate = pin && findPlainDecimal(pin.usdRate)
  if (!rate) return APPROVALS
  const worth = usdCents(BigInt(commit.conditions?.amountUnits ?? 0), assetOf(commit.asset), rate)
  return approvalsOfDispute(worth)
}
