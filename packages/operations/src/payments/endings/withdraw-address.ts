import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { InvalidState } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { paymentMachine } from '@gateway/domain/payments/machine'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockForDecision } from '../authorize-decision.ts'
import { failPayment } from './fail-payment.ts'

interface Withdrawal {
  readonly paymentId: string
  readonly by: `operator:${string}`
  readonly reason: string
}

/**
 * Fails an open payment whose address no key can spend from, so that no payer is asked to pay there.
 *
 * @returns the payment, `failed`.
 *
 * @throws {NotFound}
 * @throws {InvalidState} unless it is pending or detected: a confirmed payment is the merchant's and never fails.
 */
export async function withdrawAddress(ctx: Context, { paymentId, by, reason }: Withdrawal): Promise<PaymentEntity> {
  const payment = await transaction(ctx, async (em) => {
    const found = await lockForDecision(em, { paymentId, by })
    if (!findMove(paymentMachine, found.state, 'withdraw')) throw new InvalidState(found.state, 'withdraw the address of a payment')
    const details = { state: found.state, received: String(found.receivedUnits), reason }
    await failPayment(em, ctx, { payment: found, actor: by, action: 'payment.withdraw_address', details })
    return found
  })
  ctx.log.error({ alarm: 'address_withdrawn', paymentId: payment.id, reason }, 'deposit address withdrawn, payment failed')
  return payment
}
