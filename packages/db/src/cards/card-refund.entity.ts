import type { CardRefund, CardRefundState } from '@gateway/domain/cards/card-refund'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const CardRefundSchema = defineEntity({
  name: 'CardRefund',
  tableName: 'card_refund',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    state: p.text().$type<CardRefundState>(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    reason: p.text().strictNullable(),
    processorRefundId: p.text().strictNullable(),
    processorStatus: p.text().strictNullable(),
    failure: p.text().strictNullable(),
    lookAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A refund to a card. */
export class CardRefundEntity extends CardRefundSchema.class implements CardRefund {}
CardRefundSchema.setClass(CardRefundEntity)
