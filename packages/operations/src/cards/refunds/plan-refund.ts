import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import { insertRefund, saveReserve } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import { refundAmountMinor } from '@gateway/domain/cards/rules'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { readStanding, requireFree } from '../lifecycle/standing.ts'
import { draftRefund } from './draft-refund.ts'

/** What is refunded of a card payment, and why. */
export interface RefundWish {
  /** Everything that is left when absent. */
  readonly amountMinor?: bigint | undefined
  readonly reason?: string | undefined
}

/**
 * Reserves the amount of a refund on a locked card payment and plans it, in the caller's transaction: no other refund and no release can have it too.
 *
 * @throws {InvalidState} {RefundTooLarge}
 */
export async function planRefund(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { card, wish }: { card: Card; wish: RefundWish },
): Promise<CardRefundEntity> {
  const { payment } = card
  requireFree(card, 'refund')
  const amountMinor = refundAmountMinor(await readStanding(em, card), wish.amountMinor)
  const refund = draftRefund(ctx, payment, { amountMinor, reason: wish.reason ?? null, processorRefundId: null })
  await insertRefund(em, refund)
  payment.pendingMinor += amountMinor
  payment.updatedAt = refund.createdAt
  await saveReserve(em, payment)
  await planIntent(em, ctx, { purpose: 'card_refund', ref: refund.id, payment, amountMinor })
  return refund
}
