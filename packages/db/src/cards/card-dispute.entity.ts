import type { CardDispute, DisputePhase, DisputeStatus } from '@gateway/domain/cards/dispute'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const CardDisputeSchema = defineEntity({
  name: 'CardDispute',
  tableName: 'card_dispute',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    processorDisputeId: p.text(),
    status: p.text().$type<DisputeStatus>(),
    processorStatus: p.text(),
    phase: p.text().$type<DisputePhase>(),
    reason: p.text(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    withdrawnMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text().$type<FiatCode>(),
    evidenceDueAt: p.datetime().strictNullable(),
    hasEvidence: p.boolean(),
    submissions: p.integer(),
    asOf: p.datetime(),
    lookAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A dispute or an inquiry of a cardholder’s bank. */
export class CardDisputeEntity extends CardDisputeSchema.class implements CardDispute {}
CardDisputeSchema.setClass(CardDisputeEntity)
