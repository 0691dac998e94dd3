import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import { cardRefundMachine } from '@gateway/domain/cards/card-refund'
import type { Context } from '../../kernel/context.ts'

type RefundTerms = Pick<CardRefundEntity, 'amountMinor' | 'reason' | 'processorRefundId'>

/** A refund of a card payment, which is not written yet and reserves nothing. */
export function draftRefund(ctx: Pick<Context, 'ids' | 'clock'>, payment: CardPaymentEntity, terms: RefundTerms): CardRefundEntity {
  const now = ctx.clock.now()
  const { id: paymentId, merchantId, businessId, mode } = payment
  return {
    ...terms,
    id: ctx.ids.uuid(),
    paymentId,
    merchantId,
    businessId,
    mode,
    state: cardRefundMachine.initial,
    processorStatus: null,
    failure: null,
    lookAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
