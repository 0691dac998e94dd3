import { insertRefund } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import { refundableMinor } from '@gateway/domain/cards/card-money'
import type { RefundFacts } from '@gateway/domain/cards/facts'
import { refundInputOf } from '@gateway/domain/cards/processor-status'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { moneyOf } from '../lifecycle/standing.ts'
import { applyRefund } from '../refunds/apply-refund.ts'
import { draftRefund } from '../refunds/draft-refund.ts'

type Adopting = Pick<Context, 'ids' | 'clock' | 'log'> & EmailContext

/**
 * Makes refunds that we did not ask for refunds of ours, each with a row, its event and what follows from it.
 *
 * @returns `early` when one does not fit beside refunds of ours that are under way: the processor refuses one of them.
 */
export async function adoptRefunds(
  em: Em,
  ctx: Adopting,
  { refunds, ...card }: Card & { readonly refunds: readonly RefundFacts[] },
): Promise<'early' | undefined> {
  const { payment } = card
  for (const facts of refunds.filter(movesMoney)) {
    if (facts.amountMinor > refundableMinor(moneyOf(payment)) || facts.currency !== payment.currency) {
      if (payment.pendingMinor > 0n) return 'early'
      await holdCard(em, ctx, { ...card, reason: 'refund_does_not_fit', alarm: 'card_amount_differs' })
      continue
    }
    const refund = draftRefund(ctx, payment, { amountMinor: facts.amountMinor, reason: null, processorRefundId: facts.id })
    await insertRefund(em, refund)
    payment.pendingMinor += facts.amountMinor
    await applyRefund(em, ctx, { ...card, refund, facts })
  }
  return undefined
}

/** One that has ended without effect before we have seen it is nothing. */
export function movesMoney({ status }: RefundFacts): boolean {
  const input = refundInputOf(status)
  return input !== 'fail' && input !== 'cancel'
}
