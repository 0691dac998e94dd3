import { lockOpenRefund, type HeldOf } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decider, findForDecision, nameOf } from '../authorize-decision.ts'
import { endRefund } from './shared/end-refund.ts'

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
    await cancelWithin(em, ctx, { of: { paymentId }, by: nameOf(by) })
  })
}

/** The open refund of an object, who withdraws it, and its id where the caller names one. */
interface Cancelling {
  readonly of: HeldOf
  readonly by: string
  readonly id?: string | undefined
}

/** The same for any object, in the transaction of a caller who may decide about it. @throws {NotFound} {InvalidState} */
export async function cancelWithin(em: Em, ctx: Context, { of, by, id }: Cancelling): Promise<void> {
  const back = await lockOpenRefund(em, of)
  if (!back || (id !== undefined && back.id !== id)) throw new NotFound('return')
  if (!(await endRefund(em, ctx, { back, by, reason: 'withdrawn' }))) throw new InvalidState(back.state, 'withdraw a return')
}
