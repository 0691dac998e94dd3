import { transaction } from '../../kernel/transaction.ts'
import { isOpenUntilLater } from '../charges/next-look-at.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { TaskHandler } from '../lifecycle/processor-task.ts'
import { lookAtCharge } from './look-at-charge.ts'

/**
 * Ends a card payment whose page is opened afresh and that nobody is to pay any more: its open page is ended at the processor, and what that says decides. A
 * charge that was faster counts.
 */
export const closeCheckout: TaskHandler = async (ctx, { ref: paymentId }) => {
  await transaction(ctx, async (em) => {
    const { payment, escrow } = await lockCard(em, { paymentId })
    if (!isOpenUntilLater(ctx, payment)) return
    const now = ctx.clock.now()
    payment.expiresAt = now
    payment.lookAt = now
    await advanceCards(em, ctx, { payment, escrow })
  })
  return (await lookAtCharge(ctx, { id: paymentId })) ?? { result: 'done', answer: {} }
}
