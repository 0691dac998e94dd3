import { lockOpenRefund } from '@gateway/db/payments/refund-queries'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decider, findForDecision, nameOf } from '../authorize-decision.ts'
import { endRefund } from './end-refund.ts'

/**
 * Withdraws a refund, so that its money stays held and can be offered again, for instance when the address is wrong. A refund that is being paid
 * cannot be withdrawn.
 *
 * @throws {NotFound} also when the payment is another merchant's, or has no open refund.
 * @throws {InvalidState} when its hold is over and it is being paid.
 */
export async function cancelRefund(ctx: Context, { paymentId, by }: { paymentId: string; by: Decider }): Promise<void> {
  await transaction(ctx, async (em) => {
    await findForDecision(em, { paymentId, by })
    const back = await lockOpenRefund(em, { paymentId })
    if (!back) throw new NotFound('return')
    if (!(await endRefund(em, ctx, { back, by: nameOf(by), reason: 'withdrawn' }))) throw new InvalidState(back.state, 'withdraw a return')
  })
}
