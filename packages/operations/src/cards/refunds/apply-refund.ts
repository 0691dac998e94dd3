import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import { ownCardRefunds } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import { type CardRefundInput, cardRefundMachine, type CardRefundState, refundSums } from '@gateway/domain/cards/card-refund'
import type { RefundFacts } from '@gateway/domain/cards/facts'
import { refundInputOf } from '@gateway/domain/cards/processor-status'
import { findMove } from '@gateway/domain/kernel/machine'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { nextLookAt } from '../charges/next-look-at.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { refundFailed, refundSucceeded } from './refund-outcomes.ts'

type Applying = Pick<Context, 'ids' | 'clock' | 'log'> & EmailContext

/** A refund of a card, all locked. */
export interface RefundedCard extends Card {
  readonly refund: CardRefundEntity
}

/**
 * Brings a locked refund with its payment and escrow to what the processor says: succeeded, failed, which can also follow a success, or still open. What
 * was applied before has no further effect, and a word of a later version is stored only.
 */
export async function applyRefund(
  em: Em,
  ctx: Applying,
  { refund, facts, ...card }: RefundedCard & { readonly facts: RefundFacts },
): Promise<void> {
  Object.assign(refund, { processorRefundId: facts.id, processorStatus: facts.status, failure: facts.failureReason })
  const differs = facts.amountMinor !== refund.amountMinor || facts.currency !== card.payment.currency
  if (differs) return holdRefund(em, ctx, { refund, ...card })
  await moveRefund(em, ctx, { refund, ...card, input: refundInputOf(facts.status) })
}

/** Ends a refund that the processor has refused for good: nothing was and will be refunded. */
export async function refuseRefund(
  em: Em,
  ctx: Applying,
  { refund, failure, ...card }: RefundedCard & { readonly failure: string },
): Promise<void> {
  refund.failure = failure
  await moveRefund(em, ctx, { refund, ...card, input: 'fail' })
}

async function holdRefund(em: Em, ctx: Applying, { refund, ...card }: RefundedCard): Promise<void> {
  refund.lookAt = null
  refund.updatedAt = ctx.clock.now()
  await ownCardRefunds.save(em, refund)
  await holdCard(em, ctx, { ...card, reason: 'refund_differs', alarm: 'card_amount_differs' })
}

async function moveRefund(
  em: Em,
  ctx: Applying,
  { refund, input, ...card }: RefundedCard & { readonly input: CardRefundInput | undefined },
): Promise<void> {
  const before = refund.state
  const step = input && findMove(cardRefundMachine, before, input)
  if (step) refund.state = step.to
  refund.lookAt = refundSums[refund.state] === 'pendingMinor' ? nextLookAt(ctx, refund) : null
  refund.updatedAt = ctx.clock.now()
  await ownCardRefunds.save(em, refund)
  if (refund.state === before) return
  moveSums(card, refund, before)
  if (refund.state === 'succeeded') return refundSucceeded(em, ctx, { refund, ...card })
  if (refundSums[refund.state] === null) return refundFailed(em, ctx, { refund, before, ...card })
  await advanceCards(em, ctx, card)
}

/** A refund reserves its amount while it may succeed, and counts as refunded while it has. */
function moveSums({ payment }: Card, { amountMinor, state }: CardRefundEntity, before: CardRefundState): void {
  const [from, to] = [refundSums[before], refundSums[state]]
  if (from !== null) payment[from] -= amountMinor
  if (to !== null) payment[to] += amountMinor
}
