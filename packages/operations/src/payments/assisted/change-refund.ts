import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { lockAssistedRefund, lockRefundsOf } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findForDecision } from '../authorize-decision.ts'

/** A command on a refund of a payment of the caller. */
export interface RefundCommand {
  readonly actor: Actor
  readonly id: string
  readonly refundId: string
  readonly keep?: Keep<SeenPaymentRefund> | undefined
}

/** The refund that a command is about, locked; undefined when its merchant does not pay it, or the payment has none of this id. */
interface Changed {
  readonly payment: PaymentEntity
  readonly refund: AssistedRefundEntity | undefined
}

/**
 * Changes a refund of a payment in one transaction, under the locks of the payment's refunds and of its row, and stores the response with it.
 *
 * @throws {NotFound} also for another merchant's payment.
 */
export const changeRefund = (
  ctx: Context,
  { actor, id, refundId, keep }: RefundCommand,
  work: (em: Em, changed: Changed) => Promise<SeenPaymentRefund>,
): Promise<SeenPaymentRefund> =>
  transaction(ctx, async (em) => {
    await lockRefundsOf(em, { paymentId: id })
    const payment = await findForDecision(em, { paymentId: id, by: actor })
    const refund = await lockAssistedRefund(em, { id: refundId })
    const seen = await work(em, { payment, refund: refund?.paymentId === payment.id ? refund : undefined })
    await storeResponse(em, keep, seen)
    return seen
  })
