import type { CardDisputeEntity } from '@gateway/db/cards/card-dispute.entity'
import { insertDispute, lockDispute, ownCardDisputes, readPhasesOfOthers, sumLost } from '@gateway/db/cards/dispute-queries'
import type { Em } from '@gateway/db/orm'
import { disputeRow, disputeStatusOf, type DisputePhase, disputeSteps, isAwaited } from '@gateway/domain/cards/dispute'
import type { DisputeFacts } from '@gateway/domain/cards/facts'
import { isNewer } from '@gateway/domain/cards/processor-account'
import { isReleasable } from '@gateway/domain/cards/rules'
import { isFiatCode } from '@gateway/domain/money/fiat'
import type { Context } from '../../kernel/context.ts'
import { nextLookAt } from '../charges/next-look-at.ts'
import { holdIfOwed } from '../escrows/book-move.ts'
import { planReversal } from '../escrows/plan-reversal.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { isTransferred, readStanding } from '../lifecycle/standing.ts'
import { inputsOf } from './dispute-inputs.ts'
import { postDispute } from './post-dispute.ts'

type Applying = Pick<Context, 'ids' | 'clock' | 'log'>

/** What the processor has answered about a dispute, and when it was asked. */
export interface HeardDispute {
  readonly facts: DisputeFacts
  readonly askedAt: Date
}

/**
 * Brings the dispute of a locked card, its states and the ledger to what the processor says. An older answer changes no state, and every line of the
 * balance is booked once, so that answers may come in any order. A dispute of a charge that does not match its payment moves no state.
 */
export async function applyDispute(em: Em, ctx: Applying, { payment, escrow, facts, askedAt }: Card & HeardDispute): Promise<void> {
  const known = await lockDispute(em, { processorDisputeId: facts.id })
  const dispute = known ?? newDispute(ctx, { payment, escrow }, facts)
  const before = known?.phase ?? 'quiet'
  const isBooked = await postDispute(em, ctx, { payment, escrow, dispute, facts })
  if (!known || isNewer(askedAt, known)) Object.assign(dispute, factsOf(before, { facts, askedAt }), { updatedAt: ctx.clock.now() })
  dispute.lookAt = isAwaited(dispute) ? nextLookAt(ctx, dispute) : null
  await (known ? ownCardDisputes.save : insertDispute)(em, dispute)
  if (payment.capturedMinor === null) return
  await moveCard(em, ctx, { payment, escrow, dispute, before })
  if (isBooked) await holdIfOwed(em, ctx, { payment, escrow })
}

interface Disputed extends Card {
  readonly dispute: CardDisputeEntity
  readonly before: DisputePhase
}

async function moveCard(em: Em, ctx: Applying, { payment, escrow, dispute, before }: Disputed): Promise<void> {
  payment.lostMinor = await sumLost(em, { paymentId: payment.id })
  await takeSteps(em, ctx, { payment, escrow, dispute, before })
  // Its merchant is told afresh, once it can be released again.
  if (escrow && !isReleasable(await readStanding(em, { payment, escrow }))) escrow.noticedAt = null
  await advanceCards(em, ctx, { payment, escrow })
}

async function takeSteps(em: Em, ctx: Applying, { payment, escrow, dispute, before }: Disputed): Promise<void> {
  const { id, paymentId } = dispute
  for (const step of disputeSteps(before, dispute.phase)) {
    if (step === 'lose' && isTransferred(escrow)) await planReversal(em, ctx, { payment, escrow, ref: id })
    const others = await othersOf(em, { id, paymentId })
    await advanceCards(em, ctx, { payment, escrow, ...inputsOf(step, { payment, escrow, others }), shown: { dispute } })
  }
}

async function othersOf(em: Em, dispute: Pick<CardDisputeEntity, 'id' | 'paymentId'>): Promise<'open' | 'lost' | 'none'> {
  const phases = await readPhasesOfOthers(em, dispute)
  if (phases.has('open')) return 'open'
  return phases.has('lost') ? 'lost' : 'none'
}

function factsOf(before: DisputePhase, { facts, askedAt }: HeardDispute) {
  const status = disputeStatusOf(facts.status)
  return {
    status,
    processorStatus: facts.status,
    phase: disputeRow(status, before).phase,
    reason: facts.reason,
    amountMinor: facts.amountMinor,
    evidenceDueAt: facts.evidenceDueAt,
    hasEvidence: facts.hasEvidence,
    submissions: facts.submissions,
    asOf: askedAt,
  }
}

const newDispute = (ctx: Applying, { payment }: Card, facts: DisputeFacts): CardDisputeEntity => ({
  ...factsOf('quiet', { facts, askedAt: ctx.clock.now() }),
  id: ctx.ids.uuid(),
  paymentId: payment.id,
  merchantId: payment.merchantId,
  businessId: payment.businessId,
  mode: payment.mode,
  processorDisputeId: facts.id,
  withdrawnMinor: 0n,
  lookAt: null,
  currency: isFiatCode(facts.currency) ? facts.currency : payment.currency,
  createdAt: facts.createdAt,
  updatedAt: ctx.clock.now(),
})
