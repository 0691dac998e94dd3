import { lockOpenReturn } from '@gateway/db/payments/return-queries'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decider, findForDecision, nameOf } from '../authorize-decision.ts'
import { endRefund } from './end-refund.ts'

/**
 * Calls a return off, so that its money stays held and can be offered anew: a payer has mistyped, or the address is not the payer's. It cannot be
 * called off any more once its money is on its way.
 *
 * @throws {NotFound} also when the payment is another merchant's, or nothing of it is offered back.
 * @throws {InvalidState} when its hold is over and its money was taken.
 */
export async function cancelRefund(ctx: Context, { paymentId, by }: { paymentId: string; by: Decider }): Promise<void> {
  await transaction(ctx, async (em) => {
    await findForDecision(em, { paymentId, by })
    const back = await lockOpenReturn(em, { paymentId })
    if (!back) throw new NotFound('return')
    if (!(await endRefund(em, ctx, { back, by: nameOf(by), reason: 'withdrawn' }))) throw new InvalidState(back.state, 'withdraw a return')
  })
}
