import type { HeldReturn, ReturnState } from '@gateway/domain/payments/refund'
import { defineEntity, p } from '@mikro-orm/core'

const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid().strictNullable(),
    invoiceId: p.uuid().strictNullable(),
    businessId: p.uuid(),
    state: p.text().$type<ReturnState>(),
    offeredBy: p.text(),
    offeredAt: p.datetime(),
    offerEndsAt: p.datetime(),
    tokenHash: p.blob(),
    address: p.text().strictNullable(),
    payoutTermsId: p.uuid().strictNullable(),
    claimedAt: p.datetime().strictNullable(),
    usableAt: p.datetime().strictNullable(),
    holdReason: p.text().strictNullable(),
    endedAt: p.datetime().strictNullable(),
    endReason: p.text().strictNullable(),
  },
})

/** Held funds on their way back to their payer; the address is where the payer wants them, and the address that is paid is in its payout terms. */
export class RefundEntity extends RefundSchema.class implements HeldReturn {}
RefundSchema.setClass(RefundEntity)
