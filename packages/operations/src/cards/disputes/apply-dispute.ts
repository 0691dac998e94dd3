import type { CardDisputeEntity } from '@gateway/db/cards/card-dispute.entity'
import { hasOtherDispute, insertDispute, lockDispute, ownCardDisputes } from '@gateway/db/cards/dispute-queries'
import type { Em } from '@gateway/db/orm'
import { disputeRow, disputeStatusOf, type DisputePhase, type DisputeStep, disputeSteps } from '@gateway/domain/cards/dispute'
import type { CardEscrowInput } from '@gateway/domain/cards/escrow-machine'
import type { DisputeFacts } from '@gateway/domain/cards/facts'
import type { CardPaymentInput } from '@gateway/domain/cards/payment-machine'
import { isNewer } from '@gateway/domain/cards/processor-account'
import { isStoppedByDispute, restoreEscrowInput, restorePaymentInput } from '@gateway/domain/cards/rules'
import type { Context } from '../../kernel/context.ts'
import { planReversal } from '../escrows/plan-reversal.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { isTransferred, moneyOf } from '../lifecycle/standing.ts'
import { postDispute } from './post-dispute.ts'

type Applying = Pick<Context, 'ids' | 'clock' | 'log'>

/** What the processor has answered about a dispute, and when it was asked. */
export interface HeardDispute {
  readonly facts: DisputeFacts
  readonly askedAt: Date
}

/**
 * Brings the dispute of a locked card, its states and the ledger to what the processor says. An older answer changes nothing, and every line of the
 * balance is booked once, so that answers may come in any order.
 */
export async function applyDispute(em: Em, ctx: Applying, { payment, escrow, facts, askedAt }: Card & HeardDispute): Promise<void> {
  await postDispute(em, ctx, { payment, escrow, facts })
  const known = await lockDispute(em, { processorDisputeId: facts.id })
  if (known && !isNewer(askedAt, known)) return
  const dispute = known ?? newDispute(ctx, { payment, escrow }, facts)
  const before = known?.phase ?? 'quiet'
  Object.assign(dispute, factsOf(before, { facts, askedAt }), { updatedAt: ctx.clock.now() })
  await (known ? ownCardDisputes.save : insertDispute)(em, dispute)
  await takeSteps(em, ctx, { payment, escrow, dispute, before })
}

interface Disputed extends Card {
  readonly dispute: CardDisputeEntity
  readonly before: DisputePhase
}

async function takeSteps(em: Em, ctx: Applying, { payment, escrow, dispute, before }: Disputed): Promise<void> {
  for (const step of disputeSteps(before, dispute.phase)) {
    // Another dispute still has the payment.
    if (step === 'restore' && (await hasOtherDispute(em, dispute))) continue
    if (step === 'lose' && isTransferred(escrow))
      await planReversal(em, ctx, { payment, escrow, ref: dispute.id, beyondRefundsMinor: dispute.amountMinor })
    await advanceCards(em, ctx, { payment, escrow, ...inputsOf(step, { payment, escrow }), shown: { dispute } })
  }
}

/** The inputs of a step. An escrow that was transferred holds nothing that a dispute could stop. */
function inputsOf(step: DisputeStep, { payment, escrow }: Card): { inputs: CardPaymentInput[]; escrowInputs: CardEscrowInput[] } {
  const isStopped = escrow !== null && isStoppedByDispute(escrow)
  if (step === 'lose') return { inputs: ['lose'], escrowInputs: ['lose'] }
  if (step !== 'restore') return { inputs: [step], escrowInputs: isStopped ? ['dispute'] : [] }
  const money = { ...moneyOf(payment), transferredMinor: escrow?.transferredMinor ?? 0n }
  return { inputs: [restorePaymentInput(money)], escrowInputs: escrow ? [restoreEscrowInput(money)] : [] }
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
  currency: payment.currency,
  createdAt: facts.createdAt,
  updatedAt: ctx.clock.now(),
})
