import type { PaymentReturn, ReturnState } from '@gateway/domain/payments/refund'
import { defineEntity, p } from '@mikro-orm/core'

const PaymentReturnSchema = defineEntity({
  name: 'PaymentReturn',
  tableName: 'payment_return',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    businessId: p.uuid(),
    state: p.text().$type<ReturnState>(),
    offeredBy: p.text(),
    offeredAt: p.datetime(),
    offerEndsAt: p.datetime(),
    tokenHash: p.blob(),
    address: p.text().strictNullable(),
    commitId: p.uuid().strictNullable(),
    claimedAt: p.datetime().strictNullable(),
    usableAt: p.datetime().strictNullable(),
    holdReason: p.text().strictNullable(),
    endedAt: p.datetime().strictNullable(),
    endReason: p.text().strictNullable(),
  },
})

/** Held money on its way back to who sent it; the address is where its payer wants it, and what is paid to is its commit. */
export class PaymentReturnEntity extends PaymentReturnSchema.class implements PaymentReturn {}
PaymentReturnSchema.setClass(PaymentReturnEntity)
